//! Texts that people type: bounded, without control characters.

use kernel::{ErrorKind, Location, ValidationErrors};

/// Checks one line of text: 1 to `max` characters (not bytes), no control characters, not only blanks.
fn check_line(text: &str, max: usize) -> Result<(), ValidationErrors> {
    let mut errors = ValidationErrors::none();
    if text.trim().is_empty() {
        errors.push(Location::root(), ErrorKind::TooShort, "needs at least 1 visible character");
    }
    if text.chars().count() > max {
        errors.push(Location::root(), ErrorKind::TooLong, format!("has more than {max} characters"));
    }
    if text.chars().any(char::is_control) {
        errors.push(Location::root(), ErrorKind::Pattern, "must not contain control characters");
    }
    errors.into_result()
}

/// One `@` with something on both sides and no blanks: enough to catch a slip, and no mail server decides more.
fn check_email(text: &str) -> Result<(), ValidationErrors> {
    check_line(text, Email::MAX)?;
    let mut parts = text.split('@');
    let both_sides = matches!(
        (parts.next(), parts.next(), parts.next()),
        (Some(local), Some(domain), None) if !local.is_empty() && !domain.is_empty()
    );
    if both_sides && !text.contains(char::is_whitespace) {
        Ok(())
    } else {
        Err(ValidationErrors::one(Location::root(), ErrorKind::Pattern, "is not an email address"))
    }
}

macro_rules! line_of_text {
    ($(#[$doc:meta])* $name:ident, $max:literal, $check:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name(String);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = ValidationErrors;

            fn from_str(text: &str) -> Result<Self, ValidationErrors> {
                Self::parse(text)
            }
        }

        impl $name {
            /// The longest allowed text, in characters.
            pub const MAX: usize = $max;

            /// Takes the text as it is typed, if it is allowed; errors are located at the root.
            pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
                let check: fn(&str) -> Result<(), ValidationErrors> = $check;
                check(text)?;
                Ok(Self(text.to_owned()))
            }

            /// The text as typed.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
    };
}

line_of_text! {
    /// What a key is called by its owner, 1-80 characters.
    KeyName, 80, |text| check_line(text, KeyName::MAX)
}

line_of_text! {
    /// What a member is called, 1-80 characters.
    MemberName, 80, |text| check_line(text, MemberName::MAX)
}

line_of_text! {
    /// What an owner is called, 1-80 characters.
    OwnerName, 80, |text| check_line(text, OwnerName::MAX)
}

line_of_text! {
    /// A member's address for mail, up to 254 characters with one `@`.
    Email, 254, check_email
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let longest = "ä".repeat(80);
        let too_long = "ä".repeat(81);
        for (text, kind) in [
            ("CI", None),
            (&*longest, None),
            ("", Some(ErrorKind::TooShort)),
            (" ", Some(ErrorKind::TooShort)),
            (&*too_long, Some(ErrorKind::TooLong)),
            ("a\0b", Some(ErrorKind::Pattern)),
            ("a\nb", Some(ErrorKind::Pattern)),
        ] {
            let found = KeyName::parse(text).err().and_then(|errors| errors.iter().next().map(|f| f.kind));
            assert_eq!(found, kind, "{text:?}");
        }
    }

    #[test]
    fn emails() {
        let longest = format!("{}@b.example", "a".repeat(244));
        let too_long = format!("a{longest}");
        for (text, good) in [
            ("ana@example.com", true),
            (&*longest, true),
            (&*too_long, false),
            ("ana", false),
            ("@example.com", false),
            ("ana@", false),
            ("a@b@c", false),
            ("a b@c", false),
            ("", false),
        ] {
            assert_eq!(Email::parse(text).is_ok(), good, "{text:?}");
        }
    }
}
