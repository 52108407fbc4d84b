//! How fast an account may send: a token bucket of capacity 1 with jitter, and a number a day.

use kernel::{ErrorKind, Location, ParseError, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

/// How long a granted slot may be used. It is part of the arithmetic of [`Pace::gap_millis`]: a message that is
/// submitted late in its slot must not crowd the minute of a later one.
pub const SLOT_MILLIS: i64 = 1000;
/// The part at the end of a slot that is left to whoever hands the message over: a submission that is decided before it has
/// begun when the slot is over, or is not begun at all.
pub const HAND_OVER_MILLIS: i64 = 250;
/// A next slot further away than this was set by a clock that was wrong. Far longer than any gap between two messages,
/// because a worker that was held up on its way to the store looks like a clock that went back.
const LONGEST_WAIT_MILLIS: i64 = 15 * 60_000;
/// The longest time that an engine's request to wait is honoured for.
const LONGEST_HOLD_MILLIS: i64 = DAY_MILLIS;
const DAY_MILLIS: i64 = 86_400_000;

/// A campaign's own pace as it is written. What is absent is the service's.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PaceInput {
    /// Messages a minute, 1-6000.
    pub per_minute: Option<i64>,
    /// Messages a UTC day, 1-8640000.
    pub per_day: Option<i64>,
    /// By which part a gap may be longer than the pace asks for, 0-1.
    pub jitter: Option<f64>,
}

/// A campaign's own pace, which takes the place of the service's while the campaign runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "PaceInput", into = "PaceInput")]
pub struct OwnPace {
    per_minute: Option<u32>,
    per_day: Option<u32>,
    jitter_permille: Option<u16>,
}
crate::text::by_input!(OwnPace: PaceInput);

impl OwnPace {
    /// The most messages a minute that can be asked for.
    pub const MAX_PER_MINUTE: u32 = 6000;
    /// The most messages a day that can be asked for.
    pub const MAX_PER_DAY: u32 = 8_640_000;

    /// Reads a pace, and reports every error, located at `per_minute`, `per_day` and `jitter`. The jitter is kept in thousandths.
    pub fn parse(input: &PaceInput) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let pace = Self {
            per_minute: count(&mut errors, "per_minute", input.per_minute, Self::MAX_PER_MINUTE),
            per_day: count(&mut errors, "per_day", input.per_day, Self::MAX_PER_DAY),
            jitter_permille: jitter(&mut errors, input.jitter),
        };
        errors.into_result().map(|()| pace)
    }

    /// The pace in the form that [`Self::parse`] reads.
    pub fn to_input(&self) -> PaceInput {
        PaceInput {
            per_minute: self.per_minute.map(i64::from),
            per_day: self.per_day.map(i64::from),
            jitter: self.jitter_permille.map(|permille| f64::from(permille) / 1000.0),
        }
    }
}

/// A whole number from 1 to `most` at the field `key`.
pub(crate) fn count(errors: &mut ValidationErrors, key: &str, value: Option<i64>, most: u32) -> Option<u32> {
    let value = value?;
    let at = Location::root().at(key);
    if value < 1 {
        errors.push(at, ErrorKind::GreaterThanEqual, "must be at least 1");
        return None;
    }
    let count = u32::try_from(value).ok().filter(|count| *count <= most);
    if count.is_none() {
        errors.push(at, ErrorKind::LessThanEqual, format!("must be at most {most}"));
    }
    count
}

fn jitter(errors: &mut ValidationErrors, value: Option<f64>) -> Option<u16> {
    let value = value?;
    let at = Location::root().at("jitter");
    if !value.is_finite() {
        errors.push(at, ErrorKind::NumberType, "must be a finite number");
    } else if value < 0.0 {
        errors.push(at, ErrorKind::GreaterThanEqual, "must be at least 0");
    } else if value > 1.0 {
        errors.push(at, ErrorKind::LessThanEqual, "must be at most 1");
    } else {
        let permille = (value * 1000.0).round();
        return (0..=1000_u16).find(|whole| f64::from(*whole) >= permille);
    }
    None
}

/// The pace of an account where its campaign asks for none, and the ceiling above every campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacePolicy {
    /// Messages a minute.
    pub per_minute: u32,
    /// Messages a UTC day.
    pub per_day: u32,
    /// By which part a gap may be longer, in thousandths.
    pub jitter_permille: u16,
    /// The most messages a minute of any campaign.
    pub max_per_minute: u32,
}

impl Default for PacePolicy {
    /// 20 a minute, 500 a day, gaps up to a fifth longer, never more than 6000 a minute.
    fn default() -> Self {
        Self { per_minute: 20, per_day: 500, jitter_permille: 200, max_per_minute: OwnPace::MAX_PER_MINUTE }
    }
}

impl PacePolicy {
    /// The pace at which a campaign sends.
    pub fn of(&self, own: &OwnPace) -> Pace {
        Pace {
            per_minute: own.per_minute.unwrap_or(self.per_minute).min(self.max_per_minute).max(1),
            per_day: own.per_day.unwrap_or(self.per_day),
            jitter_permille: own.jitter_permille.unwrap_or(self.jitter_permille).min(1000),
        }
    }
}

/// A pace in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredPace")]
pub struct Pace {
    per_minute: u32,
    per_day: u32,
    jitter_permille: u16,
}

/// A pace in force as it is stored.
#[derive(Deserialize)]
struct StoredPace {
    per_minute: u32,
    per_day: u32,
    jitter_permille: u16,
}

impl TryFrom<StoredPace> for Pace {
    type Error = ParseError;

    fn try_from(stored: StoredPace) -> Result<Self, ParseError> {
        let StoredPace { per_minute, per_day, jitter_permille } = stored;
        if per_minute == 0 || jitter_permille > 1000 {
            return Err(ParseError::needs(
                "1 message a minute or more, and a jitter of at most 1000 thousandths",
            ));
        }
        Ok(Self { per_minute, per_day, jitter_permille })
    }
}

impl Pace {
    /// Messages a minute, 1 or more.
    pub fn per_minute(&self) -> u32 {
        self.per_minute
    }

    /// Messages a UTC day.
    pub fn per_day(&self) -> u32 {
        self.per_day
    }

    /// The shortest time between two slots, in milliseconds.
    ///
    /// A slot is used within [`SLOT_MILLIS`]. So `per_minute` gaps span a minute and a slot, and of `per_minute + 1`
    /// messages the first and the last are at least a minute apart, whenever in their slots they were submitted.
    pub fn gap_millis(&self) -> i64 {
        let per_minute = i64::from(self.per_minute.max(1));
        (60_000 + SLOT_MILLIS + per_minute - 1) / per_minute
    }

    /// A gap with jitter. It only makes gaps longer: shorter ones would exceed the pace. `draw` is a random number, all
    /// values being equally likely.
    fn drawn_gap_millis(&self, draw: u32) -> i64 {
        let gap = self.gap_millis();
        let most = gap * i64::from(self.jitter_permille) / 1000;
        gap + ((most * i64::from(draw)) >> 32)
    }
}

/// Leave to submit one message at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// When it was granted.
    pub granted_at: UnixTime,
    /// The day on whose account it goes, counted from the epoch.
    pub day: i64,
    /// When the slot before it ended.
    pub previous: UnixTime,
    /// When the slot after it begins.
    pub next: UnixTime,
    /// Its place in the line of the account's slots: the sum of all gaps before it, in milliseconds.
    pub line: i64,
}

impl Slot {
    /// Whether a message may still be handed over in this slot.
    pub fn is_usable(&self, now: UnixTime) -> bool {
        (0..=SLOT_MILLIS - HAND_OVER_MILLIS).contains(&now.millis().saturating_sub(self.granted_at.millis()))
    }
}

/// What is known of an account's sending. It lives in the store, so that all workers share it.
///
/// It takes clocks that jump: one that went back keeps an account waiting for a quarter of an hour at most, one that passes the
/// same midnight twice does not open the day twice, and a slot that only looks fresh is known by its place in the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountPace {
    /// When the next slot begins.
    pub next: UnixTime,
    /// Until when the engine asked to wait.
    pub held_until: UnixTime,
    /// The UTC day of `taken`, counted from the epoch.
    pub day: i64,
    /// How many slots were taken on that day.
    pub taken: u32,
    /// The place of the last slot in the line, in milliseconds.
    pub line: i64,
    /// The gap after the last slot, in milliseconds; 0 when it was given back.
    pub last_gap: i64,
}

impl Default for AccountPace {
    /// An account that never sent.
    fn default() -> Self {
        let never = UnixTime::from_millis(0);
        Self { next: never, held_until: never, day: 0, taken: 0, line: 0, last_gap: 0 }
    }
}

impl AccountPace {
    /// The earliest moment for a slot, `now` or later. What a wrong clock left behind is put right on the way, so the
    /// value MUST be kept also when no slot is taken.
    pub fn ready_at(&mut self, pace: &Pace, now: UnixTime) -> UnixTime {
        self.next = self.next.min(plus_millis(now, LONGEST_WAIT_MILLIS));
        self.held_until = self.held_until.min(plus_millis(now, LONGEST_HOLD_MILLIS));
        let today = day_of(now);
        if today > self.day {
            (self.day, self.taken) = (today, 0);
        } else if today < self.day - 1 {
            // The clock was far ahead: its day is given up, what was sent on it is not.
            self.day = today;
        }
        let ready = now.max(self.next).max(self.held_until);
        if self.taken < pace.per_day { ready } else { ready.max(start_of_day(self.day + 1)) }
    }

    /// Takes the next slot, or returns when there is one. Either way the value MUST be kept.
    pub fn take(&mut self, pace: &Pace, now: UnixTime, draw: u32) -> Result<Slot, UnixTime> {
        let ready = self.ready_at(pace, now);
        if ready > now {
            return Err(ready);
        }
        let previous = self.next;
        self.line = self.line.saturating_add(self.last_gap);
        self.last_gap = pace.drawn_gap_millis(draw);
        self.next = plus_millis(now, self.last_gap);
        self.taken = self.taken.saturating_add(1);
        Ok(Slot { granted_at: now, day: self.day, previous, next: self.next, line: self.line })
    }

    /// Gives back a slot in which nothing was submitted. The time of it is free again unless a later slot was taken.
    pub fn give_back(&mut self, slot: &Slot) {
        if self.next == slot.next {
            self.next = slot.previous;
            self.last_gap = 0;
        }
        if self.day == slot.day {
            self.taken = self.taken.saturating_sub(1);
        }
    }

    /// Whether a slot is still good by what happened since. A clock that was set back makes an old slot look fresh, but
    /// the line has moved on, or the next slot was brought forward.
    pub fn honours(&self, slot: &Slot) -> bool {
        self.next >= slot.next && self.line.saturating_sub(slot.line) <= SLOT_MILLIS
    }

    /// Waits until `until`, as the engine asked; never shorter than it asked before.
    pub fn hold(&mut self, until: UnixTime) {
        self.held_until = self.held_until.max(until);
    }
}

/// The UTC day of a moment, counted from the epoch.
pub fn day_of(at: UnixTime) -> i64 {
    at.millis().div_euclid(DAY_MILLIS)
}

/// The first moment of a UTC day, counted from the epoch.
pub fn start_of_day(day: i64) -> UnixTime {
    UnixTime::from_millis(day.saturating_mul(DAY_MILLIS))
}

fn plus_millis(at: UnixTime, millis: i64) -> UnixTime {
    UnixTime::from_millis(at.millis().saturating_add(millis))
}

#[cfg(test)]
mod tests;
