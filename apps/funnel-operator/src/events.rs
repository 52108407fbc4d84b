//! Events that the database could not take.

use std::sync::Arc;

use anyhow::bail;
use attribution::intake::{Intake, Redriven};
use attribution::ports::{Quarantine, Quarantined};
use clap::Subcommand;
use kernel::{AccountNumber, OwnerId, StoreError};
use serde_json::{Value, json};

use crate::rfc3339;

/// Events that are read at once.
const PAGE: u32 = 100;

/// What can be done with events that the database could not take.
#[derive(Debug, Subcommand)]
pub enum EventsCommand {
    /// Shows the events that were set aside, and why. They are kept for 90 days.
    Quarantined {
        /// The number of the tenant; all of them without.
        #[arg(long)]
        owner: Option<i64>,
        /// Answers in JSON, one object a line, with the whole events.
        #[arg(long)]
        json: bool,
    },
    /// Takes in what was set aside, once its cause is mended. What still can't be taken stays.
    Redrive {
        /// The number of the tenant; all of them without.
        #[arg(long)]
        owner: Option<i64>,
        /// The engine's ids of the events; all of them without.
        events: Vec<String>,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Runs a command on events that were set aside.
pub async fn events(aside: &Aside, command: EventsCommand) -> anyhow::Result<()> {
    match command {
        EventsCommand::Quarantined { owner, json } => aside.show(owner.map(OwnerId::new), json).await,
        EventsCommand::Redrive { owner, events, json } => {
            aside.redrive(owner.map(OwnerId::new), &events, json).await
        }
    }
}

/// What the commands work with.
pub struct Aside {
    /// Where events are that were set aside.
    pub quarantine: Arc<dyn Quarantine>,
    /// What takes them in.
    pub intake: Intake,
}

/// What became of the events that were tried.
#[derive(Default)]
struct Tried {
    taken: u64,
    known: u64,
    refused: u64,
}

impl Aside {
    async fn page(
        &self,
        owner: Option<OwnerId>,
        after: Option<&Quarantined>,
    ) -> Result<Vec<Quarantined>, StoreError> {
        self.quarantine.list(owner, after, PAGE).await
    }

    async fn show(&self, owner: Option<OwnerId>, as_json: bool) -> anyhow::Result<()> {
        let mut page = self.page(owner, None).await?;
        while let Some(last) = page.last() {
            for event in &page {
                println!("{}", if as_json { whole(event).to_string() } else { line(event) });
            }
            page = self.page(owner, Some(last)).await?;
        }
        Ok(())
    }

    async fn redrive(&self, owner: Option<OwnerId>, ids: &[String], as_json: bool) -> anyhow::Result<()> {
        let mut tried = Tried::default();
        let mut page = self.page(owner, None).await?;
        while let Some(last) = page.last() {
            let asked = |event: &&Quarantined| ids.is_empty() || ids.iter().any(|id| id == engine_id(event));
            for event in page.iter().filter(asked) {
                match self.intake.redrive(event, |text| serde_json::from_str(text)).await? {
                    Redriven::Taken => tried.taken += 1,
                    Redriven::Known => tried.known += 1,
                    Redriven::Refused(cause) => {
                        tried.refused += 1;
                        eprintln!("owner {}, event {}: {cause}", event.owner, engine_id(event));
                    }
                }
            }
            page = self.page(owner, Some(last)).await?;
        }
        let Tried { taken, known, refused } = tried;
        if as_json {
            println!("{}", json!({ "taken": taken, "known": known, "refused": refused }));
        } else {
            println!("{taken} events taken in, {known} known already, {refused} refused again");
        }
        if refused > 0 {
            bail!("some events still can't be taken");
        }
        Ok(())
    }
}

/// What the engine calls the event.
fn engine_id(event: &Quarantined) -> &str {
    AccountNumber::split(&event.event_id).0
}

fn line(event: &Quarantined) -> String {
    let Quarantined { owner, kind, cause, since, .. } = event;
    let id = engine_id(event);
    format!("owner {owner}: {id} ({kind}) since {}: {cause}", rfc3339(*since))
}

fn whole(event: &Quarantined) -> Value {
    json!({
        "owner_id": event.owner.get(),
        "platform_account_id": event.account,
        "event_id": engine_id(event),
        "type": event.kind,
        "cause": event.cause,
        "quarantined_at": rfc3339(event.since),
        "event": serde_json::from_str(&event.text).unwrap_or(Value::Null),
    })
}
