//! Prints the earnings of one item, sold alone and in bundles.
use content_vault::{CapturedSale, ItemStats, SumTooLarge};
use kernel::UnixTime;

fn main() -> Result<(), SumTooLarge> {
    let at = UnixTime::from_seconds(1_795_176_000);
    let alone = CapturedSale::new([7], 625, 500, "fan_1", at);
    let bundle = CapturedSale::new([7, 3, 5], 1250, 1000, "fan_2", at.plus_seconds(60));
    let stats = ItemStats::of(7.into(), vec![alone, bundle])?;
    println!("alone: {} cents", stats.standalone.revenue_cents);
    println!("with its share of bundles: {} cents", stats.captured.revenue_cents);
    for bundle in stats.bundles {
        println!("bundle {} sold {} times", bundle.key, bundle.times_sold);
    }
    Ok(())
}
