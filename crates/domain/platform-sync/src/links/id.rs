//! Ids of links.

use std::fmt;

kernel::words! {
    /// Kind of a link.
    LinkKind {
        /// Link for the paid offer, which counts visitors.
        TrackingLink = "tracking_link",
        /// Link that grants a free trial.
        FreeTrial = "free_trial",
    }
}

/// Id of a link, unique in an account over all kinds of links: `c123` for a campaign, `t123` for a trial link,
/// `fv_<uuid>` for a link of Fanvue. The platform numbers campaigns and trial links apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlatformLinkId {
    /// Campaign of OnlyFans, which is a paid link.
    Campaign(u64),
    /// Trial link of OnlyFans.
    Trial(u64),
    /// Tracking link of Fanvue, as a UUID in lower case.
    Fanvue(String),
}

kernel::text_value!(PlatformLinkId, "c or t with a number, or fv_ with a UUID");

impl PlatformLinkId {
    /// Parses an id; `None` for another form, such as a number with leading zeros.
    ///
    /// ```
    /// use platform_sync::PlatformLinkId;
    ///
    /// assert_eq!(PlatformLinkId::parse("t123"), Some(PlatformLinkId::Trial(123)));
    /// assert_eq!(PlatformLinkId::parse("123"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(uuid) = text.strip_prefix("fv_") {
            return is_uuid(uuid).then(|| Self::Fanvue(uuid.to_owned()));
        }
        let number = |digits: &str| {
            let canonical = digits == "0" || digits.starts_with(|first: char| ('1'..='9').contains(&first));
            digits.parse().ok().filter(|_| canonical)
        };
        match (text.strip_prefix('c'), text.strip_prefix('t')) {
            (Some(digits), _) => number(digits).map(Self::Campaign),
            (_, Some(digits)) => number(digits).map(Self::Trial),
            _ => None,
        }
    }

    /// Returns the id of a Fanvue link; `None` unless `uuid` is a UUID.
    pub fn fanvue(uuid: &str) -> Option<Self> {
        let uuid = uuid.to_ascii_lowercase();
        is_uuid(&uuid).then_some(Self::Fanvue(uuid))
    }

    /// Kind of the link.
    pub const fn kind(&self) -> LinkKind {
        match self {
            Self::Campaign(_) | Self::Fanvue(_) => LinkKind::TrackingLink,
            Self::Trial(_) => LinkKind::FreeTrial,
        }
    }
}

impl fmt::Display for PlatformLinkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Campaign(number) => write!(f, "c{number}"),
            Self::Trial(number) => write!(f, "t{number}"),
            Self::Fanvue(uuid) => write!(f, "fv_{uuid}"),
        }
    }
}

fn is_uuid(text: &str) -> bool {
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let fits =
        |(at, byte): (usize, u8)| if matches!(at, 8 | 13 | 18 | 23) { byte == b'-' } else { is_hex(byte) };
    text.len() == 36 && text.bytes().enumerate().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_say_which_space_their_number_is_from() {
        let uuid = "0a1b2c3d-0000-4000-8000-00000000000f";
        let fanvue = format!("fv_{uuid}");
        for (text, expected) in [
            ("c123", Some(PlatformLinkId::Campaign(123))),
            ("t123", Some(PlatformLinkId::Trial(123))),
            ("c0", Some(PlatformLinkId::Campaign(0))),
            (fanvue.as_str(), Some(PlatformLinkId::Fanvue(uuid.to_owned()))),
            ("c0123", None),
            ("c+1", None),
            ("c", None),
            ("C1", None),
            ("123", None),
            ("", None),
            ("c99999999999999999999999", None),
            ("fv_0A1B2C3D-0000-4000-8000-00000000000F", None),
            ("fv_123", None),
        ] {
            let parsed = PlatformLinkId::parse(text);
            assert_eq!(parsed, expected, "{text}");
            assert!(parsed.is_none_or(|id| id.to_string() == text), "{text}");
        }
        assert_eq!(PlatformLinkId::fanvue(&uuid.to_uppercase()), PlatformLinkId::parse(&fanvue));
        assert_eq!(serde_json::to_value(PlatformLinkId::Trial(7)).unwrap(), "t7");
    }
}
