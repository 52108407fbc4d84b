//! Errors of a connection, with the server's SQLSTATE.
//!
//! diesel's `DatabaseErrorInformation` has no method for the code, and servers write messages in any language. So the
//! message of [`ServerError`] starts with the code, as libpq's does: `23505: duplicate key ...`.

use diesel::result::{DatabaseErrorInformation, DatabaseErrorKind, Error};
use tokio_postgres::error::{DbError, ErrorPosition, SqlState};

/// Separator between code and message.
const SEPARATOR: &str = ": ";
/// Length of a SQLSTATE, in bytes.
const CODE: usize = 5;
/// Replacement codes: connection lost, retryable.
const LOST: SqlState = SqlState::CONNECTION_FAILURE;
const AGAIN: SqlState = SqlState::T_R_SERIALIZATION_FAILURE;
/// Transient conditions that a Citus coordinator reports under lasting codes: the code, the Citus source file, and the
/// replacement code.
const PASSING: [(SqlState, &str, SqlState); 5] = [
    // A node was lost in the middle of a statement.
    (SqlState::INTERNAL_ERROR, "remote_commands.c", LOST),
    (SqlState::INTERNAL_ERROR, "remote_transaction.c", LOST),
    // A shard was split or moved between the planning and the execution of a statement.
    (SqlState::INTERNAL_ERROR, "metadata_cache.c", AGAIN),
    (SqlState::INTERNAL_ERROR, "metadata_utility.c", AGAIN),
    (SqlState::UNDEFINED_TABLE, "remote_commands.c", AGAIN),
];

/// Error that the server reported.
struct ServerError {
    /// Code, separator, and the server's message.
    text: String,
    reported: DbError,
}

impl ServerError {
    fn of(reported: DbError) -> Self {
        let code = meaning(reported.code(), reported.file());
        Self { text: format!("{}{SEPARATOR}{}", code.code(), reported.message()), reported }
    }
}

/// Returns the code under which an error is handled.
fn meaning<'a>(code: &'a SqlState, file: Option<&str>) -> &'a SqlState {
    let passing = PASSING.iter().find(|(reported, whose, _)| reported == code && file == Some(whose));
    passing.map_or(code, |(_, _, passing)| passing)
}

impl DatabaseErrorInformation for ServerError {
    fn message(&self) -> &str {
        &self.text
    }

    fn details(&self) -> Option<&str> {
        self.reported.detail()
    }

    fn hint(&self) -> Option<&str> {
        self.reported.hint()
    }

    fn table_name(&self) -> Option<&str> {
        self.reported.table()
    }

    fn column_name(&self) -> Option<&str> {
        self.reported.column()
    }

    fn constraint_name(&self) -> Option<&str> {
        self.reported.constraint()
    }

    fn statement_position(&self) -> Option<i32> {
        let (ErrorPosition::Original(position) | ErrorPosition::Internal { position, .. }) =
            self.reported.position()?;
        i32::try_from(*position).ok()
    }
}

/// Converts an error of the driver to diesel's error.
pub(crate) fn failure(error: tokio_postgres::Error) -> Error {
    match error.as_db_error() {
        Some(reported) => {
            let kind = kind(reported.code());
            Error::DatabaseError(kind, Box::new(ServerError::of(reported.clone())))
        }
        None if error.is_closed() => {
            Error::DatabaseError(DatabaseErrorKind::ClosedConnection, Box::new(error.to_string()))
        }
        None => Error::DatabaseError(DatabaseErrorKind::UnableToSendCommand, Box::new(error.to_string())),
    }
}

/// Returns diesel's name of a SQLSTATE.
fn kind(code: &SqlState) -> DatabaseErrorKind {
    match *code {
        SqlState::UNIQUE_VIOLATION => DatabaseErrorKind::UniqueViolation,
        SqlState::FOREIGN_KEY_VIOLATION => DatabaseErrorKind::ForeignKeyViolation,
        SqlState::RESTRICT_VIOLATION => DatabaseErrorKind::RestrictViolation,
        SqlState::EXCLUSION_VIOLATION => DatabaseErrorKind::ExclusionViolation,
        SqlState::NOT_NULL_VIOLATION => DatabaseErrorKind::NotNullViolation,
        SqlState::CHECK_VIOLATION => DatabaseErrorKind::CheckViolation,
        SqlState::T_R_SERIALIZATION_FAILURE => DatabaseErrorKind::SerializationFailure,
        SqlState::READ_ONLY_SQL_TRANSACTION => DatabaseErrorKind::ReadOnlyTransaction,
        _ => DatabaseErrorKind::Unknown,
    }
}

/// Returns the SQLSTATE of an error; `None` if the error does not come from the server.
pub(crate) fn sql_state(error: &Error) -> Option<&str> {
    match error {
        // The failed commit has the reason; the failed rollback only follows from it.
        Error::RollbackErrorOnCommit { commit_error, .. } => sql_state(commit_error),
        Error::DatabaseError(_, reported) => code_of(reported.message()),
        _ => None,
    }
}

/// Returns the code that [`ServerError`] wrote. The driver's own errors have none.
fn code_of(message: &str) -> Option<&str> {
    let (code, rest) = message.split_at_checked(CODE)?;
    let is_code = code.bytes().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit());
    (is_code && rest.starts_with(SEPARATOR)).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transient_condition_of_a_distributed_database_has_a_transient_code() {
        for (file, code, expected) in [
            (Some("remote_commands.c"), "XX000", "08006"),
            (Some("remote_transaction.c"), "XX000", "08006"),
            (Some("metadata_cache.c"), "XX000", "40001"),
            (Some("metadata_utility.c"), "XX000", "40001"),
            (Some("remote_commands.c"), "42P01", "40001"),
            (Some("parse_relation.c"), "42P01", "42P01"),
            (Some("remote_commands.c"), "23505", "23505"),
            (Some("tuplesort.c"), "XX000", "XX000"),
            (None, "XX000", "XX000"),
        ] {
            assert_eq!(meaning(&SqlState::from_code(code), file).code(), expected, "{file:?} {code}");
        }
    }

    #[test]
    fn a_code_is_five_letters_before_a_colon() {
        assert_eq!(code_of("55P03: Sperre nicht erhalten"), Some("55P03"));
        for none in ["connection closed", "55p03: x", "55P03 x", "5é5P: x", "", "55P03"] {
            assert_eq!(code_of(none), None, "{none}");
        }
    }
}
