//! Example of own code with a mock of the endpoint store.
use kernel::{OwnerId, StoreError};
use webhooks::{EndpointStore, MockEndpointStore};

async fn count(store: &dyn EndpointStore) -> Result<usize, StoreError> {
    Ok(store.list(OwnerId::new(1)).await?.len())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), StoreError> {
    let mut store = MockEndpointStore::new();
    store.expect_list().returning(|_| Ok(Vec::new()));
    println!("endpoints: {}", count(&store).await?);
    Ok(())
}
