//! Links in the lists of vendors. Unknown fields are ignored and never kept.

use serde::Deserialize;

use super::id::PlatformLinkId;
use super::link::{Counters, LinkRevenue, PlatformLink, TrialLimits, campaign_url, is_permanent};
use super::name::slot_of_name;
use crate::money::Dollars;
use crate::time::Moment;

/// Maximum length of a kept name, in characters.
const MAX_NAME: usize = 300;

/// Reason why a link of a list can't be used. The rest of the list can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum LinkError {
    /// A field is missing or has another form.
    #[error("the link has another form")]
    Form,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Revenue {
    total: Option<Dollars>,
    spenders_count: Option<u64>,
    #[serde(default)]
    is_loading: bool,
}

impl Revenue {
    fn known(self) -> Option<LinkRevenue> {
        let net_cents = self.total.filter(|_| !self.is_loading)?.cents;
        Some(LinkRevenue { net_cents, spenders: self.spenders_count.unwrap_or_default() })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Campaign {
    id: u64,
    campaign_code: Option<u64>,
    campaign_name: Option<String>,
    campaign_url: Option<String>,
    clicks_count: Option<u64>,
    count_transitions: Option<u64>,
    #[serde(alias = "countSubscribers")]
    subscribers_count: Option<u64>,
    created_at: Moment,
    end_date: Option<String>,
    revenue: Option<Revenue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Trial {
    id: u64,
    trial_link_name: Option<String>,
    url: Option<String>,
    subscribe_days: Option<u16>,
    subscribe_counts: Option<u64>,
    claim_counts: Option<u64>,
    clicks_counts: Option<u64>,
    created_at: Moment,
    expired_at: Option<Moment>,
    #[serde(default)]
    is_finished: bool,
    revenue: Option<Revenue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tracking {
    uuid: String,
    name: Option<String>,
    link_url: Option<String>,
    created_at: Moment,
    clicks: Option<u64>,
    engagement: Option<Engagement>,
    earnings: Option<Earnings>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Engagement {
    acquired_subscribers: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Earnings {
    total_net: Option<i64>,
}

/// Reads a tracking link of OnlyFans, from a list or the answer to its creation. The latter has no address, which is
/// composed of the creator's user name and the code.
///
/// # Errors
/// A field is missing or has another form.
pub fn onlyfans_campaign(json: &str, username: Option<&str>) -> Result<PlatformLink, LinkError> {
    let read: Campaign = serde_json::from_str(json).map_err(|_| LinkError::Form)?;
    let counters = Counters {
        clicks: read.clicks_count.or(read.count_transitions).unwrap_or_default(),
        subscribers: read.subscribers_count.unwrap_or_default(),
        revenue: read.revenue.and_then(Revenue::known),
    };
    let composed = username.zip(read.campaign_code).map(|(username, code)| campaign_url(username, code));
    let url = read.campaign_url.filter(|url| !url.is_empty()).or(composed);
    let alive = read.end_date.is_none();
    let id = PlatformLinkId::Campaign(read.id);
    let link = link(id, read.campaign_name, url, read.created_at, counters);
    Ok(PlatformLink { alive, permanent: alive, ..link })
}

/// Reads a trial link of OnlyFans, from a list or the answer to its creation.
///
/// # Errors
/// A field is missing or has another form.
pub fn onlyfans_trial(json: &str) -> Result<PlatformLink, LinkError> {
    let read: Trial = serde_json::from_str(json).map_err(|_| LinkError::Form)?;
    let counters = Counters {
        clicks: read.clicks_counts.unwrap_or_default(),
        subscribers: read.claim_counts.unwrap_or_default(),
        revenue: read.revenue.and_then(Revenue::known),
    };
    let limits = TrialLimits {
        expires_at: read.expired_at.map(|moment| moment.0),
        claim_limit: read.subscribe_counts,
        finished: read.is_finished,
    };
    let id = PlatformLinkId::Trial(read.id);
    Ok(PlatformLink {
        trial_days: read.subscribe_days,
        permanent: is_permanent(limits),
        alive: !read.is_finished,
        ..link(id, read.trial_link_name, read.url, read.created_at, counters)
    })
}

/// Reads a tracking link of Fanvue. Its address in the list is only a code.
///
/// # Errors
/// A field is missing or has another form.
pub fn fanvue_link(json: &str) -> Result<PlatformLink, LinkError> {
    let read: Tracking = serde_json::from_str(json).map_err(|_| LinkError::Form)?;
    let earnings = read.earnings.and_then(|earnings| earnings.total_net);
    let counters = Counters {
        clicks: read.clicks.unwrap_or_default(),
        subscribers: read.engagement.and_then(|counts| counts.acquired_subscribers).unwrap_or_default(),
        // The list does not count spenders.
        revenue: earnings.map(|net_cents| LinkRevenue { net_cents, spenders: 0 }),
    };
    let id = PlatformLinkId::fanvue(&read.uuid).ok_or(LinkError::Form)?;
    Ok(link(id, read.name, read.link_url, read.created_at, counters))
}

fn link(
    id: PlatformLinkId,
    name: Option<String>,
    url: Option<String>,
    created_at: Moment,
    counters: Counters,
) -> PlatformLink {
    let name = name.unwrap_or_default();
    let name: String = name.chars().filter(|character| !character.is_control()).take(MAX_NAME).collect();
    let country = slot_of_name(&name).filter(|(kind, _)| *kind == id.kind()).and_then(|(_, country)| country);
    let url = url.filter(|url| !url.is_empty());
    PlatformLink {
        id,
        name,
        url,
        country,
        trial_days: None,
        permanent: true,
        alive: true,
        switched_off: false,
        created_at: created_at.0,
        counters,
    }
}

#[cfg(test)]
mod tests {
    use kernel::CountryCode;
    use serde_json::json;

    use super::*;

    #[test]
    fn campaigns_are_read_from_lists_and_creations() {
        let listed = json!({"id": 12, "campaignCode": 3, "campaignName": "a.example/paid", "campaignUrl": "https://onlyfans.com/maya/c3",
            "clicksCount": 9, "subscribersCount": 4, "createdAt": "2026-11-01T00:00:00+00:00", "endDate": null,
            "revenue": {"total": 20.55, "spendersCount": 2, "isLoading": false}, "owner": {"csrf": "secret"}});
        let link = onlyfans_campaign(&listed.to_string(), Some("maya")).unwrap();
        let revenue = Some(LinkRevenue { net_cents: 2_055, spenders: 2 });
        assert_eq!(link.counters, Counters { clicks: 9, subscribers: 4, revenue });
        assert_eq!((link.id.to_string().as_str(), link.is_active(), link.permanent), ("c12", true, true));
        let created = json!({"id": 13, "campaignCode": 4, "campaignName": "x", "countSubscribers": 0, "countTransitions": 1,
            "createdAt": "2026-11-01T00:00:00+00:00", "endDate": null});
        let link = onlyfans_campaign(&created.to_string(), Some("maya")).unwrap();
        assert_eq!(link.url.as_deref(), Some("https://onlyfans.com/maya/c4"));
        let link = onlyfans_campaign(&created.to_string(), None).unwrap();
        assert_eq!((link.url, link.counters.clicks, link.counters.revenue), (None, 1, None));
        let off = PlatformLink {
            switched_off: true,
            ..onlyfans_campaign(&listed.to_string(), Some("maya")).unwrap()
        };
        assert!(!off.is_active());
    }

    #[test]
    fn trials_say_whether_they_are_permanent_and_their_names_say_the_country() {
        let of = |limit: serde_json::Value, end: serde_json::Value, finished: bool| {
            let body = json!({"id": 7, "trialLinkName": "a.example/ftl/DE", "url": "https://onlyfans.com/action/trial/x",
                "subscribeDays": 30, "subscribeCounts": limit, "claimCounts": 5, "clicksCounts": 8,
                "createdAt": "2026-11-01T00:00:00+00:00", "expiredAt": end, "isFinished": finished,
                "revenue": {"total": null, "isLoading": true}});
            onlyfans_trial(&body.to_string()).unwrap()
        };
        let link = of(json!(0), json!(null), false);
        assert_eq!(
            (link.country, link.trial_days, link.permanent),
            (CountryCode::parse("DE"), Some(30), true)
        );
        assert_eq!(link.counters, Counters { clicks: 8, subscribers: 5, revenue: None });
        assert!(!of(json!(10), json!(null), false).permanent);
        assert!(!of(json!(null), json!("2026-12-01T00:00:00+00:00"), false).permanent);
        let finished = of(json!(null), json!(null), true);
        assert!(!finished.permanent && !finished.is_active());
    }

    #[test]
    fn links_of_fanvue_have_cents_already() {
        let body = json!({"uuid": "0A1B2C3D-0000-4000-8000-00000000000f", "name": "a.example/paid", "linkUrl": "fv-7",
            "createdAt": "2026-11-01T00:00:00Z", "clicks": 3, "engagement": {"acquiredSubscribers": 1},
            "earnings": {"totalGross": 1_000, "totalNet": 800}});
        let link = fanvue_link(&body.to_string()).unwrap();
        assert_eq!(link.id.to_string(), "fv_0a1b2c3d-0000-4000-8000-00000000000f");
        assert_eq!(link.counters.revenue, Some(LinkRevenue { net_cents: 800, spenders: 0 }));
        for bad in ["{}", "[]", "", "{\"uuid\": \"7\", \"createdAt\": \"2026-11-01T00:00:00Z\"}"] {
            assert_eq!(fanvue_link(bad), Err(LinkError::Form), "{bad}");
        }
    }
}
