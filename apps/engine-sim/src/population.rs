use crate::rng::{Rng, mix};
use crate::time::{DAY, rfc3339};
use crate::wire::{EventFan, Fan};

/// Fans computed from the seed and their index, so that a million fans need no memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Population {
    seed: u64,
    fans: u64,
    /// Time that "last seen" counts back from.
    anchor: i64,
}

/// Attributes of a fan that need no allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Traits {
    pub(crate) tier: &'static str,
    pub(crate) status: &'static str,
    /// Two letters, if known.
    pub(crate) country: Option<[u8; 2]>,
    pub(crate) online: bool,
    pub(crate) last_seen: Option<i64>,
    pub(crate) spent: i64,
    pub(crate) opted_out: bool,
    pub(crate) blocked: bool,
}

pub(crate) const TIERS: [&str; 4] = ["whale", "spender", "free", "trial"];
pub(crate) const STATUSES: [&str; 2] = ["active", "expired"];

const TIER_WEIGHTS: [(&str, u32); 4] = [("free", 52), ("spender", 34), ("trial", 10), ("whale", 4)];

const COUNTRIES: [([u8; 2], u32); 24] = [
    (*b"US", 410),
    (*b"GB", 98),
    (*b"DE", 82),
    (*b"CA", 56),
    (*b"AU", 44),
    (*b"FR", 40),
    (*b"IT", 32),
    (*b"NL", 28),
    (*b"ES", 26),
    (*b"BR", 24),
    (*b"MX", 22),
    (*b"CH", 18),
    (*b"AT", 16),
    (*b"SE", 16),
    (*b"BE", 14),
    (*b"PL", 14),
    (*b"IE", 10),
    (*b"NO", 10),
    (*b"DK", 9),
    (*b"JP", 9),
    (*b"IN", 8),
    (*b"NZ", 7),
    (*b"ZA", 4),
    (*b"TR", 3),
];

/// Separate random streams for fans, persons and so on.
const FAN: u64 = 1;
const PERSON: u64 = 2;

impl Population {
    pub(crate) fn new(seed: u64, fans: u64, anchor: i64) -> Self {
        Self { seed, fans, anchor }
    }

    pub(crate) fn len(&self) -> u64 {
        self.fans
    }

    /// Returns the id of a fan. Ids start at a nine-digit number and count up.
    pub(crate) fn fan_id(&self, index: u64) -> String {
        (self.first_id() + index).to_string()
    }

    pub(crate) fn index_of(&self, fan_id: &str) -> Option<u64> {
        let number: u64 = fan_id.parse().ok()?;
        let index = number.checked_sub(self.first_id())?;
        (index < self.fans && self.fan_id(index) == fan_id).then_some(index)
    }

    fn first_id(&self) -> u64 {
        100_000_000 + mix(self.seed) % 800_000 * 1_000
    }

    pub(crate) fn traits(&self, index: u64) -> Traits {
        let mut rng = Rng::of(self.seed, FAN, index);
        let tier = rng.weighted(&TIER_WEIGHTS, "free");
        let stays = match tier {
            "whale" => 0.92,
            "trial" => 0.70,
            "spender" => 0.66,
            _ => 0.55,
        };
        let status = if rng.chance(stays) { "active" } else { "expired" };
        let country = (!rng.chance(0.03)).then(|| rng.weighted(&COUNTRIES, *b"US"));
        let online = status == "active" && rng.chance(0.05);
        let last_seen = self.last_seen(&mut rng, status, online);
        Traits {
            tier,
            status,
            country,
            online,
            last_seen,
            spent: spent(&mut rng, tier),
            opted_out: rng.chance(0.03),
            blocked: rng.chance(0.015),
        }
    }

    /// Draws the last visit: recent for most fans, with an exponential tail.
    fn last_seen(&self, rng: &mut Rng, status: &str, online: bool) -> Option<i64> {
        let mean_days = if status == "active" { 6.0 } else { 70.0 };
        let ago = -(1.0 - rng.unit()).ln() * mean_days * DAY as f64;
        if rng.chance(0.02) && !online {
            return None;
        }
        Some(if online { self.anchor } else { self.anchor - ago as i64 })
    }

    pub(crate) fn username(&self, index: u64) -> String {
        let mut rng = Rng::of(self.seed, PERSON, index);
        let (first, noun) = (rng.pick(&FIRST_NAMES), rng.pick(&NOUNS));
        match rng.below(3) {
            0 => format!("{}{}", first.to_lowercase(), rng.below(10_000)),
            1 => format!("{}_{noun}{}", first.to_lowercase(), rng.below(100)),
            _ => format!("u{}", self.fan_id(index)),
        }
    }

    pub(crate) fn fan(&self, index: u64) -> Fan {
        self.show(index, &self.traits(index))
    }

    pub(crate) fn show(&self, index: u64, traits: &Traits) -> Fan {
        Fan {
            fan_id: self.fan_id(index),
            username: self.username(index),
            tier: traits.tier.into(),
            status: traits.status.into(),
            country: traits.country.map(|code| String::from_utf8_lossy(&code).into_owned()),
            online: traits.online,
            last_seen_at: traits.last_seen.map(rfc3339),
            total_spent_cents: traits.spent,
            opted_out: traits.opted_out,
            blocked: traits.blocked,
        }
    }

    /// Returns the personal data that the platform knows of a fan, often little.
    pub(crate) fn person(&self, fan: &Fan) -> EventFan {
        let index = self.index_of(&fan.fan_id).unwrap_or_else(|| crate::rng::of_text(&fan.fan_id));
        let mut rng = Rng::of(self.seed, PERSON, index);
        let (first, last) = (rng.pick(&FIRST_NAMES), rng.pick(&LAST_NAMES));
        let known = rng.chance(0.5);
        let email = rng.chance(0.6).then(|| format!("{}.{}@example.com", first, last));
        let phone = rng.chance(0.25).then(|| format!("+1 202-555-{:04}", rng.below(10_000)));
        EventFan {
            fan_id: fan.fan_id.clone(),
            username: Some(fan.username.clone()),
            country: fan.country.clone(),
            email,
            phone,
            first_name: known.then(|| first.to_string()),
            last_name: known.then(|| last.to_string()),
            external_id: None,
        }
    }
}

/// Draws the spending from a heavy tail: few fans pay most of the money.
fn spent(rng: &mut Rng, tier: &str) -> i64 {
    let tail = |rng: &mut Rng, least: f64, most: f64, exponent: f64| {
        let value = least * (1.0 - rng.unit()).powf(-exponent);
        value.min(most) as i64
    };
    match tier {
        "whale" => tail(rng, 50_000.0, 9_000_000.0, 0.8),
        "spender" => tail(rng, 300.0, 49_999.0, 0.9),
        _ => 0,
    }
}

const FIRST_NAMES: [&str; 24] = [
    "Alex", "Ben", "Chris", "Dan", "Eli", "Frank", "George", "Hank", "Ivan", "Jack", "Kai", "Leo", "Max",
    "Noah", "Oscar", "Paul", "Quinn", "Rob", "Sam", "Tom", "Uwe", "Vic", "Will", "Zoe",
];
const LAST_NAMES: [&str; 16] = [
    "Adams", "Brown", "Clark", "Davis", "Evans", "Fischer", "Garcia", "Hughes", "Jones", "Klein", "Lopez",
    "Miller", "Novak", "Rossi", "Smith", "Weber",
];
const NOUNS: [&str; 12] =
    ["bear", "cloud", "dawn", "fox", "hill", "lake", "moon", "pine", "rock", "star", "tide", "wolf"];

#[cfg(test)]
mod tests {
    use super::*;

    const POPULATION: Population = Population { seed: 1, fans: 20_000, anchor: 1_795_190_400 };

    fn share(holds: impl Fn(&Traits) -> bool) -> f64 {
        let count = (0..POPULATION.len()).filter(|index| holds(&POPULATION.traits(*index))).count();
        count as f64 / POPULATION.len() as f64
    }

    #[test]
    fn a_fan_follows_from_seed_and_number() {
        assert_eq!(POPULATION.fan(17), POPULATION.fan(17));
        assert_ne!(POPULATION.fan(17), POPULATION.fan(18));
        assert_ne!(Population { seed: 2, ..POPULATION }.fan(17), POPULATION.fan(17));
    }

    #[test]
    fn ids_lead_back_to_their_fans() {
        for index in [0, 1, 19_999] {
            assert_eq!(POPULATION.index_of(&POPULATION.fan_id(index)), Some(index));
        }
        let (first, past) = (POPULATION.fan_id(0), POPULATION.fan_id(20_000));
        for foreign in [past, format!("+{first}"), format!("0{first}"), "anna".to_string(), String::new()] {
            assert_eq!(POPULATION.index_of(&foreign), None, "{foreign}");
        }
    }

    #[test]
    fn shares_are_about_those_of_real_accounts() {
        for (name, share, from, to) in [
            ("whales", share(|fan| fan.tier == "whale"), 0.03, 0.05),
            ("US", share(|fan| fan.country == Some(*b"US")), 0.37, 0.43),
            ("of no country", share(|fan| fan.country.is_none()), 0.02, 0.04),
            ("opted out", share(|fan| fan.opted_out), 0.02, 0.04),
            ("blocked", share(|fan| fan.blocked), 0.01, 0.02),
            ("online", share(|fan| fan.online), 0.02, 0.05),
        ] {
            assert!((from..to).contains(&share), "{name}: {share}");
        }
    }

    #[test]
    fn few_fans_bring_most_of_the_money() {
        let mut spent: Vec<i64> = (0..POPULATION.len()).map(|index| POPULATION.traits(index).spent).collect();
        spent.sort_unstable_by(|one, other| other.cmp(one));
        let (all, top): (i64, i64) = (spent.iter().sum(), spent.iter().take(1_000).sum());
        assert!(top * 2 > all, "{top} of {all}");
    }
}
