//! Tests that money counts once, and in one currency.

use std::collections::BTreeMap;

use adapter_postgres::{
    PgConversionReads, PgEngineConnections, PgFunnelStats, PgSales, PgSpenderReads, PgTouchStore,
};
use attribution::MoneyApart;
use attribution::assign::LinkId;
use attribution::conversions::ConversionQuery;
use attribution::event::{EngineEvent, FanAction, FanEvent, Transaction, TransactionKind};
use attribution::ports::{
    ApartReads as _, ConversionReads as _, DomainQuery, EventStore as _, FunnelStatsReads as _, MoneyOf,
    PageRequest, Quarantine as _, Refused, SpenderReads as _, Taken,
};
use content_vault::item::ContentId;
use content_vault::ports::SalesReads as _;
use engine_link::{ConnectError, ConnectionRegistry as _, EngineConnections as _};
use futures_util::future::join_all;
use kernel::fixed::SeededEntropy;
use kernel::{AccountNumber, Currency, StoreError, Window};
use touches::ports::TouchStore as _;
use touches::{Act, Click, Touch, TouchId, VisitorDigest};

use crate::desk::host;
use crate::funnel::{A, Funnel, all, at, by_click, by_link, event, message, transaction};
use crate::team::NOW;
use crate::vault::{connection, sealing};

/// Builds a payment over the link of `a.example`.
fn paid(id: &str, transaction_id: &str, net_cents: i64, currency: &str) -> FanEvent {
    let kind = if net_cents < 0 { TransactionKind::Refund } else { TransactionKind::Message };
    let FanAction::NewTransaction(paid) = transaction(kind, net_cents) else { panic!("it is one") };
    let (transaction_id, currency) = (transaction_id.to_owned(), currency.to_owned());
    let action = FanAction::NewTransaction(Transaction { transaction_id, currency, ..paid });
    FanEvent { action, ..by_link(event(id, "f", 60, message()), "p1") }
}

fn code(text: &str) -> Currency {
    Currency::parse(text).unwrap()
}

impl Funnel {
    async fn revenue(&self) -> i64 {
        let stats = PgFunnelStats::new(self.desk.pool.clone());
        let found = stats.of_domain(self.owner(), &host(A), Window::default()).await.unwrap();
        found.unwrap().totals.revenue_cents
    }

    async fn apart(&self, of: MoneyOf, window: Window) -> MoneyApart {
        let stats = PgFunnelStats::new(self.desk.pool.clone());
        stats.money_apart(self.owner(), &of, window).await.unwrap()
    }

    /// Connects the owner to an account, optionally with its currency.
    async fn connect(&self, account: &str, currency: Option<Currency>) -> Result<(), ConnectError> {
        let new = connection(account, "token", "secret").in_currency(currency);
        let connections = PgEngineConnections::new(self.desk.pool.clone(), sealing(1));
        connections.connect(self.by(), &new, NOW).await
    }

    async fn currency(&self) -> Currency {
        let connections = PgEngineConnections::new(self.desk.pool.clone(), sealing(1));
        connections.find(self.owner()).await.unwrap().unwrap().currency
    }
}

#[tokio::test]
async fn a_transaction_of_an_account_counts_once_whatever_the_event_id() {
    let funnel = Funnel::create().await;
    let twice = all([paid("1", "t", 500, "USD"), paid("2", "t", 500, "USD")]);
    assert_eq!(funnel.take(&twice).await, Taken { accepted: 1, duplicates: 1 });
    assert_eq!(funnel.revenue().await, 500);
    // A refund may have the payment's id, and counts once too.
    let back = all([paid("4", "t", -200, "USD"), paid("5", "t", -200, "USD")]);
    assert_eq!(funnel.take(&back).await, Taken { accepted: 1, duplicates: 1 });
    assert_eq!(funnel.revenue().await, 300);
    // Transaction ids of another account or another owner are independent.
    let other = EngineEvent::Fan(paid("1", "t", 40, "USD")).of_account(AccountNumber::new(1));
    assert_eq!(funnel.take(&[other]).await.accepted, 1);
    let stranger = funnel.events.take_in(funnel.desk.stranger, &twice, NOW).await.unwrap();
    assert_eq!(stranger.accepted, 1);
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM conversions").await, 4);
}

#[tokio::test]
async fn batches_at_once_that_report_the_same_transactions_count_each_once() {
    let funnel = Funnel::create().await;
    let batch = |n: usize| {
        // Each batch has the transactions in a different order, with different event ids.
        let of = |k: usize| paid(&format!("{}-{n}", (k + n) % 20), &format!("t{k}"), 100, "USD");
        all((0..20).map(of))
    };
    let batches: Vec<_> = (0..8).map(batch).collect();
    let taken = join_all(batches.iter().map(|batch| funnel.take(batch))).await;
    assert_eq!(taken.iter().map(|taken| taken.accepted).sum::<u64>(), 20);
    assert_eq!(funnel.revenue().await, 2_000);
}

#[tokio::test]
async fn a_repeat_with_other_facts_is_refused_and_the_first_report_stays() {
    let funnel = Funnel::create().await;
    funnel.take(&all([paid("1", "t", 500, "USD")])).await;
    let of_another_fan = FanEvent { fan: event("4", "g", 60, message()).fan, ..paid("4", "t", 500, "USD") };
    let conflicts = [
        (paid("2", "t", 700, "USD"), "net_cents was 500 and is 700"),
        (paid("3", "t", 500, "EUR"), "currency was USD and is EUR"),
        (of_another_fan, "fan_id is another one"),
    ];
    for (repeat, named) in conflicts {
        for _ in 0..2 {
            let refused = funnel.events.take_in(funnel.owner(), &all([repeat.clone()]), NOW).await;
            let Err(StoreError::Data(cause)) = refused else { panic!("{refused:?}") };
            assert!(cause.to_string().contains(named), "{cause}");
        }
    }
    assert_eq!(
        (funnel.revenue().await, funnel.desk.count("SELECT count(*) AS n FROM conversions").await),
        (500, 1)
    );
    // A conflict within a batch rejects the whole batch. The first event alone is stored.
    let batch = all([paid("5", "u", 10, "USD"), paid("6", "u", 20, "USD")]);
    assert!(matches!(funnel.events.take_in(funnel.owner(), &batch, NOW).await, Err(StoreError::Data(_))));
    assert_eq!(funnel.take(&batch[..1]).await.accepted, 1);
    // Neither transactions of earlier releases nor those of erased fans have a fan to compare.
    funnel.desk.sql("UPDATE engine_transactions SET fan_key = NULL").await.unwrap();
    let again = FanEvent { fan: event("7", "g", 60, message()).fan, ..paid("7", "t", 500, "USD") };
    assert_eq!(funnel.take(&all([again])).await, Taken { accepted: 0, duplicates: 1 });
}

#[tokio::test]
async fn of_batches_at_once_that_contradict_each_other_one_counts() {
    let funnel = Funnel::create().await;
    for round in 0..10 {
        let transaction = format!("t{round}");
        let batches =
            [1, 2, 3].map(|cents| all([paid(&format!("{round}-{cents}"), &transaction, cents, "USD")]));
        let owner = funnel.owner();
        let before = funnel.revenue().await;
        let taken = join_all(batches.iter().map(|batch| funnel.events.take_in(owner, batch, NOW))).await;
        let refused = taken.iter().filter(|one| matches!(one, Err(StoreError::Data(_)))).count();
        assert_eq!((taken.iter().filter(|one| one.is_ok()).count(), refused), (1, 2), "{taken:?}");
        let counted = (1..).zip(&taken).find(|(_, one)| one.is_ok()).map(|(cents, _)| cents);
        assert_eq!(Some(funnel.revenue().await - before), counted);
    }
}

#[tokio::test]
async fn doubles_of_before_are_no_matter_and_known_to_later_events() {
    let funnel = Funnel::create().await;
    for id in ["1", "2"] {
        let old = format!(
            "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, source, transaction_id,
                transaction_kind, net_cents, purchase, currency, taken_at)
             VALUES ({}, '{id}', 'new_transaction', 'f', now(), '', 'old', 'tip', 5, true, 'USD', now())",
            funnel.owner()
        );
        funnel.desk.sql(&old).await.unwrap();
    }
    let up = include_str!("../../../../../migrations/2026-11-27-201000_create_engine_transactions/up.sql");
    let fill = &up[up.find("INSERT INTO").unwrap()..];
    funnel.desk.sql(fill).await.unwrap();
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM engine_transactions").await, 1);
    assert_eq!(funnel.take(&all([paid("3", "old", 5, "USD")])).await, Taken { accepted: 0, duplicates: 1 });
}

#[tokio::test]
async fn currencies_are_never_added() {
    let funnel = Funnel::create().await;
    let batch = all([
        paid("1", "1", 500, "USD"),
        paid("2", "2", 100_000, "JPY"),
        paid("3", "3", 100, "EUR"),
        paid("4", "4", -40, "EUR"),
    ]);
    funnel.take(&batch).await;
    assert_eq!(funnel.revenue().await, 500);
    let others = BTreeMap::from([(code("EUR"), 60), (code("JPY"), 100_000)]);
    let apart = MoneyApart { currency: Currency::USD, others };
    let (domain, link) = (MoneyOf::Domain(host(A)), MoneyOf::Link(LinkId::new(1)));
    for of in [MoneyOf::Domains, domain, link, MoneyOf::Content, MoneyOf::Item(4), MoneyOf::Item(5)] {
        assert_eq!(funnel.apart(of, Window::default()).await, apart);
    }
    assert_eq!(funnel.apart(MoneyOf::Item(6), Window::default()).await.others, BTreeMap::new());
    let before = Window::between(None, Some(at(61))).unwrap();
    assert_eq!(funnel.apart(MoneyOf::Domains, before).await.others, BTreeMap::new());

    let spenders = PgSpenderReads::new(funnel.desk.pool.clone());
    let part = PageRequest::first(9);
    let query = DomainQuery { domain: host(A), window: Window::default(), full: true, part: part.clone() };
    let (list, totals) = spenders.of_domain(funnel.owner(), &query).await.unwrap().unwrap();
    assert_eq!((totals.revenue_cents, totals.conversions, list[0].bought.total_net_cents), (500, 3, 500));
    let of_link = spenders.of_link(funnel.owner(), &host(A), LinkId::new(1), &part).await.unwrap();
    assert_eq!(of_link.unwrap().1.revenue_cents, 500);
    let histories = spenders.history(funnel.owner(), "f").await.unwrap().into_iter().collect::<Vec<_>>();
    let pure = attribution::spenders::of_domain(&histories, &host(A), Window::default(), true).unwrap();
    assert_eq!(pure, (list, totals));

    // The list shows each payment as paid, and the vault counts the sale without its money.
    let reads = PgConversionReads::new(funnel.desk.pool.clone());
    let listed = reads.list(funnel.owner(), &ConversionQuery::default(), 9).await.unwrap().unwrap();
    let mut money: Vec<_> = listed.iter().filter_map(|one| one.money.as_ref()).collect();
    money.sort_by_key(|money| money.net_cents);
    let yen = money.last().unwrap();
    assert_eq!((yen.gross_cents, yen.net_cents, yen.currency.as_deref()), (100_000, 100_000, Some("JPY")));
    let sold = PgSales::new(funnel.desk.pool.clone()).stats(funnel.owner(), ContentId::new(4)).await.unwrap();
    assert_eq!((sold.captured.sales, sold.captured.revenue_cents), (2, 250));
    assert_eq!((sold.bundles[0].revenue_cents, sold.bundles[0].avg_price_cents), (500, 500));
    let prices: Vec<_> = sold.sales.iter().map(|sale| (sale.gross_cents, sale.currency)).collect();
    assert!(prices.contains(&(100_000, Some(code("JPY")))) && prices.contains(&(500, None)), "{prices:?}");
}

#[tokio::test]
async fn money_apart_stays_apart_when_its_click_comes_late() {
    let funnel = Funnel::create().await;
    let click = TouchId::generate(at(3_600), &SeededEntropy::new(7));
    funnel.take(&all([by_click(paid("1", "1", 900, "EUR"), &click.to_string())])).await;
    let act = Act::Click(Click { link: Some(1), ..Click::default() });
    let late = Touch::new(click, funnel.owner(), host(A), at(3_600), VisitorDigest([7; 16]), act);
    PgTouchStore::new(funnel.desk.pool.clone()).put(&[late]).await.unwrap();
    let by_click = "SELECT count(*) AS n FROM conversions WHERE basis = 'click'";
    assert_eq!((funnel.desk.count(by_click).await, funnel.revenue().await), (1, 0));
    let apart = funnel.apart(MoneyOf::Domain(host(A)), Window::default()).await;
    assert_eq!(apart.others, BTreeMap::from([(code("EUR"), 900)]));
}

#[tokio::test]
async fn an_account_has_one_currency_and_keeps_it_once_money_is_counted() {
    let funnel = Funnel::create().await;
    funnel.connect("acct_1", None).await.unwrap();
    assert_eq!(funnel.currency().await, Currency::USD);
    funnel.connect("acct_1", Some(code("EUR"))).await.unwrap();
    assert_eq!(funnel.currency().await, code("EUR"));
    funnel.connect("acct_1", None).await.unwrap();
    assert_eq!(funnel.currency().await, code("EUR"));
    funnel.take(&all([paid("1", "1", 500, "EUR"), paid("2", "2", 70, "USD")])).await;
    assert_eq!(funnel.revenue().await, 500);
    let apart = funnel.apart(MoneyOf::Domains, Window::default()).await;
    let expected = MoneyApart { currency: code("EUR"), others: BTreeMap::from([(Currency::USD, 70)]) };
    assert_eq!(apart, expected);
    let refused = funnel.connect("acct_1", Some(Currency::USD)).await;
    assert!(matches!(refused, Err(ConnectError::CurrencyCounted)), "{refused:?}");
    // An owner's sums stay in one currency, whatever the currencies of later accounts.
    funnel.connect("acct_2", Some(Currency::USD)).await.unwrap();
    let second = EngineEvent::Fan(paid("1", "1", 30, "USD")).of_account(AccountNumber::new(1));
    funnel.take(&[second]).await;
    assert_eq!(funnel.revenue().await, 500);
}

#[tokio::test]
async fn a_currency_whose_money_is_apart_is_refused_and_every_sum_stays() {
    let funnel = Funnel::create().await;
    funnel.connect("acct_1", None).await.unwrap();
    funnel.take(&all([paid("1", "1", 900, "EUR"), paid("2", "2", -100, "EUR")])).await;
    let refused = funnel.connect("acct_1", Some(code("EUR"))).await;
    assert!(matches!(refused, Err(ConnectError::CurrencyApart)), "{refused:?}");
    let others = BTreeMap::from([(code("EUR"), 800)]);
    for of in [MoneyOf::Domains, MoneyOf::Domain(host(A)), MoneyOf::Link(LinkId::new(1))] {
        let expected = MoneyApart { currency: Currency::USD, others: others.clone() };
        assert_eq!(funnel.apart(of, Window::default()).await, expected);
    }
    assert_eq!((funnel.currency().await, funnel.revenue().await), (Currency::USD, 0));
    // A currency without earlier money can be set, and money of another account in another currency is no obstacle.
    funnel.connect("acct_1", Some(code("JPY"))).await.unwrap();
    funnel.take(&all([paid("3", "3", 7_000, "JPY")])).await;
    funnel.connect("acct_2", Some(code("EUR"))).await.unwrap();
    assert_eq!(funnel.revenue().await, 7_000);
    assert_eq!(
        funnel.apart(MoneyOf::Domains, Window::default()).await,
        MoneyApart { currency: code("JPY"), others }
    );
}

#[tokio::test]
async fn money_that_comes_while_its_currency_is_set_is_counted_or_refuses_it() {
    for _ in 0..3 {
        let funnel = Funnel::create().await;
        funnel.connect("acct_1", None).await.unwrap();
        let batch = all([paid("1", "1", 500, "EUR")]);
        let (_, set) = tokio::join!(funnel.take(&batch), funnel.connect("acct_1", Some(code("EUR"))));
        let apart = funnel.apart(MoneyOf::Domains, Window::default()).await;
        match set {
            Ok(()) => assert_eq!((funnel.revenue().await, apart.others), (500, BTreeMap::new())),
            Err(ConnectError::CurrencyApart) => {
                assert_eq!((funnel.revenue().await, apart.others), (0, BTreeMap::from([(code("EUR"), 500)])));
            }
            Err(other) => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn an_account_that_was_paid_before_keeps_the_currency_of_most_payments() {
    let funnel = Funnel::create().await;
    funnel.connect("acct_1", None).await.unwrap();
    for (n, currency) in ["EUR", "EUR", "ZZZ", "USD"].into_iter().enumerate() {
        let old = format!(
            "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, source, transaction_id,
                transaction_kind, net_cents, purchase, currency, taken_at)
             VALUES ({}, '{n}', 'new_transaction', 'f', now(), '', '{n}', 'tip', 5, true, '{currency}', now())",
            funnel.owner()
        );
        funnel.desk.sql(&old).await.unwrap();
    }
    funnel.take(&all([paid("a", "a", 500, "EUR"), paid("b", "b", 70, "USD")])).await;
    assert_eq!((funnel.currency().await, funnel.revenue().await), (code("EUR"), 500));
}

#[tokio::test]
async fn what_lies_ahead_is_due_when_it_is_time_and_never_again_when_it_is_kept() {
    let funnel = Funnel::create().await;
    let events = [event("1", "f", -900, message()), event("2", "f", 9, message())].map(EngineEvent::Fan);
    for (event, due) in events.iter().zip([Some(at(-300)), None]) {
        let refused = Refused { event, text: "{}", cause: "c", due };
        assert!(funnel.events.set_aside(funnel.owner(), refused, NOW).await.unwrap());
    }
    assert_eq!(funnel.events.due(at(-299), 9).await.unwrap(), []);
    let due = funnel.events.due(at(-300), 9).await.unwrap();
    assert_eq!(due.iter().map(|one| one.event_id.as_str()).collect::<Vec<_>>(), ["1"]);
    funnel.events.keep(&due[0], "no more").await.unwrap();
    assert_eq!(funnel.events.due(at(-300), 9).await.unwrap(), []);
    let kept = funnel.events.list(None, None, 9).await.unwrap();
    assert_eq!(kept.iter().map(|one| one.cause.as_str()).collect::<Vec<_>>(), ["no more", "c"]);
}
