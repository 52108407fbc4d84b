//! `If-Match` and `ETag` based on the revisions of resources.

use std::convert::Infallible;
use std::future::{Ready, ready};

use crate::wire::ErrorCode;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};
use kernel::{Fingerprint, Precondition};

use super::error::ApiError;

/// The `If-Match` header of a request that changes a resource with a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IfMatch {
    /// No header or `*`: the change applies to any revision.
    Any,
    /// The change applies only to this revision.
    Revision(i64),
    /// A tag that the service never issued.
    Never,
}

impl IfMatch {
    /// Fails with `precondition_failed` unless the change applies to `revision`.
    pub fn check(&self, revision: i64) -> Result<(), ApiError> {
        match self {
            Self::Any => Ok(()),
            Self::Revision(wanted) if *wanted == revision => Ok(()),
            Self::Revision(_) | Self::Never => Err(ApiError::coded(
                ErrorCode::PreconditionFailed,
                "the item has changed since the ETag in If-Match",
            )),
        }
    }

    /// Returns the revision that a store should compare with, if any.
    ///
    /// An unknown tag becomes an impossible revision, so that existence is still checked first.
    pub fn expected(&self) -> Option<i64> {
        match self {
            Self::Any => None,
            Self::Revision(wanted) => Some(*wanted),
            Self::Never => Some(-1),
        }
    }

    /// Returns the state that a store should compare with, for things without a revision.
    pub fn precondition(&self) -> Precondition {
        self.expected().map_or(Precondition::None, |wanted| Precondition::Is(Fingerprint::new(wanted)))
    }

    fn parse(value: Option<&[u8]>) -> Self {
        match value {
            None | Some(b"*") => Self::Any,
            Some(tag) => std::str::from_utf8(tag).ok().and_then(revision).map_or(Self::Never, Self::Revision),
        }
    }
}

/// Parses exactly the output of `etag`: no weak tags, no lists, no leading zeros.
fn revision(tag: &str) -> Option<i64> {
    let number = tag.strip_prefix('"')?.strip_suffix('"')?.parse::<i64>().ok()?;
    (etag(number) == tag).then_some(number)
}

/// Formats a revision as `ETag`.
pub fn etag(revision: i64) -> String {
    format!("\"{revision}\"")
}

impl FromRequest for IfMatch {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut values = request.headers().get_all(header::IF_MATCH);
        let first = values.next();
        let several = values.next().is_some();
        ready(Ok(if several { Self::Never } else { Self::parse(first.map(|value| value.as_bytes())) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_tag_matches() {
        let parse = |text: &str| IfMatch::parse(Some(text.as_bytes()));
        assert_eq!(IfMatch::parse(None), IfMatch::Any);
        assert_eq!(parse("*"), IfMatch::Any);
        assert_eq!(parse("\"7\""), IfMatch::Revision(7));
        for never in ["7", "W/\"7\"", "\"07\"", "\"+7\"", "\"7\", \"8\"", "", "\"\"", "\"x\""] {
            assert_eq!(parse(never), IfMatch::Never, "{never}");
        }
        assert!(parse("\"7\"").check(7).is_ok());
        assert!(parse("\"7\"").check(8).is_err());
        assert!(parse("7").check(7).is_err());
    }
}
