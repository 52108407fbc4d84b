//! Validation of single-line texts.

/// Returns the error in a line of text that must have `min` to `max` characters (not bytes); `None`
/// if the text is valid.
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
