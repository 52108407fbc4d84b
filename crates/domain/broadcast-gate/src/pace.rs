//! Sending pace of an account: a token bucket of capacity 1 with jitter, and a daily limit.

use kernel::{ErrorKind, Location, ParseError, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

/// Period in which a granted slot may be used, in milliseconds. [`Pace::gap_millis`] includes this period, because a
/// message late in its slot must not crowd the minute of a later one.
pub const SLOT_MILLIS: i64 = 1000;
/// Last part of a slot, reserved for the handover to the engine. A submission approved before this part starts before
/// the slot ends, or not at all.
pub const HAND_OVER_MILLIS: i64 = 250;
/// Maximum distance to the next slot; a longer distance means that a wrong clock set it. The value far exceeds any gap
/// between messages. A worker delayed on its way to the store looks like a clock that went back.
const LONGEST_WAIT_MILLIS: i64 = 15 * 60_000;
/// Maximum delay that an engine may ask for.
const LONGEST_HOLD_MILLIS: i64 = DAY_MILLIS;
const DAY_MILLIS: i64 = 86_400_000;

/// Unvalidated pace of a campaign. Absent fields use the pace of the service.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PaceInput {
    /// Messages per minute, 1-6000.
    pub per_minute: Option<i64>,
    /// Messages per UTC day, 1-8640000.
    pub per_day: Option<i64>,
    /// Maximum extension of a gap as a fraction of the gap, 0-1.
    pub jitter: Option<f64>,
}

/// Validated pace of a campaign, which replaces the pace of the service while the campaign runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "PaceInput", into = "PaceInput")]
pub struct OwnPace {
    per_minute: Option<u32>,
    per_day: Option<u32>,
    jitter_permille: Option<u16>,
}
crate::text::by_input!(OwnPace: PaceInput);

impl OwnPace {
    /// Maximum number of messages per minute.
    pub const MAX_PER_MINUTE: u32 = 6000;
    /// Maximum number of messages per day.
    pub const MAX_PER_DAY: u32 = 8_640_000;

    /// Validates a pace. Errors are located at `per_minute`, `per_day` and `jitter`. The jitter is rounded to
    /// thousandths.
    pub fn parse(input: &PaceInput) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let pace = Self {
            per_minute: count(&mut errors, "per_minute", input.per_minute, Self::MAX_PER_MINUTE),
            per_day: count(&mut errors, "per_day", input.per_day, Self::MAX_PER_DAY),
            jitter_permille: jitter(&mut errors, input.jitter),
        };
        errors.into_result().map(|()| pace)
    }

    /// Returns the pace in the form for [`Self::parse`].
    pub fn to_input(&self) -> PaceInput {
        PaceInput {
            per_minute: self.per_minute.map(i64::from),
            per_day: self.per_day.map(i64::from),
            jitter: self.jitter_permille.map(|permille| f64::from(permille) / 1000.0),
        }
    }
}

/// Validates a whole number from 1 to `most` in the field `key`.
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

/// Default pace of campaigns, and the upper limit for all campaigns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacePolicy {
    /// Messages per minute.
    pub per_minute: u32,
    /// Messages per UTC day.
    pub per_day: u32,
    /// Maximum extension of a gap, in thousandths of the gap.
    pub jitter_permille: u16,
    /// Maximum number of messages per minute for any campaign.
    pub max_per_minute: u32,
}

impl Default for PacePolicy {
    /// Returns 20 messages per minute, 500 per day, gaps up to a fifth longer, and a limit of 6000 per minute.
    fn default() -> Self {
        Self { per_minute: 20, per_day: 500, jitter_permille: 200, max_per_minute: OwnPace::MAX_PER_MINUTE }
    }
}

impl PacePolicy {
    /// Returns the effective pace of a campaign.
    pub fn of(&self, own: &OwnPace) -> Pace {
        Pace {
            per_minute: own.per_minute.unwrap_or(self.per_minute).min(self.max_per_minute).max(1),
            per_day: own.per_day.unwrap_or(self.per_day),
            jitter_permille: own.jitter_permille.unwrap_or(self.jitter_permille).min(1000),
        }
    }
}

/// Effective pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredPace")]
pub struct Pace {
    per_minute: u32,
    per_day: u32,
    jitter_permille: u16,
}

/// Stored form of a [`Pace`], before validation.
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
    /// Messages per minute, 1 or more.
    pub fn per_minute(&self) -> u32 {
        self.per_minute
    }

    /// Messages per UTC day.
    pub fn per_day(&self) -> u32 {
        self.per_day
    }

    /// Minimum time between two slots, in milliseconds.
    ///
    /// A slot is used within [`SLOT_MILLIS`]. Therefore `per_minute` gaps must span a minute and a slot. Then the first
    /// and the last of `per_minute + 1` messages are at least a minute apart, wherever in their slots they were
    /// submitted.
    pub fn gap_millis(&self) -> i64 {
        let per_minute = i64::from(self.per_minute.max(1));
        (60_000 + SLOT_MILLIS + per_minute - 1) / per_minute
    }

    /// Returns a gap with jitter, in milliseconds. Jitter only lengthens gaps, because shorter ones would exceed the
    /// pace. `draw` is a uniformly distributed random number.
    fn drawn_gap_millis(&self, draw: u32) -> i64 {
        let gap = self.gap_millis();
        let most = gap * i64::from(self.jitter_permille) / 1000;
        gap + ((most * i64::from(draw)) >> 32)
    }
}

/// Permission to submit one message at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Moment at which the slot was granted.
    pub granted_at: UnixTime,
    /// UTC day whose limit the slot counts for, in days since the epoch.
    pub day: i64,
    /// Earliest start of this slot, before it was granted.
    pub previous: UnixTime,
    /// Earliest start of the next slot.
    pub next: UnixTime,
    /// Position on the account's slot line, in milliseconds: the sum of all earlier gaps.
    pub line: i64,
}

impl Slot {
    /// Whether a message may still be handed over in this slot.
    pub fn is_usable(&self, now: UnixTime) -> bool {
        (0..=SLOT_MILLIS - HAND_OVER_MILLIS).contains(&now.millis().saturating_sub(self.granted_at.millis()))
    }
}

/// Sending state of an account, kept in the store and shared by all workers.
///
/// The state tolerates clock jumps. A clock that went back delays an account by a quarter of an hour at most. A clock
/// that passes the same midnight twice does not reset the daily limit twice. An old slot that looks fresh is detected
/// by its position on the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountPace {
    /// Earliest start of the next slot.
    pub next: UnixTime,
    /// Moment until which the engine asked to wait.
    pub held_until: UnixTime,
    /// UTC day of `taken`, in days since the epoch.
    pub day: i64,
    /// Number of slots taken on that day.
    pub taken: u32,
    /// Position of the last slot on the line, in milliseconds.
    pub line: i64,
    /// Gap after the last slot, in milliseconds; 0 if the slot was given back.
    pub last_gap: i64,
}

impl Default for AccountPace {
    /// Returns the state of an account that never sent.
    fn default() -> Self {
        let never = UnixTime::from_millis(0);
        Self { next: never, held_until: never, day: 0, taken: 0, line: 0, last_gap: 0 }
    }
}

impl AccountPace {
    /// Returns the earliest moment for a slot, `now` or later. Also repairs the effects of a wrong clock, so the caller
    /// MUST store the state even if no slot is taken.
    pub fn ready_at(&mut self, pace: &Pace, now: UnixTime) -> UnixTime {
        self.next = self.next.min(plus_millis(now, LONGEST_WAIT_MILLIS));
        self.held_until = self.held_until.min(plus_millis(now, LONGEST_HOLD_MILLIS));
        let today = day_of(now);
        if today > self.day {
            (self.day, self.taken) = (today, 0);
        } else if today < self.day - 1 {
            // The clock was far ahead: reset the day, but keep the number of messages.
            self.day = today;
        }
        let ready = now.max(self.next).max(self.held_until);
        if self.taken < pace.per_day { ready } else { ready.max(start_of_day(self.day + 1)) }
    }

    /// Takes the next slot, or returns the moment of the next one. The caller MUST store the state in both cases.
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

    /// Gives back a slot in which nothing was submitted. Unless a later slot was taken, its time is free again.
    pub fn give_back(&mut self, slot: &Slot) {
        if self.next == slot.next {
            self.next = slot.previous;
            self.last_gap = 0;
        }
        if self.day == slot.day {
            self.taken = self.taken.saturating_sub(1);
        }
    }

    /// Whether a slot is still valid. A clock that was set back makes an old slot look fresh, but by then the line has
    /// moved on, or the next slot starts earlier.
    pub fn honours(&self, slot: &Slot) -> bool {
        self.next >= slot.next && self.line.saturating_sub(slot.line) <= SLOT_MILLIS
    }

    /// Holds the account until `until`, as the engine asked. Never shortens an earlier hold.
    pub fn hold(&mut self, until: UnixTime) {
        self.held_until = self.held_until.max(until);
    }
}

/// Returns the UTC day of a moment, in days since the epoch.
pub fn day_of(at: UnixTime) -> i64 {
    at.millis().div_euclid(DAY_MILLIS)
}

/// Returns the first moment of a UTC day, given in days since the epoch.
pub fn start_of_day(day: i64) -> UnixTime {
    UnixTime::from_millis(day.saturating_mul(DAY_MILLIS))
}

fn plus_millis(at: UnixTime, millis: i64) -> UnixTime {
    UnixTime::from_millis(at.millis().saturating_add(millis))
}

#[cfg(test)]
mod tests;
