//! Example of own code with a mock of the store of connections.
use engine_link::{AccountId, EngineConnections, MockEngineConnections};
use kernel::{StoreError, ValidationErrors};

async fn is_known(connections: &dyn EngineConnections, account: &AccountId) -> Result<bool, StoreError> {
    Ok(connections.find_by_account(account).await?.is_some())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ValidationErrors> {
    let mut connections = MockEngineConnections::new();
    connections.expect_find_by_account().returning(|_| Ok(None));
    println!("known: {:?}", is_known(&connections, &AccountId::parse("acct_1")?).await);
    Ok(())
}
