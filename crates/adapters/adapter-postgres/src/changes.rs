//! Change notifications between processes: what changed, kept with the change, and sent by `NOTIFY` once it is committed.
//!
//! PostgreSQL holds a lock of the whole database while a transaction with a `NOTIFY` commits, so a change that sent its own would
//! wait for the disk alone. It inserts an announcement instead, and when it has committed, [`ANNOUNCED`](crate::note::ANNOUNCED) wakes the listener of this
//! process, which sends all that are there. A process that ends in between is no loss: every listener looks twice a second.
//!
//! A notification is a reason to look, never the truth: a listener whose channel was silent for too long asks the database instead.

use diesel::QueryResult;
use diesel::sql_types::{Array, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::Hostname;

use crate::note::Note;
use crate::statement::statement;

pub(crate) const CHANNEL: &str = "funnel_changes";

/// How many announcements [`send_statement`] sends at once.
pub(crate) const AT_ONCE: i64 = 1000;

/// Sends what was announced, takes it away, and answers how many they were. Neither table nor notification is written to disk, so
/// nothing waits for it. Rows that another process sends are passed over.
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

/// A change that processes are notified of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// What is live on a domain has changed.
    Live(Hostname),
    /// The links of a domain have changed.
    Links(Hostname),
    /// The printed codes of a domain have changed.
    Codes(Hostname),
    /// A domain waits to be provisioned.
    Provisioning,
    /// A campaign is in another state, or a gate was opened or closed.
    Broadcasts,
    /// The channel was down: anything may have changed.
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

/// Notifies every listener once the surrounding transaction has committed.
pub(crate) async fn announce(connection: &mut AsyncPgConnection, changes: &[Change]) -> QueryResult<()> {
    announcing(connection);
    insert(connection, changes).await
}

/// Has listeners look as soon as the surrounding transaction has committed.
pub(crate) fn announcing(connection: &mut AsyncPgConnection) {
    // Connections outside a pool have no note; the next look of a listener finds what they announced.
    if let Some(note) = connection.instrumentation().downcast_mut::<Note>() {
        note.announced();
    }
}

/// Announces changes that listeners look for by [`announcing`].
pub(crate) async fn insert(mut connection: &AsyncPgConnection, changes: &[Change]) -> QueryResult<()> {
    let payloads: Vec<_> = changes.iter().map(Change::payload).collect();
    let insertion =
        statement("INSERT INTO announcements (payload) SELECT unnest($1)").bind::<Array<Text>, _>(payloads);
    insertion.execute(&mut connection).await.map(|_| ())
}

#[cfg(test)]
mod tests;
