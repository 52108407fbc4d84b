//! Commands for the data of fans.

use anyhow::bail;
use application::operation::{Erased, FanErasure};
use clap::Subcommand;
use kernel::{Acting, OwnerId};
use serde_json::json;

use crate::console::Console;

#[derive(Debug, Subcommand)]
pub enum FanCommand {
    /// Erases a fan's identity, but keeps their payments.
    Erase {
        /// The owner's number.
        #[arg(long)]
        owner: i64,
        /// The fan's id on the platform.
        #[arg(long)]
        fan: String,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Runs a command on a fan.
pub async fn fan(erasure: &dyn FanErasure, console: &dyn Console, command: FanCommand) -> anyhow::Result<()> {
    let FanCommand::Erase { owner, fan, json: as_json } = command;
    let Some(erased) = erasure.erase(&Acting::operator(OwnerId::new(owner)), &fan).await? else {
        bail!("owner {owner} has no such fan");
    };
    let Erased { conversions, deliveries, events, clicks, broadcasts, still_excluded_by } = erased;
    if as_json {
        let counts = json!({
            "conversions": conversions, "deliveries": deliveries, "events": events, "clicks": clicks,
            "broadcasts": broadcasts,
        });
        let answer = json!({ "owner_id": owner, "erased": counts, "still_excluded_by": still_excluded_by });
        console.print(&answer.to_string());
        return Ok(());
    }
    console.print(&format!(
        "owner {owner}: {conversions} conversions and {broadcasts} rows of broadcasts are nobody's now; {deliveries} \
         deliveries and {events} events deleted, {clicks} clicks without a visitor"
    ));
    if !still_excluded_by.is_empty() {
        console.print(&format!(
            "broadcasts that are not over and leave the fan out by name: {still_excluded_by:?}"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use application::operation::MockFanErasure;
    use kernel::StoreError;

    use super::*;
    use crate::testing::{TestConsole, UNAVAILABLE, typed, unavailable};

    const COUNTS: &str = "owner 7: 1 conversions and 5 rows of broadcasts are nobody's now; 2 deliveries and 3 events \
        deleted, 4 clicks without a visitor";

    fn erased(still_excluded_by: &[i64]) -> Result<Option<Erased>, StoreError> {
        let (conversions, deliveries, events, clicks, broadcasts) = (1, 2, 3, 4, 5);
        let still_excluded_by = still_excluded_by.to_vec();
        Ok(Some(Erased { conversions, deliveries, events, clicks, broadcasts, still_excluded_by }))
    }

    #[tokio::test]
    async fn what_was_erased_is_counted_and_an_unknown_fan_is_an_error() {
        let counts = json!({
            "conversions": 1, "deliveries": 2, "events": 3, "clicks": 4, "broadcasts": 5,
        });
        let as_json = json!({ "owner_id": 7, "erased": counts, "still_excluded_by": [9] }).to_string();
        let excluded =
            format!("{COUNTS}\nbroadcasts that are not over and leave the fan out by name: [9, 11]");
        type Found = fn() -> Result<Option<Erased>, StoreError>;
        let cases: [(&str, Found, Result<&str, &str>); 5] = [
            ("erase --owner 7 --fan ann", || erased(&[]), Ok(COUNTS)),
            ("erase --owner 7 --fan ann", || erased(&[9, 11]), Ok(&excluded)),
            ("erase --owner 7 --fan ann --json", || erased(&[9]), Ok(&as_json)),
            ("erase --owner 7 --fan ann", || Ok(None), Err("owner 7 has no such fan")),
            ("erase --owner 7 --fan ann --json", || Err(unavailable()), Err(UNAVAILABLE)),
        ];
        for (words, found, expected) in cases {
            let (mut erasure, console) = (MockFanErasure::new(), TestConsole::default());
            erasure
                .expect_erase()
                .withf(|by, fan| (by, fan) == (&Acting::operator(OwnerId::new(7)), "ann"))
                .times(1)
                .returning(move |_, _| found());
            let done = fan(&erasure, &console, typed(words)).await;
            assert_eq!(console.outcome(done), expected.map(str::to_owned).map_err(str::to_owned), "{words}");
        }
    }
}
