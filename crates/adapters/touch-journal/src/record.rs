//! The stored form of a touch.

use kernel::{CountryCode, Hostname, OwnerId, UnixTime};
use serde::{Deserialize, Serialize};
use touches::{Act, AdClickId, Click, Source, Touch, TouchId, VisitorDigest};

/// Fields are in the order of writing; a new one needs a new version of the segment's header and goes to the end.
#[derive(Serialize, Deserialize)]
pub(crate) struct Record<'a> {
    id: u128,
    owner: i64,
    domain: &'a str,
    at: i64,
    act: ActRecord<'a>,
    source: Option<&'a str>,
    country: Option<&'a str>,
    device: Option<Device>,
    visitor: [u8; 16],
    bot: bool,
}

#[derive(Serialize, Deserialize)]
enum ActRecord<'a> {
    Scan {
        code: i64,
    },
    Visit,
    Click {
        #[serde(borrow)]
        button: Option<&'a str>,
        smart_link: Option<i64>,
        link: Option<i64>,
        fbclid: Option<&'a str>,
        ttclid: Option<&'a str>,
    },
}

#[derive(Serialize, Deserialize, Clone, Copy)]
enum Device {
    Mobile,
    Tablet,
    Desktop,
}

impl Device {
    const WORDS: [(Self, &'static str); 3] =
        [(Self::Mobile, "mobile"), (Self::Tablet, "tablet"), (Self::Desktop, "desktop")];

    fn of(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(_, known)| *known == word).map(|(device, _)| *device)
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Mobile => "mobile",
            Self::Tablet => "tablet",
            Self::Desktop => "desktop",
        }
    }
}

impl<'a> Record<'a> {
    pub(crate) fn of(touch: &'a Touch) -> Self {
        Self {
            id: touch.id.to_u128(),
            owner: touch.owner.get(),
            domain: touch.domain.as_str(),
            at: touch.at.millis(),
            act: match &touch.act {
                Act::Scan { code } => ActRecord::Scan { code: *code },
                Act::Visit => ActRecord::Visit,
                Act::Click(click) => ActRecord::Click {
                    button: click.button.as_deref(),
                    smart_link: click.smart_link,
                    link: click.link,
                    fbclid: click.fbclid.as_ref().map(AdClickId::as_str),
                    ttclid: click.ttclid.as_ref().map(AdClickId::as_str),
                },
            },
            source: touch.source.as_ref().map(Source::as_str),
            country: touch.country.as_ref().map(CountryCode::as_str),
            device: touch.device.and_then(Device::of),
            visitor: touch.visitor.0,
            bot: touch.bot,
        }
    }

    /// The touch; `None` when it holds a value that this program never writes.
    pub(crate) fn read(self) -> Option<Touch> {
        Some(Touch {
            id: TouchId::from_u128(self.id),
            owner: OwnerId::new(self.owner),
            domain: Hostname::parse(self.domain).ok()?,
            at: UnixTime::from_millis(self.at),
            act: self.act.read(),
            source: self.source.and_then(Source::parse),
            country: self.country.and_then(CountryCode::parse),
            device: self.device.map(Device::as_str),
            visitor: VisitorDigest(self.visitor),
            bot: self.bot,
        })
    }
}

impl ActRecord<'_> {
    fn read(self) -> Act {
        match self {
            Self::Scan { code } => Act::Scan { code },
            Self::Visit => Act::Visit,
            Self::Click { button, smart_link, link, fbclid, ttclid } => Act::Click(Click {
                button: button.map(str::to_owned),
                smart_link,
                link,
                fbclid: fbclid.and_then(AdClickId::parse),
                ttclid: ttclid.and_then(AdClickId::parse),
            }),
        }
    }
}
