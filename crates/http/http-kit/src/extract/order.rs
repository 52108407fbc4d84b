use std::future::poll_fn;
use std::task::Poll;

/// Waits until the extractors of the earlier checks have been asked `turns` times.
///
/// actix polls all extractors of a handler together and answers the first error. Rights are decided at once, paths and
/// queries one turn later, bodies two turns later, so the order of checks does not hang on the order of arguments.
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
