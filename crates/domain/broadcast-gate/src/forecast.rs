//! Forecast of a campaign's next and last message.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::campaign::{Campaign, Mode};
use crate::pace::{AccountPace, Pace, start_of_day};
use crate::planning::is_planned;
use crate::progress::Progress;
use crate::state::Status;

/// Forecast for a campaign. An estimate, because other campaigns may send from the same account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Forecast {
    /// Moment of the next possible message; `None` if the campaign is not running or has nothing to send.
    pub next_send_at: Option<UnixTime>,
    /// Estimated moment of the last message at this pace; also `None` if the audience is not fully known.
    pub estimated_finish_at: Option<UnixTime>,
}

/// Computes the forecast of a campaign at `now`.
pub fn of(
    campaign: &Campaign,
    progress: &Progress,
    pace: &Pace,
    mut account: AccountPace,
    now: UnixTime,
) -> Forecast {
    if campaign.status == Status::Scheduled {
        return Forecast { next_send_at: campaign.definition.start_at(), estimated_finish_at: None };
    }
    let left = progress.pending;
    if campaign.status != Status::Running || left == 0 {
        return Forecast::default();
    }
    let first = account.ready_at(pace, now);
    let next_send_at = (progress.waiting < left).then_some(first);
    let known = is_planned(campaign.definition.mode(), &progress.planning);
    let per_day = campaign.definition.stop().max_per_day().unwrap_or(u32::MAX).min(pace.per_day()).max(1);
    let estimated_finish_at = known.then(|| finish(first, left, pace, per_day, account));
    let counted = campaign.definition.mode() != Mode::Online;
    Forecast { next_send_at, estimated_finish_at: estimated_finish_at.filter(|_| counted) }
}

/// Estimates when `left` messages are sent if the first one goes at `first`: the rest of that day, then
/// whole days.
fn finish(first: UnixTime, left: u64, pace: &Pace, per_day: u32, account: AccountPace) -> UnixTime {
    let day = crate::pace::day_of(first);
    let taken = if day == account.day { account.taken } else { 0 };
    let today = u64::from(per_day.saturating_sub(taken)).max(1);
    let gaps = |messages: u64| {
        let seconds = messages.saturating_mul(u64::try_from(pace.gap_millis()).unwrap_or(0)) / 1000;
        i64::try_from(seconds).unwrap_or(i64::MAX)
    };
    let Some(later) = left.checked_sub(today).filter(|later| *later > 0) else {
        return first.plus_seconds(gaps(left - 1));
    };
    let full_days = (later - 1) / u64::from(per_day);
    let last_day = day.saturating_add(1).saturating_add_unsigned(full_days);
    start_of_day(last_day).plus_seconds(gaps((later - 1) % u64::from(per_day)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::{OwnPace, PaceInput, PacePolicy};
    use crate::testing::NOW;

    #[test]
    fn the_last_message_goes_out_after_its_gaps_and_days() {
        let input = PaceInput { per_minute: Some(61), per_day: Some(100), jitter: Some(0.0) };
        let pace = PacePolicy::default().of(&OwnPace::parse(&input).unwrap());
        let midnight = NOW.plus_seconds(12 * 3600);
        let today = crate::pace::day_of(NOW);
        let account = |taken| AccountPace { day: today, taken, ..AccountPace::default() };
        for (left, taken, expected) in [
            (1, 0, NOW),
            (100, 0, NOW.plus_seconds(99)),
            (101, 0, midnight),
            (101, 50, midnight.plus_seconds(50)),
            (200, 0, midnight.plus_seconds(99)),
            (201, 0, midnight.plus_seconds(86_400)),
        ] {
            assert_eq!(finish(NOW, left, &pace, 100, account(taken)), expected, "{left} {taken}");
        }
    }
}
