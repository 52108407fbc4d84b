//! Connections to engines.

use adapter_engine::Failure;
use adapter_postgres::{PgEventStore, Pool};
use admin_api::convert;
use anyhow::{Context as _, bail, ensure};
use engine_link::{
    ConnectionRegistry as _, EngineConnection, EngineConnections as _, LinkState, NewConnection,
    NewConnectionText,
};
use kernel::{AccountNumber, Clock as _, OwnerId};
use runtime::SystemClock;
use serde_json::{Value, json};

use crate::cli::{EngineCommand, secret_text};
use crate::config::Config;
use crate::database::Database;
use crate::wiring::Engines;

/// Runs a command on an owner's connection.
pub async fn engine(config: &Config, command: EngineCommand) -> anyhow::Result<()> {
    let desk = Desk::open(config).await?;
    let done = match command {
        EngineCommand::Connect {
            owner,
            base_url,
            token,
            event_secret,
            account,
            revoke_previous,
            unchecked,
            json,
            ..
        } => {
            let typed = Typed { base_url, token, event_secret, account };
            desk.connect(OwnerId::new(owner), typed, Manner { revoke_previous, unchecked, json }).await
        }
        EngineCommand::Disconnect { owner, json, .. } => desk.disconnect(OwnerId::new(owner), json).await,
        EngineCommand::Unknown { owner, limit, .. } => desk.unknown(OwnerId::new(owner), limit).await,
        EngineCommand::Status { owner, json, .. } => desk.status(OwnerId::new(owner), json).await,
    };
    desk.database.close().await.and(done)
}

/// What was typed in, secrets perhaps by the name of a file.
struct Typed {
    base_url: String,
    token: String,
    event_secret: String,
    account: String,
}

impl Typed {
    fn read(self) -> anyhow::Result<NewConnection> {
        ensure!(
            self.token != "-" || self.event_secret != "-",
            "only one of --token and --event-secret can come from standard input"
        );
        let token = secret_text(&self.token).context("--token")?.into();
        let event_secret = secret_text(&self.event_secret).context("--event-secret")?.into();
        let text = NewConnectionText { base_url: self.base_url, account: self.account, token, event_secret };
        Ok(NewConnection::parse(text)?)
    }
}

/// How somebody is to be connected.
#[derive(Clone, Copy)]
struct Manner {
    revoke_previous: bool,
    unchecked: bool,
    json: bool,
}

struct Desk {
    database: Database,
    push_url: Option<String>,
    pool: Pool,
    engines: Engines,
}

impl Desk {
    async fn open(config: &Config) -> anyhow::Result<Self> {
        let database = Database::open(config).await?;
        let pool = adapter_postgres::pool(&database.url, 2);
        let engines = Engines::open(config.engine_addresses, &database.keys)?;
        Ok(Self { database, push_url: config.push_url(), pool, engines })
    }

    async fn connect(&self, owner: OwnerId, typed: Typed, manner: Manner) -> anyhow::Result<()> {
        let new = typed.read()?;
        ensure!(
            self.engines.lines.accepts(&new.base_url).await,
            "base_url: it leads to an address that FUNNEL_ENGINE_PRIVATE_ADDRESSES forbids"
        );
        if !manner.unchecked {
            self.check(owner, &new).await?;
        }
        self.engines.connections(&self.pool).connect(owner, &new, SystemClock.now()).await?;
        if manner.revoke_previous {
            self.engines.connections(&self.pool).revoke_previous_secret(owner).await?;
        }
        self.status(owner, manner.json).await
    }

    /// Refuses a connection to an engine that does not answer, or that holds another account.
    async fn check(&self, owner: OwnerId, new: &NewConnection) -> anyhow::Result<()> {
        let held = match self.engines.client(&self.pool).probe(owner, new).await {
            Ok(held) => held,
            Err(Failure::Refused) => bail!("token: the engine refuses it"),
            Err(failure) => {
                return Err(failure)
                    .context("not connected (--unchecked connects without asking the engine)");
            }
        };
        ensure!(
            held.account_id == new.account.as_str(),
            "account: the engine holds the account {}, not {}",
            held.account_id,
            new.account
        );
        Ok(())
    }

    async fn disconnect(&self, owner: OwnerId, as_json: bool) -> anyhow::Result<()> {
        let ended = self.engines.connections(&self.pool).disconnect(owner).await?;
        if as_json {
            println!("{}", json!({ "owner_id": owner.get(), "disconnected": ended }));
        } else {
            println!("owner {owner}: {}", if ended { "disconnected" } else { "was not connected" });
        }
        Ok(())
    }

    async fn status(&self, owner: OwnerId, as_json: bool) -> anyhow::Result<()> {
        let found = self.engines.connections(&self.pool).find(owner).await?;
        if as_json {
            println!("{}", status(owner, found.as_ref(), self.push_url.as_deref()));
            return Ok(());
        }
        match found {
            None => println!("owner {owner}: not connected"),
            Some(found) => {
                let EngineConnection { account, base_url, state, .. } = &found;
                println!("owner {owner}: {} to {account} at {base_url}", name_of(*state));
                if let Some(push_url) = &self.push_url {
                    println!("events are pushed to {push_url}");
                }
            }
        }
        Ok(())
    }

    async fn unknown(&self, owner: OwnerId, limit: u32) -> anyhow::Result<()> {
        let events = PgEventStore::new(self.pool.clone(), self.engines.sealing.clone());
        for event in events.unknown(owner, limit).await? {
            let json: Value = serde_json::from_str(&event.json).context("a kept event is no JSON")?;
            let taken_at = convert::rfc3339(event.taken_at);
            let (event_id, _) = AccountNumber::split(&event.event_id);
            println!("{}", json!({ "event_id": event_id, "taken_at": taken_at, "event": json }));
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

/// No secret is in it.
fn status(owner: OwnerId, connection: Option<&EngineConnection>, push_url: Option<&str>) -> Value {
    let Some(connection) = connection else {
        return json!({ "owner_id": owner.get(), "state": "not_connected" });
    };
    let refused_at = match connection.state {
        LinkState::Connected => None,
        LinkState::Refused { since } => Some(convert::rfc3339(since)),
    };
    json!({
        "owner_id": owner.get(),
        "state": name_of(connection.state),
        "base_url": connection.base_url.as_str(),
        "platform_account_id": connection.account.as_str(),
        "connected_at": convert::rfc3339(connection.connected_at),
        "refused_at": refused_at,
        "push_url": push_url,
    })
}
