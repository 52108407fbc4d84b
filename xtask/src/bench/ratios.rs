use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use serde_json::Value;

use crate::process::print_line;
use crate::workspace::root;

/// How much worse a ratio may be than the one that was kept: machines differ by less.
const WORSE: f64 = 0.15;

/// How much of its limit's speed ours has, by benchmark and case.
#[derive(Debug, Default)]
pub(super) struct Ratios(BTreeMap<String, f64>);

/// A ratio beside the one that was kept.
#[derive(Debug, PartialEq)]
enum Verdict {
    Holds,
    Better,
    Worse,
    /// Nothing was kept to compare it with.
    New,
}

impl Ratios {
    /// Takes the ratio of a report; one without a ratio says nothing here.
    pub(super) fn take(&mut self, report: &Value) {
        let text = |name: &str| report.get(name).and_then(Value::as_str);
        if let (Some(bench), Some(case), Some(ratio)) =
            (text("bench"), text("case"), report.get("ratio").and_then(Value::as_f64))
        {
            self.0.insert(format!("{bench}: {case}"), ratio);
        }
    }

    /// Keeps them beside those of other benchmarks.
    pub(super) fn keep(self) -> anyhow::Result<()> {
        let mut all = kept()?;
        all.extend(self.0);
        let text = serde_json::to_string_pretty(&all)? + "\n";
        fs::write(file(), text).with_context(|| format!("writing {}", file().display()))
    }

    /// Prints a line a ratio; fails when one is worse than what was kept.
    pub(super) fn judge(self) -> anyhow::Result<ExitCode> {
        let kept = kept()?;
        let mut worse = false;
        for (case, ratio) in self.0 {
            let before = kept.get(&case).copied();
            let verdict = judged(ratio, before);
            worse |= verdict == Verdict::Worse;
            let before = before.map_or_else(|| "none".to_owned(), |before| format!("{before:.2}"));
            let word = match verdict {
                Verdict::Holds => "holds",
                Verdict::Better => "is better: keep it with `cargo xtask bench --keep`",
                Verdict::Worse => "is WORSE",
                Verdict::New => "is new: keep it with `cargo xtask bench --keep`",
            };
            print_line(&format!("{case}: {ratio:.2} of the limit, kept {before}; {word}"))?;
        }
        Ok(if worse { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

fn judged(ratio: f64, kept: Option<f64>) -> Verdict {
    match kept {
        None => Verdict::New,
        Some(kept) if ratio < kept * (1.0 - WORSE) => Verdict::Worse,
        Some(kept) if ratio > kept * (1.0 + WORSE) => Verdict::Better,
        Some(_) => Verdict::Holds,
    }
}

fn file() -> PathBuf {
    root().join("docs/benchmarks/ratios.json")
}

fn kept() -> anyhow::Result<BTreeMap<String, f64>> {
    let text = fs::read_to_string(file()).with_context(|| format!("reading {}", file().display()))?;
    serde_json::from_str(&text).with_context(|| format!("in {}", file().display()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fifteen_hundredths_decide() {
        for (ratio, kept, verdict) in [
            (0.80, Some(0.80), Verdict::Holds),
            (0.69, Some(0.80), Verdict::Holds),
            (0.67, Some(0.80), Verdict::Worse),
            (0.91, Some(0.80), Verdict::Holds),
            (0.93, Some(0.80), Verdict::Better),
            (0.93, None, Verdict::New),
        ] {
            assert_eq!(judged(ratio, kept), verdict, "{ratio} beside {kept:?}");
        }
    }

    #[test]
    fn reports_without_a_ratio_are_passed_over() {
        let mut ratios = Ratios::default();
        ratios.take(&json!({ "bench": "edge", "case": "redirect", "ratio": 0.7 }));
        ratios.take(&json!({ "bench": "memory", "case": "idle", "figures": {} }));
        assert_eq!(ratios.0, BTreeMap::from([("edge: redirect".to_owned(), 0.7)]));
    }

    #[test]
    fn what_is_kept_can_be_read() {
        for (case, ratio) in kept().unwrap() {
            let (bench, _) = case.split_once(": ").unwrap();
            assert!(super::super::BENCHES.iter().any(|known| known.name == bench), "{case}");
            assert!(ratio > 0.0, "{case}");
        }
    }
}
