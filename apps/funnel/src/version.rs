//! Version of this build. `build.rs` provides commit and date.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Returns version, commit and commit day (UTC): `0.1.0 (3f2a9c0d1e4b, 2026-11-23)`. Omits parts
/// that the build did not know.
pub fn version() -> String {
    version_text(
        env!("CARGO_PKG_VERSION"),
        option_env!("FUNNEL_BUILD_COMMIT"),
        option_env!("FUNNEL_BUILD_EPOCH"),
    )
}

fn version_text(number: &str, commit: Option<&str>, seconds: Option<&str>) -> String {
    let day = seconds.and_then(|text| Timestamp::from_second(text.parse().ok()?).ok());
    let day = day.map(|time| time.to_zoned(TimeZone::UTC).date().to_string());
    let known: Vec<&str> = commit.into_iter().chain(day.as_deref()).collect();
    if known.is_empty() {
        return format!("{number} (development build)");
    }
    format!("{number} ({})", known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_shows_what_the_build_knew() {
        for (commit, seconds, expected) in [
            (None, None, "1.2.3 (development build)"),
            (Some("3f2a9c0d1e4b"), None, "1.2.3 (3f2a9c0d1e4b)"),
            (Some("3f2a9c0d1e4b"), Some("1795392000"), "1.2.3 (3f2a9c0d1e4b, 2026-11-23)"),
            (None, Some("0"), "1.2.3 (1970-01-01)"),
            (Some("3f2a9c0d1e4b"), Some("soon"), "1.2.3 (3f2a9c0d1e4b)"),
        ] {
            assert_eq!(version_text("1.2.3", commit, seconds), expected);
        }
    }
}
