use content_vault::{CapturedSale, ItemStats};
use kernel::UnixTime;

fn main() {
    let at = UnixTime::from_seconds(1_795_176_000);
    let sales =
        vec![CapturedSale::new([7], 625, 500, "f1", at), CapturedSale::new([7, 3, 5], 1250, 1000, "f2", at)];
    let stats = ItemStats::of(7.into(), sales).unwrap();
    assert_eq!((stats.standalone.revenue_cents, stats.captured.revenue_cents), (500, 834));
}
