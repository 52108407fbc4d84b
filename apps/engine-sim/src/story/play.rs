use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Act, Teller, visitor};
use crate::account::{Origin, State};
use crate::rng::Rng;
use crate::time;
use crate::wire::EventFan;

/// A stream of events that a test asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// About how many events; at least so many are made.
    pub count: u64,
    /// What they are drawn from.
    #[serde(default)]
    pub seed: u64,
    /// Over how many days before now they spread.
    #[serde(default = "default_days")]
    pub days: u32,
    /// New fans come with one of these by turns, or with none if there are none.
    #[serde(default)]
    pub click_refs: Vec<String>,
}

fn default_days() -> u32 {
    30
}

impl Default for Play {
    fn default() -> Self {
        Self { count: 100, seed: 1, days: default_days(), click_refs: Vec::new() }
    }
}

const PLAY: u64 = 6;

/// Plays a stream of events over links and fans. Answers how many there were.
pub(crate) fn play(state: &mut State, play: &Play) -> u64 {
    let before = state.log.len() as u64;
    let target = before + play.count;
    let (now, span) = (time::now(), i64::from(play.days) * time::DAY);
    let mut rng = Rng::of(state.seed, PLAY, play.seed);
    while (state.log.len() as u64) < target {
        let done = (state.log.len() as u64 - before) as f64 / play.count.max(1) as f64;
        let at = now - span + (span as f64 * done) as i64;
        if rng.chance(0.25) || state.fans.len() == 0 {
            arrive(state, &mut rng, &play.click_refs, at);
        } else {
            stir(state, &mut rng, at);
        }
    }
    state.log.len() as u64 - before
}

/// Somebody new comes over a link that is switched on.
fn arrive(state: &mut State, rng: &mut Rng, click_refs: &[String], at: i64) {
    let active: Vec<usize> = (0..state.links.len())
        .filter(|index| state.links.get(*index).is_some_and(|record| record.link.active))
        .collect();
    // Older links are better known: the minimum of two draws prefers them.
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
    let mut teller = Teller::new(state, fan, origin, at);
    teller.act(&Act::Subscribe { trial, price_cents: Some(rng.pick(&[499, 999, 999, 1_499, 2_499])) });
    for _ in 0..rng.below(3) {
        let act = draw(rng, teller.state, 0);
        teller.act(&act);
    }
}

/// A fan who is there does something.
fn stir(state: &mut State, rng: &mut Rng, at: i64) {
    // Half of what happens is done by newcomers, who are few.
    let (born, all) = (state.fans.population().len(), state.fans.len());
    let newcomer = all > born && (born == 0 || rng.chance(0.5));
    let index = if newcomer { born + rng.below(all - born) } else { rng.below(born) };
    let Some(fan) = state.fans.at(index) else { return };
    let act = draw(rng, state, fan.total_spent_cents);
    Teller::of_known(state, &fan, at).act(&act);
}

/// Something that fans who spent so much do, as often as they do it.
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

/// One item in a message or a post, or a bundle of some.
fn purchase(rng: &mut Rng, state: &State) -> Act {
    let items = state.content.len() as u64;
    // The minimum of two draws prefers the older items.
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
