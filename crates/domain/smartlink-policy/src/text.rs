//! Texts that people type: bounded, without control characters.

/// What is wrong with one line of text of `min` to `max` characters (not bytes), if something is.
pub(crate) fn line_error(text: &str, min: usize, max: usize) -> Option<(kernel::ErrorKind, String)> {
    use kernel::ErrorKind;

    let length = text.chars().count();
    if length < min {
        Some((ErrorKind::TooShort, "must not be empty".to_owned()))
    } else if length > max {
        Some((ErrorKind::TooLong, format!("has more than {max} characters")))
    } else if text.chars().any(char::is_control) {
        Some((ErrorKind::Pattern, "must not contain control characters".to_owned()))
    } else {
        None
    }
}
