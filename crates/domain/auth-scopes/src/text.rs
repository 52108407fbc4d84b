//! Texts that people type: bounded, without control characters.

use kernel::{ErrorKind, Location, ValidationErrors, check_line};

/// One `@` with something on both sides and no blanks: enough to catch a slip, and no mail server decides more.
fn check_email(text: &str) -> Result<(), ValidationErrors> {
    check_line(text, 1, Email::MAX)?;
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

kernel::line_of_text! {
    /// What a key is called by its owner, 1-80 characters.
    KeyName, 1..=80
}

kernel::line_of_text! {
    /// What a member is called, 1-80 characters.
    MemberName, 1..=80
}

kernel::line_of_text! {
    /// What an owner is called, 1-80 characters.
    OwnerName, 1..=80
}

/// A member's address for mail, up to 254 characters with one `@`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// The longest allowed address, in characters.
    pub const MAX: usize = 254;

    /// Takes the address as it is typed, if it is allowed; errors are located at the root.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        check_email(text).map(|()| Self(text.to_owned()))
    }

    /// The address as typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Email {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

kernel::text_value!(Email: ValidationErrors);

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
