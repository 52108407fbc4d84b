//! The benchmarks of the whole service, each beside its limit: `edge`, `api`, `copy` and `codes`, as `cargo xtask bench` calls
//! them. They are one program, so that it is linked once.

mod api;
mod codes;
mod copy;
mod edge;
mod load;
mod report;
mod service;

#[actix_web::main]
async fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("edge") => edge::run().await,
        Some("api") => api::run().await,
        Some("copy") => copy::run().await,
        Some("codes") => codes::run().await,
        other => anyhow::bail!("there is no benchmark {other:?}; there are edge, api, copy and codes"),
    }
}
