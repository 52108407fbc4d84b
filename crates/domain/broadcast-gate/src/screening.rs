//! Who gets a message, who does not, and who gets it later.

use kernel::{CountryCode, UnixTime};
use serde::{Deserialize, Serialize};

use crate::audience::{Audience, Fan};
use crate::quiet::QuietHours;

kernel::words! {
    /// Why a fan gets nothing. The first reason that holds is the one that counts, in this order.
    Reason {
        /// Wants no messages.
        OptedOut = "opted_out",
        /// Is blocked.
        Blocked = "blocked",
        /// Is one of those whom the audience leaves out.
        Excluded = "excluded",
        /// Had a message of some campaign within the cool-down.
        Cooldown = "cooldown",
        /// Had the message of this campaign.
        AlreadySent = "already_sent",
        /// Had a message with the same text within seven days.
        DuplicateText = "duplicate_text",
        /// Wrote since the launch, and the campaign sends nothing to those who did.
        Replied = "replied",
    }
}

/// What we know of our own dealings with a fan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct History {
    /// Whether events say that the fan wants no messages.
    pub opted_out: bool,
    /// When a message of any campaign was last submitted, those that certainly failed left out. A row of another campaign
    /// that is in the hands of a worker counts as submitted when it was claimed.
    pub last_sent_at: Option<UnixTime>,
    /// When a message with the same text was last submitted, those that certainly failed left out.
    pub same_text_at: Option<UnixTime>,
    /// Whether this campaign has a ledger row of the fan that was submitted and did not certainly fail.
    pub sent_by_this: bool,
    /// When the fan last wrote.
    pub replied_at: Option<UnixTime>,
}

/// What the engine and the campaign say about a fan.
///
/// It has no serde: it is made anew of what is stored, each time a fan is judged.
///
/// It is made of a fan and an audience, so that no reason against a message is forgotten:
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
    /// The fan as the engine lists them, for a campaign to this audience that sends to those who reply, too.
    pub fn of(fan: &Fan, audience: &Audience) -> Self {
        Self {
            opted_out: fan.opted_out,
            blocked: fan.blocked,
            excluded: audience.excludes(&fan.fan_id),
            country: fan.country,
            replies_count_since: None,
        }
    }

    /// The same for a campaign that sends nothing to fans who wrote at or after `since`; `None` for one that does.
    #[must_use]
    pub fn skipped_if_replied(self, since: Option<UnixTime>) -> Self {
        Self { replies_count_since: since, ..self }
    }

    /// A fan whose row in the ledger passed [`Screening::first`] already, so that what the engine lists of them was judged
    /// then. What happened since is in their [`History`].
    #[cfg(feature = "use-cases")]
    pub(crate) fn of_row(country: Option<CountryCode>) -> Self {
        Self { opted_out: false, blocked: false, excluded: false, country, replies_count_since: None }
    }

    /// A fan whose skipping alone is of interest, as in a preview, which counts those who are excluded by name apart. Quiet
    /// hours skip nobody, so the country is left out.
    #[cfg(feature = "use-cases")]
    pub(crate) fn to_count(fan: &Fan) -> Self {
        Self { opted_out: fan.opted_out, blocked: fan.blocked, ..Self::of_row(None) }
    }
}

/// What screening says of a fan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// May get the message now.
    Send,
    /// May get it, but not before this moment.
    Wait(UnixTime),
    /// Gets nothing.
    Skip(Reason),
}

/// The rules of screening that are configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Screening {
    /// How long a fan is left alone after a message, in seconds; 0 for not at all.
    pub cooldown_seconds: i64,
    /// When fans are not written to.
    pub quiet: QuietHours,
    /// Which quiet hours a fan has whose country is unknown.
    pub unknown_country: UnknownCountry,
}

/// Which quiet hours a fan has whose country is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownCountry {
    /// None: the fan is written to at any hour.
    NoQuietHours,
    /// Those of this country.
    As(CountryCode),
}

/// How long the same text counts as a repetition.
pub const SAME_TEXT_SECONDS: i64 = 7 * 86_400;

impl Default for Screening {
    /// A day of cool-down, quiet from 23 to 8, and no quiet hours where the country is unknown.
    fn default() -> Self {
        Self {
            cooldown_seconds: 86_400,
            quiet: QuietHours::default(),
            unknown_country: UnknownCountry::NoQuietHours,
        }
    }
}

impl Screening {
    /// Judges a fan who is to get a message for the first time.
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

    /// Judges a fan whose message was submitted without an answer and is to be submitted again under the same key.
    ///
    /// The first submission may have arrived or not, so it is not a matter of the campaign's rules any more, but of what
    /// forbids any message to the fan. A message of another campaign within the cool-down defers it. `history` leaves
    /// the row itself out, so that it is no reason against itself.
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

    /// A fan against whom nothing speaks.
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
