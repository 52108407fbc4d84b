//! Request ids, for finding a request in the log.

use actix_web::HttpMessage as _;
use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use kernel::{Clock as _, Entropy, SortableId, UnixTime};
use runtime::{SystemClock, ThreadEntropy};

/// Header with the id, in requests and responses.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

const LONGEST: usize = 128;

/// Id of a request: the caller's if acceptable, else a generated one.
#[derive(Debug, Clone)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// Reads the id of a request at time `now`, or generates one.
    pub fn of(headers: &HeaderMap, now: UnixTime) -> Self {
        let given = headers.get(HEADER).filter(|value| acceptable(value.as_bytes())).cloned();
        Self(given.unwrap_or_else(|| fresh(now, &ThreadEntropy)))
    }

    /// Reads or generates the id, and stores it in the request.
    pub fn assign(request: &ServiceRequest) -> Self {
        let id = Self::of(request.headers(), SystemClock.now());
        request.extensions_mut().insert(id.clone());
        id
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    /// Returns the id as a header value.
    pub fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl From<RequestId> for HeaderValue {
    fn from(id: RequestId) -> Self {
        id.0
    }
}

fn acceptable(value: &[u8]) -> bool {
    (1..=LONGEST).contains(&value.len()) && value.iter().all(|byte| (b' '..=b'~').contains(byte))
}

fn fresh(now: UnixTime, entropy: &dyn Entropy) -> HeaderValue {
    let id = SortableId::generate(now, entropy);
    let mut text = *b"req_..........................";
    text.iter_mut().skip(4).zip(id.to_text()).for_each(|(to, from)| *to = from);
    HeaderValue::from_bytes(&text).unwrap_or(HeaderValue::from_static("req_unknown"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_printable_ids_are_taken_over() {
        assert!(acceptable(b"a-b c~"));
        assert!(acceptable(&[b'x'; 128]));
        for refused in [&b""[..], &[b'x'; 129], b"tab\there", "é".as_bytes()] {
            assert!(!acceptable(refused), "{refused:?}");
        }
        assert_eq!(fresh(UnixTime::from_seconds(1), &ThreadEntropy).len(), 4 + SortableId::TEXT_LEN);
    }
}
