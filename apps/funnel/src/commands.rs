//! Commands other than running the service.

mod backup;
mod health;
mod mcp;
mod operate;

use admin_api::api_keys::convert::minted_key;
use anyhow::Context as _;
use auth_scopes::{MemberId, Plan, Scopes};
use funnel_operator::console::{Console as _, Terminal};
use kernel::{Acting, OwnerId};
use serde_json::json;

use crate::config::Config;
use crate::wiring::Database;
use operate::on_database;

pub use backup::backup;
pub use health::health;
pub(crate) use health::here;
pub use mcp::mcp;
pub use operate::{doctor, engine, events, fan, gate, secrets, touches};

/// Migrates the schema and prints the migrations that ran. If requested, distributes tables and
/// prints their names.
pub async fn migrate(config: &Config, distribute: bool) -> anyhow::Result<()> {
    let database = Database::open(config).await?;
    for name in database.migrate().await? {
        Terminal.print(&name.to_string());
    }
    if distribute {
        for table in database.distribute().await? {
            Terminal.print(&format!("distributed {table}"));
        }
    }
    database.close().await
}

/// Creates an owner and prints the number.
pub async fn create_owner(config: &Config, name: &str, plan: Plan, json: bool) -> anyhow::Result<()> {
    on_database(config, async |operator| {
        let owner = operator.owners().create(name, plan).await?;
        if json {
            Terminal.print(&json!({ "owner_id": owner.id.get() }).to_string());
        } else {
            Terminal.print(&format!("owner {} ({})", owner.id, owner.plan.as_str()));
        }
        Ok(())
    })
    .await
}

/// Key to create from the command line.
#[derive(Debug)]
pub struct FirstKey {
    pub owner: i64,
    pub name: String,
    /// Names of the scopes.
    pub scopes: Vec<String>,
    /// Member that the key acts for.
    pub member: Option<i64>,
}

/// Revokes any key of `owner`.
pub async fn revoke_key(config: &Config, owner: i64, key: &str) -> anyhow::Result<()> {
    on_database(config, async |operator| {
        operator.owners().revoke_key(&Acting::operator(OwnerId::new(owner)), key).await?;
        println!("owner {owner}: the key {key} is revoked");
        Ok(())
    })
    .await
}

/// Creates a key and prints it, including the token.
pub async fn mint_key(config: &Config, asked: &FirstKey, json: bool) -> anyhow::Result<()> {
    let scopes = Scopes::parse(&asked.scopes).context("--scopes")?;
    let (by, member) = (Acting::operator(OwnerId::new(asked.owner)), asked.member.map(MemberId::new));
    on_database(config, async |operator| {
        let minted = operator.owners().mint_first_key(&by, &asked.name, scopes, member).await?;
        if json {
            Terminal.print(&serde_json::to_string(&minted_key(&minted))?);
        } else {
            Terminal.print(minted.token.expose());
        }
        Ok(())
    })
    .await
}
