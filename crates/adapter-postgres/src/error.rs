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

/// What the server or a pooler says when there is nothing wrong with the statement. The driver keeps the text but not the
/// SQLSTATE: 40P01, 57P01-57P03, 53100-53400 of the server, 08P01 of PgBouncer for whatever it is.
const PASSING: [&str; 17] = [
    "deadlock detected",
    "terminating connection",
    "the database system is",
    "too many clients",
    "remaining connection slots",
    "server conn crashed",
    "server connection closed",
    "server login has been failing",
    "server login failed",
    "server shutting down",
    "query_wait_timeout",
    "no more connections allowed",
    "connections exceeded",
    "No space left on device",
    "could not extend file",
    "out of memory",
    "out of shared memory",
];

/// A pooler handed our connection another session of the server, which does not know what we prepared in the one before.
#[derive(Debug, thiserror::Error)]
#[error(
    "what was prepared is gone: a pooler in transaction mode must carry prepared statements, \
     as PgBouncer does from 1.21 on with max_prepared_statements above 0"
)]
struct StatementsLost(#[source] Error);

/// An error of a statement, as a store's.
pub(crate) fn failed(error: Error) -> StoreError {
    if let Error::DatabaseError(_, told) = &error
        && told.message().starts_with("prepared statement ")
    {
        return StoreError::Failed(StatementsLost(error).into());
    }
    let passing = match &error {
        Error::DatabaseError(
            DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::UnableToSendCommand
            // A standby, which is to become the primary or has just been one.
            | DatabaseErrorKind::ReadOnlyTransaction,
            _,
        ) => true,
        Error::DatabaseError(_, told) => PASSING.iter().any(|mark| told.message().contains(mark)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_by_itself_is_told_from_what_does_not() {
        use DatabaseErrorKind::{CheckViolation, ReadOnlyTransaction, UnableToSendCommand, Unknown};
        for (kind, text, passes) in [
            (UnableToSendCommand, "connection closed", true),
            (ReadOnlyTransaction, "cannot execute INSERT in a read-only transaction", true),
            (Unknown, "terminating connection due to administrator command", true),
            (Unknown, "the database system is in recovery mode", true),
            (Unknown, "could not extend file \"base/5/1259\": No space left on device", true),
            (Unknown, "could not write to file \"pg_wal/xlogtemp.7\": No space left on device", true),
            (Unknown, "out of shared memory", true),
            (Unknown, "deadlock detected", true),
            (Unknown, "sorry, too many clients already", true),
            (Unknown, "server conn crashed?", true),
            (
                Unknown,
                "server login has been failing, cached error: connect failed (server_login_retry)",
                true,
            ),
            (Unknown, "query_wait_timeout", true),
            (Unknown, "no more connections allowed (max_client_conn)", true),
            (Unknown, "column \"a\" does not exist", false),
            (Unknown, "division by zero", false),
            (CheckViolation, "new row violates check constraint", false),
        ] {
            let error = failed(Error::DatabaseError(kind, Box::new(text.to_owned())));
            assert_eq!(matches!(error, StoreError::Unavailable(_)), passes, "{text}");
        }
    }
}
