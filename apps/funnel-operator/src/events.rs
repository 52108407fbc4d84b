//! Commands for events that the database rejected.

use std::sync::Arc;

use anyhow::bail;
use attribution::intake::{Intake, Redriven};
use attribution::ports::{Quarantine, Quarantined};
use clap::Subcommand;
use kernel::{AccountNumber, OwnerId, StoreError};
use serde_json::{Value, json};

use crate::console::Console;
use crate::rfc3339;

/// Number of events per page.
const PAGE: u32 = 100;

#[derive(Debug, Subcommand)]
pub enum EventsCommand {
    /// Shows the quarantined events with their causes. They are kept for 90 days.
    Quarantined {
        /// The owner's number; default: all owners.
        #[arg(long)]
        owner: Option<i64>,
        /// Prints JSON with the whole events, one object per line.
        #[arg(long)]
        json: bool,
    },
    /// Retries quarantined events after their cause is fixed. Events that still fail stay
    /// quarantined.
    Redrive {
        /// The owner's number; default: all owners.
        #[arg(long)]
        owner: Option<i64>,
        /// The engine's event ids; default: all events.
        events: Vec<String>,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Runs a command on quarantined events.
pub async fn events(aside: &Aside, console: &dyn Console, command: EventsCommand) -> anyhow::Result<()> {
    match command {
        EventsCommand::Quarantined { owner, json } => {
            aside.show(console, owner.map(OwnerId::new), json).await
        }
        EventsCommand::Redrive { owner, events, json } => {
            aside.redrive(console, owner.map(OwnerId::new), &events, json).await
        }
    }
}

/// Ports of the commands.
pub struct Aside {
    pub quarantine: Arc<dyn Quarantine>,
    pub intake: Intake,
}

/// Numbers of retried events by result.
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

    async fn show(&self, console: &dyn Console, owner: Option<OwnerId>, as_json: bool) -> anyhow::Result<()> {
        let mut page = self.page(owner, None).await?;
        while let Some(last) = page.last() {
            for event in &page {
                console.print(&if as_json { whole(event).to_string() } else { line(event) });
            }
            page = self.page(owner, Some(last)).await?;
        }
        Ok(())
    }

    async fn redrive(
        &self,
        console: &dyn Console,
        owner: Option<OwnerId>,
        ids: &[String],
        as_json: bool,
    ) -> anyhow::Result<()> {
        let mut tried = Tried::default();
        let mut page = self.page(owner, None).await?;
        while let Some(last) = page.last() {
            let named = |event: &&Quarantined| ids.is_empty() || ids.iter().any(|id| id == engine_id(event));
            for event in page.iter().filter(named) {
                match self.intake.redrive(event, |text| serde_json::from_str(text)).await? {
                    Redriven::Taken => tried.taken += 1,
                    Redriven::Known => tried.known += 1,
                    Redriven::Refused(cause) => {
                        tried.refused += 1;
                        console.warn(&format!("owner {}, event {}: {cause}", event.owner, engine_id(event)));
                    }
                }
            }
            page = self.page(owner, Some(last)).await?;
        }
        let Tried { taken, known, refused } = tried;
        console.print(&if as_json {
            json!({ "taken": taken, "known": known, "refused": refused }).to_string()
        } else {
            format!("{taken} events taken in, {known} known already, {refused} refused again")
        });
        if refused > 0 {
            bail!("some events still can't be taken");
        }
        Ok(())
    }
}

/// Returns the engine's id of the event.
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

#[cfg(test)]
mod tests {
    use attribution::ports::{MockEventStore, MockQuarantine, Taken};
    use kernel::UnixTime;
    use kernel::fixed::FixedClock;

    use super::*;
    use crate::testing::{TestConsole, UNAVAILABLE, typed, unavailable};

    const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

    fn quarantined(id: &str) -> Quarantined {
        let text = json!({
            "event_id": id, "type": "fan_online", "occurred_at": "2026-11-20T12:00:00Z",
            "fan": { "fan_id": "ann" },
        });
        Quarantined {
            owner: OwnerId::new(7),
            account: "acct_1".to_owned(),
            event_id: AccountNumber::new(1).key(id).into_owned(),
            kind: "fan_online".to_owned(),
            cause: "a number is out of range".to_owned(),
            since: NOW,
            text: text.to_string(),
        }
    }

    /// Mocks two pages with the events `e1` and `e2`; each accepted event is released.
    fn aside(released: usize, taken: fn(&str) -> Result<Taken, StoreError>) -> Aside {
        let mut quarantine = MockQuarantine::new();
        quarantine.expect_list().returning(|_, after, _| {
            Ok(match after.map(engine_id) {
                None => vec![quarantined("e1")],
                Some("e1") => vec![quarantined("e2")],
                Some(_) => Vec::new(),
            })
        });
        quarantine.expect_release().times(released).returning(|_| Ok(()));
        let mut store = MockEventStore::new();
        store
            .expect_take_in()
            .returning(move |_, events, _| taken(AccountNumber::split(events[0].event_id()).0));
        let (quarantine, clock) = (Arc::new(quarantine), Arc::new(FixedClock::at(NOW)));
        let intake = Intake::new(Arc::new(store), quarantine.clone(), clock);
        Aside { quarantine, intake }
    }

    fn accepted(_: &str) -> Result<Taken, StoreError> {
        Ok(Taken { accepted: 1, duplicates: 0 })
    }

    /// Accepts only `e1`.
    fn accepted_once(id: &str) -> Result<Taken, StoreError> {
        if id == "e1" { accepted(id) } else { Err(StoreError::Data("still out of range".into())) }
    }

    fn known(_: &str) -> Result<Taken, StoreError> {
        Ok(Taken { accepted: 0, duplicates: 1 })
    }

    #[tokio::test]
    async fn all_pages_of_what_was_set_aside_are_shown() {
        let console = TestConsole::default();
        let done = events(&aside(0, known), &console, typed("quarantined --owner 7")).await;
        let expected = ["e1", "e2"].map(|id| {
            format!("owner 7: {id} (fan_online) since 2026-11-20T12:00:00Z: a number is out of range")
        });
        assert_eq!(console.outcome(done), Ok(expected.join("\n")));
        let done = events(&aside(0, known), &console, typed("quarantined --json")).await;
        let shown = console.outcome(done).unwrap();
        let lines: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(
            (&lines[1]["event_id"], &lines[1]["event"]["fan"]["fan_id"]),
            (&json!("e2"), &json!("ann"))
        );
        assert_eq!(lines[0]["quarantined_at"], "2026-11-20T12:00:00Z");
    }

    #[tokio::test]
    async fn what_can_be_taken_by_now_is_taken_and_the_others_are_named() {
        type Take = fn(&str) -> Result<Taken, StoreError>;
        let as_json = json!({ "taken": 2, "known": 0, "refused": 0 }).to_string();
        let cases: [(&str, Take, usize, &str); 4] = [
            ("redrive", accepted, 2, "2 events taken in, 0 known already, 0 refused again"),
            ("redrive --owner 7 e2", accepted, 1, "1 events taken in, 0 known already, 0 refused again"),
            ("redrive", known, 2, "0 events taken in, 2 known already, 0 refused again"),
            ("redrive --json", accepted, 2, &as_json),
        ];
        for (words, take, released, expected) in cases {
            let console = TestConsole::default();
            let done = events(&aside(released, take), &console, typed(words)).await;
            assert_eq!(console.outcome(done), Ok(expected.to_owned()), "{words}");
            assert_eq!(console.warnings(), Vec::<String>::new(), "{words}");
        }
        let console = TestConsole::default();
        let done = events(&aside(1, accepted_once), &console, typed("redrive")).await;
        assert_eq!(done.unwrap_err().to_string(), "some events still can't be taken");
        assert_eq!(console.warnings(), ["owner 7, event e2: still out of range"]);
        assert_eq!(console.printed(), "1 events taken in, 0 known already, 1 refused again");
    }

    #[tokio::test]
    async fn a_store_that_is_unavailable_ends_a_command() {
        let console = TestConsole::default();
        let done = events(&aside(0, |_| Err(unavailable())), &console, typed("redrive")).await;
        assert_eq!(console.outcome(done), Err(UNAVAILABLE.to_owned()));
        for words in ["quarantined", "redrive"] {
            let mut quarantine = MockQuarantine::new();
            quarantine.expect_list().returning(|_, _, _| Err(unavailable()));
            let aside = Aside { quarantine: Arc::new(quarantine), ..aside(0, known) };
            let done = events(&aside, &console, typed(words)).await;
            assert_eq!(console.outcome(done), Err(UNAVAILABLE.to_owned()), "{words}");
        }
    }
}
