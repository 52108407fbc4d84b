//! By what statistics are split, and under which key a touch counts in each split.

use std::fmt;

use kernel::{CountryCode, UnixTime};
use serde::{Deserialize, Serialize};

use crate::{Act, Touch};

kernel::words! {
    /// By what the statistics of a domain are split.
    Split {
        /// The visitor's country.
        Country = "country",
        /// The kind of device.
        Device = "device",
        /// The browser, or the app whose built-in browser it was.
        Browser = "browser",
        /// The button that was clicked; visits belong to none.
        Button = "button",
        /// The host of the page from which the visitor came.
        Referrer = "referrer",
        /// The arm of an experiment that the page showed.
        Arm = "arm",
        /// The hour of the day in UTC, `00` to `23`.
        Hour = "hour",
        /// What programs did, which counts nowhere else.
        Bot = "bot",
    }
}

impl Split {
    /// Whether its keys come from visitors, so that somebody could make up any number of them.
    pub fn is_open_ended(self) -> bool {
        matches!(self, Self::Button | Self::Referrer)
    }
}

/// The longest name of a shown arm, in bytes.
const LONGEST_ARM: usize = 400;

kernel::text_value!(ShownArm, "<segment>/<arm>/<key of the experiment>");

/// The arm of an experiment that a page showed: `<segment>/<arm>/<key of the experiment>`.
///
/// ```
/// use touches::ShownArm;
///
/// let shown = ShownArm::new("seg_1", "b", "summer/2").unwrap();
/// assert_eq!(shown.as_str(), "seg_1/b/summer/2");
/// assert_eq!(shown.parts(), ("seg_1", "b", "summer/2"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShownArm(String);

impl fmt::Display for ShownArm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ShownArm {
    /// The arm of a segment's experiment; `None` where the names can't be those of one.
    pub fn new(segment: &str, arm: &str, key: &str) -> Option<Self> {
        let plain = |name: &str| !name.is_empty() && !name.contains('/');
        let name = format!("{segment}/{arm}/{key}");
        (plain(segment) && plain(arm) && !key.is_empty() && name.len() <= LONGEST_ARM).then_some(Self(name))
    }

    /// Reads what [`Self::as_str`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '/');
        Self::new(parts.next()?, parts.next()?, parts.next()?)
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The segment, the arm and the key of the experiment.
    pub fn parts(&self) -> (&str, &str, &str) {
        let mut parts = self.0.splitn(3, '/');
        let mut next = || parts.next().unwrap_or_default();
        (next(), next(), next())
    }
}

/// What a touch, or a conversion by its click, is known to be split by.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Traits {
    /// Two letters.
    pub country: Option<String>,
    /// `mobile`, `tablet` or `desktop`.
    pub device: Option<String>,
    /// A word of [`Split::Browser`].
    pub browser: Option<String>,
    /// The button.
    pub button: Option<String>,
    /// The host.
    pub referrer: Option<String>,
    /// The name of the arm ([`ShownArm`]).
    pub arm: Option<String>,
}

impl Traits {
    /// The traits of a touch.
    pub fn of(touch: &Touch) -> Self {
        let button = match &touch.act {
            Act::Click(click) => click.button.clone(),
            Act::Scan { .. } | Act::Visit => None,
        };
        Self {
            country: touch.country.as_ref().map(CountryCode::to_string),
            device: touch.device.map(|device| device.as_str().to_owned()),
            browser: touch.context.browser.as_deref().map(str::to_owned),
            button,
            referrer: touch.context.referrer.clone(),
            arm: touch.context.arm.as_ref().map(|arm| arm.as_str().to_owned()),
        }
    }

    /// Under which key something of these traits counts in each split. What is unknown counts under '', so that the keys of a
    /// split sum up to all; but what has no button or arm is in those splits not at all.
    ///
    /// ```
    /// use kernel::UnixTime;
    /// use touches::{Split, Traits};
    ///
    /// let traits = Traits { country: Some("DE".to_owned()), ..Traits::default() };
    /// let keys = traits.keys(UnixTime::from_seconds(3 * 3_600 + 5));
    /// assert!(keys.contains(&(Split::Country, "DE".to_owned())));
    /// assert!(keys.contains(&(Split::Device, String::new())));
    /// assert!(keys.contains(&(Split::Hour, "03".to_owned())));
    /// assert!(!keys.iter().any(|(split, _)| *split == Split::Button));
    /// ```
    pub fn keys(&self, at: UnixTime) -> Vec<(Split, String)> {
        let hour = at.seconds().rem_euclid(86_400) / 3_600;
        let known = |value: &Option<String>| value.clone().unwrap_or_default();
        let mut keys = vec![
            (Split::Country, known(&self.country)),
            (Split::Device, known(&self.device)),
            (Split::Browser, known(&self.browser)),
            (Split::Referrer, known(&self.referrer)),
            (Split::Hour, format!("{hour:02}")),
        ];
        keys.extend(self.button.clone().map(|button| (Split::Button, button)));
        keys.extend(self.arm.clone().map(|arm| (Split::Arm, arm)));
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arm_is_named_by_segment_arm_and_key() {
        for (segment, arm, key, named) in [
            ("seg_1", "b", "summer", true),
            ("seg_1", "b", "a/b/c", true),
            ("", "b", "k", false),
            ("seg/1", "b", "k", false),
            ("seg_1", "", "k", false),
            ("seg_1", "b/c", "k", false),
            ("seg_1", "b", "", false),
        ] {
            let shown = ShownArm::new(segment, arm, key);
            assert_eq!(shown.is_some(), named, "{segment} {arm} {key}");
            if let Some(shown) = shown {
                assert_eq!(shown.parts(), (segment, arm, key));
                assert_eq!(ShownArm::parse(shown.as_str()), Some(shown));
            }
        }
        assert_eq!(ShownArm::new("seg_1", "b", &"k".repeat(LONGEST_ARM)), None);
        for wrong in ["", "a", "a/b", "a//c", "/b/c"] {
            assert_eq!(ShownArm::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_hour_is_that_of_the_day_also_before_1970() {
        for (seconds, hour) in
            [(0, "00"), (86_399, "23"), (86_400 + 3_600, "01"), (-1, "23"), (-86_400, "00")]
        {
            let keys = Traits::default().keys(UnixTime::from_seconds(seconds));
            assert!(keys.contains(&(Split::Hour, hour.to_owned())), "{seconds}: {keys:?}");
        }
    }
}
