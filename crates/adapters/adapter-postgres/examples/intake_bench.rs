//! Compares batches of 500 events through `PgEventStore::take_in` with a bare prepared INSERT of the same rows.
//!
//! Run with `cargo xtask bench intake`. Both sides alternate on one connection, with 60 batches a round; the bare side
//! has a copy of the table with all its indexes.
//!
//! The benchmark runs without pixels, and once with pixels: then the bare side writes the same deliveries too.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use adapter_postgres::{PgEventStore, PgPixelStore, Pool, Sealing};
use attribution::event::{EngineEvent, FanAction, FanEvent, FanFacts, Transaction, TransactionKind};
use attribution::ports::EventStore;
use conversion_pixel::ports::PixelStore;
use conversion_pixel::{AccessToken, PixelChange, PixelId, Platform};
use dev_kit::report::{Report, Side};
use diesel_async::RunQueryDsl;
use kernel::fixed::SeededEntropy;
use kernel::{Acting, CountryCode, OwnerId, Precondition, UnixTime};
use secrecy::SecretString;
use test_support::TestDatabase;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Statement};
use touches::TouchId;

/// Same allocator as the program, on both sides.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Done<T = ()> = Result<T, Box<dyn Error>>;

const OWNER: OwnerId = OwnerId::new(1);
const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
const BATCH: usize = 500;
const BATCHES: usize = 60;
const ROUNDS: usize = 7;
const LINKS: usize = 6;
const CLICKS: usize = 5_000;
/// Number of events stored before the measurement, each of a different fan.
const EARLIER: [usize; 3] = [10_000, 100_000, 1_000_000];

#[tokio::main]
async fn main() -> Done {
    for earlier in EARLIER {
        measure(earlier, false).await?;
    }
    measure(EARLIER[0], true).await
}

async fn measure(earlier: usize, pixels: bool) -> Done {
    let database = TestDatabase::create().await?;
    let pool = adapter_postgres::pool(database.url(), 1);
    let clicks = prepare(&pool).await?;
    fill(&pool, earlier).await?;
    if pixels {
        add_pixels(&pool).await?;
    }
    let store = PgEventStore::new(pool.clone(), sealing());
    let (client, driver) = adapter_postgres::connect(database.url()).await?;
    tokio::spawn(driver);
    let bare = client.prepare(&if pixels { bare_with_deliveries() } else { BARE.to_owned() }).await?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let batches: Vec<_> = (0..BATCHES).map(|n| batch((round * BATCHES + n) * BATCH, &clicks)).collect();
        let whole = Instant::now();
        for events in &batches {
            let wrapped: Vec<_> = events.iter().cloned().map(EngineEvent::Fan).collect();
            store.take_in(OWNER, &wrapped, NOW).await?;
        }
        let taken = whole.elapsed();
        let deliveries = if pixels { deliveries(&client).await? } else { Vec::new() };
        let mut deliveries = deliveries.chunks(deliveries.len().div_ceil(BATCHES).max(1));
        let whole = Instant::now();
        for events in &batches {
            let deliveries = pixels.then(|| deliveries.next().unwrap_or_default());
            insert_bare(&client, &bare, events, deliveries).await?;
        }
        // The first round is a warm-up.
        if round > 0 {
            ours.push(rate(taken));
            theirs.push(rate(whole.elapsed()));
        }
    }
    let with = if pixels { ", pixels on two of six links" } else { "" };
    Report {
        bench: "intake",
        case: &format!("batches of 500 events, {earlier} earlier{with}"),
        limit: Side::rates("prepared UNNEST INSERT of the same rows", theirs),
        ours: Side::rates("take_in", ours),
        goal: Some(0.40),
    }
    .print();
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn rate(elapsed: Duration) -> f64 {
    (BATCH * BATCHES) as f64 / elapsed.as_secs_f64()
}

async fn prepare(pool: &Pool) -> Done<Vec<String>> {
    let mut connection = pool.get().await?;
    let ids: Vec<_> = (0..CLICKS)
        .map(|n| TouchId::generate(NOW.plus_seconds(-3_600), &SeededEntropy::new(n as u64)))
        .collect();
    let touches: Vec<_> = ids
        .iter()
        .enumerate()
        .map(|(n, id)| {
            format!(
                "(1, '{:032x}', 'a.example', 'click', now(), 'qr-{}', {}, '', false, false)",
                id.to_u128(),
                n % 5,
                n % LINKS + 1
            )
        })
        .collect();
    let statements = [
        "INSERT INTO owners VALUES (1, 'Ana', 'agency', now())".to_owned(),
        "INSERT INTO hostnames VALUES ('a.example', 1)".to_owned(),
        "INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state, infra_attempts, lease)
            VALUES (1, 'a.example', 'A', now(), 'active', 0, 0)".to_owned(),
        format!("INSERT INTO funnel_links (owner_id, link_id, provider_id, offer, name, url, permanent, active, created_at)
            SELECT 1, n, 'p' || n, 'ftl', 'n', 'https://up.example/l', true, true, now() FROM generate_series(1, {LINKS}) n"),
        format!("INSERT INTO domain_slots SELECT 1, 'a.example', 'ftl/' || n, n FROM generate_series(1, {LINKS}) n"),
        format!("INSERT INTO touches (owner_id, touch_id, hostname, kind, at, source, link_id, visitor, bot, repeated) VALUES {}",
            touches.join(", ")),
        "CREATE TABLE bare (LIKE conversions INCLUDING ALL)".to_owned(),
        "CREATE TABLE bare_deliveries (LIKE pixel_deliveries INCLUDING ALL)".to_owned(),
        "ANALYZE".to_owned(),
    ];
    for statement in statements {
        diesel::sql_query(statement).execute(&mut connection).await?;
    }
    Ok(ids.iter().map(ToString::to_string).collect())
}

fn sealing() -> Arc<Sealing> {
    Arc::new(Sealing::new(&[9; 32], Arc::new(SeededEntropy::new(1))))
}

/// Inserts earlier events and their conversions on both sides.
async fn fill(pool: &Pool, rows: usize) -> Done {
    let mut connection = pool.get().await?;
    let conversions = |table: &str| {
        format!(
            "INSERT INTO {table} (owner_id, conversion_id, event_id, kind, fan_id, occurred_at, source, net_cents, purchase,
                hostname, link_id, basis, transaction_id, transaction_kind, gross_cents, currency, taken_at)
             SELECT 1, -n, 'old-' || n, 'new_transaction', 'old_' || n % 100000, now() - n * interval '1 second', '',
                1000, true, 'a.example', n % {LINKS} + 1, 'link', 'old-' || n, 'tip', 1250, 'USD', now()
             FROM generate_series(1, {rows}) n"
        )
    };
    let events = format!(
        "INSERT INTO engine_events SELECT 1, 'old-' || n, 'new_transaction', now() FROM generate_series(1, {rows}) n"
    );
    for statement in [conversions("conversions"), conversions("bare"), events, "ANALYZE".to_owned()] {
        diesel::sql_query(statement).execute(&mut connection).await?;
    }
    Ok(())
}

async fn add_pixels(pool: &Pool) -> Done {
    let store = PgPixelStore::new(pool.clone(), sealing());
    let token = AccessToken::parse(&SecretString::from("token"))?;
    let pixel_id = PixelId::parse("1").ok_or("no pixel id")?;
    let change = PixelChange {
        platform: Platform::Meta,
        pixel_id,
        token,
        event_map: None,
        active: None,
        send_user_agent: None,
    };
    for link in ["p1", "p2"] {
        store.put(&Acting::service(OWNER), link, &change, Precondition::None, NOW).await?;
    }
    Ok(())
}

/// Builds events of 3,000 fans: a sixth are subscriptions, half are messages, the rest are payments. A third has a
/// click, a third a link, and a third neither.
fn batch(first: usize, clicks: &[String]) -> Vec<FanEvent> {
    (first..first + BATCH).map(|n| event(n, clicks)).collect()
}

fn event(n: usize, clicks: &[String]) -> FanEvent {
    let mixed = n.wrapping_mul(2_654_435_761) >> 7;
    let action = match mixed % 6 {
        0 => FanAction::NewSubscriber { trial: true, price_cents: 0 },
        1..=3 => FanAction::MessageReceived { message_id: None },
        _ => FanAction::NewTransaction(Transaction {
            transaction_id: format!("tx-{n}"),
            kind: TransactionKind::Message,
            gross_cents: 1_250,
            net_cents: 1_000,
            currency: "USD".to_owned(),
            content_ids: vec![7],
            bundle_key: None,
            bundle_name: None,
            media_in_msg: 1,
        }),
    };
    let carries = mixed / 6 % 3;
    let (click, link) = (carries == 0, carries == 1);
    FanEvent {
        event_id: format!("evt-{n:012}"),
        occurred_at: NOW.plus_seconds(-i64::try_from(mixed % 90_000).unwrap_or_default()),
        fan: FanFacts {
            fan_id: format!("fan-{}", mixed / 18 % 3_000),
            username: Some(format!("name{}", mixed % 3_000)),
            country: CountryCode::parse("DE"),
            ..FanFacts::default()
        },
        provider_id: link.then(|| format!("p{}", mixed / 18 % LINKS + 1)),
        click_ref: click.then(|| clicks.get(mixed / 18 % CLICKS).cloned()).flatten(),
        action,
    }
}

const BARE: &str = "
    INSERT INTO bare (owner_id, conversion_id, event_id, kind, fan_id, occurred_at, hostname, link_id, basis, click_ref,
        source, username, country, trial, price_cents, transaction_id, transaction_kind, gross_cents, net_cents, purchase,
        currency, content_ids, media_in_msg, taken_at)
    SELECT 1, nextval('conversions_conversion_id_seq'), event_id, kind, fan_id, occurred_at, hostname, link_id, basis,
        click_ref, source, username, country, trial, price_cents, transaction_id, transaction_kind, gross_cents,
        net_cents, purchase, currency, content_ids::bigint[], media_in_msg, now()
    FROM UNNEST($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::bigint[], $7::text[], $8::text[],
        $9::text[], $10::text[], $11::text[], $12::boolean[], $13::bigint[], $14::text[], $15::text[], $16::bigint[],
        $17::bigint[], $18::boolean[], $19::text[], $20::text[], $21::bigint[])
        AS new (event_id, kind, fan_id, occurred_at, hostname, link_id, basis, click_ref, source, username, country,
            trial, price_cents, transaction_id, transaction_kind, gross_cents, net_cents, purchase, currency, content_ids,
            media_in_msg)";

/// Inserts the same rows, and deliveries in the same round trip.
fn bare_with_deliveries() -> String {
    format!(
        "WITH conversions AS ({BARE})
         INSERT INTO bare_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time, event_json, state,
             next_attempt_at, attempts, created_at)
         SELECT 1, provider_id, platform, event_id, event_name, event_time, event_json, 'pending', now(), 0, now()
         FROM UNNEST($22::text[], $23::text[], $24::text[], $25::text[], $26::timestamptz[], $27::text[])
             AS new (provider_id, platform, event_id, event_name, event_time, event_json)"
    )
}

/// Delivery as written by `take_in`.
struct Delivery {
    provider_id: String,
    platform: String,
    event_id: String,
    event_name: String,
    event_time: SystemTime,
    event_json: String,
}

/// Reads the deliveries that the bare side has not written yet.
async fn deliveries(client: &Client) -> Done<Vec<Delivery>> {
    let query = "SELECT provider_id, platform, event_id, event_name, event_time, event_json
        FROM pixel_deliveries WHERE NOT EXISTS (
            SELECT FROM bare_deliveries WHERE bare_deliveries.event_id = pixel_deliveries.event_id)
        ORDER BY delivery_id";
    let rows = client.query(query, &[]).await?;
    let deliveries = rows.iter().map(|row| {
        Ok(Delivery {
            provider_id: row.try_get(0)?,
            platform: row.try_get(1)?,
            event_id: row.try_get(2)?,
            event_name: row.try_get(3)?,
            event_time: row.try_get(4)?,
            event_json: row.try_get(5)?,
        })
    });
    deliveries.collect()
}

async fn insert_bare(
    client: &Client,
    statement: &Statement,
    events: &[FanEvent],
    deliveries: Option<&[Delivery]>,
) -> Done {
    let paid: Vec<Option<&Transaction>> = events
        .iter()
        .map(|event| match &event.action {
            FanAction::NewTransaction(paid) => Some(paid),
            _ => None,
        })
        .collect();
    let subscribed = |event: &FanEvent| matches!(event.action, FanAction::NewSubscriber { .. });
    let placed = |event: &FanEvent| event.click_ref.is_some() || event.provider_id.is_some();
    let basis =
        |event: &FanEvent| placed(event).then_some(if event.click_ref.is_some() { "click" } else { "link" });
    let at = |event: &FanEvent| {
        SystemTime::UNIX_EPOCH
            + Duration::from_secs(u64::try_from(event.occurred_at.seconds()).unwrap_or_default())
    };
    let columns: [&(dyn ToSql + Sync); 21] = [
        &each(events, |event| event.event_id.as_str()),
        &each(events, |event| event.action.as_str()),
        &each(events, |event| event.fan.fan_id.as_str()),
        &each(events, at),
        &each(events, |event| placed(event).then_some("a.example")),
        &each(events, |event| placed(event).then_some(1_i64)),
        &each(events, basis),
        &each(events, |event| event.click_ref.as_deref()),
        &each(events, |event| if event.click_ref.is_some() { "qr-1" } else { "" }),
        &each(events, |event| event.fan.username.as_deref()),
        &each(events, |event| event.fan.country.as_ref().map(CountryCode::as_str)),
        &each(events, |event| subscribed(event).then_some(true)),
        &each(events, |event| subscribed(event).then_some(0_i64)),
        &each(&paid, |paid| paid.map(|paid| paid.transaction_id.as_str())),
        &each(&paid, |paid| paid.map(|paid| paid.kind.as_str())),
        &each(&paid, |paid| paid.map(|paid| paid.gross_cents)),
        &each(&paid, |paid| paid.map_or(0, |paid| paid.net_cents)),
        &each(&paid, |paid| paid.is_some()),
        &each(&paid, |paid| paid.map(|paid| paid.currency.as_str())),
        &each(&paid, |paid| paid.map(|_| "{7}")),
        &each(&paid, |paid| paid.map(|paid| paid.media_in_msg)),
    ];
    match deliveries {
        None => client.execute(statement, &columns).await?,
        Some(deliveries) => {
            let of_deliveries: [&(dyn ToSql + Sync); 6] = [
                &each(deliveries, |one| one.provider_id.as_str()),
                &each(deliveries, |one| one.platform.as_str()),
                &each(deliveries, |one| one.event_id.as_str()),
                &each(deliveries, |one| one.event_name.as_str()),
                &each(deliveries, |one| one.event_time),
                &each(deliveries, |one| one.event_json.as_str()),
            ];
            client.execute(statement, &[columns.as_slice(), &of_deliveries].concat()).await?
        }
    };
    Ok(())
}

fn each<'a, I, T>(items: &'a [I], value: impl Fn(&'a I) -> T) -> Vec<T> {
    items.iter().map(value).collect()
}
