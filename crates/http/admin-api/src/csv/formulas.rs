//! Guard against formulas: spreadsheets must not run what owners and fans typed.

/// Characters at which spreadsheets may start a new cell. Depending on settings these are commas,
/// semicolons, tabs or bars, and line ends if they misread a quote.
pub(super) const SEPARATORS: [char; 6] = [',', ';', '\t', '|', '\r', '\n'];

/// First characters of a formula, including the full-width ones of East Asian keyboards.
pub(super) const SIGNS: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Returns whether a spreadsheet skips this character before a formula. Apostrophes are skipped
/// too, so that a cell with an apostrophe gets another and is read back unchanged.
fn is_passed(letter: char) -> bool {
    matches!(letter, '\'' | '"') || (letter.is_whitespace() && !SEPARATORS.contains(&letter))
}

/// Returns whether a spreadsheet would evaluate the whole cell as a formula, apart from leading
/// apostrophes. Numbers are not formulas.
pub(super) fn is_formula(cell: &str) -> bool {
    let bare = cell.trim_start_matches(is_passed);
    (bare.starts_with(SIGNS) && bare.parse::<f64>().is_err())
        || cell.trim_start_matches('\'').starts_with(['\t', '\r', '\n'])
}

/// Returns the positions in a cell where a spreadsheet may see a formula. After a separator,
/// numbers count too, because the rest of the row would join them there.
fn formulas(cell: &str) -> impl Iterator<Item = usize> + '_ {
    let hidden = cell.match_indices(SEPARATORS).filter_map(|(at, separator)| {
        let behind = at.saturating_add(separator.len());
        cell.get(behind..)?.trim_start_matches(is_passed).starts_with(SIGNS).then_some(behind)
    });
    is_formula(cell).then_some(0).into_iter().chain(hidden)
}

/// Adds an apostrophe before each formula, so that a spreadsheet runs none.
pub(super) fn defused(cell: &str) -> String {
    let (mut text, mut rest, mut from) = (String::new(), cell, 0);
    for at in formulas(cell) {
        let Some((before, behind)) = rest.split_at_checked(at.saturating_sub(from)) else { break };
        text.push_str(before);
        text.push('\'');
        (rest, from) = (behind, at);
    }
    text + rest
}

/// Removes the apostrophes that [`defused`] adds.
pub(crate) fn plain(cell: &str) -> String {
    let (mut text, mut rest, mut from) = (String::new(), cell, 0);
    for at in formulas(cell) {
        let Some((before, behind)) = rest.split_at_checked(at.saturating_sub(from)) else { break };
        text.push_str(before);
        (rest, from) = match behind.strip_prefix('\'') {
            Some(bare) => (bare, at.saturating_add(1)),
            None => (behind, at),
        };
    }
    text + rest
}
