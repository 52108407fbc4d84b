//! Drops databases left behind by killed tests, and creates the template for new ones.

fn main() -> anyhow::Result<()> {
    tokio::runtime::Runtime::new()?.block_on(test_support::prepare())
}
