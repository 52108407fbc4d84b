//! Time limits of request bodies. Without a limit, one byte every few seconds would hold a
//! connection for hours.

use std::io;
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{self, HeaderMap};
use futures_util::{StreamExt as _, stream};

/// Time limit of a form without files.
const FORM_WAIT: Duration = Duration::from_secs(15);

/// Time limit of a form with a file.
const UPLOAD_WAIT: Duration = Duration::from_secs(10 * 60);

/// Period in which a file upload must make progress.
const WINDOW: Duration = Duration::from_secs(30);

/// Bytes required in each window: 16 KiB per second.
const WINDOW_BYTES: usize = 30 * (16 << 10);

/// Pace of a body.
#[derive(Debug)]
struct Pace {
    ends_at: Instant,
    window_ends_at: Instant,
    window_bytes: usize,
}

impl Pace {
    fn of(headers: &HeaderMap, now: Instant) -> Self {
        let media_type = headers.get(header::CONTENT_TYPE).map(|value| value.as_bytes());
        let is_upload = media_type.is_some_and(|text| text.starts_with(b"multipart/"));
        let wait = if is_upload { UPLOAD_WAIT } else { FORM_WAIT };
        Self {
            ends_at: now.checked_add(wait).unwrap_or(now),
            window_ends_at: now.checked_add(WINDOW).unwrap_or(now),
            window_bytes: 0,
        }
    }

    /// Returns the time to wait for more bytes; zero if the body is late.
    fn wait(&self, now: Instant) -> Duration {
        self.ends_at.min(self.window_ends_at).saturating_duration_since(now)
    }

    /// Records received bytes. Each window counts on its own, so a fast start does not permit a
    /// slow end.
    fn came(&mut self, bytes: usize, now: Instant) {
        self.window_bytes = self.window_bytes.saturating_add(bytes);
        if self.window_bytes >= WINDOW_BYTES {
            self.window_bytes = 0;
            self.window_ends_at = now.checked_add(WINDOW).unwrap_or(now);
        }
    }
}

/// Wraps a payload so that it fails once the body is late.
pub(crate) fn timed(payload: Payload, headers: &HeaderMap) -> Payload {
    if matches!(payload, Payload::None) {
        return payload;
    }
    let state = Some((payload, Pace::of(headers, Instant::now())));
    let chunks = stream::unfold(state, async |state| {
        let (mut payload, mut pace) = state?;
        let now = Instant::now();
        match tokio::time::timeout(pace.wait(now), payload.next()).await {
            Err(_) => Some((Err(late()), None)),
            Ok(None) => None,
            Ok(Some(Err(error))) => Some((Err(error), None)),
            Ok(Some(Ok(chunk))) => {
                pace.came(chunk.len(), Instant::now());
                Some((Ok(chunk), Some((payload, pace))))
            }
        }
    });
    // Multipart readers poll once more after the end.
    Payload::Stream { payload: Box::pin(chunks.fuse()) }
}

fn late() -> PayloadError {
    PayloadError::Io(io::ErrorKind::TimedOut.into())
}

/// Returns whether a body failed because it was late.
pub(crate) fn is_late(error: &PayloadError) -> bool {
    matches!(error, PayloadError::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn pace(media_type: &'static str, now: Instant) -> Pace {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        Pace::of(&headers, now)
    }

    #[test]
    fn a_form_has_fifteen_seconds_however_much_comes() {
        let start = Instant::now();
        let mut pace = pace("application/x-www-form-urlencoded", start);
        for second in 0..15 {
            let now = start + Duration::from_secs(second);
            assert_eq!(pace.wait(now), Duration::from_secs(15 - second));
            pace.came(1 << 20, now);
        }
        assert_eq!(pace.wait(start + FORM_WAIT), Duration::ZERO);
    }

    #[test]
    fn a_file_must_make_progress_all_the_time_and_ends_after_ten_minutes() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut fast_at_first = pace("multipart/form-data; boundary=x", start);
        fast_at_first.came(200 << 20, after(1));
        assert_eq!(fast_at_first.wait(after(2)), Duration::from_secs(29));
        fast_at_first.came(400, after(5));
        assert_eq!(fast_at_first.wait(after(31)), Duration::ZERO, "a trickle after a rush");
        let mut steady = pace("multipart/form-data; boundary=x", start);
        for second in (0..600).step_by(20) {
            assert!(!steady.wait(after(second)).is_zero(), "{second}");
            steady.came(WINDOW_BYTES, after(second));
        }
        assert_eq!(steady.wait(after(600)), Duration::ZERO);
    }
}
