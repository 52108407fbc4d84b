//! Drops the databases that killed tests left behind, and makes the template for the next ones.

fn main() -> anyhow::Result<()> {
    tokio::runtime::Runtime::new()?.block_on(test_support::prepare())
}
