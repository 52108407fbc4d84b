/// Reason why a store could not do what a port asked. Rules never inspect the cause; it is for the log.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store is unreachable or overloaded; a retry may succeed.
    #[error("the store is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store rejects the data of this call, such as a number out of range. A smaller part of the data may still be
    /// accepted.
    #[error("the store rejects this data")]
    Data(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store returned an unexpected result; a retry won't help.
    #[error("the store failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The resource does not have the state that the change expects ([`Precondition`](crate::Precondition)); nothing
    /// was changed.
    #[error("the item has changed since the ETag in If-Match")]
    PreconditionFailed,
}
