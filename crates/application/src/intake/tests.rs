use attribution::Counting;
use attribution::assign::{Attribution, LinkId};
use attribution::event::{
    FanAction, FanEvent, FanFacts, LinkEvent, LinkFacts, Transaction, TransactionKind, UnknownEvent,
};
use broadcast_gate::ledger::Reaction;
use conversion_pixel::{EventMap, Platform, Switches};
use kernel::{AccountId, AccountNumber};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::model::{Store, click, fan};
use super::*;
use crate::testing::{NOW, host};

fn event(id: &str, minutes: i64, fan: FanFacts, action: FanAction) -> FanEvent {
    let occurred_at = NOW.plus_seconds(-60 * minutes);
    FanEvent { event_id: id.to_owned(), occurred_at, fan, provider_id: None, click_ref: None, action }
}

fn subscribed() -> FanAction {
    FanAction::NewSubscriber { trial: true, price_cents: 0 }
}

fn paid(net_cents: i64) -> FanAction {
    FanAction::NewTransaction(Transaction {
        transaction_id: "t".to_owned(),
        kind: if net_cents < 0 { TransactionKind::Refund } else { TransactionKind::Tip },
        gross_cents: net_cents,
        net_cents,
        currency: "USD".to_owned(),
        content_ids: vec![],
        bundle_key: None,
        bundle_name: None,
        media_in_msg: 0,
    })
}

fn wrote() -> FanAction {
    FanAction::MessageReceived { message_id: None }
}

fn asked() -> FanAction {
    let account = AccountNumber::FIRST;
    FanAction::ContentRequestCreated { account, request_id: 4, text: "more".to_owned(), offered_cents: 900 }
}

fn with(click_number: Option<usize>, link: Option<&str>, event: FanEvent) -> FanEvent {
    FanEvent {
        click_ref: click_number.map(|number| click(number).id.to_string()),
        provider_id: link.map(str::to_owned),
        ..event
    }
}

/// Facts of a store with these clicks.
fn facts(clicks: &[usize]) -> Facts {
    facts_with(clicks.iter().map(|number| click(*number)))
}

fn facts_with(clicks: impl IntoIterator<Item = ClickFact>) -> Facts {
    let link = |id, provider_id: &str, domain| LinkFact {
        id: LinkId::new(id),
        provider_id: provider_id.to_owned(),
        url: format!("https://platform.example/{provider_id}"),
        domain,
    };
    let links = [link(1, "p1", Some(host())), link(2, "p2", click(2).domain.into()), link(3, "p3", None)];
    Facts::new(clicks, links)
}

fn planned(facts: &Facts, event: FanEvent) -> Vec<NewConversion<'static>> {
    let event = EngineEvent::Fan(event);
    let owned = |one: NewConversion<'_>| NewConversion {
        kind: one.kind,
        event: std::borrow::Cow::Owned(one.event.into_owned()),
        belongs: one.belongs,
        id: 7,
        hashes: one.hashes,
        is_apart: one.is_apart,
    };
    conversions(facts, &Batch::of(&[&event], &Counting::default())).into_iter().map(owned).collect()
}

#[test]
fn each_action_is_a_conversion_a_signal_a_request_or_none_of_them() {
    let purchase = Signal::Reacted(Reaction::Purchase { net_cents: 500 });
    for (action, conversion, signal, request) in [
        (subscribed(), Some("new_subscriber"), None, false),
        (paid(500), Some("new_transaction"), Some(purchase), false),
        (wrote(), Some("message_received"), Some(Signal::Reacted(Reaction::Reply)), false),
        (FanAction::FanOnline, None, Some(Signal::CameOnline), false),
        (FanAction::FanOptedOut, None, Some(Signal::Reacted(Reaction::OptOut)), false),
        (asked(), None, None, true),
    ] {
        let event = EngineEvent::Fan(event("e", 1, fan("f", None), action.clone()));
        let counting = Counting::default();
        let batch = Batch::of(&[&event], &counting);
        let conversions = conversions(&Facts::default(), &batch);
        assert_eq!(conversions.first().map(|one| one.kind.as_str()), conversion, "{action:?}");
        assert_eq!(batch.signals.first().map(|one| one.signal), signal, "{action:?}");
        assert_eq!(batch.requests.len(), usize::from(request), "{action:?}");
        assert_eq!(batch.fans.len(), 1, "{action:?}");
    }
}

#[test]
fn a_conversion_belongs_to_its_click_else_to_its_link_else_nowhere() {
    for (known, carried, link, expected) in [
        (&[0, 1, 2][..], Some(0), None, "a.example Some(1) click qr-flyer https://a.example/r/vip p1"),
        (&[0, 1, 2], Some(1), None, "a.example None click  https://a.example/ -"),
        (&[0, 1, 2], Some(1), Some("p1"), "a.example Some(1) click  https://a.example/ p1"),
        (&[0, 1, 2], Some(2), Some("p1"), "b.example Some(2) click  https://b.example/ p2"),
        (&[], Some(0), Some("p1"), "a.example Some(1) link  https://platform.example/p1 p1"),
        (&[], Some(0), None, "nowhere"),
        (&[], None, Some("p2"), "b.example Some(2) link  https://platform.example/p2 p2"),
        (&[], None, Some("p3"), "nowhere"),
        (&[], None, Some("p9"), "nowhere"),
    ] {
        let event = with(carried, link, event("e", 1, fan("f", None), subscribed()));
        let found = planned(&facts(known), event).remove(0).belongs.map_or("nowhere".to_owned(), |found| {
            let Attribution { domain, link, basis } = &found.attribution;
            let (source, shown) = (&found.source, found.shown.url());
            let key = found.provider_id.as_deref().unwrap_or("-");
            format!(
                "{} {:?} {} {source} {shown} {key}",
                domain.as_str(),
                link.map(LinkId::get),
                basis.as_str()
            )
        });
        assert_eq!(found, expected, "{known:?} {carried:?} {link:?}");
    }
}

#[test]
fn a_conversion_waits_for_the_click_that_it_carries_and_does_not_have() {
    for (known, carried, link, waits) in [
        (&[0][..], Some(0), None, false),
        (&[], Some(0), None, true),
        (&[], Some(0), Some("p1"), true),
        (&[], None, Some("p1"), false),
    ] {
        let event = with(carried, link, event("e", 1, fan("f", None), subscribed()));
        let conversions = planned(&facts(known), event);
        let follow_up = follow_up(&conversions, &Pixels::new(), &Accounts::new(), NOW).unwrap();
        assert_eq!(follow_up.awaited.first().map(|one| one.conversion), waits.then_some(7));
    }
}

fn of_meta(switches: Switches) -> PixelFact {
    PixelFact { platform: Platform::Meta, event_map: EventMap::default(), switches, refused: false }
}

#[test]
fn a_pixel_gets_the_user_agent_of_the_click_if_its_owner_agreed() {
    let untold = ClickFact { user_agent: None, ..click(0) };
    for (send_user_agent, click, click_ref, sent) in [
        (true, click(0), Some(0), true),
        (false, click(0), Some(0), false),
        (true, untold, Some(0), false),
        (true, click(0), Some(1), false),
        (true, click(0), None, false),
    ] {
        let event = with(click_ref, Some("p1"), event("e", 1, fan("f", None), subscribed()));
        let conversions = planned(&facts_with([click]), event);
        let pixel = of_meta(Switches { active: true, send_user_agent });
        let pixels = Pixels::from([("p1".to_owned(), vec![pixel])]);
        let follow_up = follow_up(&conversions, &pixels, &Accounts::new(), NOW).unwrap();
        let event: serde_json::Value = serde_json::from_str(&follow_up.deliveries[0].event.json).unwrap();
        assert_eq!(event["action_source"], if sent { "website" } else { "other" });
        let agent = event["user_data"].get("client_user_agent");
        assert_eq!(agent.and_then(|agent| agent.as_str()), sent.then_some("Mozilla/0"));
    }
}

#[test]
fn each_pixel_of_its_link_is_sent_a_conversion() {
    let pixel = |active, refused| {
        let switches = Switches { active, ..Switches::default() };
        PixelFact { platform: Platform::Meta, event_map: EventMap::default(), switches, refused }
    };
    let day = 24 * 60;
    for (action, minutes, pixel, expected) in [
        (subscribed(), 1, pixel(true, false), Some("Subscribe pending")),
        (subscribed(), 1, pixel(true, true), Some("Subscribe waiting_token")),
        (subscribed(), 1, pixel(false, false), None),
        (subscribed(), 8 * day, pixel(true, false), Some("Subscribe parked")),
        (paid(500), 1, pixel(true, false), Some("Purchase pending")),
        (paid(-500), 1, pixel(true, false), None),
        (wrote(), 1, pixel(true, false), Some("Lead pending")),
    ] {
        let event = with(None, Some("p1"), event("e", minutes, fan("f", None), action));
        let conversions = planned(&facts(&[]), event);
        assert_eq!(providers(&conversions).into_iter().collect::<Vec<_>>(), ["p1"]);
        let pixels = [("p1".to_owned(), vec![pixel])].into();
        let follow_up = follow_up(&conversions, &pixels, &Accounts::new(), NOW).unwrap();
        let sent = follow_up.deliveries.first();
        let sent = sent.map(|one| format!("{} {}", one.event.name, one.progress.state.as_str()));
        assert_eq!(sent.as_deref(), expected);
    }
}

#[test]
fn platforms_know_a_conversion_by_its_account_and_what_happened_there() {
    let pixel = of_meta(Switches::default());
    let pixels: Pixels = [("p1".to_owned(), vec![pixel])].into();
    let account = |number, id| (AccountNumber::new(number), AccountId::parse(id).unwrap());
    let accounts: Accounts = [account(0, "acct_1"), account(1, "acct_2")].into();
    let name = |number: i64, event_id: &str, action: FanAction| {
        let event = with(None, Some("p1"), event(event_id, 1, fan("f", None), action));
        let mut conversions = planned(&facts(&[]), event);
        conversions.iter_mut().for_each(|one| one.id = number);
        let sent = deliveries(&conversions, &pixels, &accounts, NOW).remove(0);
        assert_eq!(sent.conversion, number);
        assert!(sent.event.json.contains(&format!("{:?}", sent.event.id)), "{}", sent.event.json);
        sent.event.id
    };
    let tip = |id: &str| FanAction::NewTransaction(Transaction::tip(id, 500, "USD"));
    let first = name(17, "e1", tip("tx_1"));
    assert_eq!(name(18, "e2", tip("tx_1")), first, "the number and the event do not matter to a transaction");
    assert_eq!(name(17, "e3", subscribed()), name(18, "e3", subscribed()));
    let others =
        [("e1", tip("tx_2")), ("e1\u{1f}1", tip("tx_1")), ("e1\u{1f}9", tip("tx_1")), ("e1", wrote())];
    for (event_id, action) in others {
        assert_ne!(name(17, event_id, action), first, "{event_id:?}");
    }
}

#[test]
fn subscribers_and_money_count_on_the_day_of_the_conversion() {
    for (action, subs, revenue_cents) in
        [(subscribed(), 1, 0), (paid(500), 0, 500), (paid(-120), 0, -120), (wrote(), 0, 0)]
    {
        let conversions = planned(&facts(&[0]), with(Some(0), None, event("e", 1, fan("f", None), action)));
        let DailyStats { days: stats, .. } =
            follow_up(&conversions, &Pixels::new(), &Accounts::new(), NOW).unwrap().stats;
        let noon = 12 * 3_600;
        let key = StatsKey {
            domain: host(),
            day: NOW.plus_seconds(-noon),
            source: "qr-flyer".to_owned(),
            link: Some(LinkId::new(1)),
        };
        let expected = Stats { subs, revenue_cents };
        assert_eq!(stats.get(&key).copied().unwrap_or_default(), expected);
        assert!(stats.len() <= 1);
    }
}

#[test]
fn a_sum_that_is_too_large_is_an_error() {
    let huge = |id: &str| with(None, Some("p1"), event(id, 1, fan("f", None), paid(i64::MAX)));
    let conversions: Vec<_> = ["a", "b"].into_iter().flat_map(|id| planned(&facts(&[]), huge(id))).collect();
    assert!(follow_up(&conversions, &Pixels::new(), &Accounts::new(), NOW).is_err());
    assert!(follow_up(&conversions[..1], &Pixels::new(), &Accounts::new(), NOW).is_ok());
}

#[test]
fn the_last_word_on_a_fan_counts_and_what_is_no_conversion_has_none() {
    let said =
        |id: &str, minutes, name, action| EngineEvent::Fan(event(id, minutes, fan("f", Some(name)), action));
    let events = [
        said("a", 5, "old", wrote()),
        said("b", 3, "new", subscribed()),
        said("c", 4, "middle", wrote()),
        said("d", 2, "online", FanAction::FanOnline),
        said("e", 1, "gone", FanAction::FanOptedOut),
        said("f", 9, "gone", FanAction::FanOptedOut),
    ];
    let events: Vec<_> = events.iter().collect();
    let counting = Counting::default();
    let [fan] = &Batch::of(&events, &counting).fans[..] else { panic!("one fan") };
    assert_eq!((fan.username.map(|said| said.text), fan.messages), (Some("new"), 2));
    assert_eq!(fan.online_at, Some(NOW.plus_seconds(-120)));
    assert_eq!(fan.opted_out_at, Some(NOW.plus_seconds(-540)));
}

#[test]
fn of_changes_of_one_link_the_latest_counts_and_the_earliest_says_when() {
    let change = |id: &str, minutes: i64, name: &str| {
        EngineEvent::Link(LinkEvent {
            event_id: id.to_owned(),
            occurred_at: NOW.plus_seconds(-60 * minutes),
            link: LinkFacts {
                provider_id: "p1".to_owned(),
                offer: "paid".to_owned(),
                kind: "tracking_link".to_owned(),
                name: name.to_owned(),
                url: "https://platform.example/p1".to_owned(),
                country: None,
                trial_days: None,
                permanent: true,
                active: true,
                created_at: NOW,
            },
        })
    };
    let events = [change("a", 5, "old"), change("b", 3, "new"), change("c", 4, "middle")];
    let counting = Counting::default();
    let changes = Batch::of(&events.iter().collect::<Vec<_>>(), &counting).links.unwrap();
    assert_eq!(changes.pulled_at, NOW.plus_seconds(-300));
    assert_eq!(changes.links.iter().map(|link| &*link.name).collect::<Vec<_>>(), ["new"]);
    assert_eq!(Batch::of(&[], &counting).links, None);
}

#[test]
fn unknown_events_are_kept_and_change_nothing_else() {
    let unknown =
        UnknownEvent { event_id: "u".to_owned(), kind: "new".to_owned(), raw: serde_json::Value::Null };
    let event = EngineEvent::Unknown(unknown);
    let counting = Counting::default();
    let batch = Batch::of(&[&event], &counting);
    assert_eq!(batch.unknown.len(), 1);
    assert_eq!((conversions(&Facts::default(), &batch), batch.fans), (vec![], vec![]));
}

#[test]
fn a_third_message_makes_one_conversion_of_what_the_batch_says_last() {
    let message = |n: i64| {
        let event = event(&format!("m{n}"), 10 - n, fan("f", Some("jo")), wrote());
        EngineEvent::Fan(with(None, Some("p1"), event))
    };
    let mut store = Store::with_links();
    store.take_in(&[message(1), message(2)]);
    assert_eq!(store.third_messages(), 0);
    store.take_in(&[message(3)]);
    store.take_in(&[message(4), message(0)]);
    assert_eq!(store.third_messages(), 1);
    assert!(store.shown(true).conversions.iter().any(|one| one.starts_with("m3 fan_sent_3_messages")));
}

/// Fan, age in minutes, action, click and link.
type Drawn = (usize, i64, usize, Option<usize>, Option<&'static str>);

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    let link = proptest::sample::select(vec!["p1", "p2", "p3", "p9"]);
    vec((0_usize..3, 0_i64..3_000, 0_usize..7, option::of(0_usize..3), option::of(link)), 1..24)
}

fn events(drawn: &[Drawn]) -> Vec<EngineEvent> {
    let actions = [subscribed(), paid(500), paid(-120), wrote(), wrote(), FanAction::FanOnline, asked()];
    let event = |(n, (who, minutes, action, click, link)): (usize, &Drawn)| {
        let fan = fan(&format!("f{who}"), (n % 2 == 0).then_some(&format!("name{n}")));
        let event = event(&format!("e{n:02}"), *minutes, fan, actions[*action].clone());
        EngineEvent::Fan(with(*click, *link, event))
    };
    drawn.iter().enumerate().map(event).collect()
}

/// Returns the same events in another order.
fn shuffled(events: &[EngineEvent], order: &[u64]) -> Vec<EngineEvent> {
    let mut events: Vec<_> = order.iter().zip(events).collect();
    events.sort_by_key(|(place, _)| **place);
    events.into_iter().map(|(_, event)| event.clone()).collect()
}

proptest! {
    #[test]
    fn the_order_of_clicks_and_events_changes_nothing(drawn in drawn(), late in vec(0_usize..24, 3)) {
        let events = events(&drawn);
        let mut right = Store::with_links();
        (0..3).for_each(|number| right.store_click(click(number)));
        events.iter().for_each(|event| { right.take_in(std::slice::from_ref(event)); });
        let mut mixed = Store::with_links();
        for (place, event) in events.iter().enumerate() {
            (0..3).filter(|number| late[*number] == place).for_each(|number| mixed.store_click(click(number)));
            mixed.take_in(std::slice::from_ref(event));
        }
        (0..3).filter(|number| late[*number] >= events.len())
            .for_each(|number| mixed.store_click(click(number)));
        prop_assert_eq!(mixed.shown(true), right.shown(true));
        prop_assert_eq!(right.shown(true).waiting, 0);
        prop_assert_eq!(mixed.by_click(), right.by_click());
    }

    #[test]
    fn a_batch_twice_changes_nothing(drawn in drawn(), known in 0_usize..3) {
        let events = events(&drawn);
        let mut store = Store::with_links();
        (0..known).for_each(|number| store.store_click(click(number)));
        let doubled: Vec<_> = events.iter().chain(&events).cloned().collect();
        prop_assert_eq!(store.take_in(&doubled), events.len());
        let before = store.shown(true);
        prop_assert_eq!(store.take_in(&events), 0);
        prop_assert_eq!(store.shown(true), before);
    }

    #[test]
    fn how_events_are_ordered_and_cut_into_batches_changes_no_total(
        drawn in drawn(),
        order in vec(any::<u64>(), 24),
        cut in 0_usize..24,
        known in 0_usize..4,
    ) {
        let events = events(&drawn);
        let mut whole = Store::with_links();
        (0..known).for_each(|number| whole.store_click(click(number)));
        let mut halves = whole.clone();
        whole.take_in(&events);
        let shuffled = shuffled(&events, &order);
        let (first, second) = shuffled.split_at(cut.min(shuffled.len()));
        halves.take_in(first);
        halves.take_in(second);
        // The events known so far decide which message is the third, but not whether a third message exists.
        prop_assert_eq!(halves.third_messages(), whole.third_messages());
        let (mut halves, mut whole) = (halves.shown(false), whole.shown(false));
        (halves.waiting, whole.waiting) = (0, 0);
        prop_assert_eq!(halves, whole);
    }
}

#[test]
fn money_in_another_currency_is_a_conversion_and_adds_nothing() {
    let yen = FanAction::NewTransaction(Transaction::tip("t", 100_000, "JPY"));
    let event = EngineEvent::Fan(with(None, Some("p1"), event("e", 1, fan("f", None), yen)));
    let counting = Counting::default();
    let batch = Batch::of(&[&event], &counting);
    let signals: Vec<_> = batch.signals.iter().map(|signal| &signal.signal).collect();
    assert!(
        matches!(signals[..], [Signal::Reacted(Reaction::PurchaseApart { net_cents: 100_000, .. })]),
        "{signals:?}"
    );
    let conversions = conversions(&facts(&[]), &batch);
    assert_eq!((conversions[0].counted_cents(), conversions[0].is_purchase()), (0, true));
    let pixel = of_meta(Switches::default());
    let pixels = Pixels::from([("p1".to_owned(), vec![pixel])]);
    let follow_up = follow_up(&conversions, &pixels, &Accounts::new(), NOW).unwrap();
    assert_eq!(follow_up.stats, DailyStats::default());
    // Ad platforms receive the amount in the original currency.
    let json = &follow_up.deliveries[0].event.json;
    assert!(json.contains("\"currency\":\"JPY\"") && json.contains("100000"), "{json}");
}
