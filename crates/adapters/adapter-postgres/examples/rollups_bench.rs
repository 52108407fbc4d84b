//! Compares batches of 500 touches through `PgTouchStore::put` with a bare prepared INSERT of the same rows.
//! `PgTouchStore::put` also raises the counts of day, source and every split.
//!
//! `cargo xtask bench rollups` runs the benchmark. Both sides alternate on one connection, with 20 batches a round; the
//! bare side has a copy of the table with all its indexes.
//!
//! Cases with 10 and 100 times the earlier touches, and counts of as many more days, show that the cost does not grow.

use std::error::Error;
use std::time::{Duration, Instant, SystemTime};

use adapter_postgres::{PgTouchStore, Pool};
use dev_kit::report::{Report, Side};
use diesel_async::RunQueryDsl;
use kernel::fixed::SeededEntropy;
use kernel::{CountryCode, Hostname, OwnerId, UnixTime};
use test_support::TestDatabase;
use tokio_postgres::{Client, Statement};
use touches::ports::TouchStore;
use touches::{Act, Click, DeviceWord, Source, Touch, TouchId, VisitorDigest};

/// Same allocator as the program, on both sides.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Done<T = ()> = Result<T, Box<dyn Error>>;

const OWNER: OwnerId = OwnerId::new(1);
const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
const BATCH: usize = 500;
const BATCHES: usize = 20;
const ROUNDS: usize = 7;
/// Number of touches stored before: 1x, 10x and 100x.
const EARLIER: [usize; 3] = [10_000, 100_000, 1_000_000];

#[tokio::main]
async fn main() -> Done {
    for earlier in EARLIER {
        measure(earlier).await?;
    }
    Ok(())
}

async fn measure(earlier: usize) -> Done {
    let database = TestDatabase::create().await?;
    let pool = adapter_postgres::pool(database.url(), 1);
    prepare(&pool, earlier).await?;
    let store = PgTouchStore::new(pool.clone());
    let (client, driver) = adapter_postgres::connect(database.url()).await?;
    tokio::spawn(driver);
    let bare = client.prepare(BARE).await?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let batches: Vec<Vec<Touch>> =
            (0..BATCHES).map(|n| batch((round * BATCHES + n) * BATCH)).collect::<Done<_>>()?;
        let began = Instant::now();
        for touches in &batches {
            store.put(touches).await?;
        }
        let counted = began.elapsed();
        let began = Instant::now();
        for touches in &batches {
            insert_bare(&client, &bare, touches).await?;
        }
        // The first round is a warm-up.
        if round > 0 {
            ours.push(rate(counted));
            theirs.push(rate(began.elapsed()));
        }
    }
    Report {
        bench: "rollups",
        case: &format!("batches of 500 touches, {earlier} earlier"),
        limit: Side::rates("prepared UNNEST INSERT of the same rows", theirs),
        ours: Side::rates("put, with figures by day, source and split", ours),
        goal: None,
    }
    .print();
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn rate(elapsed: Duration) -> f64 {
    (BATCH * BATCHES) as f64 / elapsed.as_secs_f64()
}

/// Builds touches: half visits, half clicks, with the variety of visitors, countries, devices, browsers, referrers and
/// buttons of a busy page.
fn batch(first: usize) -> Done<Vec<Touch>> {
    (first..first + BATCH).map(touch).collect()
}

fn touch(n: usize) -> Done<Touch> {
    let pick =
        |count: usize, salt: usize| n.wrapping_mul(2_654_435_761).wrapping_add(salt * 7_919) / 64 % count;
    let act = match n % 2 {
        0 => Act::Visit,
        _ => Act::Click(Click { button: Some(format!("btn_{:026}", pick(20, 1))), ..Click::default() }),
    };
    let id =
        TouchId::generate(NOW.plus_seconds(i64::try_from(n / 100)?), &SeededEntropy::new(u64::try_from(n)?));
    let mut visitor = [0; 16];
    visitor.iter_mut().zip(u64::try_from(n)?.to_be_bytes()).for_each(|(to, byte)| *to = byte);
    let domain = Hostname::parse("a.example")?;
    let mut touch = Touch::new(id, OWNER, domain, NOW, VisitorDigest(visitor), act);
    touch.country = ["DE", "AT", "US", "BR", "JP"].get(pick(5, 2)).and_then(|code| CountryCode::parse(code));
    touch.device = DeviceWord::ALL.get(pick(3, 3)).copied();
    touch.source = Source::parse(&format!("qr-{}", pick(5, 4)));
    touch.context.browser = ["chrome", "safari", "instagram"].get(pick(3, 5)).map(|word| (*word).into());
    touch.context.referrer = Some(format!("host-{}.example", pick(30, 6)));
    Ok(touch)
}

const BARE: &str = "
    INSERT INTO bare (owner_id, touch_id, hostname, kind, at, source, country, device, button, visitor, bot, repeated, browser, referrer)
    SELECT 1, touch_id::uuid, 'a.example', kind, at, source, country, device, button, visitor, false, false, browser, referrer
    FROM UNNEST($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[], $9::text[],
        $10::text[]) AS new (touch_id, kind, at, source, country, device, button, visitor, browser, referrer)";

async fn insert_bare(client: &Client, statement: &Statement, touches: &[Touch]) -> Done {
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(NOW.seconds().unsigned_abs());
    let button = |touch: &Touch| match &touch.act {
        Act::Click(click) => click.button.clone(),
        _ => None,
    };
    client
        .execute(
            statement,
            &[
                &each(touches, |touch| format!("{:032x}", touch.id.to_u128())),
                &each(touches, |touch| if matches!(touch.act, Act::Visit) { "visit" } else { "click" }),
                &each(touches, |_| at),
                &each(touches, |touch| touch.source.as_ref().map_or_else(String::new, ToString::to_string)),
                &each(touches, |touch| touch.country.as_ref().map(CountryCode::as_str)),
                &each(touches, |touch| touch.device.map(DeviceWord::as_str)),
                &each(touches, button),
                &each(touches, |touch| touch.visitor.0.to_vec()),
                &each(touches, |touch| touch.context.browser.as_deref()),
                &each(touches, |touch| touch.context.referrer.clone()),
            ],
        )
        .await?;
    Ok(())
}

fn each<'a, I, T>(items: &'a [I], value: impl Fn(&'a I) -> T) -> Vec<T> {
    items.iter().map(value).collect()
}

async fn prepare(pool: &Pool, earlier: usize) -> Done {
    let mut connection = pool.get().await?;
    let touches = |table: &str| {
        format!(
            "INSERT INTO {table} (owner_id, touch_id, hostname, kind, at, source, visitor, bot, repeated)
             SELECT 1, gen_random_uuid(), 'a.example', 'visit', now() - n * interval '1 second', '', '\\x00', false, false
             FROM generate_series(1, {earlier}) n"
        )
    };
    let statements = [
        "INSERT INTO owners VALUES (1, 'Ana', 'agency', now())".to_owned(),
        "INSERT INTO hostnames VALUES ('a.example', 1)".to_owned(),
        "INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state, infra_attempts, lease)
            VALUES (1, 'a.example', 'A', now(), 'active', 0, 0)".to_owned(),
        "CREATE TABLE bare (LIKE touches INCLUDING ALL)".to_owned(),
        touches("touches"),
        touches("bare"),
        "ANALYZE".to_owned(),
    ];
    for statement in statements {
        diesel::sql_query(statement).execute(&mut connection).await?;
    }
    Ok(())
}
