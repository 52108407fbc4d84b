//! What went wrong in the database, in the words of the ports.

use std::convert::Infallible;

use diesel::result::{DatabaseErrorKind, Error};
use kernel::StoreError;

use crate::Pool;

/// A connection of this pool.
pub(crate) type Connection = deadpool::managed::Object<
    diesel_async::pooled_connection::AsyncDieselConnectionManager<diesel_async::AsyncPgConnection>,
>;

/// A connection, or the news that there is none to be had.
pub(crate) async fn connection(pool: &Pool) -> Result<Connection, StoreError> {
    pool.get().await.map_err(|error| StoreError::Unavailable(error.into()))
}

/// An error of a statement, as a store's.
pub(crate) fn failed(error: Error) -> StoreError {
    let passing = match &error {
        Error::DatabaseError(
            DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
            _,
        ) => true,
        // The driver keeps the text but not the SQLSTATE of these: 57P01-57P03, 53300, 53400.
        Error::DatabaseError(_, told) => {
            let told = told.message();
            [
                "terminating connection",
                "the database system is",
                "too many clients",
                "remaining connection slots",
            ]
            .iter()
            .any(|mark| told.contains(mark))
        }
        Error::BrokenTransactionManager => true,
        _ => false,
    };
    if passing { StoreError::Unavailable(error.into()) } else { StoreError::Failed(error.into()) }
}

/// A stored value that this program never wrote.
pub(crate) fn corrupt(what: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("corrupt row: {what}").into())
}

/// How a transaction of ours ends early: by a rule of the port, or by the database.
#[derive(Debug)]
pub(crate) enum Abort<R> {
    /// The port has a word for it.
    Rule(R),
    /// The database failed, or a stored value can't be read.
    Store(StoreError),
}

impl<R> From<Error> for Abort<R> {
    fn from(error: Error) -> Self {
        Self::Store(failed(error))
    }
}

impl Abort<Infallible> {
    /// The store's error of a transaction that no rule of a port ends.
    pub(crate) fn into_store(self) -> StoreError {
        match self {
            Self::Rule(never) => match never {},
            Self::Store(error) => error,
        }
    }
}
