use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Act, Emitter, visitor};
use crate::account::{Origin, State};
use crate::rng::Rng;
use crate::time;
use crate::wire::EventFan;

/// A stream of events for a test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Minimum number of events, slightly exceeded.
    pub count: u64,
    /// Seed of the stream.
    #[serde(default)]
    pub seed: u64,
    /// Number of days up to now that the events spread over.
    #[serde(default = "default_days")]
    pub days: u32,
    /// Click references of new fans, in rotation; empty for none.
    #[serde(default)]
    pub click_refs: Vec<String>,
    /// Whether more happens in the evening, on weekends, and towards the end; otherwise events are
    /// spread evenly.
    #[serde(default)]
    pub rhythm: bool,
}

fn default_days() -> u32 {
    30
}

impl Default for Play {
    fn default() -> Self {
        Self { count: 100, seed: 1, days: default_days(), click_refs: Vec::new(), rhythm: false }
    }
}

const PLAY: u64 = 6;
const HOUR: i64 = 3_600;

/// Plays a stream of events over links and fans. Returns the number of events.
pub(crate) fn play(state: &mut State, play: &Play) -> u64 {
    let before = state.log.len() as u64;
    let target = before + play.count;
    let (now, span) = (time::now(), i64::from(play.days) * time::DAY);
    let mut rng = Rng::of(state.seed, PLAY, play.seed);
    let hours = play.rhythm.then(|| Hours::until(now, play.days));
    while (state.log.len() as u64) < target {
        let done = (state.log.len() as u64 - before) as f64 / play.count.max(1) as f64;
        let at = match &hours {
            Some(hours) => hours.at(done),
            None => now - span + (span as f64 * done) as i64,
        };
        if rng.chance(0.25) || state.fans.len() == 0 {
            arrive(state, &mut rng, &play.click_refs, at);
        } else {
            stir(state, &mut rng, at);
        }
    }
    state.log.len() as u64 - before
}

/// Hours of a period, each with the cumulative activity until its end.
struct Hours {
    start: i64,
    sums: Vec<f64>,
}

impl Hours {
    fn until(now: i64, days: u32) -> Self {
        let count = i64::from(days) * 24;
        let start = now - count * HOUR;
        let mut sum = 0.0;
        let busy = |hour: i64| {
            let at = start + hour * HOUR;
            // The first day of the epoch was a Thursday.
            let weekend =
                if matches!((at.div_euclid(time::DAY) + 4).rem_euclid(7), 0 | 5 | 6) { 1.7 } else { 1.0 };
            let evening = if at.rem_euclid(time::DAY) / HOUR >= 17 { 3.0 } else { 1.0 };
            weekend * evening * (0.6 + 0.8 * hour as f64 / count.max(1) as f64)
        };
        let sums = (0..count).map(|hour| {
            sum += busy(hour);
            sum
        });
        Self { start, sums: sums.collect() }
    }

    /// Returns the time at which this share of the activity is reached.
    fn at(&self, done: f64) -> i64 {
        let wanted = self.sums.last().copied().unwrap_or_default() * done;
        let hour = self.sums.partition_point(|sum| *sum <= wanted);
        let before = hour.checked_sub(1).and_then(|hour| self.sums.get(hour)).copied().unwrap_or_default();
        let within = self.sums.get(hour).map_or(0.0, |sum| (wanted - before) / (sum - before));
        self.start + hour as i64 * HOUR + (within * HOUR as f64) as i64
    }
}

/// Simulates a new fan over an active link.
fn arrive(state: &mut State, rng: &mut Rng, click_refs: &[String], at: i64) {
    let active: Vec<usize> = (0..state.links.len())
        .filter(|index| state.links.get(*index).is_some_and(|record| record.link.active))
        .collect();
    // The minimum of two draws prefers older links, which are better known.
    let count = active.len() as u64;
    let drawn = rng.below(count).min(rng.below(count)) as usize;
    let record = active.get(drawn).and_then(|index| state.links.get_mut(*index));
    let link = record.map(|record| {
        for _ in 0..=rng.below(12) {
            record.clicked(at);
        }
        record.link.clone()
    });
    let click_ref = click_refs.get(rng.below(click_refs.len() as u64) as usize).cloned();
    let trial = link.as_ref().is_some_and(|link| link.offer == "ftl");
    let origin = Origin { provider_id: link.map(|link| link.provider_id), click_ref };
    let fan = visitor(state, EventFan::default());
    let mut emitter = Emitter::new(state, fan, origin, at);
    emitter.act(&Act::Subscribe { trial, price_cents: Some(rng.pick(&[499, 999, 999, 1_499, 2_499])) });
    for _ in 0..rng.below(3) {
        let act = draw(rng, emitter.state, 0);
        emitter.act(&act);
    }
}

/// Simulates an action of an existing fan.
fn stir(state: &mut State, rng: &mut Rng, at: i64) {
    // Newcomers are few, but cause half of the activity.
    let (born, all) = (state.fans.population().len(), state.fans.len());
    let newcomer = all > born && (born == 0 || rng.chance(0.5));
    let index = if newcomer { born + rng.below(all - born) } else { rng.below(born) };
    let Some(fan) = state.fans.at(index) else { return };
    let act = draw(rng, state, fan.total_spent_cents);
    Emitter::of_known(state, &fan, at).act(&act);
}

/// Draws an action with the typical frequency for fans with this spending.
fn draw(rng: &mut Rng, state: &State, spent: i64) -> Act {
    let kind =
        rng.weighted(&[("buy", 31), ("tip", 12), ("message", 32), ("online", 18), ("other", 7)], "online");
    match kind {
        "buy" => purchase(rng, state),
        "tip" => Act::Tip { gross_cents: rng.amount(1, 40) * 500, content_ids: Vec::new() },
        "message" => Act::Message,
        "online" => Act::Online,
        _ => match rng.below(4) {
            0 => Act::Request {
                text: "a video of the sea".to_string(),
                offered_cents: rng.amount(2, 30) * 1_000,
            },
            1 if spent > 0 => Act::Refund { gross_cents: rng.amount(1, spent.min(2_000)) },
            2 => Act::OptOut,
            _ => Act::Message,
        },
    }
}

/// Draws one item in a message or a post, or a bundle.
fn purchase(rng: &mut Rng, state: &State) -> Act {
    let items = state.content.len() as u64;
    // The minimum of two draws prefers older items.
    let content = |rng: &mut Rng| {
        let item = state.content.get(rng.below(items).min(rng.below(items)) as usize);
        item.map(|item| item.content_id)
    };
    if rng.chance(0.16) {
        let content_ids: BTreeSet<i64> = (0..3).filter_map(|_| content(rng)).collect();
        let number = rng.below(9);
        return Act::Buy {
            kind: None,
            gross_cents: rng.amount(10, 80) * 100,
            content_ids: content_ids.into_iter().collect(),
            bundle_key: Some(format!("bundle_{number}")),
            bundle_name: Some(format!("Bundle {number}")),
        };
    }
    Act::Buy {
        kind: rng.chance(0.2).then(|| "post".to_string()),
        gross_cents: rng.amount(3, 50) * 100,
        content_ids: content(rng).into_iter().collect(),
        bundle_key: None,
        bundle_name: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weekends_and_evenings_are_busier_and_time_goes_on() {
        // A Monday at midnight.
        let now = 1_795_392_000;
        let hours = Hours::until(now, 28);
        let times: Vec<i64> = (0..10_000).map(|index| hours.at(f64::from(index) / 10_000.0)).collect();
        assert!(times.is_sorted());
        assert!(times.iter().all(|at| (now - 28 * time::DAY..=now).contains(at)));
        let of_day =
            |day: i64| times.iter().filter(|at| (at.div_euclid(time::DAY) + 4).rem_euclid(7) == day).count();
        assert!(of_day(6) * 10 > of_day(2) * 14, "{} on Saturdays, {} on Tuesdays", of_day(6), of_day(2));
        let evenings = times.iter().filter(|at| at.rem_euclid(time::DAY) >= 17 * HOUR).count();
        assert!(evenings > 5_000, "{evenings} in the evening");
    }
}
