//! History of the demo owner over 90 days: fans of the simulated engine, and visits.

use std::fmt::Write as _;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use super::content::{links_of, slots};
use super::{DOMAIN, TIMEOUT, get, items, send};
use crate::dev::api::Api;
use crate::dev::programs::ACCOUNT;
use crate::stop::Stop;

const DAYS: i64 = 90;
const DAY: i64 = 86_400;

/// Countries of visitors with their relative frequency.
const COUNTRIES: [(&str, u64); 9] =
    [("US", 38), ("DE", 19), ("GB", 12), ("FR", 8), ("AT", 6), ("NL", 5), ("CA", 5), ("CH", 4), ("BR", 3)];

/// Whether a fan has paid before.
pub(super) fn has_spenders(api: &dyn Api) -> anyhow::Result<bool> {
    let spenders = get(api, &format!("/api/admin/sources/{DOMAIN}/spenders?limit=1"))?;
    Ok(spenders.pointer("/totals/spenders").and_then(Value::as_i64) != Some(0))
}

/// Simulates fans who arrive over the demo's links, subscribe, buy and request content.
pub(super) fn send_fans(api: &dyn Api, engine: &dyn Api) -> anyhow::Result<()> {
    let path = format!("/api/admin/domains/{DOMAIN}/provision-links");
    let provisioned = send(api, "POST", &path, &slots())?;
    let paid = links_of(&provisioned, "paid");
    let paid = paid.first().with_context(|| format!("the demo got no paid link: {provisioned}"))?;
    let good = |platform: &str| json!({ "platform": platform, "tokens": ["demo-pixel-token"] });
    send(engine, "PUT", "/sim/pixels/tokens", &json!([good("meta"), good("tiktok")]))?;
    let account = format!("/sim/accounts/{ACCOUNT}");
    for price in [499, 999, 1_499, 2_499] {
        let then = json!([
            { "do": "subscribe", "price_cents": price },
            { "do": "message" },
            { "do": "buy", "gross_cents": price * 3 },
            { "do": "request", "text": "A birthday video for my brother, please", "offered_cents": price * 5 },
        ]);
        send(engine, "POST", &format!("{account}/visit"), &json!({ "provider_id": paid, "then": then }))?;
    }
    // The first subscription over the link of the waiting pixel reveals its rejected token.
    let trials = links_of(&provisioned, "ftl");
    for trial in trials.iter().take(3) {
        let then = json!([{ "do": "subscribe", "trial": true }]);
        send(engine, "POST", &format!("{account}/visit"), &json!({ "provider_id": trial, "then": then }))?;
    }
    let play = json!({ "count": 2_400, "days": DAYS, "rhythm": true });
    send(engine, "POST", &format!("{account}/play"), &play).map(|_| ())
}

/// Waits until the service has a fan who paid.
pub(super) fn until_known(api: &dyn Api, stop: &Stop) -> anyhow::Result<()> {
    let deadline = Instant::now() + TIMEOUT;
    while !has_spenders(api)? {
        ensure!(!stop.is_asked(), "interrupted");
        ensure!(Instant::now() < deadline, "no fan arrived within {} s", TIMEOUT.as_secs());
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// Returns visits, clicks and scans of the last days: more in the evening and on weekends, growing each week.
pub(super) fn touches(api: &dyn Api) -> anyhow::Result<String> {
    #[expect(clippy::disallowed_methods, reason = "the demo ends today")]
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs();
    let codes: Vec<(i64, String)> = items(&get(api, &format!("/api/admin/qr/{DOMAIN}"))?)
        .iter()
        .filter_map(|code| Some((code.get("id")?.as_i64()?, label(code.get("slug")?.as_str()?))))
        .collect();
    let smart_links: Vec<i64> = items(&get(api, &format!("/api/admin/smartlinks?domain={DOMAIN}"))?)
        .iter()
        .filter_map(|link| link.get("id").and_then(Value::as_i64))
        .collect();
    Ok(lines(i64::try_from(now)?, &codes, &smart_links))
}

/// Returns the source of visits by a printed code.
fn label(slug: &str) -> String {
    if slug.is_empty() { "qr".to_string() } else { format!("qr-{slug}") }
}

fn lines(now: i64, codes: &[(i64, String)], smart_links: &[i64]) -> String {
    let (mut text, mut dice) = (String::new(), Dice(7));
    let first = now - now.rem_euclid(DAY) - (DAYS - 1) * DAY;
    for day in 0..DAYS {
        let midnight = first + day * DAY;
        let is_weekend = matches!((midnight / DAY + 4) % 7, 0 | 5 | 6);
        let busy = if is_weekend { 5 } else { 3 };
        let visits = (40 + day.unsigned_abs()) * busy / 3 + dice.below(15);
        for _ in 0..visits {
            let hour = if dice.below(3) > 0 { 17 + dice.below(6) } else { dice.below(24) };
            let at = midnight + i64::try_from(hour * 3_600 + dice.below(3_600)).unwrap_or(0);
            if at >= now {
                continue;
            }
            let country = dice.country();
            let device = match dice.below(5) {
                0..=2 => "mobile",
                3 => "desktop",
                _ => "tablet",
            };
            let visitor = format!("{day}-{}", dice.below(1_000_000));
            let code = (dice.below(8) == 0).then(|| codes.get(dice.index(codes.len()))).flatten();
            let mut line = |act: Value| {
                let mut line = json!({ "at": at, "domain": DOMAIN, "country": country, "device": device,
                    "visitor": visitor });
                if let (Some(line), Value::Object(act)) = (line.as_object_mut(), act) {
                    line.extend(act);
                }
                let _ = writeln!(text, "{line}");
            };
            let source = code.map(|(_, source)| source);
            if let Some((code, source)) = code {
                line(json!({ "act": "scan", "code": code, "source": source }));
            }
            line(json!({ "act": "visit", "source": source }));
            if dice.below(100) < 34 {
                let link =
                    (dice.below(2) == 0).then(|| smart_links.get(dice.index(smart_links.len()))).flatten();
                match link {
                    Some(link) => line(json!({ "act": "click", "smart_link": link, "source": source })),
                    None => line(json!({ "act": "click", "source": source })),
                }
            }
        }
    }
    text
}

/// Pseudo-random numbers, the same in every demo.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        // Knuth's MMIX generator; the upper half is random enough.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33).checked_rem(limit).unwrap_or(0)
    }

    fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap_or(0))).unwrap_or(0)
    }

    fn country(&mut self) -> &'static str {
        let mut roll = self.below(COUNTRIES.iter().map(|(_, share)| share).sum());
        for (country, share) in COUNTRIES {
            match roll.checked_sub(share) {
                Some(rest) => roll = rest,
                None => return country,
            }
        }
        "US"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ninety_days_are_generated_the_same_each_time_and_none_of_tomorrow() {
        let now = 1_795_176_000;
        let codes = [(1, label("")), (2, label("flyer"))];
        let history = lines(now, &codes, &[3]);
        assert_eq!(history, lines(now, &codes, &[3]));
        let lines: Vec<Value> = history.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!((6_000..20_000).contains(&lines.len()), "{}", lines.len());
        let days: std::collections::BTreeSet<_> =
            lines.iter().map(|line| line["at"].as_i64().unwrap() / DAY).collect();
        assert_eq!(days.len(), 90);
        assert!(lines.iter().all(|line| line["at"].as_i64().unwrap() < now));
        for act in ["scan", "visit", "click"] {
            assert!(lines.iter().any(|line| line["act"] == act), "{act}");
        }
    }
}
