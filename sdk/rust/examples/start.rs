//! Example of the README: `cargo run --example start` with `FUNNEL_API_URL` and `FUNNEL_API_KEY`.

use funnel_sdk::{Client, Result};

pub(crate) async fn start() -> Result<()> {
    let client = Client::from_env()?; // FUNNEL_API_URL and FUNNEL_API_KEY
    for domain in &client.domains().list().await?.items {
        println!("{} has {} buttons", domain.hostname, domain.button_count);
    }
    let links = client.funnel_links().list().limit(500).all().collect().await?;
    println!("{} links", links.len());
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    start().await
}
