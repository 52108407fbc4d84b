//! Explanation of a fan's statistics on a domain.

use kernel::{Hostname, UnixTime, Window};

use crate::assign::Attribution;
use crate::history::{Conversion, FanHistory};

kernel::words! {
    /// Effect of an event on a fan's statistics for a domain.
    Effect {
        /// Purchase in the window: adds its money and counts as a purchase.
        Purchase = "purchase",
        /// Other money in the window, such as a refund: lowers or keeps the sum, without counting as a purchase.
        Adjustment = "adjustment",
        /// Money in a currency other than that of the sums, shown separately.
        OtherCurrency = "other_currency",
        /// Event on the domain without money.
        NoMoney = "no_money",
        /// Event on the domain outside the window; its money counts only with `full`.
        OutsideWindow = "outside_window",
        /// Event before the anchor; its money is shown separately.
        PreAnchor = "pre_anchor",
        /// Event after the anchor, without a known click or link.
        Unattributed = "unattributed",
        /// Event attributed to another domain.
        OtherDomain = "other_domain",
    }
}

/// Event with its effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained<'a> {
    /// Conversion in the history.
    pub event: &'a Conversion,
    /// Effect on the statistics.
    pub effect: Effect,
}

/// Anchor: the first event that was attributed to the domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor<'a> {
    /// Id of the event.
    pub event_id: &'a str,
    /// Time of the anchor; earlier money is shown separately.
    pub at: UnixTime,
    /// Attribution of the event.
    pub attribution: &'a Attribution,
}

/// Explanation of a fan's whole history for a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation<'a> {
    /// Anchor; `None` if the fan was never attributed to the domain.
    pub anchor: Option<Anchor<'a>>,
    /// All events in order.
    pub events: Vec<Explained<'a>>,
}

/// Explains a fan's statistics on a domain in a window.
pub fn explain<'a>(history: &'a FanHistory, domain: &Hostname, window: Window) -> Explanation<'a> {
    let anchor = history.anchor(domain).and_then(|event| {
        let attribution = event.attribution.as_ref()?;
        Some(Anchor { event_id: &event.event_id, at: event.occurred_at, attribution })
    });
    let anchored_at = anchor.as_ref().map(|anchor| anchor.at);
    let explained = |event| Explained { event, effect: effect(event, domain, anchored_at, window) };
    Explanation { events: history.events().iter().map(explained).collect(), anchor }
}

fn effect(event: &Conversion, domain: &Hostname, anchored_at: Option<UnixTime>, window: Window) -> Effect {
    if event.is_on(domain) {
        return match event.payment {
            None => Effect::NoMoney,
            Some(_) if !window.contains(event.occurred_at) => Effect::OutsideWindow,
            Some(payment) if payment.apart.is_some() => Effect::OtherCurrency,
            Some(payment) if payment.is_purchase() => Effect::Purchase,
            Some(_) => Effect::Adjustment,
        };
    }
    match event.attribution {
        _ if anchored_at.is_some_and(|at| event.occurred_at < at) => Effect::PreAnchor,
        None => Effect::Unattributed,
        Some(_) => Effect::OtherDomain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Range;
    use crate::spenders::of_domain;
    use crate::testing::{NOW, event, host, paid};

    const A: Option<(&str, i64)> = Some(("a.example", 1));

    fn history() -> FanHistory {
        let events = [
            paid("1", "f", 90, 300, None),
            event("2", "f", 80, A),
            paid("2a", "f", 80, 9, None),
            paid("3", "f", 70, 500, A),
            paid("4", "f", 9, 70, Some(("b.example", 2))),
            paid("5", "f", 8, 60, None),
            paid("6", "f", 7, 50, A),
            paid("7", "f", 6, -20, A),
            paid("8", "f", 5, 0, A),
        ];
        FanHistory::of_all(events).remove(0)
    }

    #[test]
    fn every_event_is_explained() {
        let history = history();
        let explanation = explain(&history, &host("a.example"), Range::Day.window(NOW));
        let effects: Vec<_> = explanation.events.iter().map(|one| one.effect.as_str()).collect();
        assert_eq!(
            effects,
            [
                "pre_anchor",
                "no_money",
                "unattributed",
                "outside_window",
                "other_domain",
                "unattributed",
                "purchase",
                "adjustment",
                "adjustment",
            ]
        );
        assert_eq!(explanation.anchor.unwrap().event_id, "2");
    }

    #[test]
    fn what_is_explained_adds_up_to_what_is_listed() {
        let history = history();
        let (domain, window) = (host("a.example"), Range::Day.window(NOW));
        let money = |wanted: &[Effect]| -> i64 {
            let explanation = explain(&history, &domain, window);
            let counted = explanation.events.iter().filter(|one| wanted.contains(&one.effect));
            counted.map(|one| one.event.counted_cents()).sum()
        };
        let (list, _) = of_domain(std::slice::from_ref(&history), &domain, window, false).unwrap();
        assert_eq!(money(&[Effect::Purchase, Effect::Adjustment]), list[0].bought.total_net_cents);
        assert_eq!(money(&[Effect::PreAnchor]), list[0].pre_anchor_cents);
    }

    #[test]
    fn money_in_another_currency_is_explained_and_added_nowhere() {
        let mut apart = paid("9", "f", 4, 900, A);
        apart.payment.as_mut().unwrap().apart = kernel::Currency::parse("JPY");
        let histories = FanHistory::of_all([paid("8", "f", 5, 20, A), apart]);
        let (domain, window) = (host("a.example"), Range::Day.window(NOW));
        let explanation = explain(&histories[0], &domain, window);
        let effects: Vec<_> = explanation.events.iter().map(|one| one.effect).collect();
        assert_eq!(effects, [Effect::Purchase, Effect::OtherCurrency]);
        let (list, totals) = of_domain(&histories, &domain, window, false).unwrap();
        // The fan still bought twice.
        assert_eq!((list[0].bought.total_net_cents, list[0].bought.purchases), (20, 2));
        assert_eq!((totals.revenue_cents, totals.conversions), (20, 2));
    }

    #[test]
    fn a_fan_without_an_anchor_has_nothing_before_it() {
        let history = history();
        let explanation = explain(&history, &host("c.example"), Window::default());
        assert_eq!(explanation.anchor, None);
        assert!(explanation.events.iter().all(|one| one.effect != Effect::PreAnchor));
    }
}
