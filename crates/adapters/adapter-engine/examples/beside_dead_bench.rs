//! Measures calls to a working engine, alone and while other calls hang on a dead engine.
//!
//! `cargo run --release -p adapter-engine --example beside_dead_bench`

use std::sync::Arc;
use std::time::{Duration, Instant};

use adapter_engine::{EngineClient, EngineSettings, EngineTransport};
use async_trait::async_trait;
use engine_link::{
    AccountId, AddressPolicy, BaseUrl, EngineConnection, EngineConnections, EventSource, LinkState, Revision,
};
use engine_sim::{AccountConfig, Sim, SimConfig};
use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{OwnerId, StoreError, UnixTime};
use smartlink_policy::ports::{EngineError, FunnelEngine as _};

const LIVING: OwnerId = OwnerId::new(1);
const DEAD: OwnerId = OwnerId::new(2);
const CALLS: usize = 4_000;
const AT_ONCE: usize = 4;
const ROUNDS: usize = 5;

/// Two fixed connections.
struct Two {
    living: BaseUrl,
    dead: BaseUrl,
}

#[async_trait]
impl EngineConnections for Two {
    async fn find(&self, owner: OwnerId) -> Result<Option<EngineConnection>, StoreError> {
        Ok(Some(EngineConnection {
            revision: Revision::new(1),
            base_url: if owner == LIVING { self.living.clone() } else { self.dead.clone() },
            account: AccountId::parse("acct_1").map_err(|errors| StoreError::Failed(errors.into()))?,
            number: kernel::AccountNumber::FIRST,
            currency: kernel::Currency::USD,
            token: "token-1".into(),
            state: LinkState::Connected,
            connected_at: UnixTime::from_seconds(0),
        }))
    }

    async fn find_by_account(&self, _: &AccountId) -> Result<Option<EventSource>, StoreError> {
        Ok(None)
    }

    async fn mark_refused(&self, _: OwnerId, _: Revision, _: UnixTime) -> Result<(), StoreError> {
        Ok(())
    }

    async fn mark_accepted(&self, _: OwnerId, _: Revision) -> Result<(), StoreError> {
        Ok(())
    }
}

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let accounts = vec![AccountConfig { fans: 10, ..AccountConfig::new("acct_1", "token-1", "s") }];
    let sim = Sim::start(SimConfig { accounts, ..SimConfig::default() }).await?;
    // This server accepts connections and never answers.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let dead = format!("http://{}", silent.local_addr()?);
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = silent.accept().await {
            held.push(stream);
        }
    });
    let connections = Two { living: BaseUrl::parse(sim.url())?, dead: BaseUrl::parse(&dead)? };
    let (clock, entropy) =
        (Arc::new(FixedClock::at(UnixTime::from_seconds(0))), Arc::new(SeededEntropy::new(1)));
    let lines = EngineTransport::new(EngineSettings::new(AddressPolicy::AllowPrivate), clock, entropy)?;
    let client = EngineClient::new(Arc::new(lines), Arc::new(connections));

    measure(&client).await?;
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(measure(&client).await?);
        let hanging: Vec<_> = (0..64).map(|_| tokio::spawn(hang(client.clone()))).collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        beside.push(measure(&client).await?);
        hanging.iter().for_each(tokio::task::JoinHandle::abort);
    }
    let (alone, beside) = (median(alone), median(beside));
    println!("p99 of the living engine, median of {ROUNDS} rounds of {CALLS} calls, {AT_ONCE} at once");
    println!("alone         {alone:>8.2?}");
    println!(
        "beside a dead {beside:>8.2?}  ({:+.1} %)",
        (beside.as_secs_f64() / alone.as_secs_f64() - 1.0) * 100.0
    );
    Ok(())
}

/// Calls the dead engine in an endless loop.
async fn hang(client: EngineClient) {
    loop {
        if client.account(DEAD).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Returns the 99th percentile of many calls.
async fn measure(client: &EngineClient) -> Outcome<Duration> {
    let callers = (0..AT_ONCE).map(|_| {
        let client = client.clone();
        tokio::spawn(async move {
            let mut took = Vec::with_capacity(CALLS / AT_ONCE);
            for _ in 0..CALLS / AT_ONCE {
                let started = Instant::now();
                client.account(LIVING).await?;
                took.push(started.elapsed());
            }
            Ok::<_, EngineError>(took)
        })
    });
    let mut took = Vec::new();
    for caller in callers.collect::<Vec<_>>() {
        took.extend(caller.await??);
    }
    took.sort_unstable();
    Ok(took.get(took.len() * 99 / 100).copied().unwrap_or_default())
}

fn median(mut values: Vec<Duration>) -> Duration {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}
