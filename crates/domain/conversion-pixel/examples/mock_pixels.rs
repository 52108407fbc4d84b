//! Runs the use-case `Pixels` with a mock of the store.
use conversion_pixel::{MockPixelStore, PixelError, PixelInput, Pixels};
use kernel::{Acting, OwnerId, Precondition, UnixTime, fixed::FixedClock};
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut store = MockPixelStore::new();
    store.expect_list().returning(|_, _| Ok(Some(Vec::new())));
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(1_795_176_000)));
    let pixels = Pixels::new(Arc::new(store), clock);
    println!("pixels: {:?}", pixels.list(OwnerId::new(1), "link-1").await);

    let may_read_conversions = true;
    let input =
        PixelInput { platform: "google", pixel_id: "123", may_read_conversions, ..PixelInput::default() };
    let refused = pixels.put(&Acting::service(OwnerId::new(1)), "link-1", input, Precondition::None).await;
    println!("refused: {}", matches!(refused, Err(PixelError::InvalidPlatform)));
}
