//! Fans and items of the vault, as their mirrors keep them.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::inbox::WireId;
use crate::money::Dollars;
use crate::time::Moment;

/// Spending from which a fan is a whale by default, in minor units.
pub const WHALE_CENTS: i64 = 50_000;

kernel::words! {
    /// Tier of a fan. The platform has none; [`tier`] computes it.
    Tier {
        /// Spent a lot.
        Whale = "whale",
        /// Spent money.
        Spender = "spender",
        /// Spent nothing.
        Free = "free",
        /// Has a free trial now.
        Trial = "trial",
    }
}

/// Returns the tier of a fan. Money counts more than a trial.
pub fn tier(spent_cents: i64, on_trial: bool, whale_cents: i64) -> Tier {
    match (spent_cents, on_trial) {
        (spent, _) if spent > 0 && spent >= whale_cents => Tier::Whale,
        (1.., _) => Tier::Spender,
        (_, true) => Tier::Trial,
        (_, false) => Tier::Free,
    }
}

/// Fan in the mirror.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MirrorFan {
    /// Id on the platform.
    pub id: String,
    /// User name on the platform.
    pub username: Option<String>,
    /// Whether the subscription is active.
    pub active: bool,
    /// Whether the current subscription is a free trial.
    pub on_trial: bool,
    /// Spending of all time, in cents; `None` if the list does not say it.
    pub spent_cents: Option<i64>,
    /// Last visit; `None` if the fan hides it.
    pub last_seen_at: Option<UnixTime>,
    /// Beginning of the subscription, if the list says it.
    pub subscribed_at: Option<UnixTime>,
    /// Whether messages to the fan are refused.
    pub blocked: bool,
}

/// Reason why a row of a list can't be used. The rest of the list can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("the row has another form")]
pub struct RowError;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fan {
    id: WireId,
    username: Option<String>,
    last_seen: Option<Moment>,
    subscribed_on: Option<bool>,
    subscribed_on_expired_now: Option<bool>,
    is_blocked: Option<bool>,
    is_restricted: Option<bool>,
    can_receive_chat_message: Option<bool>,
    subscribed_on_data: Option<Data>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    total_summ: Option<Dollars>,
    subscribe_at: Option<Moment>,
    subscribes: Option<Vec<Term>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Term {
    #[serde(rename = "type")]
    kind: Option<String>,
    is_current: Option<bool>,
}

/// Reads a fan of OnlyFans, from any list of fans or of a link's subscribers.
///
/// # Errors
/// A field is missing or has another form.
pub fn onlyfans_fan(json: &str) -> Result<MirrorFan, RowError> {
    let fan: Fan = serde_json::from_str(json).map_err(|_| RowError)?;
    let is = |flag: Option<bool>| flag == Some(true);
    let active = is(fan.subscribed_on) && !is(fan.subscribed_on_expired_now);
    let terms = fan.subscribed_on_data.as_ref().and_then(|data| data.subscribes.as_deref());
    let is_trial = |term: &Term| is(term.is_current) && term.kind.as_deref() == Some("trial");
    let on_trial = active && terms.is_some_and(|terms| terms.iter().any(is_trial));
    // Nobody but a fan can get messages, so the flag says something about active fans only.
    let unreachable = active && fan.can_receive_chat_message == Some(false);
    Ok(MirrorFan {
        id: fan.id.0,
        username: fan.username.filter(|name| !name.is_empty()),
        active,
        on_trial,
        spent_cents: fan.subscribed_on_data.as_ref().and_then(|data| data.total_summ).map(|sum| sum.cents),
        last_seen_at: fan.last_seen.map(|moment| moment.0),
        subscribed_at: fan.subscribed_on_data.and_then(|data| data.subscribe_at).map(|moment| moment.0),
        blocked: is(fan.is_blocked) || is(fan.is_restricted) || unreachable,
    })
}

/// Item of the vault in the mirror. Addresses of files are signed and short-lived, so they are not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MirrorItem {
    /// Id on the platform.
    pub id: i64,
    /// Media type: `photo`, `gif`, `video` or `audio`.
    pub media_type: String,
    /// Sum of tips, in cents.
    pub tips_cents: i64,
    /// Number of likes.
    pub likes: i64,
    /// Whether the item has a picture to show.
    pub has_cover: bool,
    /// Creation time.
    pub created_at: UnixTime,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    id: i64,
    #[serde(rename = "type")]
    kind: String,
    created_at: Moment,
    counters: Option<ItemCounters>,
    has_custom_preview: Option<bool>,
    files: Option<Files>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ItemCounters {
    likes_count: Option<i64>,
    tips_summ: Option<Dollars>,
}

#[derive(Deserialize)]
struct Files {
    thumb: Option<serde::de::IgnoredAny>,
    preview: Option<serde::de::IgnoredAny>,
}

/// Reads an item of the vault of OnlyFans.
///
/// # Errors
/// A field is missing or has another form.
pub fn onlyfans_item(json: &str) -> Result<MirrorItem, RowError> {
    let item: Item = serde_json::from_str(json).map_err(|_| RowError)?;
    let (likes, tips) =
        item.counters.map_or((None, None), |counters| (counters.likes_count, counters.tips_summ));
    let shown = item.files.is_some_and(|files| files.preview.is_some() || files.thumb.is_some());
    Ok(MirrorItem {
        id: item.id,
        media_type: item.kind,
        tips_cents: tips.unwrap_or_default().cents,
        likes: likes.unwrap_or_default(),
        has_cover: shown || item.has_custom_preview == Some(true),
        created_at: item.created_at.0,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tiers_come_from_money_and_trials() {
        for (spent, trial, expected) in [
            (WHALE_CENTS, true, Tier::Whale),
            (WHALE_CENTS - 1, true, Tier::Spender),
            (1, false, Tier::Spender),
            (0, true, Tier::Trial),
            (-5, false, Tier::Free),
        ] {
            assert_eq!(tier(spent, trial, WHALE_CENTS), expected, "{spent} {trial}");
        }
        assert_eq!(tier(0, false, 0), Tier::Free);
    }

    #[test]
    fn fans_are_read_from_any_list() {
        let body = json!({"id": 900_001, "username": "u", "lastSeen": null, "isBlocked": false, "isRestricted": false,
            "canReceiveChatMessage": true, "subscribedOn": true, "subscribedOnExpiredNow": false, "email": "a@b.c",
            "subscribedOnData": {"subscribeAt": "2026-11-20T12:00:00+00:00", "totalSumm": 12.5,
                "subscribes": [{"type": "trial", "isCurrent": true}]}});
        let fan = onlyfans_fan(&body.to_string()).unwrap();
        assert!(fan.active && fan.on_trial && !fan.blocked);
        assert_eq!(
            (fan.spent_cents, fan.subscribed_at),
            (Some(1_250), Some(UnixTime::from_seconds(1_795_176_000)))
        );
        for (field, value, active, blocked) in [
            ("isBlocked", true, true, true),
            ("isRestricted", true, true, true),
            ("canReceiveChatMessage", false, true, true),
            ("subscribedOnExpiredNow", true, false, false),
            ("subscribedOn", false, false, false),
        ] {
            let mut changed = body.clone();
            changed[field] = json!(value);
            let fan = onlyfans_fan(&changed.to_string()).unwrap();
            assert_eq!((fan.active, fan.blocked), (active, blocked), "{field}");
        }
        let short = onlyfans_fan("{\"id\": \"7\"}").unwrap();
        assert_eq!((short.id.as_str(), short.active, short.spent_cents), ("7", false, None));
        assert_eq!(onlyfans_fan("{}"), Err(RowError));
    }

    #[test]
    fn items_keep_no_addresses() {
        let of = |files: serde_json::Value, custom: bool| {
            let body = json!({"id": 5, "type": "video", "createdAt": "2026-11-20T12:00:00+00:00",
                "counters": {"likesCount": 3, "tipsSumm": 7.25}, "hasCustomPreview": custom, "files": files});
            onlyfans_item(&body.to_string()).unwrap()
        };
        let address = json!({"url": "https://signed.example/x"});
        for (files, custom, has_cover) in [
            (json!({"full": address, "preview": address}), false, true),
            (json!({"thumb": address, "preview": null}), false, true),
            (json!({"full": address, "thumb": null}), false, false),
            (json!(null), true, true),
            (json!({}), false, false),
        ] {
            let item = of(files, custom);
            assert_eq!((item.has_cover, item.tips_cents, item.likes), (has_cover, 725, 3));
            assert!(!serde_json::to_string(&item).unwrap().contains("signed"));
        }
    }
}
