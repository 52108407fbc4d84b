//! Who gets a message, who does not, and who gets it later.

use kernel::{CountryCode, UnixTime};

use crate::quiet::QuietHours;

/// Why a fan gets nothing. The first reason that holds is the one that counts, in this order.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    /// Wants no messages.
    OptedOut,
    /// Is blocked.
    Blocked,
    /// Is one of those whom the audience leaves out.
    Excluded,
    /// Had a message of some campaign within the cool-down.
    Cooldown,
    /// Had the message of this campaign.
    AlreadySent,
    /// Had a message with the same text within seven days.
    DuplicateText,
    /// Wrote since the launch, and the campaign sends nothing to those who did.
    Replied,
}

impl Reason {
    /// Every reason, in the order in which they are looked at.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    /// Reads the word of the interface.
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// The word of the interface.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What we know of our own dealings with a fan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct History {
    /// Whether the fan told the engine that it wants no messages, as far as events said so.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Candidate {
    /// Whether the engine says that the fan wants no messages.
    pub opted_out: bool,
    /// Whether the engine says that the fan is blocked.
    pub blocked: bool,
    /// Whether the audience leaves the fan out.
    pub excluded: bool,
    /// The fan's country, where it is known.
    pub country: Option<CountryCode>,
    /// From when on a message of the fan counts as a reply, for a campaign that minds.
    pub minds_replies_since: Option<UnixTime>,
}

/// What screening says of a fan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// May get the message now.
    Send,
    /// May get it, but not before this moment.
    Wait(UnixTime),
    /// Gets nothing.
    Skip(Reason),
}

/// The rules of screening that are configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screening {
    /// How long a fan is left alone after a message, in seconds; 0 for not at all.
    pub cooldown_seconds: i64,
    /// When fans are not written to.
    pub quiet: QuietHours,
}

/// How long the same text counts as a repetition.
pub const SAME_TEXT_SECONDS: i64 = 7 * 86_400;

impl Default for Screening {
    /// A day of cool-down and quiet from 23 to 8 (decisions, section 12).
    fn default() -> Self {
        Self { cooldown_seconds: 86_400, quiet: QuietHours::default() }
    }
}

impl Screening {
    /// Looks at a fan who is to get a message for the first time.
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
                .minds_replies_since
                .is_some_and(|since| history.replied_at.is_some_and(|at| at >= since)),
        });
        match reason {
            Some(reason) => Verdict::Skip(*reason),
            None => self.hours(candidate, now),
        }
    }

    /// Looks at a fan whose message was submitted without an answer and is to be submitted again under the same key.
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
        self.quiet.until(candidate.country, now).map_or(Verdict::Send, Verdict::Wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::NOW;

    #[test]
    fn reasons_in_their_order() {
        let ago = |seconds: i64| Some(NOW.plus_seconds(-seconds));
        let (hour, day, week) = (3600, 86_400, 7 * 86_400);
        let all = Candidate {
            opted_out: true,
            blocked: true,
            excluded: true,
            minds_replies_since: ago(day),
            ..Candidate::default()
        };
        let sent = History {
            last_sent_at: ago(hour),
            same_text_at: ago(hour),
            sent_by_this: true,
            replied_at: ago(hour),
            ..History::default()
        };
        let minds = Candidate { minds_replies_since: ago(day), ..Candidate::default() };
        let skip = Verdict::Skip;
        for (candidate, history, expected) in [
            (Candidate::default(), History::default(), Verdict::Send),
            (all, sent, skip(Reason::OptedOut)),
            (Candidate::default(), History { opted_out: true, ..sent }, skip(Reason::OptedOut)),
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
            (Candidate::default(), History { replied_at: ago(1), ..History::default() }, Verdict::Send),
        ] {
            assert_eq!(Screening::default().first(&candidate, &history, NOW), expected, "{history:?}");
        }
    }

    #[test]
    fn without_a_cool_down_nobody_is_left_alone() {
        let screening = Screening { cooldown_seconds: 0, ..Screening::default() };
        let history = History { last_sent_at: Some(NOW), ..History::default() };
        assert_eq!(screening.first(&Candidate::default(), &history, NOW), Verdict::Send);
    }

    #[test]
    fn quiet_hours_defer_and_never_skip() {
        let night = NOW.plus_seconds(11 * 3600);
        let german = Candidate { country: CountryCode::parse("DE"), ..Candidate::default() };
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
        let blocked = Candidate { blocked: true, ..Candidate::default() };
        let minds = Candidate { minds_replies_since: hour_ago, ..Candidate::default() };
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
            assert_eq!(Reason::parse(reason.as_str()), Some(*reason));
        }
    }
}
