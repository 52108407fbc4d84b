//! Calls of operations that are chosen at run time, for programs that read the OpenAPI document themselves.

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
pub use reqwest::Method;

use crate::error::Error;
use crate::progress::{Hook, Progress};

/// Characters to percent-encode in a path segment: all except letters, digits, `-`, `.`, `_` and `~`.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Call to be sent by [`Client::send`](crate::Client::send).
#[derive(Debug, Clone)]
pub struct Call {
    pub(crate) method: Method,
    /// Path with placeholders.
    pub(crate) template: String,
    pub(crate) path: String,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) body: Option<(&'static str, Bytes)>,
    pub(crate) keyed: bool,
    pub(crate) idempotency_key: Option<String>,
    pub(crate) if_match: Option<String>,
    /// Media type of the response, if the operation has several.
    pub(crate) accept: Option<&'static str>,
    /// Whether the response is read part by part.
    pub(crate) is_open_ended: bool,
    pub(crate) on_progress: Option<Hook>,
}

impl Call {
    /// Creates a call of a path with placeholders in braces, such as `/api/admin/domains/{domain}`. `values` replace
    /// the placeholders in order.
    ///
    /// # Errors
    ///
    /// Fails for a value that can't be a path segment: an empty value, `.` or `..`. Fails if there are more
    /// placeholders than values.
    pub fn new(method: Method, template: &str, values: &[&str]) -> Result<Self, Error> {
        let mut values = values.iter();
        let mut path = String::new();
        for segment in template.split('/').skip(1) {
            path.push('/');
            let Some(name) = segment.strip_prefix('{').and_then(|segment| segment.strip_suffix('}')) else {
                path.push_str(segment);
                continue;
            };
            match values.next() {
                None => return Err(Error::configuration(format!("{name} is missing"))),
                // These segments would lead to another path.
                Some(&("" | "." | "..")) => {
                    return Err(Error::configuration(format!("{name} can't be empty, `.` or `..`")));
                }
                Some(value) => path.extend(utf8_percent_encode(value, SEGMENT)),
            }
        }
        Ok(Self {
            method,
            template: template.to_string(),
            path,
            query: Vec::new(),
            body: None,
            keyed: false,
            idempotency_key: None,
            if_match: None,
            accept: None,
            is_open_ended: false,
            on_progress: None,
        })
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.set_query(name, value);
        self
    }

    /// Sets a query parameter, and replaces an earlier value.
    pub(crate) fn set_query(&mut self, name: &str, value: &str) {
        self.query.retain(|(known, _)| known != name);
        self.query.push((name.to_string(), value.to_string()));
    }

    /// Sets the JSON text of the body.
    #[must_use]
    pub fn json(mut self, text: impl Into<Bytes>) -> Self {
        self.body = Some(("application/json", text.into()));
        self
    }

    /// Sets the body and its media type, such as `text/html`.
    #[must_use]
    pub fn content(mut self, media_type: &'static str, content: impl Into<Bytes>) -> Self {
        self.body = Some((media_type, content.into()));
        self
    }

    /// Sets a file as the body.
    #[must_use]
    pub fn file(mut self, content: impl Into<Bytes>) -> Self {
        self.body = Some(("application/octet-stream", content.into()));
        self
    }

    /// Marks the operation as one with an `Idempotency-Key`: the client generates a key and may retry the call.
    #[must_use]
    pub fn keyed(mut self) -> Self {
        self.keyed = true;
        self
    }

    /// Sets the `Idempotency-Key`, in place of a generated one.
    #[must_use]
    pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.keyed = true;
        self.idempotency_key = Some(key.into());
        self
    }

    /// Sets the expected `ETag`. The service rejects the call if the resource has another `ETag`.
    #[must_use]
    pub fn if_match(mut self, etag: impl Into<String>) -> Self {
        self.if_match = Some(etag.into());
        self
    }

    /// Sets the media type of the response, such as `application/zip`, if the operation has several.
    #[must_use]
    pub fn accept(mut self, media_type: &'static str) -> Self {
        self.accept = Some(media_type);
        self
    }

    /// Sets a function that is called with the progress of the request body and the response body. The function must
    /// return at once.
    #[must_use]
    pub fn on_progress(mut self, hook: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.on_progress = Some(Hook::new(hook));
        self
    }

    /// Whether a repetition has no second effect. With `If-Match`, a repetition fails because of the first call.
    pub(crate) fn is_repeatable(&self) -> bool {
        let is_idempotent = matches!(self.method, Method::GET | Method::HEAD | Method::PUT | Method::DELETE);
        self.keyed || (is_idempotent && self.if_match.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_path_are_filled_and_encoded() {
        let path = |values: &[&str]| Call::new(Method::GET, "/a/{one}/b/{two}", values).map(|call| call.path);
        assert_eq!(path(&["x.example", "1/2 ü"]).unwrap(), "/a/x.example/b/1%2F2%20%C3%BC");
        for values in [["..", "x"], ["x", "."], ["", "x"]] {
            assert!(path(&values).unwrap_err().message().contains("can't be"));
        }
        assert_eq!(path(&["x"]).unwrap_err().message(), "two is missing");
    }

    #[test]
    fn only_what_changes_nothing_more_the_second_time_is_repeatable() {
        let call = |method| Call::new(method, "/a", &[]).unwrap();
        for (call, repeatable) in [
            (call(Method::GET), true),
            (call(Method::PUT), true),
            (call(Method::DELETE), true),
            (call(Method::PUT).if_match("\"1\""), false),
            (call(Method::POST), false),
            (call(Method::PATCH), false),
            (call(Method::POST).keyed(), true),
        ] {
            assert_eq!(call.is_repeatable(), repeatable, "{call:?}");
        }
    }
}
