//! What a load takes: processors in the busiest minute, room at the end of the year, indexes in memory.

use super::figures::{Figure, Figures};
use super::year::{DAYS, Year};

const GIB: f64 = (1_u64 << 30) as f64;
const DAY: f64 = 86_400.0;

/// What all owners take, on whatever machines.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Needs {
    /// Cores that serve visitors, in the busiest minute.
    pub(super) edge: f64,
    /// Cores of program and database for what must be answered at once, in the busiest minute.
    pub(super) at_once: f64,
    /// Of these, reads that a standby can take.
    pub(super) standby: f64,
    /// The same without those reads, through a coordinator.
    pub(super) at_once_distributed: f64,
    /// Cores of program and database for touches, in each hour. They may wait.
    pub(super) touches: Vec<f64>,
    /// GiB at the end of the year.
    pub(super) disk: f64,
    /// GiB of indexes that are written and read all the time.
    pub(super) memory: f64,
    /// What of all the largest owner has.
    pub(super) largest_owner: f64,
}

impl Needs {
    pub(super) fn of(figures: &Figures, year: &Year, times: f64) -> Self {
        let today = &figures.today;
        let a_second = |of: &Figure| of.value * times / DAY;
        let peak = year.peak() * figures.busiest_minute.value;
        let visits = a_second(&today.touches) / 2.0;
        let edge = visits * (figures.redirects.core_seconds() + figures.pages.core_seconds());
        let event = figures.events.core_seconds();
        let events = a_second(&today.events) * event;
        let reads = a_second(&today.api_reads) * figures.api_reads.core_seconds();
        let standby = reads * figures.read_share.value;
        let messages = a_second(&today.messages) * figures.message_events.value * event;
        let distribution = &figures.distribution;
        let distributed = events * distribution.events.value
            + messages * distribution.messages.value
            + (reads - standby) * distribution.reads.value;
        let stored = a_second(&today.touches) * figures.touches_stored.core_seconds();
        Self {
            edge: edge * peak,
            at_once: (events + messages + reads) * peak,
            standby: standby * peak,
            at_once_distributed: distributed * peak,
            touches: year.hours().map(|hour| stored * hour).collect(),
            disk: disk(figures, year) * times / GIB,
            memory: memory(figures, year) * times / GIB,
            largest_owner: largest_owner(today.owners.value * times),
        }
    }

    /// The most hours that touches wait where this many cores are left for them.
    pub(super) fn touches_wait(&self, cores: f64) -> f64 {
        if cores <= 0.0 {
            return f64::INFINITY;
        }
        let (mut waiting, mut longest) = (0.0_f64, 0.0_f64);
        for hour in &self.touches {
            waiting = (waiting + hour - cores).max(0.0);
            longest = longest.max(waiting / cores);
        }
        longest
    }
}

/// The bytes at the end of the year, of what is kept for some days at its fullest.
fn disk(figures: &Figures, year: &Year) -> f64 {
    let today = &figures.today;
    let kept = figures.retention_days.value.min(DAYS as f64);
    // A day's rows stay for so many days, and the busiest of these count.
    let touches = today.touches.value * year.busiest(kept as usize) * figures.touch_row.value;
    let a_day = today.events.value * figures.event_row.value
        + today.conversions.value * (figures.conversion_row.value + figures.delivery_row.value / 2.0)
        + today.messages.value * figures.message_row.value;
    (touches + a_day * DAYS as f64) * figures.swelling.value
}

/// The bytes of the indexes of the last days.
fn memory(figures: &Figures, year: &Year) -> f64 {
    let today = &figures.today;
    let days = year.busiest(figures.hot_days.value as usize);
    let a_day = today.touches.value * figures.touch_index.value
        + today.conversions.value * figures.conversion_index.value;
    a_day * days * figures.swelling.value
}

/// What of all the largest owner has, owners being as different as 1, 1/2, 1/3 …
fn largest_owner(owners: f64) -> f64 {
    let all: f64 = (1..=(owners as usize).max(1)).map(|rank| 1.0 / rank as f64).sum();
    1.0 / all
}
