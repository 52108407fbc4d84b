use bytes::Bytes;
use funnel_sdk::Response;

/// A response, reduced to body and `ETag`.
pub(crate) struct Answer {
    pub(crate) body: Bytes,
    pub(crate) etag: Option<String>,
}

impl Answer {
    pub(crate) fn of(response: &Response<Bytes>) -> Self {
        Self { body: Bytes::clone(response), etag: response.etag().map(str::to_string) }
    }
}
