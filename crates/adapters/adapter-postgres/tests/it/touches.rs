use adapter_postgres::PgTouchStore;
use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;
use kernel::fixed::SeededEntropy;
use kernel::{CountryCode, OwnerId, UnixTime};
use touches::ports::TouchStore;
use touches::{Act, AdClickIds, Click, DeviceWord, Source, Touch, TouchId, UserAgent, VisitorDigest};

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

/// User agent of every click of [`told`].
const AGENT: &str = "Mozilla/5.0 (Linux; Türk Telekom) 'x' \\";

/// Builds a click with a user agent.
fn told(desk: &Desk, number: u64, minute: i64) -> Touch {
    let ids = AdClickIds::of_query("fbclid=F&gclid=G");
    let user_agent = UserAgent::parse(AGENT);
    assert!(user_agent.is_some());
    touch(desk, number, minute, Act::Click(Click { ids, user_agent, ..Click::default() }))
}

/// Creates a pixel as a program of an earlier release does.
async fn pixel_of_an_earlier_release(desk: &Desk) {
    let owner = desk.owner;
    let link = format!(
        "INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, permanent, active, created_at)
         VALUES ({owner}, 'p1', 'paid', 'n', 'https://up.example/l', true, true, now())"
    );
    desk.sql(&link).await.unwrap();
    let pixel = format!(
        "INSERT INTO conversion_pixels (owner_id, provider_id, platform, pixel_id, token, event_map_json, active,
            revision, updated_at) VALUES ({owner}, 'p1', 'meta', '1', '', '', true, 1, now())"
    );
    desk.sql(&pixel).await.unwrap();
}

#[tokio::test]
async fn the_user_agent_of_a_person_is_stored_while_their_owner_sends_it() {
    let desk = Desk::create().await;
    let store = PgTouchStore::new(desk.pool.clone());
    pixel_of_an_earlier_release(&desk).await;
    let switches = [("false", "true", 0), ("true", "false", 0), ("true", "true", 1), ("false", "true", 0)];
    for ((send, active, stored), round) in switches.into_iter().zip(1..) {
        let switch = format!("UPDATE conversion_pixels SET send_user_agent = {send}, active = {active}");
        desk.sql(&switch).await.unwrap();
        let bot = Touch { bot: true, ..told(&desk, round * 10 + 1, 0) };
        let foreign = Touch { owner: desk.stranger, ..told(&desk, round * 10 + 2, 0) };
        let bare = touch(&desk, round * 10 + 3, 0, click("btn_1", None));
        let visit = touch(&desk, round * 10 + 4, 0, Act::Visit);
        desk.sql("UPDATE touches SET user_agent = NULL").await.unwrap();
        store.put(&[told(&desk, round * 10, 0), bot, foreign, bare, visit]).await.unwrap();
        let query = "SELECT count(*) AS n FROM touches WHERE user_agent IS NOT NULL";
        assert_eq!(desk.count(query).await, stored, "{send} {active}");
        let agent = AGENT.replace('\'', "''");
        let exact = format!(
            "SELECT count(*) AS n FROM touches WHERE user_agent = '{agent}' AND owner_id = {} AND NOT bot",
            desk.owner
        );
        assert_eq!(desk.count(&exact).await, stored, "{send} {active}");
    }
}

#[tokio::test]
async fn old_user_agents_are_removed_in_steps_and_their_clicks_stay() {
    let desk = Desk::create().await;
    let store = PgTouchStore::new(desk.pool.clone());
    pixel_of_an_earlier_release(&desk).await;
    desk.sql("UPDATE conversion_pixels SET send_user_agent = true").await.unwrap();
    let minutes = (0..10_i64).map(|number| number * 40);
    let mut batch: Vec<_> = minutes.zip(0..).map(|(minute, number)| told(&desk, number, minute)).collect();
    // An old click that never had one.
    batch.push(touch(&desk, 99, 0, click("btn_1", None)));
    store.put(&batch).await.unwrap();
    let before = NOW.plus_seconds(6 * 40 * 60);
    for purged in [4, 2, 0] {
        assert_eq!(store.purge_user_agents(before, 4).await.unwrap(), purged);
    }
    let left = format!(
        "SELECT count(*) AS n FROM touches WHERE user_agent IS NOT NULL AND at >= to_timestamp({})",
        before.seconds()
    );
    assert_eq!(desk.count(&left).await, 4);
    let all = "SELECT count(*) AS n FROM touches WHERE user_agent IS NOT NULL";
    assert_eq!(desk.count(all).await, 4);
    let whole = "SELECT count(*) AS n FROM touches WHERE fbclid = 'F' AND click_ids = '{\"gclid\": \"G\"}'";
    assert_eq!(desk.count(whole).await, 10);
}
