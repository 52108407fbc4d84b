use std::future::poll_fn;
use std::task::Poll;

/// Waits until the extractors of earlier checks were polled `turns` times.
///
/// actix polls all extractors of a handler concurrently and returns the first error. Rights are
/// decided in the first turn, paths and queries one turn later, bodies two turns later. So the
/// order of checks is independent of the order of arguments.
pub async fn wait_turns(turns: u8) {
    let mut left = turns;
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
