//! Known facts about a visitor, for choosing a page.

use std::collections::BTreeMap;

use hmac_sha256::Hash as Sha256;
pub use kernel::{Browser, Device, InApp, Os};
use kernel::{CountryCode, Language, UnixTime};
use serde::{Deserialize, Serialize};

use crate::escapes::Escapes;

/// Channel through which a visitor reached the domain: a printed code, or directly.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Without a printed code.
    #[default]
    Direct,
    /// Printed code with this source label, `qr` or `qr-<slug>`.
    Qr(String),
}

impl Channel {
    /// Word of the channel in the API: `direct`, `qr` or `qr-<slug>`.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Direct => "direct",
            Self::Qr(source) => source,
        }
    }
}

/// Digest that identifies a visitor, so that a visitor keeps the same arm. Reveals nothing about the
/// person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VisitorToken([u8; 16]);

impl VisitorToken {
    /// Creates the token from a keyed digest or the random value of a cookie.
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Bytes of the token.
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Derives a token from a text, for simulations.
    pub fn of_text(text: &str) -> Self {
        let digest = Sha256::hash(text.as_bytes());
        let mut bytes = [0; 16];
        bytes.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
        Self(bytes)
    }

    /// Returns a number in `0..1` as a 64-bit fraction, always the same for the same key and visitor.
    pub fn fraction(&self, key: &str) -> u64 {
        let mut hash = Sha256::new();
        hash.update(key.as_bytes());
        hash.update([0]);
        hash.update(self.0);
        hash.finalize().iter().take(8).fold(0, |value, &byte| (value << 8) | u64::from(byte))
    }
}

/// Known facts about one visitor at one moment. `None` means unknown, and an unknown value satisfies
/// no condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Visitor {
    /// Country, derived from the IP address.
    pub country: Option<CountryCode>,
    /// Device type.
    pub device: Option<Device>,
    /// Operating system.
    pub os: Option<Os>,
    /// Web browser.
    pub browser: Option<Browser>,
    /// App around the browser; [`InApp::None`] means certainly no app.
    pub in_app: Option<InApp>,
    /// Requested languages, most preferred first; empty if unknown.
    pub languages: Vec<Language>,
    /// Host of the referring page, in lower case. Absence means unknown, because browsers often hide
    /// the referrer.
    pub referrer_host: Option<String>,
    /// Query parameters of the URL, with the first value of each name. A missing parameter is
    /// certainly absent.
    pub query: BTreeMap<String, String>,
    /// Channel through which the visitor reached the domain.
    pub channel: Channel,
    /// Whether the visitor was here before.
    pub returning: Option<bool>,
    /// Moment of the visit.
    pub now: UnixTime,
    /// Token that keeps the visitor in the same arm.
    pub token: VisitorToken,
    /// Ways out of apps that the installation uses.
    #[serde(skip)]
    pub escapes: Escapes,
}

impl Visitor {
    /// Creates a visitor with only the moment and the token known.
    pub fn unknown(now: UnixTime, token: VisitorToken) -> Self {
        Self {
            country: None,
            device: None,
            os: None,
            browser: None,
            in_app: None,
            languages: Vec::new(),
            referrer_host: None,
            query: BTreeMap::new(),
            channel: Channel::Direct,
            returning: None,
            now,
            token,
            escapes: Escapes::default(),
        }
    }
}
