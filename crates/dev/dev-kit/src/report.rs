//! Output format of all benchmarks: our result next to its limit, with medians, spreads and the ratio. Lines are for people;
//! with `--json` each result is one JSON object on its own line.
//!
//! - A ratio is our speed divided by that of the limit, in any unit: 1 is as fast, less is slower. It is the median of the
//!   ratios of all rounds, since a machine may change its speed between rounds. Where the sides were measured separately,
//!   it is the ratio of the medians.
//! - The JSON has every number that the lines have.

use std::time::Duration;

use serde_json::{Map, Value, json};

/// Unit of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Operations per second: more is better.
    PerSecond,
    /// Milliseconds: less is better, as with all times.
    Millis,
    /// Microseconds.
    Micros,
    /// Nanoseconds.
    Nanos,
}

impl Unit {
    fn as_str(self) -> &'static str {
        match self {
            Self::PerSecond => "/s",
            Self::Millis => "ms",
            Self::Micros => "us",
            Self::Nanos => "ns",
        }
    }

    /// Converts a duration to this unit.
    fn of(self, time: Duration) -> f64 {
        let in_a_second = match self {
            Self::PerSecond => 1.0,
            Self::Millis => 1e3,
            Self::Micros => 1e6,
            Self::Nanos => 1e9,
        };
        time.as_secs_f64() * in_a_second
    }
}

/// One side of a benchmark: a sample per round, and additional values.
#[derive(Debug, Clone)]
pub struct Side {
    name: String,
    unit: Unit,
    /// Samples in order of measurement; empty if the sides did not alternate.
    turns: Vec<f64>,
    /// Sorted samples.
    samples: Vec<f64>,
    also: Vec<(&'static str, f64)>,
}

impl Side {
    /// Creates a side from operations per second, one sample per round.
    pub fn rates(name: impl Into<String>, samples: impl IntoIterator<Item = f64>) -> Self {
        Self::new(name.into(), Unit::PerSecond, samples.into_iter().collect())
    }

    /// Creates a side from the duration of each round.
    pub fn times(name: impl Into<String>, unit: Unit, samples: impl IntoIterator<Item = Duration>) -> Self {
        Self::new(name.into(), unit, samples.into_iter().map(|time| unit.of(time)).collect())
    }

    /// Creates a side from samples in a unit, which may be shorter than a [`Duration`] can
    /// represent.
    pub fn samples(name: impl Into<String>, unit: Unit, samples: impl IntoIterator<Item = f64>) -> Self {
        Self::new(name.into(), unit, samples.into_iter().collect())
    }

    fn new(name: String, unit: Unit, turns: Vec<f64>) -> Self {
        let samples = sorted(turns.clone());
        Self { name, unit, turns, samples, also: Vec::new() }
    }

    /// Marks a side as measured before or after the whole other side, so that samples of both sides
    /// do not pair up.
    #[must_use]
    pub fn apart(self) -> Self {
        Self { turns: Vec::new(), ..self }
    }

    /// Adds a value that does not affect the ratio; its name ends with its unit.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: f64) -> Self {
        self.also.push((name, value));
        self
    }

    /// Adds the 95th and 99th percentiles.
    #[must_use]
    pub fn with_tails(self) -> Self {
        let (p95, p99) = (self.at(95), self.at(99));
        self.with("p95", p95).with("p99", p99)
    }

    /// Returns the median; 0 without samples.
    pub fn median(&self) -> f64 {
        self.at(50)
    }

    /// Returns a percentile.
    fn at(&self, percent: usize) -> f64 {
        at(&self.samples, percent)
    }

    fn least_and_most(&self) -> (f64, f64) {
        (self.at(0), self.at(100))
    }

    fn json(&self) -> Value {
        let (least, most) = self.least_and_most();
        let mut fields = Map::new();
        fields.insert("name".to_owned(), json!(self.name));
        for (name, value) in
            [("median", self.median()), ("least", least), ("most", most)].iter().chain(&self.also)
        {
            fields.insert((*name).to_owned(), json!(rounded(*value)));
        }
        Value::Object(fields)
    }

    fn line(&self) -> String {
        let (least, most) = self.least_and_most();
        let (unit, median) = (self.unit.as_str(), figure(self.median()));
        let mut line =
            format!("  {:48} {median:>10} {unit}, spread {}-{}", self.name, figure(least), figure(most));
        for (name, value) in &self.also {
            line.push_str(&format!(", {name} {}", figure(*value)));
        }
        line
    }
}

#[derive(Debug, Clone)]
pub struct Report<'a> {
    /// Name of the benchmark in `cargo xtask bench`.
    pub bench: &'a str,
    /// Name of the case, such as the size of the tables.
    pub case: &'a str,
    /// Theoretical limit.
    pub limit: Side,
    /// The measured code.
    pub ours: Side,
    /// Target ratio, if any.
    pub goal: Option<f64>,
}

impl Report<'_> {
    /// Returns the speed relative to the limit: 1 is as fast, less is slower, for any unit.
    ///
    /// The result is the median of the ratios of all turns: the machine may be half as fast in the
    /// next turn, but both rounds of a turn see the same speed. For sides measured
    /// [`apart`](Side::apart), it is the ratio of the medians.
    pub fn ratio(&self) -> f64 {
        let of = |ours: f64, limit: f64| match self.ours.unit {
            Unit::PerSecond => ours / limit,
            _ => limit / ours,
        };
        let (ours, limit) = (&self.ours, &self.limit);
        if ours.turns.is_empty() || ours.turns.len() != limit.turns.len() {
            return of(ours.median(), limit.median());
        }
        at(&sorted(ours.turns.iter().zip(&limit.turns).map(|(ours, limit)| of(*ours, *limit)).collect()), 50)
    }

    /// Returns whether the goal is reached; `None` without a goal.
    pub fn is_met(&self) -> Option<bool> {
        self.goal.map(|goal| self.ratio() >= goal)
    }

    /// Formats the report as a JSON object.
    pub fn json(&self) -> Value {
        json!({
            "bench": self.bench, "case": self.case, "unit": self.ours.unit.as_str(), "limit": self.limit.json(),
            "ours": self.ours.json(), "ratio": rounded(self.ratio()), "goal": self.goal, "met": self.is_met(),
        })
    }

    /// Formats the report as four lines.
    pub fn text(&self) -> String {
        let goal = self.goal.map(|goal| {
            let met = if self.is_met() == Some(true) { "met" } else { "NOT met" };
            format!(", goal {goal:.2} {met}")
        });
        format!(
            "{}: {}\n{}\n{}\n  ratio {:.2}{}",
            self.bench,
            self.case,
            self.limit.line(),
            self.ours.line(),
            self.ratio(),
            goal.unwrap_or_default()
        )
    }

    /// Prints the report in the format requested by the program's arguments.
    pub fn print(&self) {
        if is_for_machines() {
            println!("{}", self.json());
        } else {
            println!("{}", self.text());
        }
    }
}

/// Prints values without a limit, such as memory usage.
pub fn print_figures(bench: &str, case: &str, figures: &[(&str, f64)]) {
    if is_for_machines() {
        let figures: Map<_, _> =
            figures.iter().map(|(name, value)| ((*name).to_owned(), json!(rounded(*value)))).collect();
        println!("{}", json!({ "bench": bench, "case": case, "figures": figures }));
        return;
    }
    let figures: Vec<_> = figures.iter().map(|(name, value)| format!("{name} {}", figure(*value))).collect();
    println!("{bench}: {case}\n  {}", figures.join(", "));
}

/// A value with an upper bound instead of a limit.
#[derive(Debug, Clone)]
pub struct Bounded<'a> {
    /// Name of the benchmark in `cargo xtask bench`.
    pub bench: &'a str,
    /// Name of the case.
    pub case: &'a str,
    /// Measured side.
    pub side: Side,
    /// Bounded value: `median`, or the name of an additional value.
    pub figure: &'a str,
    /// Upper bound; `None` without a goal.
    pub most: Option<f64>,
}

impl Bounded<'_> {
    fn value(&self) -> f64 {
        let added = self.side.also.iter().find(|(name, _)| *name == self.figure);
        added.map_or_else(|| self.side.median(), |(_, value)| *value)
    }

    /// Returns whether the value is within its bound; `None` without a bound.
    pub fn is_met(&self) -> Option<bool> {
        self.most.map(|most| self.value() <= most)
    }

    /// Formats the value as a JSON object.
    pub fn json(&self) -> Value {
        json!({
            "bench": self.bench, "case": self.case, "unit": self.side.unit.as_str(), "ours": self.side.json(),
            "figure": self.figure, "most": self.most, "met": self.is_met(),
        })
    }

    /// Formats the value as two or three lines.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n{}", self.bench, self.case, self.side.line());
        if let Some(most) = self.most {
            let met = if self.is_met() == Some(true) { "met" } else { "NOT met" };
            text.push_str(&format!(
                "\n  {} {}, at most {} {met}",
                self.figure,
                figure(self.value()),
                figure(most)
            ));
        }
        text
    }

    /// Prints the value in the format requested by the program's arguments.
    pub fn print(&self) {
        if is_for_machines() {
            println!("{}", self.json());
        } else {
            println!("{}", self.text());
        }
    }
}

fn sorted(mut samples: Vec<f64>) -> Vec<f64> {
    samples.sort_by(f64::total_cmp);
    samples
}

/// Returns a percentile of sorted values; 0 without values.
fn at(sorted: &[f64], percent: usize) -> f64 {
    let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or_default()
}

fn is_for_machines() -> bool {
    std::env::args().any(|argument| argument == "--json")
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

/// Formats a value with its significant digits, and commas between thousands.
fn figure(value: f64) -> String {
    let digits = match value.abs() {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    let text = format!("{value:.digits$}");
    let (whole, part) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) && !grouped.ends_with('-') {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(goal: Option<f64>) -> Report<'static> {
        Report {
            bench: "edge",
            case: "redirect",
            limit: Side::rates("fixed", [150_000.0, 100_000.0, 120_000.0]),
            ours: Side::rates("ours", [60_000.0, 90_000.0, 84_000.0]).with("p99_us", 1_250.4),
            goal,
        }
    }

    #[test]
    fn medians_spreads_and_the_ratio_are_printed() {
        let text = report(Some(0.75)).text();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "edge: redirect");
        assert!(lines[1].ends_with("   120,000 /s, spread 100,000-150,000"), "{text}");
        assert!(lines[2].ends_with("    84,000 /s, spread 60,000-90,000, p99_us 1,250"), "{text}");
        assert_eq!(lines[3], "  ratio 0.70, goal 0.75 NOT met");
        assert_eq!(report(None).text().lines().last(), Some("  ratio 0.70"));
    }

    #[test]
    fn machines_get_one_object() {
        let printed = report(Some(0.65)).json();
        assert_eq!(
            (&printed["ratio"], &printed["met"], &printed["unit"]),
            (&json!(0.7), &json!(true), &json!("/s"))
        );
        assert_eq!(
            printed["ours"],
            json!({ "name": "ours", "median": 84_000.0, "least": 60_000.0, "most": 90_000.0, "p99_us": 1_250.4 })
        );
        assert_eq!(report(None).json()["met"], Value::Null);
    }

    #[test]
    fn of_times_the_shorter_is_the_better() {
        let side = |name, millis: u64| Side::times(name, Unit::Millis, [Duration::from_millis(millis)]);
        let report = Report {
            bench: "copy",
            case: "500",
            limit: side("bare", 80),
            ours: side("ours", 160),
            goal: None,
        };
        assert!((report.ratio() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_machine_that_changes_its_pace_between_turns_changes_no_ratio() {
        let sides = |ours: &[f64]| Report {
            limit: Side::rates("fixed", [100.0, 200.0, 100.0]),
            ours: Side::rates("ours", ours.iter().copied()),
            ..report(None)
        };
        assert!((sides(&[80.0, 160.0, 80.0]).ratio() - 0.8).abs() < 1e-9);
        // The machine is twice as fast in another turn; the medians are 100 and 160.
        assert!((sides(&[80.0, 160.0, 160.0]).ratio() - 0.8).abs() < 1e-9);
        let turns = sides(&[80.0, 160.0, 160.0]);
        let apart = Report { limit: turns.limit.apart(), ours: turns.ours.apart(), ..report(None) };
        assert!((apart.ratio() - 1.6).abs() < 1e-9, "without turns it is that of the medians");
    }

    #[test]
    fn a_bound_is_of_the_median_or_of_an_added_figure() {
        let side = Side::samples("shown", Unit::Millis, [1.0, 2.0, 3.0]).with("p99", 60.0);
        let bounded =
            |figure, most| Bounded { bench: "publish", case: "loaded", side: side.clone(), figure, most };
        assert_eq!(bounded("median", Some(2.0)).is_met(), Some(true));
        assert_eq!(bounded("p99", Some(50.0)).is_met(), Some(false));
        assert_eq!(bounded("p99", None).is_met(), None);
        assert!(bounded("p99", Some(50.0)).text().ends_with("\n  p99 60.0, at most 50.0 NOT met"));
        assert_eq!(bounded("p99", Some(50.0)).json()["met"], json!(false));
    }

    #[test]
    fn figures_are_readable() {
        for (value, text) in [
            (0.0, "0.00"),
            (1.236, "1.24"),
            (12.34, "12.3"),
            (123.4, "123"),
            (1_234.5, "1,234"),
            (1_234_567.0, "1,234,567"),
            (-1_000.0, "-1,000"),
            (-123_456.0, "-123,456"),
        ] {
            assert_eq!(figure(value), text);
        }
    }
}
