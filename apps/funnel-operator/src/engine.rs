//! Commands for engine connections.

use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use attribution::ports::UnknownEvents;
use clap::Subcommand;
use engine_link::{
    ConnectionRegistry, EngineConnection, EngineConnections, EngineProbe, LinkState, NewConnection,
    NewConnectionText, ProbeError,
};
use kernel::{AccountNumber, Acting, Clock, Currency, OwnerId};
use serde_json::{Value, json};

use crate::console::{Console, secret_text};
use crate::rfc3339;

#[derive(Debug, Subcommand)]
pub enum EngineCommand {
    /// Connects an owner to an engine, replacing any existing connection.
    Connect {
        /// The owner's number.
        #[arg(long)]
        owner: i64,
        /// Base URL of the engine.
        #[arg(long)]
        base_url: String,
        /// Token for calls to the engine; @file reads it from a file, - from standard input.
        #[arg(long)]
        token: String,
        /// Secret that signs the engine's events; @file reads it from a file, - from standard input.
        #[arg(long)]
        event_secret: String,
        /// The engine's name for the account on the platform.
        #[arg(long)]
        account: String,
        /// Currency of the account's money (ISO 4217), by default USD. Other currencies are shown
        /// separately and never added up, so the currency can't change once money is counted.
        #[arg(long)]
        currency: Option<Currency>,
        /// Revokes the previous event secret at once; otherwise it is accepted for another 24 hours.
        #[arg(long)]
        revoke_previous: bool,
        /// Skips the check that the engine holds this account.
        #[arg(long)]
        unchecked: bool,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
    /// Ends a connection and deletes its secrets.
    Disconnect {
        /// The owner's number.
        #[arg(long)]
        owner: i64,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
    /// Shows the last events of unknown types, one JSON object per line. They are kept for 30 days.
    Unknown {
        /// The owner's number.
        #[arg(long)]
        owner: i64,
        /// Maximum number of events.
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Shows a connection without its secrets.
    Status {
        /// The owner's number.
        #[arg(long)]
        owner: i64,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Ports of the commands.
pub struct Engines {
    pub connections: Arc<dyn EngineConnections>,
    /// Creates and deletes connections.
    pub registry: Arc<dyn ConnectionRegistry>,
    /// Asks an engine before it is connected.
    pub probe: Arc<dyn EngineProbe>,
    /// Events of types that this version does not know.
    pub unknown: Arc<dyn UnknownEvents>,
    pub clock: Arc<dyn Clock>,
    /// Address that an engine pushes events to.
    pub push_url: Option<String>,
}

/// Runs a command on an owner's connection.
pub async fn engine(engines: &Engines, console: &dyn Console, command: EngineCommand) -> anyhow::Result<()> {
    match command {
        EngineCommand::Connect {
            owner,
            base_url,
            token,
            event_secret,
            account,
            currency,
            revoke_previous,
            unchecked,
            json,
        } => {
            let typed = Typed { base_url, token, event_secret, account, currency };
            let options = ConnectOptions { revoke_previous, unchecked, json };
            engines.connect(OwnerId::new(owner), console, typed, options).await
        }
        EngineCommand::Disconnect { owner, json } => {
            engines.disconnect(OwnerId::new(owner), console, json).await
        }
        EngineCommand::Unknown { owner, limit } => engines.unknown(OwnerId::new(owner), console, limit).await,
        EngineCommand::Status { owner, json } => engines.status(OwnerId::new(owner), console, json).await,
    }
}

/// Arguments of `connect`; secrets may be file names.
struct Typed {
    base_url: String,
    token: String,
    event_secret: String,
    account: String,
    currency: Option<Currency>,
}

impl Typed {
    fn read(self, console: &dyn Console) -> anyhow::Result<NewConnection> {
        ensure!(
            self.token != "-" || self.event_secret != "-",
            "only one of --token and --event-secret can come from standard input"
        );
        let token = secret_text(console, &self.token).context("--token")?.into();
        let event_secret = secret_text(console, &self.event_secret).context("--event-secret")?.into();
        let text = NewConnectionText { base_url: self.base_url, account: self.account, token, event_secret };
        Ok(NewConnection::parse(text)?.in_currency(self.currency))
    }
}

/// Options of `connect`.
#[derive(Clone, Copy)]
struct ConnectOptions {
    revoke_previous: bool,
    unchecked: bool,
    json: bool,
}

impl Engines {
    async fn connect(
        &self,
        owner: OwnerId,
        console: &dyn Console,
        typed: Typed,
        options: ConnectOptions,
    ) -> anyhow::Result<()> {
        let new = typed.read(console)?;
        ensure!(
            self.probe.accepts(&new.base_url).await,
            "base_url: it leads to an address that FUNNEL_ENGINE_PRIVATE_ADDRESSES forbids"
        );
        if !options.unchecked {
            self.check(owner, &new).await?;
        }
        self.registry.connect(&Acting::operator(owner), &new, self.clock.now()).await?;
        if options.revoke_previous {
            self.registry.revoke_previous_secret(owner).await?;
        }
        self.status(owner, console, options.json).await
    }

    /// Rejects an engine that does not respond or that holds another account.
    async fn check(&self, owner: OwnerId, new: &NewConnection) -> anyhow::Result<()> {
        let held = match self.probe.probe(owner, new).await {
            Ok(held) => held,
            Err(ProbeError::Refused) => bail!("token: the engine rejects it"),
            Err(ProbeError::Failed(cause)) => {
                return Err(anyhow::Error::from_boxed(cause))
                    .context("not connected (--unchecked connects without asking the engine)");
            }
        };
        ensure!(
            held == new.account.as_str(),
            "account: the engine holds the account {held}, not {}",
            new.account
        );
        Ok(())
    }

    async fn disconnect(&self, owner: OwnerId, console: &dyn Console, as_json: bool) -> anyhow::Result<()> {
        let ended = self.registry.disconnect(&Acting::operator(owner)).await?;
        console.print(&if as_json {
            json!({ "owner_id": owner.get(), "disconnected": ended }).to_string()
        } else {
            format!("owner {owner}: {}", if ended { "disconnected" } else { "was not connected" })
        });
        Ok(())
    }

    async fn status(&self, owner: OwnerId, console: &dyn Console, as_json: bool) -> anyhow::Result<()> {
        let found = self.connections.find(owner).await?;
        if as_json {
            console.print(&status(owner, found.as_ref(), self.push_url.as_deref()).to_string());
            return Ok(());
        }
        match found {
            None => console.print(&format!("owner {owner}: not connected")),
            Some(found) => {
                let EngineConnection { account, base_url, state, .. } = &found;
                console.print(&format!("owner {owner}: {} to {account} at {base_url}", name_of(*state)));
                if let Some(push_url) = &self.push_url {
                    console.print(&format!("events are pushed to {push_url}"));
                }
            }
        }
        Ok(())
    }

    async fn unknown(&self, owner: OwnerId, console: &dyn Console, limit: u32) -> anyhow::Result<()> {
        for event in self.unknown.list(owner, limit).await? {
            let json: Value =
                serde_json::from_str(&event.json).context("a stored event is not valid JSON")?;
            let taken_at = rfc3339(event.taken_at);
            let (event_id, _) = AccountNumber::split(&event.event_id);
            let line = json!({ "event_id": event_id, "taken_at": taken_at, "event": json });
            console.print(&line.to_string());
        }
        Ok(())
    }
}

fn name_of(state: LinkState) -> &'static str {
    match state {
        LinkState::Connected => "connected",
        LinkState::Refused { .. } => "refused",
    }
}

/// Describes a connection without its secrets.
fn status(owner: OwnerId, connection: Option<&EngineConnection>, push_url: Option<&str>) -> Value {
    let Some(connection) = connection else {
        return json!({ "owner_id": owner.get(), "state": "not_connected" });
    };
    let refused_at = match connection.state {
        LinkState::Connected => None,
        LinkState::Refused { since } => Some(rfc3339(since)),
    };
    json!({
        "owner_id": owner.get(),
        "state": name_of(connection.state),
        "base_url": connection.base_url.as_str(),
        "platform_account_id": connection.account.as_str(),
        "currency": connection.currency.as_str(),
        "connected_at": rfc3339(connection.connected_at),
        "refused_at": refused_at,
        "push_url": push_url,
    })
}

#[cfg(test)]
mod tests;
