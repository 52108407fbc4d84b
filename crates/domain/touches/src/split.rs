//! Breakdowns of statistics, and the key of a touch in each breakdown.

use std::fmt;

use kernel::{CountryCode, UnixTime};
use serde::{Deserialize, Serialize};

use crate::{Act, Touch};

kernel::words! {
    /// Dimension by which the statistics of a domain are broken down.
    Split {
        /// Country of the visitor.
        Country = "country",
        /// Device type.
        Device = "device",
        /// Browser, or the app with a built-in browser.
        Browser = "browser",
        /// Clicked button; visits have none.
        Button = "button",
        /// Host of the referring page.
        Referrer = "referrer",
        /// Experiment arm that the page showed.
        Arm = "arm",
        /// Hour of the day in UTC, `00` to `23`.
        Hour = "hour",
        /// Touches of bots, which count nowhere else.
        Bot = "bot",
    }
}

impl Split {
    /// Whether visitors determine the keys, so that an attacker could create any number of keys.
    pub fn is_open_ended(self) -> bool {
        matches!(self, Self::Button | Self::Referrer)
    }
}

/// Maximum length of the text form of a [`ShownArm`], in bytes.
const LONGEST_ARM: usize = 400;

kernel::text_value!(ShownArm, "<segment>/<arm>/<key of the experiment>");

/// Experiment arm that a page showed: `<segment>/<arm>/<key of the experiment>`.
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
    /// Creates the text form of an arm in a segment's experiment; `None` if a part is empty, too long, or contains a
    /// forbidden `/`.
    pub fn new(segment: &str, arm: &str, key: &str) -> Option<Self> {
        let plain = |name: &str| !name.is_empty() && !name.contains('/');
        let name = format!("{segment}/{arm}/{key}");
        (plain(segment) && plain(arm) && !key.is_empty() && name.len() <= LONGEST_ARM).then_some(Self(name))
    }

    /// Parses the text form.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '/');
        Self::new(parts.next()?, parts.next()?, parts.next()?)
    }

    /// Text form, `<segment>/<arm>/<key of the experiment>`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the segment, the arm and the key of the experiment.
    pub fn parts(&self) -> (&str, &str, &str) {
        let mut parts = self.0.splitn(3, '/');
        let mut next = || parts.next().unwrap_or_default();
        (next(), next(), next())
    }
}

/// Known dimensions of a touch, or of a conversion attributed to a click.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Traits {
    /// Country code, two letters.
    pub country: Option<String>,
    /// `mobile`, `tablet` or `desktop`.
    pub device: Option<String>,
    /// Key in [`Split::Browser`].
    pub browser: Option<String>,
    /// Id of the clicked button.
    pub button: Option<String>,
    /// Host of the referring page.
    pub referrer: Option<String>,
    /// Text form of the shown arm ([`ShownArm`]).
    pub arm: Option<String>,
}

impl Traits {
    /// Returns the traits of a touch.
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

    /// Returns the key in each breakdown. An unknown value counts under the empty key, so that the keys of a breakdown
    /// add up to the total. Without a button or an arm, the touch is absent from those breakdowns.
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
