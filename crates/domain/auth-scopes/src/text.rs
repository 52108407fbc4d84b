//! Short texts typed by people, with a maximum length and without control characters.

use kernel::{ErrorKind, Location, ValidationErrors, check_line};

/// Requires one `@` with text on both sides and no blanks. This catches typing errors; only a mail server can check
/// more.
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
    /// Name that the owner gives a key, 1-80 characters.
    KeyName, 1..=80
}

kernel::line_of_text! {
    /// Name of a member, 1-80 characters.
    MemberName, 1..=80
}

kernel::line_of_text! {
    /// Name of an owner, 1-80 characters.
    OwnerName, 1..=80
}

/// E-mail address of a member, up to 254 characters with one `@`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Maximum length of an address, in characters.
    pub const MAX: usize = 254;

    /// Checks an address, and keeps it as typed. Errors are located at the root.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        check_email(text).map(|()| Self(text.to_owned()))
    }

    /// Address as typed.
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
