use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::stage::Stage;
use crate::journey::ACCOUNT;
use crate::program::{ENGINE_TOKEN, done};
use crate::real::{Reply, within};

const PATIENCE: Duration = Duration::from_secs(90);

/// Settings that let campaigns through, without quiet hours and cool-down.
pub(crate) fn settings() -> Vec<(&'static str, String)> {
    [
        ("FUNNEL_BROADCAST_GATE", "open"),
        ("FUNNEL_BROADCAST_QUIET_HOURS", "off"),
        ("FUNNEL_BROADCAST_COOLDOWN_HOURS", "0"),
    ]
    .map(|(name, value)| (name, value.to_owned()))
    .into()
}

/// A campaign to all reachable fans.
pub(crate) struct Campaign {
    id: i64,
    reachable: BTreeSet<String>,
}

impl Campaign {
    pub(crate) async fn launch(stage: &Stage, per_minute: i64) -> Self {
        let owner = stage.program.owner.to_string();
        done(stage.program.reach(), &["gate", "open", "--owner", &owner]).await;
        let body = json!({
            "title": "All", "mode": "segmented", "audience": {}, "message": { "text": "Hi" },
            "pace": { "per_minute": per_minute, "per_day": 1_000_000, "jitter": 0.0 },
        });
        let made = stage.program.post("/broadcasts", &body).await.expect(201).json();
        let campaign = Self { id: made["id"].as_i64().unwrap(), reachable: reachable(stage).await };
        let launch = format!("/broadcasts/{}/launch", campaign.id);
        stage.program.post(&launch, &json!({})).await.expect(200);
        campaign
    }

    /// Waits until the engine has accepted `count` messages.
    pub(crate) async fn took(&self, stage: &Stage, count: u64) {
        within(PATIENCE, "messages", async || {
            (stage.sim.account(ACCOUNT).await.unwrap().messages >= count).then_some(())
        })
        .await;
    }

    /// Waits for the end, and checks that each fan got exactly one message. Skips the wait for
    /// retries.
    pub(crate) async fn reaches_everybody_once(&self, stage: &Stage) {
        let sql = stage.sql().await;
        let soon = "UPDATE broadcast_rows SET due_at = now() WHERE due_at > now() AND state = 'unknown'";
        let began = Instant::now();
        let mut shown = self.shown(stage).await;
        while shown["status"] != "finished" {
            assert!(began.elapsed() < PATIENCE, "{shown}\n{}", kept(&sql).await);
            tokio::time::sleep(Duration::from_millis(200)).await;
            sql.execute(soon, &[]).await.unwrap();
            shown = self.shown(stage).await;
        }
        assert_eq!(shown["counters"]["sent"], self.reachable.len(), "{shown}");
        let mut by_fan: BTreeMap<String, usize> = BTreeMap::new();
        for message in stage.sim.messages(ACCOUNT).await.unwrap() {
            *by_fan.entry(message.fan_id).or_default() += 1;
        }
        assert!(by_fan.values().all(|count| *count == 1), "{by_fan:?}");
        assert_eq!(by_fan.into_keys().collect::<BTreeSet<_>>(), self.reachable);
    }

    async fn shown(&self, stage: &Stage) -> Value {
        stage.program.get(&format!("/broadcasts/{}", self.id)).await.expect(200).json()
    }
}

/// Describes the stored state of the campaign, for diagnosing why it does not end.
async fn kept(sql: &tokio_postgres::Client) -> String {
    let all = "SELECT row_to_json(kept)::text FROM broadcast_paces kept UNION ALL
        SELECT row_to_json(kept)::text FROM (
            SELECT state, count(*), min(due_at), max(due_at) FROM broadcast_rows GROUP BY state
        ) kept";
    let rows = sql.query(all, &[]).await.unwrap();
    rows.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>().join("\n")
}

async fn reachable(stage: &Stage) -> BTreeSet<String> {
    let url = format!("{}/v1/fans?limit=1000", stage.sim.url());
    let page = Reply::of(stage.program.client().get(url).bearer_auth(ENGINE_TOKEN)).await.expect(200).json();
    let fans = page["items"].as_array().unwrap().iter();
    let reachable = fans.filter(|fan| fan["opted_out"] == false && fan["blocked"] == false);
    reachable.map(|fan| fan["fan_id"].as_str().unwrap().to_owned()).collect()
}
