use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream::try_unfold;

use crate::Result;
use crate::error::Error;
use crate::progress::Hook;

/// Content of a response, read part by part.
#[derive(Debug)]
pub struct Download {
    /// Response; `None` if the response has no content.
    answer: Option<reqwest::Response>,
    length: Option<u64>,
    received: u64,
    on_progress: Option<Hook>,
}

impl Download {
    pub(crate) fn of(answer: reqwest::Response, on_progress: Option<Hook>) -> Self {
        Self { length: answer.content_length(), answer: Some(answer), received: 0, on_progress }
    }

    pub(crate) fn empty() -> Self {
        Self { answer: None, length: Some(0), received: 0, on_progress: None }
    }

    /// Returns the total number of bytes, if the service announced it.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Returns the next part; `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the response is incomplete, or if no part arrives within the client's time limit.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        let Some(answer) = &mut self.answer else { return Ok(None) };
        let part = answer.chunk().await.map_err(Error::transport)?;
        if let (Some(part), Some(hook)) = (&part, &self.on_progress) {
            self.received += part.len() as u64;
            hook.received(self.received, self.length);
        }
        Ok(part)
    }

    /// Returns the parts as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes>> + Send {
        try_unfold(self, async |mut download| Ok(download.chunk().await?.map(|part| (part, download))))
    }
}
