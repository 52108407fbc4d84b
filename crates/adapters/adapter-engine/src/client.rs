use std::sync::Arc;

use async_trait::async_trait;
use engine_link::{
    BaseUrl, EngineConnection, EngineConnections, EngineProbe, LinkState, NewConnection, ProbeError,
};
use kernel::{AccountNumber, OwnerId};
use tokio::time::Instant;
use tracing::{Instrument as _, field};

use crate::answer::{ReadAnswer, json};
use crate::calls::Account;
use crate::transport::{Call, Failed};
use crate::{EngineError, EngineTransport, Failure};

/// Client for the engines of all owners; cheap to clone.
///
/// Implements the ports of the domain crates that call an engine, with one protocol call for each method:
/// `FunnelEngine`, `FanDirectory`, `Messenger`, `RequestEngine` and `EventLog`. Every call looks up the owner's
/// connection.
#[derive(Clone)]
pub struct EngineClient {
    transport: Arc<EngineTransport>,
    connections: Arc<dyn EngineConnections>,
    /// Account to which calls are restricted.
    only: Option<AccountNumber>,
}

/// Error of a call to an owner's engine.
pub(crate) struct Ended {
    pub(crate) error: EngineError,
    /// Whether the call may have had an effect.
    pub(crate) open: bool,
}

impl EngineClient {
    /// Creates a client for the owners in `connections`. All clients of a process share the transport.
    pub fn new(transport: Arc<EngineTransport>, connections: Arc<dyn EngineConnections>) -> Self {
        Self { transport, connections, only: None }
    }

    /// Returns a client for work that belongs to one account. If the owner is connected to another account, every call
    /// fails with [`EngineError::NotConnected`] and sends nothing.
    #[must_use]
    pub(crate) fn only(&self, account: AccountNumber) -> Self {
        Self { only: Some(account), ..self.clone() }
    }

    /// Returns the owner's connection, refused or not, without calling the engine.
    pub(crate) async fn connection(&self, owner: OwnerId) -> Result<Option<EngineConnection>, EngineError> {
        let found = self.connections.find(owner).await?;
        Ok(found.filter(|found| self.only.is_none_or(|account| found.number == account)))
    }

    pub(crate) fn connections(&self) -> &dyn EngineConnections {
        self.connections.as_ref()
    }

    pub(crate) fn transport(&self) -> &EngineTransport {
        &self.transport
    }

    pub(crate) async fn call<T: Send + 'static>(
        &self,
        owner: OwnerId,
        call: &Call<'_>,
        read: impl ReadAnswer<T>,
    ) -> Result<T, EngineError> {
        let connection = self.connection(owner).await?.ok_or(EngineError::NotConnected)?;
        self.call_over(owner, &connection, call, read).await.map_err(|ended| ended.error)
    }

    /// Calls the engine over a connection from an earlier lookup. The error says whether the call may have had an
    /// effect.
    pub(crate) async fn call_over<T: Send + 'static>(
        &self,
        owner: OwnerId,
        connection: &EngineConnection,
        call: &Call<'_>,
        read: impl ReadAnswer<T>,
    ) -> Result<T, Ended> {
        let talk = self.transport.talk(owner, &connection.base_url, &connection.token, call, read);
        let outcome = measured(call, talk).await;
        self.note_state(owner, connection, outcome.as_ref().err()).await;
        outcome.map_err(|Failed { failure, open }| match failure {
            Failure::Refused => Ended { error: EngineError::NotConnected, open },
            failure => Ended { error: EngineError::Failed(failure), open },
        })
    }

    /// Stores whether the engine accepts the token. A failing store does not change the result of the call.
    async fn note_state(&self, owner: OwnerId, connection: &EngineConnection, failed: Option<&Failed>) {
        let refused = failed.is_some_and(|failed| failed.failure == Failure::Refused);
        let noted = match connection.state {
            LinkState::Connected if refused => {
                self.connections.mark_refused(owner, connection.revision, self.transport.clock().now()).await
            }
            LinkState::Refused { .. } if failed.is_none() => {
                self.connections.mark_accepted(owner, connection.revision).await
            }
            _ => return,
        };
        if let Err(error) = noted {
            tracing::warn!(%owner, cause = ?error, "the state of an engine connection could not be stored");
        }
    }
}

#[async_trait]
impl EngineProbe for EngineClient {
    async fn accepts(&self, base_url: &BaseUrl) -> bool {
        self.transport.accepts(base_url).await
    }

    /// Calls GET `/v1/account` over a connection that is not stored yet.
    async fn probe(&self, owner: OwnerId, connection: &NewConnection) -> Result<String, ProbeError> {
        let call = Call::get("account", &["v1", "account"]);
        let talk = self.transport.talk(owner, &connection.base_url, &connection.token, &call, json);
        match measured(&call, talk).await {
            Ok(Account(account)) => Ok(account.account_id),
            Err(Failed { failure: Failure::Refused, .. }) => Err(ProbeError::Refused),
            Err(Failed { failure, .. }) => Err(ProbeError::Failed(failure.into())),
        }
    }
}

async fn measured<T>(call: &Call<'_>, talk: impl Future<Output = Result<T, Failed>>) -> Result<T, Failed> {
    let started = Instant::now();
    let span = tracing::info_span!(
        target: "traces",
        "call",
        otel.kind = "client",
        otel.name = %format_args!("engine {}", call.operation),
        otel.status_code = field::Empty,
        outcome = field::Empty,
    );
    let outcome = talk.instrument(span.clone()).await;
    let word = outcome.as_ref().err().map_or("ok", |failed| failed.failure.as_str());
    span.record("outcome", word);
    if outcome.is_err() {
        span.record("otel.status_code", "ERROR");
    }
    let labels = [("operation", call.operation), ("outcome", word)];
    metrics::counter!("engine_calls_total", &labels).increment(1);
    metrics::histogram!("engine_call_duration_seconds", &labels).record(started.elapsed());
    outcome
}
