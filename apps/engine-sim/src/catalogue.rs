use crate::rng::Rng;
use crate::time::{DAY, rfc3339};
use crate::wire::Content;

/// Media types of the protocol.
pub(crate) const MEDIA_TYPES: [&str; 4] = ["photo", "video", "gif", "audio"];

const CONTENT: u64 = 4;

/// Builds the vault from `seed`: a few items sell well, most hardly at all.
pub(crate) fn seeded(seed: u64, count: u32, anchor: i64) -> Vec<Content> {
    (0..count)
        .map(|index| item(&mut Rng::of(seed, CONTENT, u64::from(index)), index, count, anchor))
        .collect()
}

fn item(rng: &mut Rng, index: u32, count: u32, anchor: i64) -> Content {
    // The first four items have different types, so that a small vault has each type.
    let media_type = match MEDIA_TYPES.get(index as usize) {
        Some(first) => first,
        None => rng.weighted(&[("photo", 62), ("video", 28), ("gif", 6), ("audio", 4)], "photo"),
    };
    let buyers = (8.0 * (1.0 - rng.unit()).powf(-0.7)).min(20_000.0) as i64 - 8;
    let tips = if rng.chance(0.3) { rng.amount(1, 40) * 500 } else { 0 };
    Content {
        content_id: 10_000 + i64::from(index),
        media_type: media_type.to_string(),
        buyers_count: buyers,
        tips_cents: tips,
        likes_count: buyers * rng.amount(2, 9) + rng.amount(0, 30),
        has_cover: media_type == "video" || rng.chance(0.2),
        created_at: rfc3339(anchor - i64::from(count - index) * 3 * DAY - rng.amount(0, DAY)),
    }
}
