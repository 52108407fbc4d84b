//! Comparison of our sums with the platform's, by day and by link.

use std::collections::BTreeMap;

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::join::Note;
use crate::links::Counters;
use crate::time::Day;

/// Age from which a day's sums must agree, in seconds: 72 hours after its end.
pub const SETTLED_SECONDS: i64 = 72 * 3_600;
/// Tolerance for each transaction, in cents.
pub const TOLERANCE_CENTS: i64 = 1;

/// Net money of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DaySum {
    /// Net amount in cents; refunds reduce it.
    pub net_cents: i64,
    /// Number of transactions.
    pub count: u64,
}

/// Result of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DayVerdict {
    /// The day is too young to be compared.
    Pending,
    /// The sums agree.
    Ok,
    /// We lack this many cents: the day's transactions are read again.
    Missing(i64),
    /// We have this many cents more than the platform.
    Extra(i64),
}

/// Comparison of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayComparison {
    /// Day in UTC.
    pub day: Day,
    /// Our net amount in cents.
    pub ours_cents: i64,
    /// Net amount of the platform in cents.
    pub theirs_cents: i64,
    /// Result.
    pub verdict: DayVerdict,
}

/// Compares days, in order. A day that only one side has counts 0 on the other.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use kernel::UnixTime;
/// use platform_sync::{Day, DaySum, DayVerdict, compare_days};
///
/// let day = Day::parse("2026-11-01").unwrap();
/// let ours = BTreeMap::from([(day, DaySum { net_cents: 900, count: 3 })]);
/// let theirs = BTreeMap::from([(day, DaySum { net_cents: 1_000, count: 3 })]);
/// let compared = compare_days(&ours, &theirs, UnixTime::from_seconds(1_800_000_000));
/// assert_eq!(compared[0].verdict, DayVerdict::Missing(100));
/// ```
pub fn compare_days(
    ours: &BTreeMap<Day, DaySum>,
    theirs: &BTreeMap<Day, DaySum>,
    now: UnixTime,
) -> Vec<DayComparison> {
    let days: std::collections::BTreeSet<_> = ours.keys().chain(theirs.keys()).copied().collect();
    let compare = |day: Day| {
        let sum = |sums: &BTreeMap<Day, DaySum>| sums.get(&day).copied().unwrap_or_default();
        let (our, their) = (sum(ours), sum(theirs));
        let verdict = if now < day.plus(1).start().plus_seconds(SETTLED_SECONDS) {
            DayVerdict::Pending
        } else {
            verdict(our, their)
        };
        DayComparison { day, ours_cents: our.net_cents, theirs_cents: their.net_cents, verdict }
    };
    days.into_iter().map(compare).collect()
}

fn verdict(ours: DaySum, theirs: DaySum) -> DayVerdict {
    let difference = theirs.net_cents.saturating_sub(ours.net_cents);
    let count = i64::try_from(ours.count.max(theirs.count)).unwrap_or(i64::MAX);
    let tolerance = count.saturating_mul(TOLERANCE_CENTS);
    match difference {
        _ if difference.saturating_abs() <= tolerance => DayVerdict::Ok,
        1.. => DayVerdict::Missing(difference),
        _ => DayVerdict::Extra(difference.saturating_neg()),
    }
}

kernel::words! {
    /// Reason for a difference between our sums of a link and the platform's.
    Reason {
        /// Fans of several links: the platform splits their money, we give it to their latest link.
        StackedLinks = "stacked_links",
        /// Money of fans from before they used a link.
        BeforeTheLink = "before_the_link",
        /// Money after the subscription ended, which the platform does not count.
        NotWhileSubscribed = "not_while_subscribed",
        /// Events that were passed on before their link was known.
        JoinedLate = "joined_late",
        /// Fans whose data was erased here.
        ErasedFan = "erased_fan",
        /// The platform still computes its revenue.
        StillComputing = "still_computing",
        /// No known reason.
        Unexplained = "unexplained",
    }
}

impl From<Note> for Reason {
    fn from(note: Note) -> Self {
        match note {
            Note::BeforeTheLink => Self::BeforeTheLink,
            Note::NotWhileSubscribed => Self::NotWhileSubscribed,
            Note::JoinedLate => Self::JoinedLate,
        }
    }
}

/// Our sums of a link.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LinkSums {
    /// Number of subscribers with the link.
    pub subscribers: u64,
    /// Number of fans who spent money.
    pub spenders: u64,
    /// Net revenue in cents.
    pub net_cents: i64,
    /// Number of events or fans to which a reason applies.
    pub reasons: BTreeMap<Reason, u64>,
}

/// Comparison of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkComparison {
    /// Our subscribers less the platform's.
    pub subscribers: i64,
    /// Our spenders less the platform's; `None` while the platform computes.
    pub spenders: Option<i64>,
    /// Our net revenue less the platform's, in cents; `None` while the platform computes.
    pub net_cents: Option<i64>,
    /// Reasons for a difference, empty without one.
    pub reasons: Vec<Reason>,
}

/// Compares a link. Our sums and the platform's are never added; they follow different rules.
pub fn compare_link(ours: &LinkSums, theirs: &Counters) -> LinkComparison {
    let less = |one: u64, other: u64| {
        i64::try_from(i128::from(one) - i128::from(other)).unwrap_or(if one > other {
            i64::MAX
        } else {
            i64::MIN
        })
    };
    let subscribers = less(ours.subscribers, theirs.subscribers);
    let spenders = theirs.revenue.map(|revenue| less(ours.spenders, revenue.spenders));
    let net_cents = theirs.revenue.map(|revenue| ours.net_cents.saturating_sub(revenue.net_cents));
    let differs =
        subscribers != 0 || spenders.is_some_and(|by| by != 0) || net_cents.is_some_and(|by| by != 0);
    let mut reasons = Vec::new();
    if differs {
        let applies = |(reason, count): (&Reason, &u64)| (*count > 0).then_some(*reason);
        reasons.extend(ours.reasons.iter().filter_map(applies));
    }
    if theirs.revenue.is_none() {
        reasons.push(Reason::StillComputing);
    }
    if differs && reasons.is_empty() {
        reasons.push(Reason::Unexplained);
    }
    LinkComparison { subscribers, spenders, net_cents, reasons }
}

/// Health of the attribution of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// Share of new subscribers without a link, in thousandths; `None` without new subscribers.
    pub unlinked_permille: Option<u32>,
    /// Time since the last pushed event, in seconds; `None` if there was none.
    pub silent_seconds: Option<i64>,
    /// Whether the silence is longer than events have been apart lately.
    pub suspicious: bool,
}

/// Judges the health: `longest_gap` is the longest time between two pushed events of the last week, in seconds.
pub fn health(
    subscribers: u64,
    unlinked: u64,
    last_push: Option<UnixTime>,
    longest_gap: i64,
    now: UnixTime,
) -> Health {
    let permille = (u128::from(unlinked.min(subscribers)) * 1_000).checked_div(subscribers.into());
    let silent_seconds = last_push.map(|last| (now.seconds() - last.seconds()).max(0));
    let patience = longest_gap.max(3_600).saturating_mul(2);
    Health {
        unlinked_permille: permille.and_then(|share| u32::try_from(share).ok()),
        silent_seconds,
        suspicious: silent_seconds.is_some_and(|silent| silent > patience),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::links::LinkRevenue;

    #[test]
    fn days_agree_within_a_cent_a_transaction() {
        let day = Day::parse("2026-11-01").unwrap();
        let settled = day.plus(1).start().plus_seconds(SETTLED_SECONDS);
        let sum = |net_cents, count| DaySum { net_cents, count };
        for (ours, theirs, expected) in [
            (sum(1_000, 3), sum(1_000, 3), DayVerdict::Ok),
            (sum(1_000, 3), sum(1_003, 3), DayVerdict::Ok),
            (sum(1_000, 3), sum(1_004, 3), DayVerdict::Missing(4)),
            (sum(1_000, 0), sum(996, 3), DayVerdict::Extra(4)),
            (sum(0, 0), sum(-500, 1), DayVerdict::Extra(500)),
            (sum(i64::MIN, 0), sum(i64::MAX, 0), DayVerdict::Missing(i64::MAX)),
        ] {
            let compared =
                compare_days(&BTreeMap::from([(day, ours)]), &BTreeMap::from([(day, theirs)]), settled);
            assert_eq!(compared[0].verdict, expected, "{ours:?} {theirs:?}");
        }
        let theirs = BTreeMap::from([(day, sum(1_000, 1))]);
        let young = compare_days(&BTreeMap::new(), &theirs, settled.plus_seconds(-1));
        assert_eq!((young[0].verdict, young[0].theirs_cents), (DayVerdict::Pending, 1_000));
        assert_eq!(compare_days(&BTreeMap::new(), &theirs, settled)[0].verdict, DayVerdict::Missing(1_000));
    }

    #[test]
    fn a_difference_of_a_link_has_reasons() {
        use Reason::*;
        let revenue = Some(LinkRevenue { net_cents: 1_000, spenders: 2 });
        let theirs = |revenue| Counters { clicks: 9, subscribers: 5, revenue };
        let ours = |net_cents, reasons: &[Reason]| LinkSums {
            subscribers: 5,
            spenders: 2,
            net_cents,
            reasons: reasons.iter().map(|reason| (*reason, 1)).collect(),
        };
        for (ours, revenue, net, reasons) in [
            (ours(1_000, &[]), revenue, Some(0), &[][..]),
            (ours(1_000, &[JoinedLate]), revenue, Some(0), &[]),
            (ours(900, &[]), revenue, Some(-100), &[Unexplained]),
            (ours(1_100, &[ErasedFan, StackedLinks]), revenue, Some(100), &[StackedLinks, ErasedFan]),
            (ours(1_100, &[]), None, None, &[StillComputing]),
        ] {
            let compared = compare_link(&ours, &theirs(revenue));
            assert_eq!((compared.net_cents, compared.reasons.as_slice()), (net, reasons), "{ours:?}");
        }
        let fewer = LinkSums { subscribers: 4, ..ours(1_000, &[]) };
        assert_eq!(compare_link(&fewer, &theirs(revenue)).subscribers, -1);
        assert_eq!(Reason::from(Note::NotWhileSubscribed), NotWhileSubscribed);
    }

    #[test]
    fn silence_is_suspicious_when_it_is_unusual() {
        let now = UnixTime::from_seconds(1_800_000_000);
        let ago = |seconds: i64| Some(now.plus_seconds(-seconds));
        for (last, gap, suspicious) in
            [(ago(7_200), 60, false), (ago(7_201), 60, true), (ago(9_000), 5_000, false), (None, 60, false)]
        {
            assert_eq!(health(10, 2, last, gap, now).suspicious, suspicious, "{last:?} {gap}");
        }
        assert_eq!(health(3, 1, None, 0, now).unlinked_permille, Some(333));
        assert_eq!(health(0, 0, None, 0, now).unlinked_permille, None);
    }
}
