use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream::try_unfold;

use crate::Result;
use crate::error::Error;

/// The content of an answer, part by part, as it comes.
#[derive(Debug)]
pub struct Download(Option<reqwest::Response>);

impl Download {
    pub(crate) fn of(answer: reqwest::Response) -> Self {
        Self(Some(answer))
    }

    pub(crate) fn empty() -> Self {
        Self(None)
    }

    /// How many bytes there will be, where the service says it beforehand.
    pub fn length(&self) -> Option<u64> {
        self.0.as_ref().map_or(Some(0), reqwest::Response::content_length)
    }

    /// The next part; `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the answer breaks off, or if nothing comes within the client's time limit.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        match &mut self.0 {
            Some(answer) => answer.chunk().await.map_err(Error::transport),
            None => Ok(None),
        }
    }

    /// The parts as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes>> + Send {
        try_unfold(self, async |mut download| Ok(download.chunk().await?.map(|part| (part, download))))
    }
}
