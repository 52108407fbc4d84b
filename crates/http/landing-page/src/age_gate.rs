//! The 18+ gate.

use jiff::Timestamp;
use jiff::ToSpan as _;
use jiff::tz::TimeZone;
use landing_draft::age_gate::{AgeGateMode, AgeGateUi};
use maud::{Markup, html};

use super::words::Words;

/// Renders the gate without a script: a checkbox hides it. In mode `birthdate` the checkbox appears
/// only after an adult's date, which stays in the browser.
pub(super) fn gate(gate: AgeGateUi, day: Option<i64>, words: &Words) -> Markup {
    let latest = day.map(eighteen_years_before).unwrap_or_default();
    html! {
        div.gate role="dialog" aria-modal="true" aria-labelledby="gate-title" {
            div.gate-card {
                p.gate-mark aria-hidden="true" { "18+" }
                h2 #gate-title { (words.adults_only) }
                @if gate.mode == Some(AgeGateMode::Birthdate) {
                    p { (words.enter_birth_date) }
                    input.born type="date" required min="1900-01-01" max=(latest) aria-label=(words.birth_date);
                    label.enter { input #enter type="checkbox"; span { (words.enter) } }
                } @else {
                    p { (words.for_adults) }
                    label.enter { input #enter type="checkbox"; span { (words.i_am_18) } }
                }
            }
        }
    }
}

fn eighteen_years_before(day: i64) -> String {
    let moment = Timestamp::from_second(day.saturating_mul(24 * 60 * 60)).unwrap_or(Timestamp::UNIX_EPOCH);
    let date = moment.to_zoned(TimeZone::UTC).date();
    date.checked_sub(18.years()).unwrap_or(date).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adult_was_born_eighteen_years_ago() {
        let day = |text: &str| text.parse::<Timestamp>().unwrap().as_second() / (24 * 60 * 60);
        assert_eq!(eighteen_years_before(day("2026-11-20T12:00:00Z")), "2008-11-20");
        assert_eq!(eighteen_years_before(day("2028-02-29T00:00:00Z")), "2010-02-28");
    }
}
