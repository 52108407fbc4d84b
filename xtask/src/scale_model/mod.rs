//! How far which shape of an installation goes: a simulation over measured figures.

mod figures;
mod needs;
mod shapes;
#[cfg(test)]
mod tests;
mod year;

use self::figures::Figures;
use self::needs::Needs;
use self::shapes::{Fit, Shape, fit};
use self::year::Year;

const MILLION: f64 = 1e6;
const TIMES: [f64; 4] = [1.0, 10.0, 100.0, 1_000.0];

/// What the simulation takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The same seed gives the same year.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let figures = Figures::read()?;
    let year = Year::simulate(options.seed);
    print!("{}\n{}", steps(&figures, &year), costs(&figures));
    Ok(())
}

/// Each step in each shape: what ends first, and what to buy.
fn steps(figures: &Figures, year: &Year) -> String {
    let mut table =
        "| times | touches a day | shape | fits | used most | machines |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for times in TIMES {
        let needs = Needs::of(figures, year, times);
        for shape in Shape::ALL {
            table.push_str(&row(times, figures, &fit(shape, &needs, figures)));
        }
    }
    table
}

fn row(times: f64, figures: &Figures, fit: &Fit) -> String {
    let touches = figures.today.touches.value * times / MILLION;
    let fits = if fit.fits() { "yes" } else { "no" };
    let used = if fit.used.is_finite() { format!("{:.0} %", fit.used * 100.0) } else { "no end".to_owned() };
    let machines: Vec<_> = fit
        .machines
        .iter()
        .map(|(count, machine, what)| {
            format!(
                "{count} of {} cores, {} GiB, {} GiB disk ({what})",
                machine.cores, machine.memory, machine.disk
            )
        })
        .collect();
    let machines = if fit.fits() { machines.join("; ") } else { "-".to_owned() };
    format!(
        "| {times} | {touches:.0} million | {} | {fits} | {} ({used}) | {machines} |\n",
        fit.shape, fit.limit
    )
}

/// What a million of each takes.
fn costs(figures: &Figures) -> String {
    let swollen = |bytes: f64| bytes * figures.swelling.value;
    let event = figures.events.core_seconds();
    let conversions = figures.today.conversions.value / figures.today.events.value;
    let an_event = figures.event_row.value
        + conversions * (figures.conversion_row.value + figures.delivery_row.value / 2.0);
    let served = (figures.redirects.core_seconds() + figures.pages.core_seconds()) / 2.0;
    let distribution = &figures.distribution;
    let (touch, message) = (figures.touches_stored.core_seconds(), event * figures.message_events.value);
    let rows = [
        ("touches", served, touch, &distribution.touches, swollen(figures.touch_row.value)),
        ("events", 0.0, event, &distribution.events, swollen(an_event)),
        ("messages", 0.0, message, &distribution.messages, swollen(figures.message_row.value)),
    ];
    let mut table =
        "| a million | served | stored, on one server | stored, distributed | room |\n|---|---|---|---|---|\n".to_owned();
    for (what, served, stored, times, bytes) in rows {
        let distributed = stored * times.value;
        table.push_str(&format!(
            "| {what} | {:.0} s of a core | {:.0} s of a core | {:.0} s of a core | {:.0} MB |\n",
            served * MILLION,
            stored * MILLION,
            distributed * MILLION,
            bytes
        ));
    }
    table
}
