use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use futures_util::future::{join_all, join4};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};
use serde_json::json;
use touches::TouchId;

use super::site::Site;
use crate::crashes::{self, BATCH, batch};
use crate::journey::PHONE;
use crate::program::{Program, push_as};
use crate::real::{Reply, within};

/// Timeout of a request. A retry waits up to ten seconds for the running request with the same key.
const HANGS: Duration = Duration::from_secs(15);
/// Longest acceptable response time for a visitor during any failure.
const IMPATIENCE: Duration = Duration::from_secs(3);
/// Longest time that the load may stop after a failure.
const PATIENCE: Duration = Duration::from_secs(45);
/// Window before a kill in which an edge may lose touches that were not on disk yet.
const UNWRITTEN: Duration = Duration::from_millis(300);
/// Interval between two requests of one kind.
const STEP: Duration = Duration::from_millis(20);

/// Continuous load with a ledger of acknowledgements: writes under idempotency keys, page visits,
/// redirects, and pushed events.
pub(crate) struct Load {
    client: Client,
    site: Site,
    api: RefCell<String>,
    edge: RefCell<String>,
    /// Number of concurrent visitors.
    visitors: usize,
    /// Whether a process may be gone, so that connections may fail.
    gone: Cell<bool>,
    /// Number of killed processes. A request sent before a kill may fail after the replacement
    /// runs.
    lost: Cell<usize>,
    other_clock: Cell<bool>,
    stop: Cell<bool>,
    ledger: Ledger,
}

#[derive(Default)]
struct Ledger {
    buttons: RefCell<BTreeSet<String>>,
    visits: RefCell<Vec<Instant>>,
    clicks: RefCell<Vec<(Instant, TouchId)>>,
    batches: Cell<usize>,
    kills: RefCell<Vec<Instant>>,
    unavailable: Cell<usize>,
    slowest_write: Cell<Duration>,
    slowest_visit: Cell<Duration>,
}

/// State of the processes when a request was sent.
#[derive(Clone, Copy)]
struct Asked {
    gone: bool,
    lost: usize,
}

impl Load {
    pub(crate) fn on(program: &Program, site: &Site) -> Self {
        Self::between(program, program, site)
    }

    /// Creates a load for an API and an edge in processes of their own.
    pub(crate) fn between(program: &Program, edge: &Program, site: &Site) -> Self {
        let load = Self {
            client: Client::builder().redirect(Policy::none()).timeout(HANGS).build().unwrap(),
            site: site.clone(),
            api: RefCell::default(),
            edge: RefCell::default(),
            visitors: 1,
            gone: Cell::new(false),
            lost: Cell::new(0),
            other_clock: Cell::new(false),
            stop: Cell::new(false),
            ledger: Ledger::default(),
        };
        load.find(program, edge);
        load
    }

    /// Sets the number of concurrent visitors.
    pub(crate) fn with_visitors(self, visitors: usize) -> Self {
        Self { visitors, ..self }
    }

    /// Switches the load to these processes.
    pub(crate) fn find(&self, api: &Program, edge: &Program) {
        *self.api.borrow_mut() = api.url("api");
        *self.edge.borrow_mut() = edge.url("edge");
        self.gone.set(false);
    }

    /// Records that a process is about to be killed.
    pub(crate) fn loses_a_process(&self) {
        self.gone.set(true);
        self.lost.set(self.lost.get() + 1);
        self.ledger.kills.borrow_mut().push(Instant::now());
    }

    /// Runs `error` under load, from before it until everything is served again after it.
    pub(crate) async fn during(&self, error: impl AsyncFnOnce()) {
        let play = async {
            self.goes_on("before").await;
            error().await;
            self.goes_on("again").await;
            self.stop.set(true);
        };
        let visits = join_all((0..self.visitors).map(|_| self.visit()));
        join4(play, self.write(), visits, self.push()).await;
    }

    /// Waits until everything was served a few more times.
    pub(crate) async fn goes_on(&self, when: &str) {
        let before = self.served();
        within(PATIENCE, &format!("served {when}: {before:?} before"), async || {
            let mut pairs = before.iter().zip(self.served());
            pairs.all(|(before, now)| now >= before + 3).then_some(())
        })
        .await;
    }

    /// Returns the counts of served requests. Excludes events while the engine's clock differs from
    /// the program's.
    fn served(&self) -> Vec<usize> {
        let Ledger { buttons, visits, clicks, batches, .. } = &self.ledger;
        let events = (!self.other_clock.get()).then(|| batches.get());
        let rest = [buttons.borrow().len(), visits.borrow().len(), clicks.borrow().len()];
        rest.into_iter().chain(events).collect()
    }

    /// Sets whether the program's clock differs from the engine's, so that events are rejected.
    pub(crate) fn has_other_clock(&self, other: bool) {
        self.other_clock.set(other);
    }

    /// Creates buttons, and retries each under its idempotency key until acknowledged.
    async fn write(&self) {
        for number in 0.. {
            if self.stop.get() {
                return;
            }
            let label = format!("b-{number:04}");
            within(PATIENCE, &label, async || self.button(&label).await).await;
            self.ledger.buttons.borrow_mut().insert(label);
            // A draft holds at most 500 buttons.
            tokio::time::sleep(4 * STEP).await;
        }
    }

    async fn button(&self, label: &str) -> Option<()> {
        let Site { host, tier, token, .. } = &self.site;
        let url = format!("{}/api/admin/buttons/{host}/{tier}", self.api.borrow());
        let body = json!({ "label": label, "url": "https://example.com/" });
        let request = self.client.post(url).bearer_auth(token).header("idempotency-key", label);
        let (reply, took) = self.answer(request.json(&body)).await?;
        raise(&self.ledger.slowest_write, took);
        match reply.status {
            201 => return Some(()),
            503 => {
                assert!(reply.header("retry-after").parse::<u64>().unwrap() >= 1);
                self.ledger.unavailable.set(self.ledger.unavailable.get() + 1);
            }
            // The claim of a lost process looks like a running request until it expires.
            _ => assert_eq!(reply.summary(), "409 idempotency_conflict"),
        }
        None
    }

    async fn visit(&self) {
        while !self.stop.get() {
            if self.edge_answers("/", 200).await.is_some() {
                self.ledger.visits.borrow_mut().push(Instant::now());
            }
            if let Some(reply) = self.edge_answers("/r/vip", 302).await {
                let name = reply.header("location").split("aref=").nth(1).and_then(TouchId::parse).unwrap();
                self.ledger.clicks.borrow_mut().push((Instant::now(), name));
            }
            tokio::time::sleep(STEP).await;
        }
    }

    /// Sends a request to the edge, and expects `status`.
    async fn edge_answers(&self, path: &str, status: u16) -> Option<Reply> {
        let url = format!("{}{path}", self.edge.borrow());
        let request = self.client.get(url).header("host", &self.site.host).header("user-agent", PHONE);
        let (reply, took) = self.answer(request).await?;
        raise(&self.ledger.slowest_visit, took);
        assert!(took < IMPATIENCE, "{path} took {took:?}");
        Some(reply.expect(status))
    }

    async fn push(&self) {
        while !self.stop.get() {
            let events = batch(self.ledger.batches.get());
            // While the engine's clock differs, every event waits.
            let patience = if self.other_clock.get() { 4 * PATIENCE } else { PATIENCE };
            within(patience, "a batch of events", async || {
                let (edge, asked) = (self.edge.borrow().clone(), self.asked());
                let pushed = push_as(&self.site.account, &self.client, &edge, &events).await;
                self.bears(asked, pushed).filter(|reply| reply.status == 200)
            })
            .await;
            self.ledger.batches.set(self.ledger.batches.get() + 1);
            tokio::time::sleep(10 * STEP).await;
        }
    }

    /// Returns the response and its duration, or `None` if a process is gone.
    async fn answer(&self, request: RequestBuilder) -> Option<(Reply, Duration)> {
        let (began, asked) = (Instant::now(), self.asked());
        let outcome = async {
            let answer = request.send().await?;
            let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
            Ok(Reply { status, headers, text: answer.text().await? })
        };
        let reply = self.bears(asked, outcome.await)?;
        Some((reply, began.elapsed()))
    }

    /// Returns the state of the processes at this moment.
    fn asked(&self) -> Asked {
        Asked { gone: self.gone.get(), lost: self.lost.get() }
    }

    fn bears(&self, asked: Asked, outcome: reqwest::Result<Reply>) -> Option<Reply> {
        match outcome {
            Ok(reply) => Some(reply),
            Err(error) => {
                let may_be_lost = asked.gone || asked.lost != self.lost.get();
                assert!(may_be_lost && !error.is_timeout(), "{error:?}");
                None
            }
        }
    }

    pub(crate) fn site(&self) -> &Site {
        &self.site
    }

    /// Returns the labels of acknowledged buttons.
    pub(crate) fn buttons(&self) -> Vec<String> {
        self.ledger.buttons.borrow().iter().cloned().collect()
    }

    /// Returns the number of acknowledged events.
    pub(crate) fn events(&self) -> usize {
        self.ledger.batches.get() * BATCH
    }

    /// Returns how often the API reported that it is unavailable.
    pub(crate) fn unavailable(&self) -> usize {
        self.ledger.unavailable.get()
    }

    /// Formats the observations in one line.
    pub(crate) fn observed(&self) -> String {
        let Ledger { buttons, visits, clicks, unavailable, slowest_write, slowest_visit, .. } = &self.ledger;
        format!(
            "{} writes (slowest answer {:?}, {} times 503), {} pages and {} redirects (slowest {:?}), {} events",
            buttons.borrow().len(),
            slowest_write.get(),
            unavailable.get(),
            visits.borrow().len(),
            clicks.borrow().len(),
            slowest_visit.get(),
            self.events()
        )
    }

    /// Waits until every acknowledged touch is stored, and checks that no others are.
    pub(crate) async fn touches_are_there(&self, sql: &tokio_postgres::Client) {
        let (clicks, visits) = (self.ledger.clicks.borrow().clone(), self.ledger.visits.borrow().clone());
        let kills = self.ledger.kills.borrow().len();
        let certain: Vec<_> = clicks.iter().filter(|(at, _)| self.is_written(*at)).collect();
        let certain_visits = visits.iter().filter(|at| self.is_written(**at)).count();
        let of = format!("FROM touches WHERE owner_id = {} AND kind", self.site.owner);
        let began = Instant::now();
        loop {
            let rows = sql.query(&format!("SELECT touch_id::text {of} = 'click'"), &[]).await.unwrap();
            let found: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
            let shown = crashes::count(sql, &format!("SELECT count(*) {of} = 'visit'")).await;
            // For every killed process, one touch may be stored without a response.
            assert!(found.len() <= clicks.len() + kills && shown <= visits.len() + kills);
            let missing: Vec<_> =
                certain.iter().filter(|(_, name)| !found.contains(&stored_name(*name))).collect();
            if missing.is_empty() && shown >= certain_visits {
                return;
            }
            let all = self.ledger.kills.borrow().clone();
            assert!(
                began.elapsed() < PATIENCE,
                "{shown} of {certain_visits} visits; missing: {missing:?}; kills: {all:?}"
            );
            tokio::time::sleep(STEP).await;
        }
    }

    /// Returns whether a touch with a response at this time was on disk before the next kill, or
    /// came after it. A response may be read after its process is gone.
    fn is_written(&self, at: Instant) -> bool {
        let apart = |kill: &Instant| at.max(*kill).duration_since(at.min(*kill)) > UNWRITTEN;
        self.ledger.kills.borrow().iter().all(apart)
    }
}

fn stored_name(touch: TouchId) -> String {
    uuid::Uuid::from_u128(touch.to_u128()).to_string()
}

fn raise(slowest: &Cell<Duration>, took: Duration) {
    slowest.set(slowest.get().max(took));
}
