//! Tests of the erasure of fans.

use adapter_postgres::{PgFanErasure, PgFunnelStats, PgSpenderReads};
use application::operation::{Erased, FanErasure as _};
use attribution::event::{EngineEvent, FanAction, UnknownEvent};
use attribution::ports::{DomainQuery, FunnelStatsReads as _, PageRequest, SpenderReads};
use conversion_pixel::Platform;
use kernel::{Acting, Window};
use serde_json::Value;

use crate::audit::logged;
use crate::desk::host;
use crate::funnel::{A, AGENT, Funnel, all, by_click, by_link, event, known, message, paid, subscribed};

/// Name that occurs nowhere else.
const FAN: &str = "fan-to-be-erased";

impl Funnel {
    fn erasure(&self) -> PgFanErasure {
        PgFanErasure::new(self.desk.pool.clone())
    }

    /// Stores every kind of action of the fan, and some of the same by another fan. Returns the fan's click.
    async fn lived(&self) -> String {
        self.pixel(Platform::Meta, "t").await;
        let click = self.click(1, A, Some(1)).await;
        let request = FanAction::ContentRequestCreated {
            account: kernel::AccountNumber::FIRST,
            request_id: 1,
            text: "a song".to_owned(),
            offered_cents: 5,
        };
        let of = |fan: &str| {
            let id = |n: u32| format!("{fan}-{n}");
            let of_fan = |n, action| known(event(&id(n), fan, 60, action), fan, "DE");
            [
                by_click(of_fan(1, subscribed()), &click),
                by_link(of_fan(2, paid(700)), "p1"),
                by_link(of_fan(3, paid(-200)), "p1"),
                of_fan(4, FanAction::FanOnline),
                of_fan(5, message()),
            ]
        };
        let ask = event("ask", FAN, 50, request);
        self.take(&all(of(FAN).into_iter().chain(of("another")).chain([ask]))).await;
        click
    }

    async fn stats_of_a(&self) -> String {
        let query = DomainQuery {
            domain: host(A),
            window: Window::default(),
            full: false,
            part: PageRequest { limit: 9, after: None, search: None },
        };
        let (list, totals) = PgSpenderReads::new(self.desk.pool.clone())
            .of_domain(self.owner(), &query)
            .await
            .unwrap()
            .unwrap();
        let money: Vec<_> = list.iter().map(|one| (one.bought.total_net_cents, one.is_returning)).collect();
        let stats = PgFunnelStats::new(self.desk.pool.clone());
        let stats = stats.of_domain(self.owner(), &host(A), Window::default()).await.unwrap();
        format!("{money:?} {totals:?} {stats:?}")
    }

    /// Returns the tables that contain a text.
    async fn tables_with(&self, text: &str) -> Vec<String> {
        let tables = "SELECT table_name AS line FROM information_schema.tables
            WHERE table_schema = 'public' ORDER BY table_name";
        let mut found = Vec::new();
        for table in self.texts(tables).await {
            let rows = format!("SELECT count(*) AS n FROM {table} t WHERE position('{text}' in t::text) > 0");
            if self.desk.count(&rows).await > 0 {
                found.push(table);
            }
        }
        found
    }
}

#[tokio::test]
async fn an_erased_fan_leaves_their_money_under_a_name_of_nobody() {
    let funnel = Funnel::create().await;
    let click = funnel.lived().await;
    let before = funnel.stats_of_a().await;
    assert_eq!(funnel.tables_with(AGENT).await, ["pixel_deliveries", "touches"]);
    assert!(funnel.tables_with(FAN).await.len() >= 4, "the test must be able to fail");
    let erasure = funnel.erasure();
    let erased = erasure.erase(&Acting::operator(funnel.owner()), FAN).await.unwrap().unwrap();
    let [entry] = &logged(&funnel.desk).await[..] else { panic!("one entry") };
    assert!(entry.starts_with("fan.erase fan:erased-"), "{entry}");
    let expected = Erased { conversions: 4, deliveries: 2, events: 1, clicks: 1, ..Erased::default() };
    assert_eq!(erased, expected);
    // Event ids come from the engine, and this test builds them from the name.
    assert_eq!(funnel.tables_with(FAN).await, ["conversions", "engine_events"]);
    let names = format!(
        "SELECT count(*) AS n FROM conversions WHERE (to_jsonb(conversions) - 'event_id')::text ~ '{FAN}'"
    );
    assert_eq!(funnel.desk.count(&names).await, 0);
    assert_eq!(funnel.stats_of_a().await, before);
    let left =
        "SELECT concat_ws(' ', count(*), count(DISTINCT fan_id), count(username), count(click_ref)) AS line
        FROM conversions WHERE fan_id LIKE 'erased-%'";
    assert_eq!(funnel.texts(left).await, ["4 1 0 0"]);
    let clicks = format!(
        "SELECT concat_ws(' ', length(visitor), fbclid, ttclid, click_ids, user_agent, source) AS line FROM touches
         WHERE touch_id = '{}'",
        uuid_of(&click)
    );
    assert_eq!(funnel.texts(&clicks).await, ["0 qr-flyer"]);
    // The other fan's conversion by this click was sent with it.
    assert_eq!(funnel.tables_with(AGENT).await, ["pixel_deliveries"]);
    let told = "SELECT count(*) AS n FROM touches WHERE user_agent IS NOT NULL";
    assert_eq!(funnel.desk.count(told).await, 0);
}

/// Raw events are encrypted, so only the fan id stored next to them can find them.
#[tokio::test]
async fn raw_events_go_with_the_fan_whom_they_name() {
    let funnel = Funnel::create().await;
    let raw = |id: &str, fan: Option<&str>| {
        let fan = fan.map_or(Value::Null, |fan| Value::from_iter([("fan_id", Value::from(fan))]));
        let raw = Value::from_iter([("fan", fan)]);
        EngineEvent::Unknown(UnknownEvent { event_id: id.to_owned(), kind: "winked".to_owned(), raw })
    };
    funnel.take(&[raw("u1", Some(FAN)), raw("u2", Some("another")), raw("u3", None)]).await;
    funnel.take(&all([event("e1", FAN, 9, subscribed())])).await;
    let erased = funnel.erasure().erase(funnel.by(), FAN).await.unwrap().unwrap();
    assert_eq!((erased.conversions, erased.events), (1, 1));
    let left = "SELECT event_id AS line FROM raw_events ORDER BY event_id";
    assert_eq!(funnel.texts(left).await, ["u2", "u3"]);
    // Holds for a fan without any other data too.
    let erased = funnel.erasure().erase(funnel.by(), "another").await.unwrap().unwrap();
    assert_eq!((erased.conversions, erased.events), (0, 1));
    assert_eq!(funnel.texts(left).await, ["u3"]);
}

fn uuid_of(click: &str) -> String {
    format!("{:032x}", touches::TouchId::parse(click).unwrap().to_u128())
}

#[tokio::test]
async fn nobody_else_is_touched() {
    let funnel = Funnel::create().await;
    funnel.lived().await;
    let others = "SELECT concat_ws(' ', conversions.*) AS line FROM conversions WHERE fan_id = 'another'
        ORDER BY conversion_id";
    let deliveries = "SELECT pixel_deliveries::text AS line FROM pixel_deliveries JOIN conversions
        USING (owner_id) WHERE conversion_id::text = pixel_deliveries.event_id AND fan_id = 'another' ORDER BY delivery_id";
    let (before, sent) = (funnel.texts(others).await, funnel.texts(deliveries).await);
    let erasure = funnel.erasure();
    assert_eq!(erasure.erase(&Acting::service(funnel.desk.stranger), FAN).await.unwrap(), None);
    assert_eq!(erasure.erase(funnel.by(), "nobody").await.unwrap(), None);
    assert!(erasure.erase(funnel.by(), FAN).await.unwrap().is_some());
    assert_eq!((funnel.texts(others).await, funnel.texts(deliveries).await), (before, sent));
    assert_eq!(erasure.erase(funnel.by(), FAN).await.unwrap(), None, "they are unknown now");
}

#[tokio::test]
async fn of_erasures_at_once_one_does_it_and_events_beside_them_are_taken() {
    let funnel = Funnel::create().await;
    funnel.lived().await;
    let erasure = funnel.erasure();
    let more: Vec<EngineEvent> =
        all((0..40).map(|n| by_link(event(&format!("more-{n}"), FAN, 5, paid(1)), "p1")));
    let (one, other, taken) =
        tokio::join!(erasure.erase(funnel.by(), FAN), erasure.erase(funnel.by(), FAN), funnel.take(&more),);
    assert!(one.unwrap().is_some() | other.unwrap().is_some());
    assert_eq!(taken.accepted, 40);
    // Events reported later create the fan again, and another erasure removes the fan again.
    erasure.erase(funnel.by(), FAN).await.unwrap();
    let left = format!("SELECT count(*) AS n FROM fans WHERE fan_id = '{FAN}'");
    assert_eq!(funnel.desk.count(&left).await, 0);
    let sum = "SELECT sum(net_cents)::bigint AS n FROM conversions";
    assert_eq!(funnel.desk.count(sum).await, 2 * 500 + 40);
}
