//! Change notifications between processes: what changed, sent by `NOTIFY` with the commit that changed it.
//!
//! A notification is a reason to look, never the truth: a listener whose channel was silent for too long asks the database instead.

use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::Hostname;

use crate::statement::statement;

pub(crate) const CHANNEL: &str = "funnel_changes";

/// A piece of news.
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

/// Tells every listener, when the surrounding transaction commits.
pub(crate) async fn announce(connection: &mut AsyncPgConnection, change: &Change) -> diesel::QueryResult<()> {
    statement("SELECT pg_notify($1, $2)")
        .bind::<Text, _>(CHANNEL)
        .bind::<Text, _>(change.payload())
        .execute(connection)
        .await
        .map(|_| ())
}
