//! Test owner with two domains, a link on each and one on none, with clicks and engine events.

use adapter_postgres::{PgEventStore, PgPixelStore, PgTouchStore};
use attribution::event::{EngineEvent, FanAction, FanEvent, FanFacts, Transaction, TransactionKind};
use attribution::ports::{EventStore, Taken};
use conversion_pixel::ports::PixelStore;
use conversion_pixel::{AccessToken, PixelChange, PixelId, Platform};
use kernel::fixed::SeededEntropy;
use kernel::{Acting, CountryCode, OwnerId, Precondition, UnixTime};
use secrecy::SecretString;
use touches::ports::TouchStore;
use touches::{Act, AdClickIds, Click, Source, Touch, TouchId, UserAgent, VisitorDigest};

use crate::desk::{Desk, host};
use crate::team::NOW;
use crate::vault::sealing;

pub(crate) const A: &str = "a.example";
pub(crate) const B: &str = "b.example";
/// User agent of every click.
pub(crate) const AGENT: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";

pub(crate) struct Funnel {
    pub(crate) desk: Desk,
    pub(crate) events: PgEventStore,
    pub(crate) pixels: PgPixelStore,
}

impl Funnel {
    /// Creates `a.example` with link 1 (`p1`), `b.example` with link 2 (`p2`), and link 3 (`p3`) without a domain.
    pub(crate) async fn create() -> Self {
        let desk = Desk::create().await;
        for (n, domain) in [(1, Some(A)), (2, Some(B)), (3, None)] {
            let link = format!(
                "INSERT INTO funnel_links (owner_id, link_id, provider_id, offer, name, url, permanent, active,
                    created_at) VALUES ({}, {n}, 'p{n}', 'paid', 'n', 'https://up.example/{n}', true, true, now())",
                desk.owner
            );
            desk.sql(&link).await.unwrap();
            if let Some(domain) = domain {
                let domain = desk.domain(domain).await;
                let slot =
                    format!("INSERT INTO domain_slots VALUES ({}, '{domain}', 'paid', {n})", desk.owner);
                desk.sql(&slot).await.unwrap();
            }
        }
        desk.sql("SELECT setval(pg_get_serial_sequence('funnel_links', 'link_id'), 9)").await.unwrap();
        Self {
            events: PgEventStore::new(desk.pool.clone(), sealing(2)),
            pixels: PgPixelStore::new(desk.pool.clone(), sealing(1)),
            desk,
        }
    }

    /// Stores a click, and returns its reference in the redirect.
    pub(crate) async fn click(&self, number: u64, domain: &str, link: Option<i64>) -> String {
        let touch = self.touch(number, domain, link);
        let click_ref = touch.id.to_string();
        self.store(&[touch]).await;
        click_ref
    }

    pub(crate) async fn store(&self, touches: &[Touch]) {
        PgTouchStore::new(self.desk.pool.clone()).put(touches).await.unwrap();
    }

    /// Builds a click without storing it.
    pub(crate) fn touch(&self, number: u64, domain: &str, link: Option<i64>) -> Touch {
        let at = NOW.plus_seconds(-3_600);
        let id = TouchId::generate(at, &SeededEntropy::new(number));
        let ids = AdClickIds::of_query("fbclid=IwAR0&ttclid=E.C.P&gclid=Cj0K&rdt_cid=7");
        Touch {
            id,
            owner: self.desk.owner,
            domain: host(domain),
            at,
            act: Act::Click(Click { link, ids, user_agent: UserAgent::parse(AGENT), ..Click::default() }),
            source: Source::parse("qr-flyer"),
            country: None,
            device: None,
            context: touches::Context::default(),
            visitor: VisitorDigest([7; 16]),
            bot: false,
        }
    }

    /// Stores a pixel of link 1.
    pub(crate) async fn pixel(&self, platform: Platform, token: &str) {
        self.pixels
            .put(self.desk.by(), "p1", &change(platform, token), Precondition::None, NOW)
            .await
            .unwrap();
    }

    pub(crate) async fn take(&self, events: &[EngineEvent]) -> Taken {
        self.events.take_in(self.desk.owner, events, NOW).await.unwrap()
    }

    /// Returns the plan of a query.
    pub(crate) async fn plan(&self, explain: &str) -> String {
        let (client, connection) = adapter_postgres::connect(self.desk.url()).await.unwrap();
        let driver = tokio::spawn(connection);
        let rows = client.query(explain, &[]).await.unwrap();
        drop(client);
        driver.await.unwrap().unwrap();
        rows.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn by(&self) -> &Acting {
        self.desk.by()
    }

    pub(crate) fn owner(&self) -> OwnerId {
        self.desk.owner
    }

    pub(crate) async fn texts(&self, query: &str) -> Vec<String> {
        use diesel_async::RunQueryDsl;
        let mut connection = self.desk.pool.get().await.unwrap();
        let lines: Vec<Line> = diesel::sql_query(query).load(&mut connection).await.unwrap();
        lines.into_iter().map(|line| line.line).collect()
    }
}

#[derive(diesel::QueryableByName)]
struct Line {
    #[diesel(sql_type = diesel::sql_types::Text)]
    line: String,
}

/// Builds a change that sets this token, for a pixel that sends user agents.
pub(crate) fn change(platform: Platform, token: &str) -> PixelChange {
    PixelChange {
        platform,
        pixel_id: PixelId::parse("123").unwrap(),
        token: AccessToken::parse(&SecretString::from(token)).unwrap(),
        event_map: None,
        active: None,
        send_user_agent: Some(true),
    }
}

/// Builds an event of a fan, `ago` seconds before now. A transaction's id equals the event's id.
pub(crate) fn event(id: &str, fan: &str, ago: i64, mut action: FanAction) -> FanEvent {
    if let FanAction::NewTransaction(paid) = &mut action {
        id.clone_into(&mut paid.transaction_id);
    }
    FanEvent {
        event_id: id.to_owned(),
        occurred_at: at(ago),
        fan: FanFacts { fan_id: fan.to_owned(), ..FanFacts::default() },
        provider_id: None,
        click_ref: None,
        action,
    }
}

pub(crate) fn at(ago: i64) -> UnixTime {
    NOW.plus_seconds(-ago)
}

pub(crate) fn message() -> FanAction {
    FanAction::MessageReceived { message_id: None }
}

pub(crate) fn subscribed() -> FanAction {
    FanAction::NewSubscriber { trial: true, price_cents: 0 }
}

pub(crate) fn paid(net_cents: i64) -> FanAction {
    let kind = if net_cents < 0 { TransactionKind::Refund } else { TransactionKind::Message };
    transaction(kind, net_cents)
}

pub(crate) fn transaction(kind: TransactionKind, net_cents: i64) -> FanAction {
    FanAction::NewTransaction(Transaction {
        transaction_id: "t".to_owned(),
        kind,
        gross_cents: net_cents,
        net_cents,
        currency: "USD".to_owned(),
        content_ids: vec![4, 5],
        bundle_key: None,
        bundle_name: None,
        media_in_msg: 2,
    })
}

/// Adds the upstream link to an event.
pub(crate) fn by_link(event: FanEvent, provider_id: &str) -> FanEvent {
    FanEvent { provider_id: Some(provider_id.to_owned()), ..event }
}

/// Adds a click reference to an event.
pub(crate) fn by_click(event: FanEvent, click_ref: &str) -> FanEvent {
    FanEvent { click_ref: Some(click_ref.to_owned()), ..event }
}

/// Adds personal data of the fan to an event.
pub(crate) fn known(event: FanEvent, username: &str, country: &str) -> FanEvent {
    let text = |text: &str| Some(text.to_owned());
    let fan = FanFacts {
        username: text(username),
        country: CountryCode::parse(country),
        email: text("jane.private@example.com"),
        phone: text("+4915112345678"),
        first_name: text("Janeprivate"),
        last_name: text("Doeprivate"),
        ..event.fan
    };
    FanEvent { fan, ..event }
}

pub(crate) fn all(events: impl IntoIterator<Item = FanEvent>) -> Vec<EngineEvent> {
    events.into_iter().map(EngineEvent::Fan).collect()
}
