//! Database errors, mapped to the errors of the ports.

use std::convert::Infallible;

use diesel::result::{DatabaseErrorKind, Error};
use kernel::StoreError;

use crate::Pool;
use crate::database::connection::Opener;
use crate::database::pg_connection::server_error::sql_state;

/// Connection from a pool.
pub(crate) type Connection = deadpool::managed::Object<Opener>;

/// Takes a connection from the pool.
pub(crate) async fn connection(pool: &Pool) -> Result<Connection, StoreError> {
    let connection = pool.get().await.map_err(|error| StoreError::Unavailable(error.into()))?;
    connection.note().taken();
    Ok(connection)
}

/// Returns whether the error is transient, so that a retry of the same statement may succeed.
fn passes(state: &str) -> bool {
    match state {
        // Lock timeout.
        "55P03"
        // Read-only server: a standby that is about to become the primary, or a former primary.
        | "25006"
        // Timeout of an idle session in a transaction, or of the transaction itself.
        | "25P03" | "25P04" => true,
        // Connection (includes all errors of PgBouncer), transaction rollback, resources, intervention of an operator
        // or a time limit, system.
        _ => ["08", "40", "53", "57", "58"].iter().any(|class| state.starts_with(class)),
    }
}

/// Returns whether the stored data causes the error: a value, a constraint, or a limit of the server.
fn is_of_data(state: &str) -> bool {
    ["22", "23", "54"].iter().any(|class| state.starts_with(class))
}

/// Returns whether a prepared statement is missing, or exists already.
fn is_of_prepared(state: &str) -> bool {
    matches!(state, "26000" | "42P05")
}

/// A pooler switched the connection to another server session, which lacks the prepared statements of the previous
/// session.
#[derive(Debug, thiserror::Error)]
#[error(
    "a prepared statement is gone: a pooler in transaction mode must support prepared statements, \
     as PgBouncer 1.21 or newer does with max_prepared_statements above 0"
)]
struct StatementsLost(#[source] Error);

/// Converts an error of a statement to an error of a store.
pub(crate) fn failed(error: Error) -> StoreError {
    let lost = matches!(
        &error,
        // Without a SQLSTATE, the server did not respond.
        Error::DatabaseError(DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand, _)
            | Error::BrokenTransactionManager
    );
    match sql_state(&error) {
        Some(state) if is_of_prepared(state) => StoreError::Failed(StatementsLost(error).into()),
        Some(state) if is_of_data(state) => StoreError::Data(error.into()),
        Some(state) if passes(state) => StoreError::Unavailable(error.into()),
        None if lost => StoreError::Unavailable(error.into()),
        _ => StoreError::Failed(error.into()),
    }
}

/// Reports a stored value that no version of this program writes.
pub(crate) fn corrupt(what: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("corrupt row: {what}").into())
}

/// Reason why a transaction ends early.
#[derive(Debug)]
pub(crate) enum Abort<R> {
    /// A rule of the port rejects the change.
    Rule(R),
    /// The database failed, or a stored value can't be parsed.
    Store(StoreError),
}

impl<R> From<Error> for Abort<R> {
    fn from(error: Error) -> Self {
        Self::Store(failed(error))
    }
}

impl Abort<Infallible> {
    /// Converts the error of a transaction that no port rule can end.
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

    /// Builds an error as a connection reports it. The server's text may be in any language.
    fn server_error(kind: DatabaseErrorKind, state: &str) -> Error {
        Error::DatabaseError(kind, Box::new(format!("{state}: ein Fehler")))
    }

    #[test]
    fn an_error_is_classed_by_its_state_and_by_nothing_else() {
        use DatabaseErrorKind::{CheckViolation, ReadOnlyTransaction, SerializationFailure, Unknown};
        for (kind, state, class) in [
            (Unknown, "08006", "passing"),
            (Unknown, "08P01", "passing"),
            (SerializationFailure, "40001", "passing"),
            (Unknown, "40P01", "passing"),
            (Unknown, "53300", "passing"),
            (Unknown, "53100", "passing"),
            (Unknown, "57014", "passing"),
            (Unknown, "57P01", "passing"),
            (Unknown, "58030", "passing"),
            (Unknown, "55P03", "passing"),
            (ReadOnlyTransaction, "25006", "passing"),
            (Unknown, "25P03", "passing"),
            (Unknown, "22003", "data"),
            (CheckViolation, "23514", "data"),
            (Unknown, "54000", "data"),
            (Unknown, "25P02", "failed"),
            (Unknown, "42703", "failed"),
            (Unknown, "55000", "failed"),
            (Unknown, "XX000", "failed"),
            (Unknown, "26000", "failed"),
        ] {
            let error = failed(server_error(kind, state));
            let found = match error {
                StoreError::Unavailable(_) => "passing",
                StoreError::Data(_) => "data",
                StoreError::Failed(_) => "failed",
                StoreError::PreconditionFailed => "precondition",
            };
            assert_eq!(found, class, "{state}");
        }
    }

    #[test]
    fn a_lost_connection_passes_without_a_state() {
        let lost = |kind| failed(Error::DatabaseError(kind, Box::new("connection closed".to_owned())));
        assert!(matches!(lost(DatabaseErrorKind::UnableToSendCommand), StoreError::Unavailable(_)));
        assert!(matches!(lost(DatabaseErrorKind::Unknown), StoreError::Failed(_)));
        assert!(matches!(failed(Error::BrokenTransactionManager), StoreError::Unavailable(_)));
    }

    #[test]
    fn a_commit_that_can_not_be_taken_back_is_classed_by_why_it_failed() {
        let error = Error::RollbackErrorOnCommit {
            rollback_error: Box::new(Error::BrokenTransactionManager),
            commit_error: Box::new(server_error(DatabaseErrorKind::Unknown, "57P01")),
        };
        assert_eq!(sql_state(&error), Some("57P01"));
        assert!(matches!(failed(error), StoreError::Unavailable(_)));
    }
}
