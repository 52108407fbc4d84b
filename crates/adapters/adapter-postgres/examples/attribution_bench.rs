//! Compares lists of paying fans by `PgSpenderReads` with hand-written SQL over the same tables.
//!
//! `cargo xtask bench attribution` runs the benchmark with 50,000, 500,000 and 5,000,000 conversions in turn; `--
//! 500000` selects one number. With `explain` after the number, the benchmark prints query plans instead of measuring.
//!
//! The conversions belong to one owner, over half a year and 200 domains with ten links each. The largest domain has a
//! fifth of them.
//!
//! On an additional domain, 50,000 fans bought once each within 30 days. The first page of that domain is compared with
//! a lower bound: a hash aggregate of the window.
//!
//! Both sides alternate, over one connection each.

#[path = "attribution_bench/seed.rs"]
mod seed;

use std::error::Error;
use std::fmt::Debug;
use std::time::{Duration, Instant, SystemTime};

use adapter_postgres::PgSpenderReads;
use attribution::assign::LinkId;
use attribution::ports::{DomainQuery, PageRequest, SpenderReads};
use dev_kit::report::{Report, Side, Unit};
use kernel::{Hostname, UnixTime};
use seed::{CAMPAIGN, CAMPAIGN_FANS, LARGEST, MIDDLING, NOW, OWNER};
use test_support::TestDatabase;
use tokio_postgres::{Client, Statement};

/// Same allocator as the program, on both sides.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Done<T = ()> = Result<T, Box<dyn Error>>;

const WINDOW: i64 = 30 * 86_400;
const PART: u32 = 1_000;
/// Default page size.
const FIRST_PART: u32 = 100;
const ROUNDS: usize = 21;
const SIZES: [i64; 3] = [50_000, 500_000, 5_000_000];

#[tokio::main]
async fn main() -> Done {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let explained = words.iter().any(|word| word == "explain");
    match words.first().and_then(|word| word.parse().ok()) {
        Some(conversions) => measure(conversions, explained).await,
        None => {
            for conversions in SIZES {
                measure(conversions, explained).await?;
            }
            Ok(())
        }
    }
}

async fn measure(conversions: i64, explained: bool) -> Done {
    let database = TestDatabase::create().await?;
    let (client, driver) = adapter_postgres::connect(database.url()).await?;
    tokio::spawn(driver);
    seed::seed(&client, conversions).await?;
    if explained {
        return explain(&client).await;
    }
    let reads = PgSpenderReads::new(adapter_postgres::pool(database.url(), 1));
    let bare = Bare::prepare(&client).await?;
    for (name, domain) in [("middling domain", MIDDLING), ("largest domain", LARGEST)] {
        let rows = seed::rows_in_window(&client, domain, since()).await?;
        let name = format!("of {conversions} conversions, {name}");
        let in_window = format!("{name} with {rows} payments in 30 days");
        of_domain(&in_window, &reads, &bare, domain, PART).await?;
        of_domain(&format!("{in_window}, the first {FIRST_PART}"), &reads, &bare, domain, FIRST_PART).await?;
        // The totals cover all fans, whatever the page size.
        of_domain(&format!("{in_window}, figures and one fan"), &reads, &bare, domain, 1).await?;
        of_link(&format!("{name}, one link, all time"), &reads, &bare, domain).await?;
    }
    of_campaign(&format!("beside {conversions} others"), &reads, &bare).await
}

fn since() -> UnixTime {
    NOW.plus_seconds(-WINDOW)
}

async fn of_domain(name: &str, reads: &PgSpenderReads, bare: &Bare<'_>, domain: i64, limit: u32) -> Done {
    let query = window(domain, limit)?;
    let (ours, theirs) = in_turns(
        async || {
            let (list, totals) = reads.of_domain(OWNER, &query).await?.ok_or("no such domain")?;
            Ok((totals.revenue_cents, totals.spenders, list.len()))
        },
        async || bare.of_domain(domain, limit).await,
    )
    .await?;
    print_case(name, Side::times("hand-written SQL", Unit::Millis, theirs), ours, 0.85);
    Ok(())
}

async fn of_campaign(others: &str, reads: &PgSpenderReads, bare: &Bare<'_>) -> Done {
    let query = window(CAMPAIGN, FIRST_PART)?;
    let (ours, theirs) = in_turns(
        async || {
            let (_, totals) = reads.of_domain(OWNER, &query).await?.ok_or("no such domain")?;
            Ok((totals.revenue_cents, totals.spenders))
        },
        async || bare.sums(CAMPAIGN).await,
    )
    .await?;
    let case = format!("{CAMPAIGN_FANS} sales of as many fans in 30 days, the first {FIRST_PART}, {others}");
    print_case(&case, Side::times("one hash aggregate", Unit::Millis, theirs), ours, 0.5);
    Ok(())
}

async fn of_link(name: &str, reads: &PgSpenderReads, bare: &Bare<'_>, domain: i64) -> Done {
    let hostname = Hostname::parse(&seed::hostname(domain))?;
    let (link, part) = (seed::link(domain), PageRequest { limit: PART, after: None, search: None });
    let (ours, theirs) = in_turns(
        async || {
            let found = reads.of_link(OWNER, &hostname, LinkId::new(link), &part).await?;
            let (list, totals) = found.ok_or("no such link")?;
            Ok((totals.revenue_cents, totals.spenders, list.len()))
        },
        async || bare.of_link(link).await,
    )
    .await?;
    print_case(name, Side::times("hand-written SQL", Unit::Millis, theirs), ours, 0.85);
    Ok(())
}

fn window(domain: i64, limit: u32) -> Done<DomainQuery> {
    let part = PageRequest { limit, after: None, search: None };
    let domain = Hostname::parse(&seed::hostname(domain))?;
    Ok(DomainQuery {
        domain,
        window: kernel::Window::between(Some(since()), None).unwrap_or_default(),
        full: false,
        part,
    })
}

/// Returns the times of both sides, which must return the same result.
async fn in_turns<T: PartialEq + Debug>(
    ours: impl AsyncFn() -> Done<T>,
    theirs: impl AsyncFn() -> Done<T>,
) -> Done<(Vec<Duration>, Vec<Duration>)> {
    let mut times = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let start = Instant::now();
        let found = ours().await?;
        let took = start.elapsed();
        let start = Instant::now();
        let expected = theirs().await?;
        let bare_took = start.elapsed();
        if found != expected {
            return Err(format!("ours {found:?}, by hand {expected:?}").into());
        }
        // The first round is a warm-up.
        if round > 0 {
            times.0.push(took);
            times.1.push(bare_took);
        }
    }
    Ok(times)
}

fn print_case(case: &str, limit: Side, ours: Vec<Duration>, goal: f64) {
    Report {
        bench: "attribution",
        case,
        limit,
        ours: Side::times("the list of paying fans", Unit::Millis, ours),
        goal: Some(goal),
    }
    .print();
}

/// Hand-written SQL for just these two questions: the same results, without paging and `full`.
struct Bare<'a> {
    client: &'a Client,
    of_domain: Statement,
    of_link: Statement,
    sums: Statement,
}

const BARE_OF_DOMAIN: &str = "
    WITH fan AS MATERIALIZED (
        SELECT fan_id, sum(net_cents) AS total, count(*) FILTER (WHERE purchase) AS purchases,
            min(occurred_at) FILTER (WHERE purchase) AS first_at, max(occurred_at) FILTER (WHERE purchase) AS last_at
        FROM conversions
        WHERE owner_id = $1 AND hostname = $2 AND transaction_kind IS NOT NULL AND occurred_at >= $3
        GROUP BY fan_id HAVING bool_or(purchase)
    ), part AS (SELECT * FROM fan ORDER BY total DESC, fan_id LIMIT $4)
    SELECT of_all.revenue, of_all.spenders, part.fan_id, part.total::bigint, part.purchases, part.first_at, part.last_at,
        known.username, known.country, COALESCE(earlier.bought, false), COALESCE(earlier.net, 0)::bigint
    FROM (SELECT COALESCE(sum(total), 0)::bigint AS revenue, count(*) AS spenders FROM fan) of_all
    LEFT JOIN part ON true
    LEFT JOIN LATERAL (
        SELECT username, country FROM fans WHERE owner_id = $1 AND fans.fan_id = part.fan_id LIMIT 1
    ) known ON true
    LEFT JOIN LATERAL (
        SELECT hostname FROM conversions WHERE owner_id = $1 AND conversions.fan_id = part.fan_id
        ORDER BY occurred_at, event_id LIMIT 1
    ) opening ON true
    LEFT JOIN LATERAL (
        SELECT bool_or(purchase) AS bought, sum(net_cents) AS net FROM conversions
        WHERE opening.hostname IS DISTINCT FROM $2
            AND owner_id = $1 AND conversions.fan_id = part.fan_id AND occurred_at < (
            SELECT occurred_at FROM conversions
            WHERE owner_id = $1 AND conversions.fan_id = part.fan_id AND hostname = $2
            ORDER BY occurred_at LIMIT 1)
    ) earlier ON true
    ORDER BY part.total DESC, part.fan_id";

const BARE_OF_LINK: &str = "
    WITH fan AS MATERIALIZED (
        SELECT fan_id, sum(net_cents) AS total, count(*) FILTER (WHERE purchase) AS purchases,
            min(occurred_at) FILTER (WHERE purchase) AS first_at, max(occurred_at) FILTER (WHERE purchase) AS last_at
        FROM conversions WHERE owner_id = $1 AND link_id = $2
        GROUP BY fan_id
    ), part AS (SELECT * FROM fan WHERE purchases > 0 ORDER BY total DESC, fan_id LIMIT $3)
    SELECT of_all.revenue, of_all.spenders, part.fan_id, part.total::bigint, part.purchases, part.first_at, part.last_at,
        known.username, known.country, of_all.fans
    FROM (
        SELECT COALESCE(sum(total) FILTER (WHERE purchases > 0), 0)::bigint AS revenue, count(*) AS fans,
            count(*) FILTER (WHERE purchases > 0) AS spenders
        FROM fan
    ) of_all
    LEFT JOIN part ON true
    LEFT JOIN LATERAL (
        SELECT username, country FROM fans WHERE owner_id = $1 AND fans.fan_id = part.fan_id LIMIT 1
    ) known ON true
    ORDER BY part.total DESC, part.fan_id";

/// Returns revenue and spenders only.
const BARE_SUMS: &str = "
    SELECT COALESCE(sum(total), 0)::bigint, count(*) FROM (
        SELECT fan_id, sum(net_cents) AS total FROM conversions
        WHERE owner_id = $1 AND hostname = $2 AND transaction_kind IS NOT NULL AND occurred_at >= $3
        GROUP BY fan_id
    ) fan";

impl<'a> Bare<'a> {
    async fn prepare(client: &'a Client) -> Done<Self> {
        Ok(Self {
            client,
            of_domain: client.prepare(BARE_OF_DOMAIN).await?,
            of_link: client.prepare(BARE_OF_LINK).await?,
            sums: client.prepare(BARE_SUMS).await?,
        })
    }

    /// Returns revenue, spenders, and the number of listed fans.
    async fn of_domain(&self, domain: i64, limit: u32) -> Done<(i64, i64, usize)> {
        let (host, limit) = (seed::hostname(domain), i64::from(limit));
        let rows =
            self.client.query(&self.of_domain, &[&OWNER.get(), &host, &moment(since()), &limit]).await?;
        let fans: Vec<Fan> = rows.iter().filter_map(|row| Fan::read(row).transpose()).collect::<Done<_>>()?;
        let first = rows.first().ok_or("no row")?;
        Ok((first.try_get(0)?, first.try_get(1)?, fans.len()))
    }

    async fn sums(&self, domain: i64) -> Done<(i64, i64)> {
        let host = seed::hostname(domain);
        let row = self.client.query_one(&self.sums, &[&OWNER.get(), &host, &moment(since())]).await?;
        Ok((row.try_get(0)?, row.try_get(1)?))
    }

    async fn of_link(&self, link: i64) -> Done<(i64, i64, usize)> {
        let rows = self.client.query(&self.of_link, &[&OWNER.get(), &link, &i64::from(PART)]).await?;
        let fans: Vec<Fan> = rows.iter().filter_map(|row| Fan::read(row).transpose()).collect::<Done<_>>()?;
        let first = rows.first().ok_or("no row")?;
        Ok((first.try_get(0)?, first.try_get(1)?, fans.len()))
    }
}

/// Fan read by hand-written code: every field, owned.
#[expect(dead_code, reason = "reading costs, whoever looks at it afterwards")]
struct Fan {
    fan_id: String,
    total: i64,
    purchases: i64,
    first_at: SystemTime,
    last_at: SystemTime,
    username: Option<String>,
    country: Option<String>,
}

impl Fan {
    fn read(row: &tokio_postgres::Row) -> Done<Option<Self>> {
        let Some(fan_id) = row.try_get(2)? else { return Ok(None) };
        Ok(Some(Self {
            fan_id,
            total: row.try_get(3)?,
            purchases: row.try_get(4)?,
            first_at: row.try_get(5)?,
            last_at: row.try_get(6)?,
            username: row.try_get(7)?,
            country: row.try_get(8)?,
        }))
    }
}

fn moment(time: UnixTime) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(time.seconds()).unwrap_or_default())
}

/// Prints the plans of the hand-written statements, which read the tables like `PgSpenderReads`.
async fn explain(client: &Client) -> Done {
    for (name, domain) in [("middling", MIDDLING), ("largest", LARGEST)] {
        let statement = BARE_OF_DOMAIN
            .replace("$1", &OWNER.to_string())
            .replace("$2", &format!("'{}'", seed::hostname(domain)))
            .replace("$3", &format!("to_timestamp({})", since().seconds()))
            .replace("$4", &PART.to_string());
        show(client, name, &statement).await?;
        let statement = BARE_OF_LINK
            .replace("$1", &OWNER.to_string())
            .replace("$2", &seed::link(domain).to_string())
            .replace("$3", &PART.to_string());
        show(client, name, &statement).await?;
    }
    Ok(())
}

async fn show(client: &Client, name: &str, statement: &str) -> Done {
    println!("{name}");
    for row in client.query(&format!("EXPLAIN (ANALYZE, BUFFERS) {statement}"), &[]).await? {
        println!("  {}", row.try_get::<_, String>(0)?);
    }
    Ok(())
}
