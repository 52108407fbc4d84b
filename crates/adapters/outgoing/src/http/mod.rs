//! The HTTP client of adapters whose addresses come from others: engines of owners, webhook endpoints, destinations.
//!
//! - `client` begins a client of reqwest that connects to no other addresses than an `AddressPolicy` accepts, asks no proxy, which
//!   would resolve names itself, and follows no redirect, which could lead elsewhere.
//! - `Resolver` looks up names for the client: the connection uses the very addresses that were judged. It asks the name servers of
//!   `/etc/resolv.conf` after `/etc/hosts`, which it reads once, and holds no thread while it waits. Other sources of `/etc/nsswitch.conf` are not asked.
//! - `Cause` is the reason why a request got no answer: `Dns`, `Timeout`, `Tls`, `Refused` or `Connection`.
//! - An address that is a number is not resolved. Whoever calls judges it first.

mod resolver;

use std::error::Error;
use std::io;
use std::sync::Arc;

use kernel::{AddressPolicy, UnixTime};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Client, ClientBuilder};

pub use self::resolver::{Forbidden, Resolver, Unresolved};

/// Returns the builder of a client that connects only to addresses accepted by `policy`.
pub fn client(policy: AddressPolicy) -> ClientBuilder {
    Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        // A proxy would resolve names itself, without the policy.
        .no_proxy()
        .dns_resolver(Arc::new(Resolver::from_system(policy)))
        .user_agent(concat!("funnel/", env!("CARGO_PKG_VERSION")))
}

/// Whether a request failed because the policy accepts no address of the name. Never reveal this to the person who
/// entered the address: see [`Cause::of`].
pub fn is_forbidden(error: &reqwest::Error) -> bool {
    is_caused_by::<Forbidden>(error)
}

/// Reason why a request got no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The name has no acceptable address.
    #[error("the name has no address, or the look-up failed")]
    Dns,
    /// The response did not arrive in time.
    #[error("no response in time")]
    Timeout,
    /// The certificate is not valid for this name and time, or the server does not support TLS.
    #[error("the certificate is invalid or expired, or the server does not speak TLS")]
    Tls,
    /// The port accepts no connection.
    #[error("the server refused the connection")]
    Refused,
    /// The connection failed for another reason, or ended before the response.
    #[error("the connection failed")]
    Connection,
}

impl Cause {
    /// Returns the cause of a failure. A name that the policy rejects looks like a missing name. Otherwise people who
    /// enter addresses would learn which names exist in the internal network.
    pub fn of(error: &reqwest::Error) -> Self {
        if is_forbidden(error) || is_caused_by::<Unresolved>(error) {
            Self::Dns
        } else if error.is_timeout() {
            Self::Timeout
        } else if has_source(error, &|cause| cause.is::<rustls::Error>()) {
            Self::Tls
        } else if has_source(error, &is_refused) {
            Self::Refused
        } else {
            Self::Connection
        }
    }
}

/// Returns the wait in seconds from the header `Retry-After`, which is a number or an HTTP date; 0 for a past date.
pub fn retry_after(headers: &HeaderMap, now: UnixTime) -> Option<u32> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(text.parse().unwrap_or(u32::MAX));
    }
    let date = jiff::fmt::rfc2822::parse(text).ok()?.timestamp().as_second();
    let seconds = date.saturating_sub(now.seconds()).max(0);
    Some(u32::try_from(seconds).unwrap_or(u32::MAX))
}

fn is_refused(cause: &(dyn Error + 'static)) -> bool {
    let io = cause.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
}

fn is_caused_by<E: Error + 'static>(error: &reqwest::Error) -> bool {
    has_source(error, &|cause| cause.is::<E>())
}

/// Whether an error or one of its sources matches. Also looks inside I/O errors, whose inner error is not among the
/// sources.
fn has_source(error: &(dyn Error + 'static), matches: &dyn Fn(&(dyn Error + 'static)) -> bool) -> bool {
    let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    matches(error)
        || inner.is_some_and(|inner| has_source(inner, matches))
        || error.source().is_some_and(|source| has_source(source, matches))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_a_number_of_seconds_or_a_date() {
        let now = UnixTime::from_seconds(1_795_176_000);
        for (value, expected) in [
            ("0", Some(0)),
            (" 3600 ", Some(3_600)),
            ("99999999999999999999", Some(u32::MAX)),
            ("Fri, 20 Nov 2026 13:00:00 GMT", Some(3_600)),
            ("Fri, 20 Nov 2026 11:00:00 GMT", Some(0)),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, value.parse().unwrap())]);
            assert_eq!(retry_after(&headers, now), expected, "{value:?}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }

    #[tokio::test]
    async fn a_refused_name_fails_like_a_missing_one() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = client(AddressPolicy::PublicOnly).build().unwrap();
        for name in ["localhost", "nothing.invalid"] {
            let error = client.get(format!("https://{name}/")).send().await.unwrap_err();
            assert_eq!(Cause::of(&error), Cause::Dns, "{name}");
        }
    }
}
