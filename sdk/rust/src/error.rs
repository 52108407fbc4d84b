use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;

/// Error of a call, for all causes. Programs decide on [`kind`](Self::kind) or [`code`](Self::code); the message is for
/// people.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: Kind,
    status: Option<StatusCode>,
    code: Option<String>,
    message: String,
    faults: Vec<Fault>,
    request_id: Option<String>,
    retry_after: Option<Duration>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// Kind of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The client or the call has an invalid setting: no key, no address, an empty name.
    Configuration,
    /// The service can't be reached.
    Unreachable,
    /// The service did not respond in time. The call may have taken effect.
    Timeout,
    /// The service rejected the call.
    Refused,
    /// The SDK can't parse the response.
    Unreadable,
}

/// Error of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// Path of the field, such as `body.conditions.0.field`.
    pub path: String,
    /// Message for people.
    pub message: String,
    /// Stable type of the error, such as `missing` or `too_long`.
    pub kind: String,
}

impl Error {
    /// Returns the kind of the error.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// Returns the HTTP status of the response, if there was one.
    pub fn status(&self) -> Option<u16> {
        self.0.status.map(|status| status.as_u16())
    }

    /// Returns the stable error code of the response, such as `domain_not_found`. Programs may depend on the code.
    pub fn code(&self) -> Option<&str> {
        self.0.code.as_deref()
    }

    /// Returns the message for people.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the errors of the request's fields.
    pub fn faults(&self) -> &[Fault] {
        &self.0.faults
    }

    /// Returns the id of the request; quote it to support.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// Returns the wait that the service asked for.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    fn of(kind: Kind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            status: None,
            code: None,
            message: message.into(),
            faults: Vec::new(),
            request_id: None,
            retry_after: None,
            source: None,
        }))
    }

    fn caused_by(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    pub(crate) fn configuration(message: impl Into<String>) -> Self {
        Self::of(Kind::Configuration, message)
    }

    pub(crate) fn unreadable(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::of(Kind::Unreadable, "the answer is not what the document describes").caused_by(source)
    }

    /// Converts a transport error. Removes the address, which may contain personal data or secrets.
    pub(crate) fn transport(error: reqwest::Error) -> Self {
        let error = error.without_url();
        if error.is_builder() {
            return Self::of(Kind::Configuration, "the request can't be made").caused_by(error);
        }
        if error.is_timeout() {
            return Self::of(Kind::Timeout, "the service did not answer in time").caused_by(error);
        }
        Self::of(Kind::Unreachable, "the service can't be reached").caused_by(error)
    }

    pub(crate) fn refused(
        status: StatusCode,
        body: &[u8],
        request_id: Option<&str>,
        retry_after: Option<Duration>,
    ) -> Self {
        let body: Body = serde_json::from_slice(body).unwrap_or_default();
        let phrase = status.canonical_reason().unwrap_or("the service refused");
        let mut error = Self::of(Kind::Refused, phrase);
        match serde_json::from_value(body.detail) {
            Ok(Detail::Coded { code, message }) => (error.0.code, error.0.message) = (Some(code), message),
            Ok(Detail::Sentence(sentence)) => error.0.message = sentence,
            Ok(Detail::Items(items)) => {
                error.0.message = "the request has faults".to_string();
                error.0.faults = items.into_iter().map(Fault::from).collect();
            }
            // The response came from another server, such as a proxy.
            Err(_) => {}
        }
        error.0.status = Some(status);
        error.0.request_id = body.request_id.or_else(|| request_id.map(str::to_string));
        error.0.retry_after = retry_after;
        error
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.message)?;
        for (index, fault) in self.0.faults.iter().enumerate() {
            let between = if index == 0 { ": " } else { "; " };
            write!(formatter, "{between}{} {}", fault.path, fault.message)?;
        }
        match (&self.0.code, self.0.status) {
            (Some(code), Some(status)) => write!(formatter, " ({code}, {})", status.as_u16()),
            (None, Some(status)) => write!(formatter, " ({})", status.as_u16()),
            _ => Ok(()),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

#[derive(Default, Deserialize)]
struct Body {
    #[serde(default)]
    detail: Value,
    #[serde(default)]
    request_id: Option<String>,
}

/// All formats of error bodies in the document.
#[derive(Deserialize)]
#[serde(untagged)]
enum Detail {
    Coded { code: String, message: String },
    Sentence(String),
    Items(Vec<Item>),
}

#[derive(Deserialize)]
struct Item {
    loc: Vec<Value>,
    msg: String,
    r#type: String,
}

impl From<Item> for Fault {
    fn from(item: Item) -> Self {
        let steps =
            item.loc.iter().map(|step| step.as_str().map_or_else(|| step.to_string(), str::to_string));
        Self { path: steps.collect::<Vec<_>>().join("."), message: item.msg, kind: item.r#type }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, body: &str) -> Error {
        Error::refused(StatusCode::from_u16(status).unwrap(), body.as_bytes(), Some("r-1"), None)
    }

    #[test]
    fn every_shape_of_an_error_is_read() {
        let coded =
            refused(404, r#"{"detail":{"code":"domain_not_found","message":"There is no such domain."}}"#);
        assert_eq!(
            (coded.code(), coded.status(), coded.request_id()),
            (Some("domain_not_found"), Some(404), Some("r-1"))
        );
        assert_eq!(coded.to_string(), "There is no such domain. (domain_not_found, 404)");

        let sentence = refused(500, r#"{"detail":"Internal Server Error","request_id":"r-2"}"#);
        assert_eq!(
            (sentence.message(), sentence.code(), sentence.request_id()),
            ("Internal Server Error", None, Some("r-2"))
        );

        let faults =
            refused(422, r#"{"detail":[{"loc":["body","match",0,"field"],"msg":"unknown","type":"enum"}]}"#);
        let expected =
            Fault { path: "body.match.0.field".into(), message: "unknown".into(), kind: "enum".into() };
        assert_eq!(faults.faults(), [expected]);
        assert_eq!(faults.to_string(), "the request has faults: body.match.0.field unknown (422)");

        for other in ["<html>", "{}", r#"{"detail":7}"#, ""] {
            assert_eq!(refused(502, other).message(), "Bad Gateway");
        }
    }
}
