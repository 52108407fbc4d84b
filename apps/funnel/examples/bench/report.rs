//! Medians and spreads of both sides, and their ratio.

use serde_json::json;

use crate::load::Round;

/// The rounds of one side.
pub(crate) struct Side {
    name: &'static str,
    rounds: Vec<Round>,
}

impl Side {
    pub(crate) fn new(name: &'static str, rounds: Vec<Round>) -> Self {
        Self { name, rounds }
    }

    fn sorted(&self, figure: fn(&Round) -> f64) -> Vec<f64> {
        let mut values: Vec<f64> = self.rounds.iter().map(figure).collect();
        values.sort_by(f64::total_cmp);
        values
    }

    fn median(&self, figure: fn(&Round) -> f64) -> f64 {
        let values = self.sorted(figure);
        values.get(values.len() / 2).copied().unwrap_or_default()
    }

    fn json(&self) -> serde_json::Value {
        let rates = self.sorted(|round| round.per_second);
        json!({
            "name": self.name,
            "per_second": self.median(|round| round.per_second).round(),
            "per_second_least": rates.first().copied().unwrap_or_default().round(),
            "per_second_most": rates.last().copied().unwrap_or_default().round(),
            "p50_us": self.median(|round| round.p50_us).round(),
            "p99_us": self.median(|round| round.p99_us).round(),
        })
    }
}

/// Prints both sides, for people or, with `--json` among the arguments, for machines.
pub(crate) fn print(name: &str, limit: &Side, ours: &Side) {
    let machine = std::env::args().any(|argument| argument == "--json");
    let ratio = ours.median(|round| round.per_second) / limit.median(|round| round.per_second);
    let (limit, ours) = (limit.json(), ours.json());
    if machine {
        println!("{}", json!({ "bench": name, "limit": limit, "ours": ours, "ratio": ratio }));
        return;
    }
    for side in [&limit, &ours] {
        println!(
            "{:44} {:>9} requests/s (spread {}-{}), p50 {} us, p99 {} us",
            side["name"].as_str().unwrap_or_default(),
            side["per_second"],
            side["per_second_least"],
            side["per_second_most"],
            side["p50_us"],
            side["p99_us"],
        );
    }
    println!("ratio of medians: {ratio:.2}");
}
