//! Paying fans of a domain and of a link, as pure functions over histories. The statements of a database are tested
//! against them.

use kernel::{CountryCode, Hostname, UnixTime, Window};
use serde::{Deserialize, Serialize};

use crate::assign::LinkId;
use crate::history::{Conversion, FanHistory};

/// A sum that does not fit into 64 bits. It is an error, never another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sum of money is too large")]
pub struct Overflow;

/// What a fan bought in a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FanPurchases {
    /// Their id.
    pub fan_id: String,
    /// What they last called themselves.
    pub fan_username: Option<String>,
    /// Where they last were.
    pub country: Option<CountryCode>,
    /// What is left of their money for the owner, refunds taken off.
    pub total_net_cents: i64,
    /// How often they bought.
    pub purchases: i64,
    /// When they first bought in it.
    pub first_at: UnixTime,
    /// When they last bought in it.
    pub last_at: UnixTime,
}

/// A paying fan of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DomainSpender {
    /// What they bought.
    #[serde(flatten)]
    pub bought: FanPurchases,
    /// Whether they had bought anything, anywhere, before they were first seen on the domain.
    pub is_returning: bool,
    /// Their money from before that, anywhere; it is in no total.
    pub pre_anchor_cents: i64,
}

/// Totals over all fans of a list, whatever page of it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Totals {
    /// All money in the window, refunds taken off: also of fans who only got something back in it, and are not listed.
    pub revenue_cents: i64,
    /// Number of listed fans.
    pub spenders: i64,
    /// How often they bought.
    pub conversions: i64,
}

/// Totals over all fans of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LinkTotals {
    /// All money of the link, refunds taken off.
    pub revenue_cents: i64,
    /// Number of listed fans.
    pub spenders: i64,
    /// How many fans are attributed to the link, buyers or not.
    pub fans: i64,
}

/// The paying fans of a domain in a window, richest first, and totals over all of them.
///
/// A fan is listed if they bought there in it. `full` shows their money there of all time up to its end; everything else stays as
/// it is.
pub fn of_domain(
    histories: &[FanHistory],
    domain: &Hostname,
    window: Window,
    full: bool,
) -> Result<(Vec<DomainSpender>, Totals), Overflow> {
    let (mut spenders, mut conversions, mut sums) = (Vec::new(), 0, Vec::new());
    let lifetime = Window::between(None, window.until()).unwrap_or_default();
    for history in histories {
        let here = |window: Window| {
            let on_it = history.events().iter().filter(|event| event.is_on(domain));
            on_it.filter(move |event| window.contains(event.occurred_at))
        };
        sums.push(sum(here(window))?);
        let Some(bought) = bought(history, here(window))? else { continue };
        conversions += i128::from(bought.purchases);
        let total_net_cents = if full { sum(here(lifetime))? } else { bought.total_net_cents };
        let (is_returning, pre_anchor_cents) = before_anchor(history, domain)?;
        let bought = FanPurchases { total_net_cents, ..bought };
        spenders.push(DomainSpender { bought, is_returning, pre_anchor_cents });
    }
    spenders.sort_by(|one, other| one.bought.rank().cmp(&other.bought.rank()));
    let conversions = i64::try_from(conversions).map_err(|_| Overflow)?;
    let totals = Totals { revenue_cents: add_up(sums)?, spenders: count(spenders.len())?, conversions };
    Ok((spenders, totals))
}

/// The paying fans of a link, richest first, and totals over all of them.
pub fn of_link(histories: &[FanHistory], link: LinkId) -> Result<(Vec<FanPurchases>, LinkTotals), Overflow> {
    let (mut spenders, mut fans, mut sums) = (Vec::new(), 0, Vec::new());
    for history in histories {
        let here = || history.events().iter().filter(|event| event.is_of(link));
        fans += usize::from(here().next().is_some());
        sums.push(sum(here())?);
        spenders.extend(bought(history, here())?);
    }
    spenders.sort_by(|one, other| one.rank().cmp(&other.rank()));
    let totals =
        LinkTotals { revenue_cents: add_up(sums)?, spenders: count(spenders.len())?, fans: count(fans)? };
    Ok((spenders, totals))
}

impl FanPurchases {
    /// The order of lists: most money first, then by fan id.
    pub fn rank(&self) -> (std::cmp::Reverse<i64>, &str) {
        (std::cmp::Reverse(self.total_net_cents), &self.fan_id)
    }
}

/// What a fan bought by these events; `None` when that is nothing.
fn bought<'a>(
    history: &FanHistory,
    events: impl Iterator<Item = &'a Conversion> + Clone,
) -> Result<Option<FanPurchases>, Overflow> {
    let mut purchases = events.clone().filter(|event| event.is_purchase());
    let Some(first) = purchases.next() else { return Ok(None) };
    let (last, more) = purchases.fold((first, 0), |(_, n), event| (event, n + 1));
    Ok(Some(FanPurchases {
        fan_id: history.fan_id().to_owned(),
        fan_username: history.username().map(str::to_owned),
        country: history.country(),
        total_net_cents: sum(events)?,
        purchases: count(more + 1)?,
        first_at: first.occurred_at,
        last_at: last.occurred_at,
    }))
}

/// Whether the fan bought before the moment of their anchor, and what is left of that money.
fn before_anchor(history: &FanHistory, domain: &Hostname) -> Result<(bool, i64), Overflow> {
    let Some(anchor) = history.anchor(domain) else { return Ok((false, 0)) };
    let earlier = || history.events().iter().filter(|event| event.occurred_at < anchor.occurred_at);
    Ok((earlier().any(Conversion::is_purchase), sum(earlier())?))
}

/// Sums are taken in 128 bits, so that whether one overflows does not depend on the order.
fn sum<'a>(events: impl Iterator<Item = &'a Conversion>) -> Result<i64, Overflow> {
    let sum: i128 = events.map(|event| i128::from(event.counted_cents())).sum();
    i64::try_from(sum).map_err(|_| Overflow)
}

fn add_up(sums: Vec<i64>) -> Result<i64, Overflow> {
    let money: i128 = sums.into_iter().map(i128::from).sum();
    i64::try_from(money).map_err(|_| Overflow)
}

fn count(number: usize) -> Result<i64, Overflow> {
    i64::try_from(number).map_err(|_| Overflow)
}

#[cfg(test)]
mod tests;
