//! Change notifications between processes: stored with the change, and sent by `NOTIFY` after the commit.
//!
//! PostgreSQL holds a database-wide lock while a transaction with a `NOTIFY` commits. A change with its own `NOTIFY`
//! would therefore wait for the disk alone, without group commit.
//!
//! Instead, the transaction inserts an announcement. After the commit, [`ANNOUNCED`](crate::database::note::ANNOUNCED) wakes the
//! listener of this process, which sends all announcements. If the process dies in between, another listener sends
//! them: every listener polls twice a second.
//!
//! A notification is a hint to look, never the truth: a listener whose channel was silent for too long queries the
//! database instead.

use diesel::QueryResult;
use diesel::sql_types::{Array, Text};
use diesel_async::RunQueryDsl;
use kernel::Hostname;

use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;

pub(crate) const CHANNEL: &str = "funnel_changes";

/// Maximum number of announcements that [`send_statement`] sends at once.
pub(crate) const AT_ONCE: i64 = 1000;

/// Builds the statement that sends announcements, deletes them, and returns their number. Skips rows that another
/// process is sending.
///
/// Neither the table nor the notifications are written to disk, so the statement waits for no disk.
pub(crate) fn send_statement() -> String {
    format!(
        "WITH taken AS (
            DELETE FROM announcements
            WHERE ctid = ANY (ARRAY (SELECT ctid FROM announcements LIMIT {AT_ONCE} FOR UPDATE SKIP LOCKED))
            RETURNING payload
        )
        SELECT count(pg_notify('{CHANNEL}', payload)) FROM taken"
    )
}

/// Change that processes are notified of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The published content of a domain has changed.
    Live(Hostname),
    /// The links of a domain have changed.
    Links(Hostname),
    /// The printed codes of a domain have changed.
    Codes(Hostname),
    /// A domain is waiting to be provisioned.
    Provisioning,
    /// A campaign changed its state, or a gate was opened or closed.
    Broadcasts,
    /// The channel was down, so anything may have changed.
    Anything,
}

impl Change {
    fn payload(&self) -> String {
        match self {
            Self::Live(hostname) => format!("live {hostname}"),
            Self::Links(hostname) => format!("links {hostname}"),
            Self::Codes(hostname) => format!("codes {hostname}"),
            Self::Provisioning => "provisioning".to_owned(),
            Self::Broadcasts => "broadcasts".to_owned(),
            Self::Anything => "anything".to_owned(),
        }
    }

    pub(crate) fn parse(payload: &str) -> Option<Self> {
        match payload.split_once(' ') {
            Some(("live", hostname)) => Hostname::parse(hostname).ok().map(Self::Live),
            Some(("links", hostname)) => Hostname::parse(hostname).ok().map(Self::Links),
            Some(("codes", hostname)) => Hostname::parse(hostname).ok().map(Self::Codes),
            _ if payload == "provisioning" => Some(Self::Provisioning),
            _ if payload == "broadcasts" => Some(Self::Broadcasts),
            _ if payload == "anything" => Some(Self::Anything),
            _ => None,
        }
    }
}

/// Notifies every listener after the surrounding transaction has committed.
pub(crate) async fn announce(connection: &mut PgConnection, changes: &[Change]) -> QueryResult<()> {
    announcing(connection);
    insert(connection, changes).await
}

/// Wakes the listener after the surrounding transaction has committed.
pub(crate) fn announcing(connection: &mut PgConnection) {
    connection.note().announced();
}

/// Inserts announcements. The caller wakes the listener by [`announcing`].
pub(crate) async fn insert(mut connection: &PgConnection, changes: &[Change]) -> QueryResult<()> {
    let payloads: Vec<_> = changes.iter().map(Change::payload).collect();
    let insertion =
        statement("INSERT INTO announcements (payload) SELECT unnest($1)").bind::<Array<Text>, _>(payloads);
    insertion.execute(&mut connection).await.map(|_| ())
}

#[cfg(test)]
mod tests;
