//! Stored form of a touch.

use std::borrow::Cow;

use kernel::{CountryCode, Hostname, OwnerId, UnixTime};
use serde::{Deserialize, Serialize};
use touches::{
    Act, AdClickId, AdParameter, Click, Context, DeviceWord, ShownArm, Source, Touch, TouchId, UserAgent,
    VisitorDigest,
};

/// Record of the current version: the record of the third version, followed by later fields.
///
/// Fields are in the order of writing. A new field goes to the end, and needs a new version of the segment's header.
#[derive(Serialize, Deserialize)]
pub(crate) struct Record<'a> {
    #[serde(borrow)]
    third: ThirdRecord<'a>,
    /// User agent of a click.
    user_agent: Option<&'a str>,
}

/// Record of the third version: the record of the second version, followed by later fields.
#[derive(Serialize, Deserialize)]
pub(crate) struct ThirdRecord<'a> {
    #[serde(borrow)]
    second: SecondRecord<'a>,
    /// Click ids that the first record has no field for, by parameter.
    #[serde(borrow)]
    ids: Vec<(&'a str, &'a str)>,
}

/// Record of the second version: the record of the first version, followed by later fields.
#[derive(Serialize, Deserialize)]
pub(crate) struct SecondRecord<'a> {
    #[serde(borrow)]
    first: FirstRecord<'a>,
    browser: Option<Browser>,
    referrer: Option<&'a str>,
    arm: Option<&'a str>,
}

/// Record of the first version.
#[derive(Serialize, Deserialize)]
pub(crate) struct FirstRecord<'a> {
    id: u128,
    owner: i64,
    domain: &'a str,
    at: i64,
    #[serde(borrow)]
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
    fn of(word: DeviceWord) -> Self {
        match word {
            DeviceWord::Mobile => Self::Mobile,
            DeviceWord::Tablet => Self::Tablet,
            DeviceWord::Desktop => Self::Desktop,
        }
    }

    fn word(self) -> DeviceWord {
        match self {
            Self::Mobile => DeviceWord::Mobile,
            Self::Tablet => DeviceWord::Tablet,
            Self::Desktop => DeviceWord::Desktop,
        }
    }
}

/// Index into [`Browser::WORDS`]. The index is stored, so a new word goes to the end.
#[derive(Serialize, Deserialize, Clone, Copy)]
struct Browser(u8);

impl Browser {
    const WORDS: [&'static str; 21] = [
        "chrome",
        "safari",
        "firefox",
        "edge",
        "opera",
        "samsung",
        "instagram",
        "tiktok",
        "facebook",
        "snapchat",
        "x",
        "telegram",
        "reddit",
        "threads",
        "linkedin",
        "pinterest",
        "wechat",
        "line",
        "whatsapp",
        "viber",
        "discord",
    ];

    fn of(word: &str) -> Option<Self> {
        let place = Self::WORDS.iter().position(|known| *known == word)?;
        u8::try_from(place).ok().map(Self)
    }

    fn as_str(self) -> Option<&'static str> {
        Self::WORDS.get(usize::from(self.0)).copied()
    }
}

/// Click ids with a field of their own in the first record.
const FIRST_IDS: [AdParameter; 2] = [AdParameter::Fbclid, AdParameter::Ttclid];

impl<'a> Record<'a> {
    pub(crate) fn of(touch: &'a Touch) -> Self {
        let user_agent = match &touch.act {
            Act::Click(click) => click.user_agent.as_ref().map(UserAgent::as_str),
            Act::Scan { .. } | Act::Visit => None,
        };
        Self { third: ThirdRecord::of(touch), user_agent }
    }

    /// Converts to a touch. Returns `None` for a value that this program never writes.
    pub(crate) fn read(self) -> Option<Touch> {
        let mut touch = self.third.read()?;
        if let Act::Click(click) = &mut touch.act {
            click.user_agent = self.user_agent.and_then(UserAgent::parse);
        }
        Some(touch)
    }
}

impl<'a> ThirdRecord<'a> {
    pub(crate) fn of(touch: &'a Touch) -> Self {
        let ids = match &touch.act {
            Act::Click(click) => click.ids.iter(),
            Act::Scan { .. } | Act::Visit => {
                return Self { second: SecondRecord::of(touch), ids: Vec::new() };
            }
        };
        let ids = ids.filter(|(parameter, _)| !FIRST_IDS.contains(parameter));
        let ids = ids.map(|(parameter, id)| (parameter.as_str(), id.as_str())).collect();
        Self { second: SecondRecord::of(touch), ids }
    }

    /// Converts to a touch. Returns `None` for a value that this program never writes.
    pub(crate) fn read(self) -> Option<Touch> {
        let mut touch = self.second.read()?;
        if let Act::Click(click) = &mut touch.act {
            let first = click.ids.iter().map(|(parameter, id)| (parameter, id.clone()));
            let later = self.ids.iter().filter_map(|&(name, id)| id_of(name, Some(id)));
            click.ids = first.chain(later).collect();
        }
        Some(touch)
    }
}

fn id_of(parameter: &str, id: Option<&str>) -> Option<(AdParameter, AdClickId)> {
    Some((AdParameter::parse(parameter)?, AdClickId::parse(id?)?))
}

impl<'a> SecondRecord<'a> {
    pub(crate) fn of(touch: &'a Touch) -> Self {
        let Context { browser, referrer, arm } = &touch.context;
        Self {
            first: FirstRecord::of(touch),
            browser: browser.as_deref().and_then(Browser::of),
            referrer: referrer.as_deref(),
            arm: arm.as_ref().map(ShownArm::as_str),
        }
    }

    /// Converts to a touch. Returns `None` for a value that this program never writes.
    pub(crate) fn read(self) -> Option<Touch> {
        let context = Context {
            browser: self.browser.and_then(Browser::as_str).map(Cow::Borrowed),
            referrer: self.referrer.map(str::to_owned),
            arm: self.arm.and_then(ShownArm::parse),
        };
        Some(Touch { context, ..self.first.read()? })
    }
}

impl<'a> FirstRecord<'a> {
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
                    fbclid: click.ids.get(AdParameter::Fbclid),
                    ttclid: click.ids.get(AdParameter::Ttclid),
                },
            },
            source: touch.source.as_ref().map(Source::as_str),
            country: touch.country.as_ref().map(CountryCode::as_str),
            device: touch.device.map(Device::of),
            visitor: touch.visitor.0,
            bot: touch.bot,
        }
    }

    /// Converts to a touch. Returns `None` for a value that this program never writes.
    pub(crate) fn read(self) -> Option<Touch> {
        Some(Touch {
            id: TouchId::from_u128(self.id),
            owner: OwnerId::new(self.owner),
            domain: Hostname::parse(self.domain).ok()?,
            at: UnixTime::from_millis(self.at),
            act: self.act.read(),
            source: self.source.and_then(Source::parse),
            country: self.country.and_then(CountryCode::parse),
            device: self.device.map(Device::word),
            context: Context::default(),
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
                ids: [id_of("fbclid", fbclid), id_of("ttclid", ttclid)].into_iter().flatten().collect(),
                user_agent: None,
            }),
        }
    }
}
