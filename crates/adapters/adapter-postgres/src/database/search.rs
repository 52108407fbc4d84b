//! Substring search.

use kernel::Search;

/// Returns the `ILIKE` pattern for texts that contain the search text.
pub(crate) fn pattern(search: &Search) -> String {
    let mut pattern = String::from("%");
    for letter in search.as_str().chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_a_pattern_is_looked_for_as_it_is() {
        for (text, expected) in [("vip", "%vip%"), ("50%", "%50\\%%"), ("a_b", "%a\\_b%"), ("\\", "%\\\\%")] {
            assert_eq!(pattern(&Search::parse(text).unwrap()), expected);
        }
    }
}
