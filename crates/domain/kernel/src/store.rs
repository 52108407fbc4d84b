/// Why a store could not do what a port asked. Rules never look inside; the cause is for the log.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store can't be reached or has no room for more work now; the same call may succeed later.
    #[error("the store is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store can't take what this call brings, such as a number out of range; it may take a part of it.
    #[error("the store can't take these data")]
    Data(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store answered with what it should never answer; repeating the call will not help.
    #[error("the store failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The stored thing is not in the state that the change is meant for ([`Precondition`](crate::Precondition)); nothing was changed.
    #[error("the resource has changed since the revision of If-Match")]
    PreconditionFailed,
}
