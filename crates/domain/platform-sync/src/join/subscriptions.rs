//! Subscriptions of a fan, and the link of an event.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::links::PlatformLinkId;

/// Time by which a subscription may be later than its own payment, in seconds. Platforms cut and round their times.
pub const SLACK_SECONDS: i64 = 60;

kernel::words! {
    /// Way in which a subscription's link was found.
    How {
        /// List of a link's subscribers.
        SubscribersList = "subscribers_list",
        /// Click through a link of the vendor.
        SmartLinkClick = "smart_link_click",
        /// Parameters that Fanvue keeps of a click.
        FanvueMetadata = "fanvue_metadata",
        /// First import.
        Imported = "imported",
        /// No link has the fan: direct, or by the platform's search.
        NotFound = "not_found",
    }
}

kernel::words! {
    /// Reason why an event has no link, or a doubtful one.
    Note {
        /// The fan subscribed through a link only later.
        BeforeTheLink = "before_the_link",
        /// The subscription had ended.
        NotWhileSubscribed = "not_while_subscribed",
        /// The link was not known when the event had waited long enough.
        JoinedLate = "joined_late",
    }
}

/// Subscription of a fan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// Beginning.
    pub at: UnixTime,
    /// End, if known.
    pub until: Option<UnixTime>,
    /// Link; `None` if no link has the fan.
    pub link: Option<PlatformLinkId>,
    /// Way in which the link was found.
    pub how: How,
}

/// Link of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Link; `None` for an event without one.
    pub link: Option<PlatformLinkId>,
    /// Way in which the link was found.
    pub how: Option<How>,
    /// Reason for doubt.
    pub note: Option<Note>,
}

/// Subscriptions of a fan, in order of time.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Subscriptions(Vec<Subscription>);

impl Subscriptions {
    /// Adds a subscription. One of the same beginning is replaced, unless the known one has a link and the new one has
    /// not.
    pub fn add(&mut self, subscription: Subscription) {
        match self.0.binary_search_by_key(&subscription.at, |known| known.at) {
            Ok(at) => {
                if let Some(known) =
                    self.0.get_mut(at).filter(|known| known.link.is_none() || subscription.link.is_some())
                {
                    *known = subscription;
                }
            }
            Err(at) => self.0.insert(at, subscription),
        }
    }

    /// Whether nothing is known of the fan.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the link of an event at `at`: that of the fan's latest subscription before the event.
    ///
    /// ```
    /// use kernel::UnixTime;
    /// use platform_sync::{How, Subscription, Subscriptions};
    ///
    /// let at = UnixTime::from_seconds;
    /// let link = |id: &str| id.parse().ok();
    /// let mut fan = Subscriptions::default();
    /// for (day, id) in [(1, "c1"), (5, "t2")] {
    ///     let link = link(id);
    ///     fan.add(Subscription { at: at(day * 86_400), until: None, link, how: How::SubscribersList });
    /// }
    /// assert_eq!(fan.stamp(at(4 * 86_400)).link, link("c1"));
    /// assert_eq!(fan.stamp(at(6 * 86_400)).link, link("t2"));
    /// ```
    pub fn stamp(&self, at: UnixTime) -> Stamp {
        let latest = self.0.iter().rev().find(|known| known.at <= at.plus_seconds(SLACK_SECONDS));
        let Some(latest) = latest else {
            let note = self.0.iter().any(|later| later.link.is_some()).then_some(Note::BeforeTheLink);
            return Stamp { link: None, how: None, note };
        };
        let ended = latest.until.is_some_and(|until| until < at) && latest.link.is_some();
        let note = ended.then_some(Note::NotWhileSubscribed);
        Stamp { link: latest.link.clone(), how: Some(latest.how), note }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_has_the_link_of_the_latest_subscription_before_it() {
        let at = UnixTime::from_seconds;
        let subscription = |begin: i64, until: Option<i64>, link: Option<&str>| Subscription {
            at: at(begin),
            until: until.map(at),
            link: link.map(|id| id.parse().unwrap()),
            how: if link.is_some() { How::SubscribersList } else { How::NotFound },
        };
        let mut fan = Subscriptions::default();
        assert_eq!(fan.stamp(at(0)), Stamp { link: None, how: None, note: None });
        for added in [
            subscription(5_000, Some(6_000), Some("t2")),
            subscription(1_000, None, Some("c1")),
            subscription(9_000, None, None),
            subscription(5_000, None, None),
        ] {
            fan.add(added);
        }
        for (moment, link, note) in [
            (0, None, Some(Note::BeforeTheLink)),
            (939, None, Some(Note::BeforeTheLink)),
            (940, Some("c1"), None),
            (4_939, Some("c1"), None),
            (4_940, Some("t2"), None),
            (6_000, Some("t2"), None),
            (6_001, Some("t2"), Some(Note::NotWhileSubscribed)),
            (9_000, None, None),
        ] {
            let stamp = fan.stamp(at(moment));
            assert_eq!(
                (stamp.link.map(|link| link.to_string()).as_deref(), stamp.note),
                (link, note),
                "{moment}"
            );
        }
    }
}
