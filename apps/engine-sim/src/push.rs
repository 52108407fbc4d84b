//! Pushes events to the service, at least once.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;

use crate::account::Account;
use crate::push_target::{PushMode, PushTarget};
use crate::rng::Rng;
use crate::time;

/// Maximum number of events in a batch.
const LARGEST_BATCH: usize = 1_000;

/// Maximum distance of a shuffled event from its position, in batches.
const SHUFFLED_BATCHES: usize = 10;

/// Longest pause between two attempts.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Timeout of one attempt.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pushes the log of `account` while it has a target.
pub(crate) async fn run(account: Arc<Account>, client: reqwest::Client) {
    let mut logged = account.logged.subscribe();
    let mut targets = account.target.subscribe();
    let mut rng = Rng::new(account.config.seed);
    loop {
        let _ = logged.borrow_and_update();
        let target = targets.borrow_and_update().clone();
        let (window, acknowledged) = match &target {
            Some(target) => window(&account, &target.mode),
            None => (Vec::new(), 0),
        };
        let Some(target) = target.filter(|_| !window.is_empty()) else {
            tokio::select! {
                changed = logged.changed() => if changed.is_err() { return },
                changed = targets.changed() => if changed.is_err() { return },
            }
            continue;
        };
        let batches = batches(window, &target.mode, &mut rng);
        tokio::select! {
            () = deliver(&account, &client, &target, &batches) => {
                account.progress.send_modify(|progress| progress.acknowledged = acknowledged);
            }
            changed = targets.changed() => if changed.is_err() { return },
        }
    }
}

/// Returns the next events, and the number of acknowledged events after them.
fn window(account: &Account, mode: &PushMode) -> (Vec<Arc<str>>, usize) {
    let size = size(mode) * if mode.shuffle { SHUFFLED_BATCHES } else { 1 };
    let start = account.progress.borrow().acknowledged;
    let window: Vec<Arc<str>> = account.read().log.iter().skip(start).take(size).cloned().collect();
    let end = start + window.len();
    (window, end)
}

fn size(mode: &PushMode) -> usize {
    mode.batch.clamp(1, LARGEST_BATCH)
}

/// Builds the request bodies.
fn batches(window: Vec<Arc<str>>, mode: &PushMode, rng: &mut Rng) -> Vec<String> {
    let mut events = Vec::with_capacity(window.len());
    for event in window {
        if rng.chance(mode.duplicates) {
            events.push(Arc::clone(&event));
        }
        events.push(event);
    }
    if mode.shuffle {
        rng.shuffle(&mut events);
    }
    events.chunks(size(mode)).map(|batch| format!(r#"{{"events":[{}]}}"#, batch.join(","))).collect()
}

/// Sends each batch until it is acknowledged.
async fn deliver(account: &Account, client: &reqwest::Client, target: &PushTarget, batches: &[String]) {
    for batch in batches {
        let mut pause = Duration::from_millis(target.mode.retry_ms.max(1));
        while !send(account, client, target, batch).await {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}

/// Makes one attempt. Returns whether the batch was acknowledged.
async fn send(account: &Account, client: &reqwest::Client, target: &PushTarget, batch: &str) -> bool {
    let timestamp = time::now().saturating_add(target.mode.skew_seconds);
    let sent = client
        .post(format!("{}/engine/v1/events", target.url.trim_end_matches('/')))
        .header("content-type", "application/json")
        .header("x-engine-account", &account.config.account_id)
        .header("x-engine-timestamp", timestamp)
        .header("x-engine-signature", signatures(account, &target.mode, timestamp, batch))
        .timeout(PATIENCE)
        .body(batch.to_string())
        .send()
        .await;
    let (status, answer) = match sent {
        Ok(answer) => (Some(answer.status().as_u16()), answer.json::<Value>().await.unwrap_or_default()),
        Err(_) => (None, Value::Null),
    };
    account.progress.send_modify(|progress| progress.note(status, &answer));
    status == Some(200)
}

/// Signs with each secret in both versions: `v1` for old services, `v2` for services that bind the
/// account.
fn signatures(account: &Account, mode: &PushMode, timestamp: i64, body: &str) -> String {
    let first = match mode.wrong_signature {
        true => format!("not {}", account.config.event_secret),
        false => account.config.event_secret.clone(),
    };
    let all = std::iter::once(&first).chain(&mode.more_secrets);
    let signed = all.flat_map(|secret| {
        let bound = sign_bound(secret, &account.config.account_id, timestamp, body);
        [format!("v1={}", sign(secret, timestamp, body)), format!("v2={bound}")]
    });
    signed.collect::<Vec<_>>().join(",")
}

/// `v1` signature of the protocol: hex of HMAC-SHA-256 of `timestamp.body` under `secret`.
pub fn sign(secret: &str, timestamp: i64, body: &str) -> String {
    digest(secret, &format!("{timestamp}."), body)
}

/// `v2` signature of the protocol: hex of HMAC-SHA-256 under `secret` of account, timestamp and
/// body, separated by line feeds.
pub fn sign_bound(secret: &str, account: &str, timestamp: i64, body: &str) -> String {
    digest(secret, &format!("{account}\n{timestamp}\n"), body)
}

fn digest(secret: &str, head: &str, body: &str) -> String {
    // HMAC accepts keys of any length, so this never fails.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(head.as_bytes());
    mac.update(body.as_bytes());
    let mut text = String::with_capacity(64);
    for byte in mac.finalize().into_bytes() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_protocol() {
        // echo -n '1700000000.{"events":[]}' | openssl dgst -sha256 -hmac secret
        let expected = "3947de27ec923573170fccda604ddfb25583ff98dc51e96cca2e11c59545026a";
        assert_eq!(sign("secret", 1_700_000_000, r#"{"events":[]}"#), expected);
        // printf 'acct_1\n1700000000\n{"events":[]}' | openssl dgst -sha256 -hmac secret
        let expected = "e832d7684401f3846765c0150a2bd8954b2593e6c85329d63fa6bd406d189e7b";
        assert_eq!(sign_bound("secret", "acct_1", 1_700_000_000, r#"{"events":[]}"#), expected);
    }

    #[test]
    fn batches_hold_everything_and_duplicates_too() {
        let window: Vec<Arc<str>> = (0..25).map(|number| number.to_string().into()).collect();
        let mode = PushMode { batch: 10, duplicates: 1.0, shuffle: true, ..PushMode::default() };
        let bodies = batches(window, &mode, &mut Rng::new(1));
        let mut numbers: Vec<i64> = Vec::new();
        for body in &bodies {
            let batch: Value = serde_json::from_str(body).unwrap();
            let batch: Vec<i64> = serde_json::from_value(batch["events"].clone()).unwrap();
            assert!(batch.len() <= 10);
            numbers.extend(batch);
        }
        assert_eq!(bodies.len(), 5);
        assert!(!numbers.is_sorted());
        numbers.sort_unstable();
        assert_eq!(numbers, (0..25).flat_map(|number| [number, number]).collect::<Vec<_>>());
    }
}
