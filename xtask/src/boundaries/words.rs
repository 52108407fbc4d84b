//! Words of an earlier dialect of the code, and what everybody else calls the same.

use super::Violation;
use super::tidy::File;

/// A word that is gone for good, and the word in its place.
const GONE: [(&str, &str); 28] = [
    ("Additions", "Overrides"),
    ("AsItIs", "NoopProvisioner"),
    ("BrokeOff", "ConnectionClosed"),
    ("ByDns", "DnsProvisioner"),
    ("Deed", "FanAction"),
    ("EngineLines", "EngineTransport"),
    ("EventDesk", "EventReceiver"),
    ("FunnelFigures", "FunnelStats"),
    ("LeftOut", "ExclusionReason"),
    ("LinkCard", "LinkSummary"),
    ("LinkFigures", "LinkStats"),
    ("Outlook", "Forecast"),
    ("Patience", "PollPolicy or RetryPolicy"),
    ("ReadDrafts", "DraftCache"),
    ("Resting", "CircuitOpen"),
    ("Surroundings", "Context"),
    ("Unspeakable", "InvalidRequest"),
    ("believed", "fresh or trusted"),
    ("figures", "stats or metrics"),
    ("forget", "purge, remove or erase"),
    ("hold_domain", "lock_domain"),
    ("hold_owner", "lock_owner"),
    ("listen_to_news", "listen_for_changes"),
    ("news", "changes or notifications"),
    ("renew_networks", "reload_geoip"),
    ("tells", "returns, reports or shows"),
    ("told", "returned, reported or notified"),
    ("write_down", "record"),
];

/// Where one of the words is right: what benchmarks measure, and `forget` of the language and of others.
const RIGHT: [(&str, &str); 5] = [
    ("xtask/src/", "figures"),
    ("crates/tooling/bench-report/", "figures"),
    ("apps/funnel/examples/bench/", "figures"),
    ("crates/adapters/adapter-postgres/examples/", "figures"),
    ("apps/funnel/tests/it/support.rs", "forget"),
];

/// The list itself.
const LIST: &str = "xtask/src/boundaries/words.rs";

pub(crate) fn check(files: &[File]) -> Vec<Violation> {
    files.iter().filter(|file| file.path != LIST).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Violation> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let mut violations = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        for word in line.split(|character: char| !is_part(character)) {
            let Some((gone, now)) = GONE.iter().find(|(gone, _)| *gone == word) else { continue };
            if RIGHT.iter().any(|(path, right)| file.path.starts_with(path) && right == gone) {
                continue;
            }
            let place = format!("{}:{}", file.path, number + 1);
            violations.push(Violation::new(place, format!("it says `{gone}`"), format!("say {now}")));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&[File::new(path, text)]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn words_that_are_gone_are_named_with_their_line_and_the_words_in_their_place() {
        assert_eq!(
            found("crates/http/edge/src/lib.rs", "//! Fine.\nstruct Surroundings;\n/// Who is told.\n"),
            [
                "crates/http/edge/src/lib.rs:2: it says `Surroundings`; say Context",
                "crates/http/edge/src/lib.rs:3: it says `told`; say returned, reported or notified",
            ]
        );
    }

    #[test]
    fn parts_of_words_and_measured_figures_are_right() {
        for (path, text) in [
            ("crates/http/edge/src/lib.rs", "fn unforgettable_newspaper(untold: Newsletter) {}"),
            ("crates/adapters/adapter-postgres/src/schema.rs", "broadcast_figures (owner_id) {}"),
            ("xtask/src/scale_model/mod.rs", "mod figures;"),
            ("xtask/src/boundaries/words.rs", "(\"told\", \"reported\")"),
        ] {
            assert_eq!(found(path, text), [""; 0], "{path}");
        }
        assert_eq!(found("crates/domain/kernel/src/lib.rs", "let figures = 1;").len(), 1);
    }
}
