//! The time of the data in a response. A store that reads from a replica calls `read_as_of`, and the API learns the time through `observe` and sends it as a header. Neither
//! knows the other, and ports are unaffected.
//!
//! `observe` does not see spawned tasks: a request must read in its own task.

use std::cell::Cell;

use kernel::UnixTime;

tokio::task_local! {
    static OLDEST: Cell<Option<UnixTime>>;
}

/// Runs `work`. Returns its output, and the time up to which all data that it read is complete;
/// `None` if all data was current.
pub async fn observe<F: Future>(work: F) -> (F::Output, Option<UnixTime>) {
    let observed = async {
        let output = work.await;
        (output, OLDEST.with(Cell::get))
    };
    OLDEST.scope(Cell::new(None), observed).await
}

/// Records that the current task read from a copy with all data stored before `moment`. The
/// earliest moment counts.
pub fn read_as_of(moment: UnixTime) {
    // Fails outside of `observe`, where nobody needs the time.
    let _ = OLDEST.try_with(|oldest| {
        oldest.set(Some(oldest.get().map_or(moment, |before| before.min(moment))));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_oldest_of_what_a_task_read_counts_and_no_other_task_s() {
        let at = UnixTime::from_seconds;
        read_as_of(at(1));
        assert_eq!(observe(async { 7 }).await, (7, None));
        let one = observe(async {
            read_as_of(at(30));
            tokio::task::yield_now().await;
            read_as_of(at(20));
            read_as_of(at(25));
        });
        let other = observe(async { read_as_of(at(10)) });
        let (one, other) = tokio::join!(one, other);
        assert_eq!((one.1, other.1), (Some(at(20)), Some(at(10))));
    }
}
