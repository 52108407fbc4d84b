//! What is known of a visitor when a page is chosen.

use std::collections::BTreeMap;

use hmac_sha256::Hash as Sha256;
use kernel::{CountryCode, Language, UnixTime, words};
use serde::{Deserialize, Serialize};

pub mod user_agent;

words! {
    /// The kind of device.
    Device {
        /// A phone.
        Mobile = "mobile",
        /// A tablet.
        Tablet = "tablet",
        /// Anything with a keyboard.
        Desktop = "desktop",
    }
}

words! {
    /// The operating system.
    Os {
        /// iOS and iPadOS.
        Ios = "ios",
        /// Android.
        Android = "android",
        /// Windows.
        Windows = "windows",
        /// macOS.
        Macos = "macos",
        /// Linux on a desktop.
        Linux = "linux",
        /// ChromeOS.
        Chromeos = "chromeos",
    }
}

words! {
    /// The browser.
    Browser {
        /// Chrome and Chromium.
        Chrome = "chrome",
        /// Safari.
        Safari = "safari",
        /// Firefox.
        Firefox = "firefox",
        /// Edge.
        Edge = "edge",
        /// Opera.
        Opera = "opera",
        /// Samsung Internet.
        Samsung = "samsung",
    }
}

words! {
    /// The app whose built-in browser shows the page.
    InApp {
        /// Instagram.
        Instagram = "instagram",
        /// TikTok.
        Tiktok = "tiktok",
        /// Facebook and Messenger.
        Facebook = "facebook",
        /// Snapchat.
        Snapchat = "snapchat",
        /// X, formerly Twitter.
        X = "x",
        /// Telegram.
        Telegram = "telegram",
        /// Reddit.
        Reddit = "reddit",
        /// A browser of its own, no app.
        None = "none",
    }
}

/// The way by which a visitor came to the domain: a printed code's source label, or straight.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Not by a printed code.
    #[default]
    Direct,
    /// By the code with this source label, `qr` or `qr-<slug>`.
    Qr(String),
}

impl Channel {
    /// The word of the interface: `direct`, `qr` or `qr-<slug>`.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Direct => "direct",
            Self::Qr(source) => source,
        }
    }
}

/// Who the visitor is, for stickiness alone: a digest that says nothing about a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VisitorToken([u8; 16]);

impl VisitorToken {
    /// The token with these bytes, a keyed digest or a cookie's random value.
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// A token made of a text, for simulations.
    pub fn of_text(text: &str) -> Self {
        let digest = Sha256::hash(text.as_bytes());
        let mut bytes = [0; 16];
        bytes.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
        Self(bytes)
    }

    /// A number in `0..1`, as a 64-bit fraction, that is the same for the same key and visitor.
    pub fn fraction(&self, key: &str) -> u64 {
        let mut hash = Sha256::new();
        hash.update(key.as_bytes());
        hash.update([0]);
        hash.update(self.0);
        hash.finalize().iter().take(8).fold(0, |value, &byte| (value << 8) | u64::from(byte))
    }
}

/// What is known of one visitor at one moment. `None` is unknown, which no condition takes for a yes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Visitor {
    /// The country by address.
    pub country: Option<CountryCode>,
    /// The kind of device.
    pub device: Option<Device>,
    /// The operating system.
    pub os: Option<Os>,
    /// The browser.
    pub browser: Option<Browser>,
    /// The app around the browser; [`InApp::None`] is known to be none.
    pub in_app: Option<InApp>,
    /// The languages asked for, most wanted first; empty is unknown.
    pub languages: Vec<Language>,
    /// The host of the page that led here, lower case. Browsers often hide it, so absence is unknown.
    pub referrer_host: Option<String>,
    /// The address's query, the first value of each name. What is absent here is known to be absent.
    pub query: BTreeMap<String, String>,
    /// The way to the domain.
    pub channel: Channel,
    /// Whether this visitor was here before.
    pub returning: Option<bool>,
    /// The moment of the visit.
    pub now: UnixTime,
    /// Who it is, for stickiness.
    pub token: VisitorToken,
}

impl Visitor {
    /// A visitor of whom nothing is known but the moment and the token.
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
        }
    }
}
