//! Merges 50,000 items with 1,000,000 captured sales and lists the 200 most sold items.
//!
//! `cargo run --release -p content-vault --example listing_bench`

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use content_vault::item::{ContentId, ContentItem, MediaType, rank};
use content_vault::listing::{Limit, Sort, list};
use content_vault::sale::{CapturedSale, Totals};
use kernel::UnixTime;

const ITEMS: i64 = 50_000;
const SALES: i64 = 1_000_000;

fn sale(n: i64) -> CapturedSale {
    // Every third sale is a bundle of three.
    let first = n.wrapping_mul(7_919).rem_euclid(ITEMS);
    let size = if n % 3 == 0 { 3 } else { 1 };
    CapturedSale {
        content_ids: (first..first + size).map(|id| ContentId::new(id % ITEMS)).collect(),
        gross_cents: 1000,
        net_cents: 800,
        is_refund: n % 50 == 0,
        fan_id: String::new(),
        fan_username: String::new(),
        media_in_msg: size,
        bundle_key: None,
        bundle_name: None,
        currency: None,
        sold_at: UnixTime::from_seconds(n),
    }
}

fn main() -> Result<(), content_vault::SumTooLarge> {
    let item = |id| ContentItem {
        content_id: ContentId::new(id),
        media_type: MediaType::Video,
        buyers_count: id % 997,
        tips_cents: id % 4099,
        likes_count: 0,
        has_cover: true,
        created_at: UnixTime::from_seconds(id),
    };
    let items: Vec<_> = (0..ITEMS).map(item).collect();
    let sales: Vec<_> = (0..SALES).map(sale).collect();

    let began = Instant::now();
    let mut totals: HashMap<ContentId, Totals> = HashMap::new();
    for sale in &sales {
        for id in sale.items() {
            totals.entry(id).or_default().add(sale, id)?;
        }
    }
    println!("1,000,000 sales added up by item: {:?}", began.elapsed());

    let limit = Limit::parse(Some(200)).unwrap_or_default();
    for sort in [Sort::Buyers, Sort::Tips, Sort::Sales] {
        let began = Instant::now();
        black_box(list(black_box(&items), &totals, sort, limit));
        println!("200 of 50,000 by {}: {:?}", sort.as_str(), began.elapsed());
    }
    let began = Instant::now();
    black_box(rank(black_box(&items), ContentId::new(40_000)));
    println!("rank among 50,000: {:?}", began.elapsed());
    Ok(())
}
