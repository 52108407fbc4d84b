//! Tests of the conversion list: all conversions of the owner, and of no other owner.

use adapter_postgres::PgConversionReads;
use attribution::assign::{Attribution, Basis, LinkId};
use attribution::conversions::{
    ConversionCursor, ConversionKind, ConversionQuery, ListedConversion, ListedMoney,
};
use attribution::event::{EngineEvent, TransactionKind};
use attribution::ports::ConversionReads as _;
use conversion_pixel::ConversionType;
use kernel::{AccountId, AccountNumber, Window};

use crate::desk::host;
use crate::funnel::{
    A, B, Funnel, all, at, by_click, by_link, event, message, paid, subscribed, transaction,
};

/// Inserts conversions of three fans on two domains and on none, two at the same moment, and one for a third message.
async fn filled() -> (Funnel, PgConversionReads, String) {
    let funnel = Funnel::create().await;
    let click = funnel.click(1, A, None).await;
    let events = all([
        by_link(event("1", "f", 900, subscribed()), "p1"),
        by_click(event("2", "f", 800, transaction(TransactionKind::Tip, 500)), &click),
        by_link(event("3", "g", 700, subscribed()), "p2"),
        by_link(event("4", "g", 700, paid(-200)), "p2"),
        by_link(event("5", "h", 600, message()), "p1"),
        event("6", "h", 500, message()),
        event("7", "h", 400, message()),
        event("8", "f", 300, paid(0)),
    ]);
    for event in events {
        // One by one, so that their ids are in this order.
        funnel.take(&[event]).await;
    }
    let reads = PgConversionReads::new(funnel.desk.pool.clone());
    (funnel, reads, click)
}

async fn found(funnel: &Funnel, reads: &PgConversionReads, query: &ConversionQuery) -> Vec<ListedConversion> {
    reads.list(funnel.owner(), query, 100).await.unwrap().unwrap()
}

fn kinds(list: &[ListedConversion]) -> Vec<&'static str> {
    list.iter().map(|one| one.kind.as_str()).collect()
}

#[tokio::test]
async fn all_are_listed_newest_first_with_where_they_belong() {
    let (funnel, reads, click) = filled().await;
    let list = found(&funnel, &reads, &ConversionQuery::default()).await;
    let expected = [
        "new_transaction",
        "fan_sent_3_messages",
        "message_received",
        "message_received",
        "message_received",
        "new_transaction",
        "new_subscriber",
        "new_transaction",
        "new_subscriber",
    ];
    assert_eq!(kinds(&list), expected);
    let tip = &list[7];
    let clicked = Attribution { domain: host(A), link: None, basis: Basis::Click(click) };
    let money = ListedMoney {
        kind: TransactionKind::Tip,
        gross_cents: 500,
        net_cents: 500,
        currency: Some("USD".to_owned()),
    };
    assert_eq!((tip.fan_id.as_str(), tip.occurred_at, tip.source.as_str()), ("f", at(800), "qr-flyer"));
    assert_eq!((&tip.attribution, &tip.money), (&Some(clicked), &Some(money)));
    let linked = Attribution { domain: host(B), link: Some(LinkId::new(2)), basis: Basis::Link };
    assert_eq!((&list[6].attribution, &list[6].money), (&Some(linked), &None));
    assert_eq!((&list[0].attribution, list[0].source.as_str()), (&None, ""));
}

#[tokio::test]
async fn parts_follow_each_other_and_filters_keep_what_fits() {
    let (funnel, reads, _) = filled().await;
    let whole = found(&funnel, &reads, &ConversionQuery::default()).await;
    let within = |from: Option<i64>, until: i64| {
        ConversionQuery::within(Window::between(from.map(at), Some(at(until))).unwrap())
    };
    let queries = [
        ConversionQuery::default(),
        ConversionQuery { domain: Some(host(A)), ..ConversionQuery::default() },
        ConversionQuery { domain: Some(host(B)), ..ConversionQuery::default() },
        ConversionQuery { kind: Some(ConversionKind::NewSubscriber), ..ConversionQuery::default() },
        within(Some(700), 400),
        ConversionQuery {
            domain: Some(host(B)),
            kind: Some(ConversionKind::NewTransaction),
            ..within(Some(700), 699)
        },
        within(None, 900),
    ];
    for query in queries {
        let fits = |one: &&ListedConversion| {
            let domain = one.attribution.as_ref().map(|found| &found.domain);
            query.domain.as_ref().is_none_or(|wanted| domain == Some(wanted))
                && query.kind.is_none_or(|kind| one.kind == kind)
                && query.window.contains(one.occurred_at)
        };
        let expected: Vec<_> = whole.iter().filter(fits).cloned().collect();
        assert_eq!(found(&funnel, &reads, &query).await, expected, "{query:?}");
        for limit in [1, 2, 5] {
            let (mut parts, mut after) = (Vec::new(), None);
            loop {
                let part = ConversionQuery { after, ..query.clone() };
                let more = reads.list(funnel.owner(), &part, limit).await.unwrap().unwrap();
                let Some(last) = more.last() else { break };
                after = Some(ConversionCursor { occurred_at: last.occurred_at, id: last.id });
                parts.extend(more);
            }
            assert_eq!(parts, expected, "{limit} at a time of {query:?}");
        }
    }
}

#[tokio::test]
async fn what_is_not_the_owners_is_absent() {
    let (funnel, reads, _) = filled().await;
    let (owner, stranger) = (funnel.owner(), funnel.desk.stranger);
    let of = |domain: &str| ConversionQuery { domain: Some(host(domain)), ..ConversionQuery::default() };
    assert_eq!(reads.list(stranger, &ConversionQuery::default(), 9).await.unwrap(), Some(vec![]));
    assert_eq!(reads.list(stranger, &of(A), 9).await.unwrap(), None);
    assert_eq!(reads.list(owner, &of("c.example"), 9).await.unwrap(), None);
    assert!(reads.list(owner, &of(A), 9).await.unwrap().is_some_and(|list| !list.is_empty()));
}

#[tokio::test]
async fn each_is_of_the_account_that_reported_it() {
    let funnel = Funnel::create().await;
    let reads = PgConversionReads::new(funnel.desk.pool.clone());
    for (number, account) in [(0, "first"), (1, "second")] {
        let insert = format!(
            "INSERT INTO platform_accounts (owner_id, platform_account_id, number, connected_at)
             VALUES ({}, '{account}', {number}, now())",
            funnel.owner()
        );
        funnel.desk.sql(&insert).await.unwrap();
    }
    for (number, ago) in [(0, 30), (1, 20), (2, 10)] {
        let event = EngineEvent::from(event("same", "f", ago, paid(5)));
        funnel.take(&[event.of_account(AccountNumber::new(number))]).await;
    }
    let list = found(&funnel, &reads, &ConversionQuery::default()).await;
    let accounts: Vec<_> = list.iter().map(|one| one.account.as_ref().map(AccountId::as_str)).collect();
    assert_eq!(accounts, [None, Some("second"), Some("first")]);
}

#[test]
fn the_words_for_conversions_are_those_that_are_stored() {
    assert_eq!(ConversionKind::WORDS, ConversionType::WORDS);
}

/// The cost depends on the page size: the list reads an index from its end, and sorts nothing.
#[tokio::test]
async fn a_part_is_read_from_the_end_of_an_index() {
    let funnel = Funnel::create().await;
    let fill = format!(
        "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, link_id, basis, source,
            transaction_kind, net_cents, purchase, taken_at)
         SELECT {}, n::text, 'new_transaction', 'f' || n % 50, now() - n * interval '1 minute',
            CASE WHEN n % 100 = 0 THEN '{A}' ELSE '{B}' END, 1, 'link', '', 'tip', 5, true, now()
         FROM generate_series(1, 20000) n",
        funnel.owner()
    );
    funnel.desk.sql(&fill).await.unwrap();
    funnel.desk.sql("VACUUM ANALYZE conversions").await.unwrap();
    let plan = format!(
        "EXPLAIN SELECT conversion_id, fan_id FROM conversions WHERE owner_id = {}
            AND occurred_at >= now() - interval '10 days' AND (occurred_at, conversion_id) < (now(), 9000)
         ORDER BY occurred_at DESC, conversion_id DESC LIMIT 101",
        funnel.owner()
    );
    let lines = funnel.plan(&plan).await;
    assert!(lines.contains("Index Scan Backward using conversions_by_time"), "{lines}");
    assert!(!lines.contains("Sort"), "{lines}");
}
