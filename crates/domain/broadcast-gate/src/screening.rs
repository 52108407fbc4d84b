//! Screening: decides which fans get a message, and when.

use kernel::{CountryCode, UnixTime};
use serde::{Deserialize, Serialize};

use crate::audience::{Audience, Fan};
use crate::quiet::QuietHours;

kernel::words! {
    /// Reason why a fan gets nothing. If several apply, the first one in this order counts.
    Reason {
        /// The fan opted out of messages.
        OptedOut = "opted_out",
        /// The fan is blocked.
        Blocked = "blocked",
        /// The audience excludes the fan by id.
        Excluded = "excluded",
        /// The fan got a message of some campaign within the cooldown.
        Cooldown = "cooldown",
        /// The fan already got the message of this campaign.
        AlreadySent = "already_sent",
        /// The fan got a message with the same text within seven days.
        DuplicateText = "duplicate_text",
        /// The fan wrote since the launch, and the campaign skips fans who replied.
        Replied = "replied",
    }
}

/// History of our messages to a fan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct History {
    /// Whether the fan opted out, according to events.
    pub opted_out: bool,
    /// Latest submission of a message of any campaign, without definite failures. A claimed row of another campaign
    /// counts as submitted at its claim.
    pub last_sent_at: Option<UnixTime>,
    /// Latest submission of a message with the same text, without definite failures.
    pub same_text_at: Option<UnixTime>,
    /// Whether this campaign has a row of the fan that was submitted and did not definitely fail.
    pub sent_by_this: bool,
    /// Moment of the fan's latest message.
    pub replied_at: Option<UnixTime>,
}

/// Data about a fan from the engine and the campaign.
///
/// Has no serde, because it is built from stored data each time a fan is screened.
///
/// Built from a fan and an audience, so that no reason against a message is missed:
///
/// ```
/// use broadcast_gate::{Audience, Candidate, Fan, History, Reason, Screening, Verdict};
/// use kernel::UnixTime;
///
/// let fan = Fan { blocked: true, ..Fan::named("ann")? };
/// let candidate = Candidate::of(&fan, &Audience::default());
/// let verdict = Screening::default().first(&candidate, &History::default(), UnixTime::from_seconds(1_795_176_000));
/// assert_eq!(verdict, Verdict::Skip(Reason::Blocked));
/// # Ok::<(), kernel::ValidationErrors>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    opted_out: bool,
    blocked: bool,
    excluded: bool,
    country: Option<CountryCode>,
    replies_count_since: Option<UnixTime>,
}

impl Candidate {
    /// Creates the candidate from a fan of the engine's list, for a campaign to this audience that does not skip
    /// replies.
    pub fn of(fan: &Fan, audience: &Audience) -> Self {
        Self {
            opted_out: fan.opted_out,
            blocked: fan.blocked,
            excluded: audience.excludes(&fan.fan_id),
            country: fan.country,
            replies_count_since: None,
        }
    }

    /// Returns the candidate for a campaign that skips fans who wrote at or after `since`; `None` skips nobody.
    #[must_use]
    pub fn skipped_if_replied(self, since: Option<UnixTime>) -> Self {
        Self { replies_count_since: since, ..self }
    }

    /// Creates the candidate from a row that already passed [`Screening::first`] with the engine's data. Later events
    /// are in the fan's [`History`].
    #[cfg(feature = "use-cases")]
    pub(crate) fn of_row(country: Option<CountryCode>) -> Self {
        Self { opted_out: false, blocked: false, excluded: false, country, replies_count_since: None }
    }

    /// Creates the candidate for a preview, which counts only skipped fans. Fans excluded by id are counted separately.
    /// The country is left out, because quiet hours skip nobody.
    #[cfg(feature = "use-cases")]
    pub(crate) fn to_count(fan: &Fan) -> Self {
        Self { opted_out: fan.opted_out, blocked: fan.blocked, ..Self::of_row(None) }
    }
}

/// Result of screening a fan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The message may go out now.
    Send,
    /// The message may go out, but not before this moment.
    Wait(UnixTime),
    /// The fan gets nothing.
    Skip(Reason),
}

/// Configurable rules of screening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Screening {
    /// Minimum time between two messages to a fan, in seconds; 0 for no minimum.
    pub cooldown_seconds: i64,
    /// Quiet hours of fans.
    pub quiet: QuietHours,
    /// Quiet hours of fans with an unknown country.
    pub unknown_country: UnknownCountry,
}

/// Quiet hours of fans with an unknown country.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownCountry {
    /// No quiet hours: such fans get messages at any hour.
    NoQuietHours,
    /// Quiet hours of this country.
    As(CountryCode),
}

/// Period in which the same text counts as a duplicate, in seconds.
pub const SAME_TEXT_SECONDS: i64 = 7 * 86_400;

impl Default for Screening {
    /// Returns a cooldown of one day, quiet hours from 23 to 8, and no quiet hours for unknown countries.
    fn default() -> Self {
        Self {
            cooldown_seconds: 86_400,
            quiet: QuietHours::default(),
            unknown_country: UnknownCountry::NoQuietHours,
        }
    }
}

impl Screening {
    /// Screens a fan before the first submission of a message.
    ///
    /// ```
    /// use broadcast_gate::{Audience, Candidate, Fan, History, Screening, Verdict};
    /// use kernel::{CountryCode, UnixTime};
    ///
    /// let fan = Fan { country: CountryCode::parse("DE"), ..Fan::named("ann")? };
    /// let candidate = Candidate::of(&fan, &Audience::default());
    /// let midnight_in_berlin = UnixTime::from_seconds(1_795_215_600);
    /// let verdict = Screening::default().first(&candidate, &History::default(), midnight_in_berlin);
    /// assert_eq!(verdict, Verdict::Wait(midnight_in_berlin.plus_seconds(8 * 3600)));
    /// # Ok::<(), kernel::ValidationErrors>(())
    /// ```
    pub fn first(&self, candidate: &Candidate, history: &History, now: UnixTime) -> Verdict {
        let within = |at: Option<UnixTime>, seconds: i64| at.is_some_and(|at| at.plus_seconds(seconds) > now);
        let reason = Reason::ALL.iter().find(|reason| match reason {
            Reason::OptedOut => candidate.opted_out || history.opted_out,
            Reason::Blocked => candidate.blocked,
            Reason::Excluded => candidate.excluded,
            Reason::Cooldown => {
                self.cooldown_seconds > 0 && within(history.last_sent_at, self.cooldown_seconds)
            }
            Reason::AlreadySent => history.sent_by_this,
            Reason::DuplicateText => within(history.same_text_at, SAME_TEXT_SECONDS),
            Reason::Replied => candidate
                .replies_count_since
                .is_some_and(|since| history.replied_at.is_some_and(|at| at >= since)),
        });
        match reason {
            Some(reason) => Verdict::Skip(*reason),
            None => self.hours(candidate, now),
        }
    }

    /// Screens a fan before a retry under the same key, after a submission without a response.
    ///
    /// The first submission may have arrived, so the campaign's own rules no longer apply. Only an opt-out or a block
    /// skips the fan. A message of another campaign within the cooldown defers the retry. `history` excludes the row
    /// itself, so that it does not block its own retry.
    pub fn again(&self, candidate: &Candidate, history: &History, now: UnixTime) -> Verdict {
        let rested = history.last_sent_at.map(|at| at.plus_seconds(self.cooldown_seconds));
        match rested.filter(|at| self.cooldown_seconds > 0 && *at > now) {
            _ if candidate.opted_out || history.opted_out => Verdict::Skip(Reason::OptedOut),
            _ if candidate.blocked => Verdict::Skip(Reason::Blocked),
            Some(rested) => Verdict::Wait(rested),
            None => self.hours(candidate, now),
        }
    }

    fn hours(&self, candidate: &Candidate, now: UnixTime) -> Verdict {
        let country = match (candidate.country, self.unknown_country) {
            (Some(country), _) | (None, UnknownCountry::As(country)) => country,
            (None, UnknownCountry::NoQuietHours) => return Verdict::Send,
        };
        self.quiet.until(country, now).map_or(Verdict::Send, Verdict::Wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audience::{AudienceInput, FanTier};
    use crate::testing::{NOW, fan};

    /// Candidate without any reason to skip.
    const PLAIN: Candidate = Candidate {
        opted_out: false,
        blocked: false,
        excluded: false,
        country: None,
        replies_count_since: None,
    };

    #[test]
    fn every_reason_of_fan_and_audience_is_taken_over() {
        let input = AudienceInput { exclude_fan_ids: vec!["ann".into()], ..AudienceInput::default() };
        let audience = Audience::parse(&input).unwrap();
        let ann = fan("ann", FanTier::Free);
        let excluded = Candidate { excluded: true, ..PLAIN };
        let country = CountryCode::parse("DE");
        for (fan, expected) in [
            (fan("bob", FanTier::Free), PLAIN),
            (ann.clone(), excluded),
            (Fan { opted_out: true, ..ann.clone() }, Candidate { opted_out: true, ..excluded }),
            (Fan { blocked: true, ..ann.clone() }, Candidate { blocked: true, ..excluded }),
            (Fan { country, ..ann }, Candidate { country, ..excluded }),
        ] {
            assert_eq!(Candidate::of(&fan, &audience), expected, "{fan:?}");
        }
    }

    #[test]
    fn an_unknown_country_has_the_quiet_hours_that_are_configured_for_it() {
        let night = NOW.plus_seconds(11 * 3600);
        let germany = CountryCode::parse("DE").unwrap();
        let morning = Verdict::Wait(NOW.plus_seconds(19 * 3600));
        for (unknown_country, expected) in
            [(UnknownCountry::NoQuietHours, Verdict::Send), (UnknownCountry::As(germany), morning)]
        {
            let screening = Screening { unknown_country, ..Screening::default() };
            assert_eq!(screening.first(&PLAIN, &History::default(), night), expected);
            assert_eq!(screening.again(&PLAIN, &History::default(), night), expected);
        }
    }

    #[test]
    fn reasons_in_their_order() {
        let ago = |seconds: i64| Some(NOW.plus_seconds(-seconds));
        let (hour, day, week) = (3600, 86_400, 7 * 86_400);
        let all = Candidate {
            opted_out: true,
            blocked: true,
            excluded: true,
            replies_count_since: ago(day),
            ..PLAIN
        };
        let sent = History {
            last_sent_at: ago(hour),
            same_text_at: ago(hour),
            sent_by_this: true,
            replied_at: ago(hour),
            ..History::default()
        };
        let minds = Candidate { replies_count_since: ago(day), ..PLAIN };
        let skip = Verdict::Skip;
        for (candidate, history, expected) in [
            (PLAIN, History::default(), Verdict::Send),
            (all, sent, skip(Reason::OptedOut)),
            (PLAIN, History { opted_out: true, ..sent }, skip(Reason::OptedOut)),
            (Candidate { opted_out: false, ..all }, sent, skip(Reason::Blocked)),
            (Candidate { excluded: true, ..minds }, sent, skip(Reason::Excluded)),
            (minds, sent, skip(Reason::Cooldown)),
            (minds, History { last_sent_at: ago(day), ..sent }, skip(Reason::AlreadySent)),
            (minds, History { last_sent_at: ago(day - 1), ..sent }, skip(Reason::Cooldown)),
            (minds, History { last_sent_at: None, sent_by_this: false, ..sent }, skip(Reason::DuplicateText)),
            (
                minds,
                History { same_text_at: ago(week - 1), ..History::default() },
                skip(Reason::DuplicateText),
            ),
            (minds, History { same_text_at: ago(week), ..History::default() }, Verdict::Send),
            (minds, History { replied_at: ago(day), ..History::default() }, skip(Reason::Replied)),
            (minds, History { replied_at: ago(day + 1), ..History::default() }, Verdict::Send),
            (PLAIN, History { replied_at: ago(1), ..History::default() }, Verdict::Send),
        ] {
            assert_eq!(Screening::default().first(&candidate, &history, NOW), expected, "{history:?}");
        }
    }

    #[test]
    fn without_a_cool_down_nobody_is_left_alone() {
        let screening = Screening { cooldown_seconds: 0, ..Screening::default() };
        let history = History { last_sent_at: Some(NOW), ..History::default() };
        assert_eq!(screening.first(&PLAIN, &history, NOW), Verdict::Send);
    }

    #[test]
    fn quiet_hours_defer_and_never_skip() {
        let night = NOW.plus_seconds(11 * 3600);
        let german = Candidate { country: CountryCode::parse("DE"), ..PLAIN };
        let morning = Verdict::Wait(NOW.plus_seconds(19 * 3600));
        assert_eq!(Screening::default().first(&german, &History::default(), night), morning);
        assert_eq!(Screening::default().again(&german, &History::default(), night), morning);
        let blocked = Candidate { blocked: true, ..german };
        assert_eq!(
            Screening::default().first(&blocked, &History::default(), night),
            Verdict::Skip(Reason::Blocked)
        );
    }

    #[test]
    fn a_repeated_submission_is_stopped_by_less() {
        let hour_ago = Some(NOW.plus_seconds(-3600));
        let blocked = Candidate { blocked: true, ..PLAIN };
        let minds = Candidate { replies_count_since: hour_ago, ..PLAIN };
        let other = History { last_sent_at: hour_ago, ..History::default() };
        let old = History {
            same_text_at: hour_ago,
            sent_by_this: true,
            replied_at: Some(NOW),
            ..History::default()
        };
        for (candidate, history, expected) in [
            (minds, old, Verdict::Send),
            (minds, History { opted_out: true, ..other }, Verdict::Skip(Reason::OptedOut)),
            (blocked, other, Verdict::Skip(Reason::Blocked)),
            (minds, other, Verdict::Wait(NOW.plus_seconds(23 * 3600))),
        ] {
            assert_eq!(Screening::default().again(&candidate, &history, NOW), expected, "{history:?}");
        }
    }

    #[test]
    fn words_are_read_back() {
        for reason in Reason::ALL {
            assert_eq!(Reason::parse(reason.as_str()), Some(reason));
        }
    }
}
