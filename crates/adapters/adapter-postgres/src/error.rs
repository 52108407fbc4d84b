//! What went wrong in the database, in the words of the ports.

use std::convert::Infallible;

use diesel::result::{DatabaseErrorKind, Error};
use diesel_async::AsyncConnection as _;
use kernel::StoreError;

use crate::Pool;
use crate::connection::code_of;
use crate::note::Note;

/// A connection of this pool.
pub(crate) type Connection = deadpool::managed::Object<
    diesel_async::pooled_connection::AsyncDieselConnectionManager<diesel_async::AsyncPgConnection>,
>;

/// A connection, or the error that there is none.
pub(crate) async fn connection(pool: &Pool) -> Result<Connection, StoreError> {
    let mut connection = pool.get().await.map_err(|error| StoreError::Unavailable(error.into()))?;
    if let Some(note) = connection.instrumentation().downcast_mut::<Note>() {
        note.taken();
    }
    Ok(connection)
}

/// The SQLSTATE of an error: none of one that no server reported.
pub(crate) fn sql_state(error: &Error) -> Option<&str> {
    match error {
        // A commit that fails has the reason; that it could not be taken back either follows from it.
        Error::RollbackErrorOnCommit { commit_error, .. } => sql_state(commit_error),
        // Of a server, every connection of ours writes it there: `connection/named.rs`.
        Error::DatabaseError(_, server_error) => code_of(server_error.message()),
        _ => None,
    }
}

/// Whether there is nothing wrong with the statement: sent again a little later, it may go through.
fn passes(state: &str) -> bool {
    match state {
        // A lock was not to be had in time.
        "55P03"
        // A standby, which is to become the primary or has just been one.
        | "25006"
        // The session waited too long in a transaction, or its transaction took too long.
        | "25P03" | "25P04" => true,
        // Connection (also whatever goes wrong in PgBouncer), rollback of a transaction, resources, intervention of an
        // operator or of a time limit, system.
        _ => ["08", "40", "53", "57", "58"].iter().any(|class| state.starts_with(class)),
    }
}

/// Whether it is in what is to be stored: a value, a constraint, or a limit of the server that it exceeds.
fn is_of_data(state: &str) -> bool {
    ["22", "23", "54"].iter().any(|class| state.starts_with(class))
}

/// Whether what was prepared is unknown, or known already.
fn is_of_prepared(state: &str) -> bool {
    matches!(state, "26000" | "42P05")
}

/// A pooler handed our connection another session of the server, which does not know what we prepared in the one before.
#[derive(Debug, thiserror::Error)]
#[error(
    "what was prepared is gone: a pooler in transaction mode must carry prepared statements, \
     as PgBouncer does from 1.21 on with max_prepared_statements above 0"
)]
struct StatementsLost(#[source] Error);

/// An error of a statement, as a store's.
pub(crate) fn failed(error: Error) -> StoreError {
    let lost = matches!(
        &error,
        // Without a state, there was no answer.
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

    /// An error as a connection of ours has it; the text of the server is in any language.
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
