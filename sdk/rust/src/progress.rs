//! Progress of uploads and downloads.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

/// Maximum number of bytes passed to the connection at once.
const PART: usize = 64 * 1024;

/// Progress of the body of a request or response. Each retry starts at 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Whether the body is the request's; otherwise it is the response's.
    pub is_sent: bool,
    /// Number of transferred bytes.
    pub done: u64,
    /// Total number of bytes; `None` if the service does not announce it.
    pub total: Option<u64>,
}

/// Function that is called with the progress of a body.
#[derive(Clone)]
pub(crate) struct Hook(Arc<dyn Fn(Progress) + Send + Sync>);

impl Hook {
    pub(crate) fn new(hook: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(hook))
    }

    pub(crate) fn received(&self, done: u64, total: Option<u64>) {
        (self.0)(Progress { is_sent: false, done, total });
    }
}

impl fmt::Debug for Hook {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Hook")
    }
}

/// Body that reports the number of bytes read from it.
pub(crate) struct Reporting {
    left: Bytes,
    total: u64,
    hook: Hook,
}

impl Reporting {
    pub(crate) fn new(content: Bytes, hook: Hook) -> Self {
        Self { total: content.len() as u64, left: content, hook }
    }
}

impl Body for Reporting {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.left.is_empty() {
            return Poll::Ready(None);
        }
        let length = self.left.len().min(PART);
        let part = self.left.split_to(length);
        let done = self.total - self.left.len() as u64;
        (self.hook.0)(Progress { is_sent: true, done, total: Some(self.total) });
        Poll::Ready(Some(Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left.len() as u64)
    }
}
