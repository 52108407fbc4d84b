//! Paying fans of a domain or link, as pure functions over histories. Tests compare the database queries with these
//! functions.

use kernel::{CountryCode, Hostname, UnixTime, Window};
use serde::{Deserialize, Serialize};

use crate::assign::LinkId;
use crate::history::{Conversion, FanHistory};

/// Error: a sum does not fit into 64 bits. Sums never wrap or saturate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sum of money is too large")]
pub struct Overflow;

/// Purchases of a fan in a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FanPurchases {
    /// Id of the fan.
    pub fan_id: String,
    /// Latest username of the fan.
    pub fan_username: Option<String>,
    /// Latest country of the fan.
    pub country: Option<CountryCode>,
    /// Net amount for the owner minus refunds, in minor units.
    pub total_net_cents: i64,
    /// Number of purchases.
    pub purchases: i64,
    /// Time of the first purchase in the window.
    pub first_at: UnixTime,
    /// Time of the last purchase in the window.
    pub last_at: UnixTime,
}

/// Paying fan of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DomainSpender {
    /// Purchases on the domain.
    #[serde(flatten)]
    pub bought: FanPurchases,
    /// Whether the fan bought anything, on any domain, before the anchor on this domain.
    pub is_returning: bool,
    /// Money of the fan before the anchor, on any domain; included in no total.
    pub pre_anchor_cents: i64,
}

/// Totals over all fans of a list, not only of the shown page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Revenue in the window minus refunds. Includes fans who only got refunds in the window and are not listed.
    pub revenue_cents: i64,
    /// Number of listed fans.
    pub spenders: i64,
    /// Number of purchases.
    pub conversions: i64,
}

/// Totals over all fans of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LinkTotals {
    /// Revenue of the link minus refunds.
    pub revenue_cents: i64,
    /// Number of listed fans.
    pub spenders: i64,
    /// Number of fans attributed to the link, buyers or not.
    pub fans: i64,
}

/// Lists the paying fans of a domain in a window, highest amount first, with totals over all fans.
///
/// A fan is listed who bought on the domain in the window. `full` shows lifetime money on the domain up to the end of
/// the window, and changes nothing else.
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

/// Lists the paying fans of a link, highest amount first, with totals over all fans.
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
    /// Sort key of lists: highest amount first, then fan id.
    pub fn rank(&self) -> (std::cmp::Reverse<i64>, &str) {
        (std::cmp::Reverse(self.total_net_cents), &self.fan_id)
    }
}

/// Sums up the purchases among these events; `None` without a purchase.
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

/// Whether the fan bought before the anchor, and the net amount before the anchor.
fn before_anchor(history: &FanHistory, domain: &Hostname) -> Result<(bool, i64), Overflow> {
    let Some(anchor) = history.anchor(domain) else { return Ok((false, 0)) };
    let earlier = || history.events().iter().filter(|event| event.occurred_at < anchor.occurred_at);
    Ok((earlier().any(Conversion::is_purchase), sum(earlier())?))
}

/// Adds in 128 bits, so that an overflow does not depend on the order.
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
