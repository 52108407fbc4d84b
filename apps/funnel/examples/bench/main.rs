//! Benchmarks of the whole service, each compared with its limit. `cargo xtask bench` runs them.
//! They are one program, so that linking happens once.

mod api;
mod codes;
mod copy;
mod create;
mod edge;
mod events;
mod list;
mod load;
mod memory;
mod preview;
mod publish;
mod screens;
mod service;
mod serving;
mod sizes;
mod start;
mod vault;
mod webhooks;

/// The allocator of the service, for both sides of each benchmark.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[actix_web::main]
async fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("edge") => edge::run().await,
        Some("api") => api::run().await,
        Some("copy") => copy::run().await,
        Some("codes") => codes::run().await,
        Some("preview") => preview::run().await,
        Some("vault") => vault::run().await,
        Some("dashboard") => screens::run().await,
        Some("create") => create::run().await,
        Some("events") => events::run().await,
        Some("list") => list::run().await,
        Some("memory") => memory::run().await,
        Some("publish") => publish::run().await,
        Some("start") => start::run().await,
        Some("webhooks") => webhooks::run().await,
        Some(serving::SERVE) => serving::serve_alone().await,
        Some(serving::SERVE_ON) => serving::serve_on().await,
        other => anyhow::bail!("there is no benchmark {other:?}; `cargo xtask bench --help` lists them"),
    }
}
