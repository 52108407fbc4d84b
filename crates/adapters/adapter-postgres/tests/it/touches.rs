use adapter_postgres::PgTouchStore;
use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;
use kernel::fixed::SeededEntropy;
use kernel::{CountryCode, OwnerId, UnixTime};
use touches::ports::TouchStore;
use touches::{Act, AdClickIds, Click, DeviceWord, Source, Touch, TouchId, VisitorDigest};

use crate::desk::{Desk, host};
use crate::team::NOW;

fn touch(desk: &Desk, number: u64, minute: i64, act: Act) -> Touch {
    let at = NOW.plus_seconds(minute * 60);
    Touch {
        id: TouchId::generate(at, &SeededEntropy::new(number)),
        owner: desk.owner,
        domain: host("a.example"),
        at,
        act,
        source: Source::parse("qr-flyer"),
        country: CountryCode::parse("DE"),
        device: Some(DeviceWord::Mobile),
        context: touches::Context::default(),
        visitor: VisitorDigest([1; 16]),
        bot: false,
    }
}

fn click(button: &str, link: Option<i64>) -> Act {
    let ids = AdClickIds::of_query("fbclid=IwAR0");
    Act::Click(Click { button: Some(button.to_owned()), link, ids, ..Click::default() })
}

#[derive(diesel::QueryableByName, Debug, PartialEq)]
struct Stats {
    #[diesel(sql_type = BigInt)]
    stored: i64,
    #[diesel(sql_type = BigInt)]
    repeated: i64,
    #[diesel(sql_type = Text)]
    totals: String,
    #[diesel(sql_type = Text)]
    days: String,
}

async fn stats(desk: &Desk) -> Stats {
    let mut connection = desk.pool.get().await.unwrap();
    diesel::sql_query(
        "SELECT (SELECT count(*) FROM touches) AS stored,
            (SELECT count(*) FROM touches WHERE repeated) AS repeated,
            (SELECT coalesce(string_agg(concat_ws(' ', source, scans, visits, clicks), ', ' ORDER BY source), '')
                FROM source_totals) AS totals,
            (SELECT coalesce(string_agg(concat_ws(' ', day, source, link_id, scans, visits, clicks), ', '
                ORDER BY day, source, link_id), '') FROM funnel_days) AS days",
    )
    .get_result(&mut connection)
    .await
    .unwrap()
}

#[tokio::test]
async fn a_batch_counts_once_however_often_it_comes() {
    let desk = Desk::create().await;
    let store = PgTouchStore::new(desk.pool.clone());
    let bot = Touch { bot: true, ..touch(&desk, 5, 0, Act::Visit) };
    let plain = Touch { source: None, ..touch(&desk, 6, 0, click("btn_2", None)) };
    let nobody = Touch { owner: OwnerId::new(999), ..touch(&desk, 7, 0, Act::Visit) };
    let batch = [
        touch(&desk, 1, 0, Act::Scan { code: 1 }),
        touch(&desk, 2, 0, Act::Scan { code: 1 }),
        touch(&desk, 3, 0, Act::Visit),
        touch(&desk, 4, 0, click("btn_1", Some(7))),
        bot,
        plain,
        nobody,
    ];
    for round in 0..3 {
        store.put(&batch).await.unwrap();
        let found = stats(&desk).await;
        assert_eq!((found.stored, found.repeated), (6, 0), "round {round}");
        assert_eq!(found.totals, " 0 0 1, qr-flyer 2 1 1", "round {round}");
        let day = "2027-01-15";
        let days = format!("{day}  0 0 0 1, {day} qr-flyer 0 2 1 0, {day} qr-flyer 7 0 0 1");
        assert_eq!(found.days, days, "round {round}");
    }
}

#[tokio::test]
async fn every_click_id_is_kept_with_its_click() {
    let desk = Desk::create().await;
    let store = PgTouchStore::new(desk.pool.clone());
    let by = |query: &str| Act::Click(Click { ids: AdClickIds::of_query(query), ..Click::default() });
    let all = "fbclid=a&ttclid=b&gclid=c&gbraid=d&wbraid=e&ScCid=f&rdt_cid=g&twclid=h&msclkid=i%22&epik=j";
    let acts = [by(all), by("gclid=c"), by("fbclid=a"), by(""), Act::Visit];
    let touches: Vec<_> = acts.into_iter().zip(0..).map(|(act, n)| touch(&desk, n, 0, act)).collect();
    store.put(&touches).await.unwrap();
    let sql = "SELECT concat_ws(' ', fbclid, ttclid, click_ids) AS totals, kind AS days, 0::bigint AS stored,
        0::bigint AS repeated FROM touches ORDER BY touch_id";
    let mut connection = desk.pool.get().await.unwrap();
    let rows: Vec<Stats> = diesel::sql_query(sql).load(&mut connection).await.unwrap();
    let mut found: Vec<_> = rows.into_iter().map(|row| row.totals).collect();
    found.sort();
    let others = r#"{"epik": "j", "gclid": "c", "sccid": "f", "gbraid": "d", "twclid": "h", "wbraid": "e", "msclkid": "i\"", "rdt_cid": "g"}"#;
    assert_eq!(found, ["", "", "a", &format!("a b {others}"), r#"{"gclid": "c"}"#]);
}

#[tokio::test]
async fn a_visitors_repeats_within_half_an_hour_count_once() {
    let desk = Desk::create().await;
    let store = PgTouchStore::new(desk.pool.clone());
    let other = Touch { visitor: VisitorDigest([2; 16]), ..touch(&desk, 9, 5, Act::Visit) };
    store.put(&[touch(&desk, 1, 0, Act::Visit), touch(&desk, 2, 10, Act::Visit)]).await.unwrap();
    // A delayed batch: two half hours of one key, and another visitor.
    let late = [
        touch(&desk, 3, 29, Act::Visit),
        touch(&desk, 4, 31, Act::Visit),
        touch(&desk, 5, 45, Act::Visit),
        touch(&desk, 6, 70, Act::Visit),
        touch(&desk, 7, 31, click("btn_1", None)),
        touch(&desk, 8, 32, click("btn_2", None)),
        other,
    ];
    store.put(&late).await.unwrap();
    let found = stats(&desk).await;
    assert_eq!((found.stored, found.repeated), (9, 3));
    assert_eq!(found.totals, "qr-flyer 0 4 2");
}

#[tokio::test]
async fn batches_of_many_writers_at_once_add_up() {
    let desk = Desk::create().await;
    let store = PgTouchStore::new(desk.pool.clone());
    let batch = |writer: u64| -> Vec<Touch> {
        let mut batch: Vec<_> = (0..50)
            .map(|number| {
                let visitor = VisitorDigest([u8::try_from(number % 25).unwrap(); 16]);
                Touch { visitor, ..touch(&desk, writer * 1_000 + number, 0, Act::Visit) }
            })
            .collect();
        if writer % 2 == 1 {
            batch.reverse();
        }
        batch
    };
    let (one, two, three, four) = (batch(1), batch(2), batch(3), batch(4));
    let outcomes = tokio::join!(store.put(&one), store.put(&two), store.put(&three), store.put(&four));
    for outcome in [outcomes.0, outcomes.1, outcomes.2, outcomes.3] {
        outcome.unwrap();
    }
    let found = stats(&desk).await;
    assert_eq!((found.stored, found.repeated), (200, 175), "each of the 25 visitors counts once");
    assert_eq!(found.totals, "qr-flyer 0 25 0");
}

#[tokio::test]
async fn old_touches_are_purged_in_steps_and_stats_stay() {
    let desk = Desk::create().await;
    let store = PgTouchStore::new(desk.pool.clone());
    let batch: Vec<_> =
        (0..10).map(|number| touch(&desk, number, i64::try_from(number).unwrap() * 40, Act::Visit)).collect();
    store.put(&batch).await.unwrap();
    let before = UnixTime::from_millis(NOW.millis()).plus_seconds(6 * 40 * 60);
    assert_eq!(store.purge(before, 4).await.unwrap(), 4);
    assert_eq!(store.purge(before, 4).await.unwrap(), 2);
    assert_eq!(store.purge(before, 4).await.unwrap(), 0);
    let found = stats(&desk).await;
    assert_eq!((found.stored, found.totals.as_str()), (4, "qr-flyer 0 10 0"));
}
