use std::collections::BTreeMap;

use crate::stats::wire::{
    AnchorOut, AttributionOut, BotStats, DayStats, DomainSpenderOut, DomainSpenders, DomainStats,
    ExplainedEvent, FanExplained, FunnelStatsOut, LinkSpenderOut, LinkSpenders, LinkTotalsOut,
    PlatformCounters, SourceStats, SpenderTotals, SpentLink, SplitItem,
};
use attribution::MoneyApart;
use attribution::assign::{Attribution, Basis, LinkId};
use attribution::explain::explain;
use attribution::funnel_stats::{FunnelCounts, FunnelStats, LinkSummary, SplitCounts, SplitStats};
use attribution::history::FanHistory;
use attribution::ports::Cursor;
use attribution::spenders::{DomainSpender, FanPurchases, LinkTotals, Totals};
use attribution::statistics::Listed;
use kernel::{AccountNumber, CountryCode, Currency, Hostname, Window};

use crate::convert::rfc3339;

/// Description of the attribution model, which `explain` returns.
const MODEL: &str = "An event with a click of ours belongs to that click, else to the link that the platform names, else to nothing. \
The first event on the domain is the anchor; money before it is in no total.";

fn country(country: Option<&CountryCode>) -> String {
    country.map(ToString::to_string).unwrap_or_default()
}

/// Returns amounts in other currencies by code.
pub fn by_code(others: &BTreeMap<Currency, i64>) -> BTreeMap<String, i64> {
    others.iter().map(|(currency, cents)| (currency.to_string(), *cents)).collect()
}

/// Converts the paying fans of a domain.
pub fn domain_spenders(
    domain: &Hostname,
    listed: Listed<DomainSpender, Totals>,
    apart: MoneyApart,
    next_cursor: Option<String>,
) -> DomainSpenders {
    let spender = |spender: DomainSpender| {
        let DomainSpender { bought, is_returning, pre_anchor_cents } = spender;
        DomainSpenderOut {
            country: country(bought.country.as_ref()),
            fan_username: bought.fan_username.unwrap_or_default(),
            total_net_cents: bought.total_net_cents,
            purchases: bought.purchases,
            first_at: rfc3339(bought.first_at),
            last_at: rfc3339(bought.last_at),
            fan_id: bought.fan_id,
            is_returning,
            pre_anchor_cents,
        }
    };
    let Totals { revenue_cents, spenders, conversions } = listed.totals;
    DomainSpenders {
        domain: domain.as_str().to_owned(),
        spenders: listed.spenders.into_iter().map(spender).collect(),
        totals: SpenderTotals { revenue_cents, spenders, conversions },
        currency: apart.currency.to_string(),
        other_currencies: by_code(&apart.others),
        next_cursor,
    }
}

/// Converts the paying fans of a link.
pub fn link_spenders(
    card: LinkSummary,
    listed: Listed<FanPurchases, LinkTotals>,
    apart: MoneyApart,
    next_cursor: Option<String>,
) -> LinkSpenders {
    let spender = |bought: FanPurchases| LinkSpenderOut {
        country: country(bought.country.as_ref()),
        fan_username: bought.fan_username.unwrap_or_default(),
        total_net_cents: bought.total_net_cents,
        purchases: bought.purchases,
        first_at: rfc3339(bought.first_at),
        last_at: rfc3339(bought.last_at),
        fan_id: bought.fan_id,
    };
    let LinkTotals { revenue_cents, spenders, fans } = listed.totals;
    LinkSpenders {
        link: SpentLink {
            id: card.link_id,
            country: card.country.unwrap_or_default(),
            arm: card.offer,
            provider_id: plain(&card.provider_id),
            name: card.name,
            url: card.url,
        },
        our_totals: LinkTotalsOut { revenue_cents, spenders, fans },
        currency: apart.currency.to_string(),
        other_currencies: by_code(&apart.others),
        platformapi: PlatformCounters {
            clicks: card.clicks,
            subscribers: card.subscribers,
            revenue_cents: card.revenue_cents,
            spenders: card.spenders,
        },
        spenders: listed.spenders.into_iter().map(spender).collect(),
        next_cursor,
    }
}

/// Returns the engine's id for a stored id.
fn plain(key: &str) -> String {
    AccountNumber::split(key).0.to_owned()
}

/// Converts and explains a fan's history.
pub fn fan_explained(domain: &Hostname, history: &FanHistory, window: Window) -> FanExplained {
    let explained = explain(history, domain, window);
    FanExplained {
        domain: domain.as_str().to_owned(),
        fan_id: history.fan_id().to_owned(),
        fan_username: history.username().unwrap_or_default().to_owned(),
        country: country(history.country().as_ref()),
        model: MODEL.to_owned(),
        anchor: explained.anchor.map(|anchor| AnchorOut {
            event_id: plain(anchor.event_id),
            at: rfc3339(anchor.at),
            attribution: attribution_out(anchor.attribution),
        }),
        events: explained
            .events
            .iter()
            .map(|one| ExplainedEvent {
                event_id: plain(&one.event.event_id),
                occurred_at: rfc3339(one.event.occurred_at),
                effect: one.effect.as_str().to_owned(),
                net_cents: one.event.payment.map(|payment| payment.net_cents),
                currency: one.event.payment.and_then(|payment| payment.apart).map(|apart| apart.to_string()),
                attribution: one.event.attribution.as_ref().map(attribution_out),
            })
            .collect(),
    }
}

fn attribution_out(attribution: &Attribution) -> AttributionOut {
    let (basis, click_ref) = match &attribution.basis {
        Basis::Click(click) => ("click", Some(click.clone())),
        Basis::Link => ("link", None),
    };
    AttributionOut {
        basis: basis.to_owned(),
        click_ref,
        domain: attribution.domain.as_str().to_owned(),
        link_id: attribution.link.map(LinkId::get),
    }
}

/// Converts the statistics of a domain.
pub fn domain_stats(
    domain: &Hostname,
    stats: FunnelStats,
    split: Option<SplitStats>,
    apart: MoneyApart,
) -> DomainStats {
    let day = |(day, stats)| DayStats { day, stats: stats_out(stats) };
    let source = |(source, stats)| SourceStats { source, stats: stats_out(stats) };
    let (items, bots) =
        split.map(|split| (split.items.into_iter().map(split_item).collect(), split.bots)).unzip();
    DomainStats {
        domain: domain.as_str().to_owned(),
        items,
        bots: bots.map(|SplitCounts { visits, clicks, .. }| BotStats { visits, clicks }),
        totals: stats_out(stats.totals),
        currency: apart.currency.to_string(),
        other_currencies: by_code(&apart.others),
        days: stats.days.into_iter().map(day).collect(),
        sources: stats.sources.into_iter().map(source).collect(),
    }
}

fn split_item((key, counts): (String, SplitCounts)) -> SplitItem {
    let SplitCounts { visits, clicks, subs, revenue_cents } = counts;
    SplitItem { key, visits, clicks, subs, revenue_cents }
}

fn stats_out(stats: FunnelCounts) -> FunnelStatsOut {
    let FunnelCounts { scans, visits, clicks, subs, revenue_cents } = stats;
    FunnelStatsOut { scans, visits, clicks, subs, revenue_cents }
}

/// Formats a position in a list of fans as a cursor: `1999.fan_1`.
pub(crate) fn written(after: &Cursor) -> String {
    format!("{}.{}", after.total_net_cents, after.fan_id)
}

/// Parses a cursor position; `None` if invalid.
pub fn spender_cursor(text: &str) -> Option<Cursor> {
    let (money, fan_id) = text.split_once('.')?;
    let total_net_cents = money.parse().ok()?;
    // Fan ids contain no U+0000, which the database would reject.
    (!fan_id.is_empty() && !fan_id.contains('\0'))
        .then(|| Cursor { total_net_cents, fan_id: fan_id.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_back_whatever_the_fan_is_called() {
        for (total_net_cents, fan_id) in [(0, "f"), (-5, "a.b.c"), (i64::MAX, "ü/ ?"), (i64::MIN, ".")] {
            let after = Cursor { total_net_cents, fan_id: fan_id.to_owned() };
            assert_eq!(spender_cursor(&written(&after)), Some(after));
        }
        for wrong in ["", ".", "1", "1.", ".f", "x.f", "99999999999999999999.f", "1.a\0"] {
            assert_eq!(spender_cursor(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn any_text_is_a_cursor_that_is_written_the_same_or_none() {
        use dev_kit::hostile::Outcome::{Refused, Taken};
        let check = |text: String| {
            let Some(after) = spender_cursor(&text) else { return Ok(Refused) };
            proptest::prop_assert_eq!(spender_cursor(&written(&after)), Some(after));
            Ok(Taken)
        };
        let valid = dev_kit::hostile::mangled_text(&["1999.fan_1", "-5.a.b", "0.1"]);
        dev_kit::hostile::fuzz("cursor of spenders", 1, valid, check).unwrap();
    }
}
