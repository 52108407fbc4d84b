//! Paying fans of a domain and of a link, as pure functions over histories. The statements of a database are tested
//! against them.

use kernel::{CountryCode, Hostname, UnixTime};
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
    /// The money in the window of all fans that are listed.
    pub revenue_cents: i64,
    /// How many fans that are.
    pub spenders: i64,
    /// How often they bought.
    pub conversions: i64,
}

/// Totals over all fans of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LinkTotals {
    /// The money of all fans that are listed.
    pub revenue_cents: i64,
    /// How many fans that are.
    pub spenders: i64,
    /// How many fans are attributed to the link, buyers or not.
    pub fans: i64,
}

/// The paying fans of a domain since `since`, richest first, and totals over all of them.
///
/// A fan is listed if they bought there since then. `full` shows their money there of all time; everything else stays as it is.
pub fn of_domain(
    histories: &[FanHistory],
    domain: &Hostname,
    since: Option<UnixTime>,
    full: bool,
) -> Result<(Vec<DomainSpender>, Totals), Overflow> {
    let (mut spenders, mut windowed) = (Vec::new(), Vec::new());
    for history in histories {
        let here = || history.events().iter().filter(|event| event.is_on(domain));
        let Some(bought) = bought(history, here().filter(|event| is_in(event, since)))? else { continue };
        windowed.push((bought.total_net_cents, bought.purchases));
        let total_net_cents = if full { sum(here())? } else { bought.total_net_cents };
        let (is_returning, pre_anchor_cents) = before_anchor(history, domain)?;
        let bought = FanPurchases { total_net_cents, ..bought };
        spenders.push(DomainSpender { bought, is_returning, pre_anchor_cents });
    }
    spenders.sort_by(|one, other| one.bought.rank().cmp(&other.bought.rank()));
    let (revenue_cents, conversions) = add_up(&windowed)?;
    Ok((spenders, Totals { revenue_cents, spenders: count(windowed.len())?, conversions }))
}

/// The paying fans of a link, richest first, and totals over all of them.
pub fn of_link(histories: &[FanHistory], link: LinkId) -> Result<(Vec<FanPurchases>, LinkTotals), Overflow> {
    let (mut spenders, mut fans) = (Vec::new(), 0);
    for history in histories {
        let here = || history.events().iter().filter(|event| event.is_of(link));
        fans += usize::from(here().next().is_some());
        spenders.extend(bought(history, here())?);
    }
    spenders.sort_by(|one, other| one.rank().cmp(&other.rank()));
    let amounts: Vec<_> = spenders.iter().map(|bought| (bought.total_net_cents, bought.purchases)).collect();
    let (revenue_cents, _) = add_up(&amounts)?;
    Ok((spenders, LinkTotals { revenue_cents, spenders: count(amounts.len())?, fans: count(fans)? }))
}

impl FanPurchases {
    /// The order of lists: most money first, then by fan id.
    pub fn rank(&self) -> (std::cmp::Reverse<i64>, &str) {
        (std::cmp::Reverse(self.total_net_cents), &self.fan_id)
    }
}

pub(crate) fn is_in(event: &Conversion, since: Option<UnixTime>) -> bool {
    since.is_none_or(|since| event.occurred_at >= since)
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
    let sum: i128 = events.map(|event| i128::from(event.net_cents())).sum();
    i64::try_from(sum).map_err(|_| Overflow)
}

fn add_up(amounts: &[(i64, i64)]) -> Result<(i64, i64), Overflow> {
    let money: i128 = amounts.iter().map(|(money, _)| i128::from(*money)).sum();
    let purchases: i128 = amounts.iter().map(|(_, purchases)| i128::from(*purchases)).sum();
    Ok((i64::try_from(money).map_err(|_| Overflow)?, i64::try_from(purchases).map_err(|_| Overflow)?))
}

fn count(number: usize) -> Result<i64, Overflow> {
    i64::try_from(number).map_err(|_| Overflow)
}

#[cfg(test)]
mod tests;
