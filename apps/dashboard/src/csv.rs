//! CSV lines for downloads, in the format of the API's tables.

/// Characters at which spreadsheets may start a new cell. Depending on settings these are commas,
/// semicolons, tabs or bars, and line ends if they misread a quote.
const SEPARATORS: [char; 6] = [',', ';', '\t', '|', '\r', '\n'];

/// First characters of a formula, including the full-width ones of East Asian keyboards.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Formats a line.
pub(crate) fn csv_line<const N: usize>(cells: [&str; N]) -> String {
    format!("{}\r\n", cells.map(cell).join(","))
}

/// Returns whether a spreadsheet skips this character before a formula.
fn is_passed(letter: char) -> bool {
    matches!(letter, '\'' | '"') || (letter.is_whitespace() && !SEPARATORS.contains(&letter))
}

/// Formats a cell. Adds an apostrophe before each part that a spreadsheet could take for a formula;
/// numbers stay unchanged.
fn cell(text: &str) -> String {
    let bare = text.trim_start_matches(is_passed);
    let is_formula = bare.starts_with(SIGNS) && bare.parse::<f64>().is_err();
    let mut defused = String::new();
    if is_formula || text.starts_with(['\t', '\r', '\n']) {
        defused.push('\'');
    }
    let mut rest = text;
    while let Some((part, behind)) = rest.find(SEPARATORS).and_then(|at| rest.split_at_checked(at + 1)) {
        defused.push_str(part);
        if behind.trim_start_matches(is_passed).starts_with(SIGNS) {
            defused.push('\'');
        }
        rest = behind;
    }
    defused.push_str(rest);
    if !defused.contains('"') && !defused.contains(SEPARATORS) {
        return defused;
    }
    format!("\"{}\"", defused.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_runs_nothing_of_a_fan_name() {
        let table = [
            ("plain", "plain"),
            ("=HYPERLINK(\"http://evil\")", "\"'=HYPERLINK(\"\"http://evil\"\")\""),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("+1+1", "'+1+1"),
            ("\u{ff1d}1+1", "'\u{ff1d}1+1"),
            ("\n=1", "\"'\n'=1\""),
            (" =1", "' =1"),
            ("-5", "-5"),
            ("a,b", "\"a,b\""),
            ("a;b", "\"a;b\""),
            // For spreadsheets that split at semicolons, tabs or bars, or that read a quote within a cell
            // as text.
            ("a;=1+1", "\"a;'=1+1\""),
            ("a; \"=1", "\"a;' \"\"=1\""),
            ("a\t@x", "\"a\t'@x\""),
            ("a|-5", "\"a|'-5\""),
            ("a,+1", "\"a,'+1\""),
        ];
        for (given, expected) in table {
            assert_eq!(cell(given), expected, "{given:?}");
        }
    }
}
