//! Builders for the tests of this crate.

use kernel::UnixTime;

use crate::item::{ContentId, ContentItem, MediaType};
use crate::sale::CapturedSale;

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

pub(crate) fn item(id: i64, buyers_count: i64, tips_cents: i64) -> ContentItem {
    ContentItem {
        content_id: ContentId::new(id),
        media_type: MediaType::Video,
        buyers_count,
        tips_cents,
        likes_count: 0,
        has_cover: true,
        created_at: NOW,
    }
}

/// Builds a sale of these items. The gross amount is a fifth above the net amount; `at` is in Unix
/// seconds.
pub(crate) fn sale(ids: &[i64], net_cents: i64, at: i64) -> CapturedSale {
    CapturedSale {
        content_ids: ids.iter().copied().map(ContentId::new).collect(),
        gross_cents: net_cents + net_cents / 5,
        currency: None,
        net_cents,
        is_refund: false,
        fan_id: "fan".into(),
        fan_username: "Fan".into(),
        media_in_msg: 1,
        bundle_key: None,
        bundle_name: None,
        sold_at: UnixTime::from_seconds(at),
    }
}

pub(crate) fn refund(ids: &[i64], net_cents: i64, at: i64) -> CapturedSale {
    CapturedSale { is_refund: true, ..sale(ids, -net_cents, at) }
}
