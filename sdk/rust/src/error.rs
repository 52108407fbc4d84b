use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;

/// Why a call has no result. There is one type for everything that can go wrong: what a program does about it depends on
/// [`kind`](Self::kind) or [`code`](Self::code), and a person reads the message.
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

/// What sort of error it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The client was given something that can't be sent: no key, no address, an empty name.
    Configuration,
    /// The service can't be reached.
    Unreachable,
    /// The service did not answer in time. What was asked may have been done.
    Timeout,
    /// The service answered, and refused.
    Refused,
    /// The service answered with something that this SDK can't read.
    Unreadable,
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// Where: `body.conditions.0.field`.
    pub path: String,
    /// A sentence for a person.
    pub message: String,
    /// A stable word, such as `missing` or `too_long`.
    pub kind: String,
}

impl Error {
    /// What sort of error it is.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// The status of the answer.
    pub fn status(&self) -> Option<u16> {
        self.0.status.map(|status| status.as_u16())
    }

    /// The code of the answer, such as `domain_not_found`: the contract for programs.
    pub fn code(&self) -> Option<&str> {
        self.0.code.as_deref()
    }

    /// A sentence for a person.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What is wrong with the fields of the request.
    pub fn faults(&self) -> &[Fault] {
        &self.0.faults
    }

    /// The id of the request: quote it to support.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// How long the service asked to wait.
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

    /// Without the address, which may contain what a log should not.
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
            // An answer of something between us and the service.
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

/// Every shape of the error bodies of the document.
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
