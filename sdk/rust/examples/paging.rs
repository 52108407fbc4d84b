//! Reads a list to its end, a page at a time: `cargo run --example paging` with `FUNNEL_API_URL` and `FUNNEL_API_KEY`.

use funnel_sdk::{Client, Result};

pub(crate) async fn count() -> Result<usize> {
    let mut members = Client::from_env()?.members().list().limit(1000).all();
    let mut count = 0;
    while members.next().await?.is_some() {
        count += 1;
    }
    Ok(count)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    println!("{} members", count().await?);
    Ok(())
}
