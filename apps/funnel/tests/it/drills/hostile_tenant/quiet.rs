use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use futures_util::future::join4;
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::crashes::{HOST, batch};
use crate::drills::stage::Stage;
use crate::journey::PHONE;
use crate::program::{Program, push_to};
use crate::real::Reply;

/// Number of the quiet tenant's keys; each stays far below its rate limit.
const KEYS: usize = 4;

/// Actions of the quiet tenant and its visitors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Read,
    Redirect,
    Publish,
    Intake,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Read, Self::Redirect, Self::Publish, Self::Intake];

    /// Returns the interval between two requests.
    fn step(self) -> Duration {
        Duration::from_millis(match self {
            Self::Read => 40,
            Self::Redirect => 20,
            Self::Publish => 250,
            Self::Intake => 100,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Situation {
    Alone,
    /// With an unrelated process that keeps one CPU core busy. No software can prevent its effect.
    Busy,
    /// With the hostile tenant.
    Beside,
}

impl Situation {
    const ALL: [Self; 3] = [Self::Alone, Self::Busy, Self::Beside];
}

/// A tenant who reads, publishes, has visitors and sells, at an even pace.
pub(super) struct Quiet<'a> {
    program: &'a Program,
    client: Client,
    tokens: Vec<String>,
    tier: String,
    /// Current situation; `None` between two slices, when nothing is counted.
    situation: Cell<Option<Situation>>,
    ended: Cell<bool>,
    took: RefCell<BTreeMap<(Kind, Situation), Vec<Duration>>>,
}

impl<'a> Quiet<'a> {
    pub(super) async fn prepare(stage: &'a Stage) -> Self {
        let program = &stage.program;
        let mut tokens = Vec::new();
        for number in 0..KEYS {
            let minted = program.post("/api-keys", &json!({ "name": format!("k{number}") })).await;
            tokens.push(minted.expect(201).text_at("token"));
        }
        let client = Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let tier = stage.site.tier.clone();
        let quiet = Self {
            program,
            client,
            tokens,
            tier,
            situation: Cell::new(None),
            ended: Cell::new(false),
            took: RefCell::default(),
        };
        let button = json!({ "label": "Photos", "url": "https://example.com/" });
        quiet.api(0, Method::POST, &format!("/buttons/{HOST}/{}", quiet.tier), &button).await.expect(201);
        quiet
    }

    /// Measures responses for `situation` during the next `slice`.
    pub(super) async fn observe(&self, situation: Situation, slice: Duration) {
        self.situation.set(Some(situation));
        tokio::time::sleep(slice).await;
        self.situation.set(None);
    }

    pub(super) fn end(&self) {
        self.ended.set(true);
    }

    /// Sends all kinds of requests until the end.
    pub(super) async fn live(&self) {
        let all = Kind::ALL.map(|kind| self.repeat(kind));
        let [read, redirect, publish, intake] = all;
        join4(read, redirect, publish, intake).await;
    }

    async fn repeat(&self, kind: Kind) {
        for turn in 0.. {
            if self.ended.get() {
                return;
            }
            let (began, situation) = (Instant::now(), self.situation.get());
            let took = self.once(kind, turn).await;
            if let Some(situation) = situation {
                self.took.borrow_mut().entry((kind, situation)).or_default().push(took);
            }
            tokio::time::sleep(kind.step().saturating_sub(began.elapsed())).await;
        }
    }

    async fn once(&self, kind: Kind, turn: usize) -> Duration {
        let began = Instant::now();
        match kind {
            Kind::Read => {
                let path = format!("/buttons/{HOST}/{}", self.tier);
                self.api(turn, Method::GET, &path, &Value::Null).await.expect(200);
            }
            Kind::Redirect => {
                let url = format!("{}/r/vip", self.program.url("edge"));
                let request = self.client.get(url).header("host", HOST).header("user-agent", PHONE);
                Reply::at_once(request).await.expect(302);
            }
            Kind::Publish => {
                let name = json!({ "name": format!("Everyone {turn}") });
                let path = format!("/segments/{HOST}/{}", self.tier);
                self.api(turn, Method::PATCH, &path, &name).await.expect(200);
                let began = Instant::now();
                let path = format!("/domains/{HOST}/publish");
                self.api(turn, Method::POST, &path, &json!({})).await.expect(200);
                return began.elapsed();
            }
            Kind::Intake => {
                let edge = self.program.url("edge");
                push_to(&self.client, &edge, &batch(turn)).await.unwrap().expect(200);
            }
        }
        began.elapsed()
    }

    async fn api(&self, turn: usize, method: Method, path: &str, body: &Value) -> Reply {
        let url = format!("{}/api/admin{path}", self.program.url("api"));
        let token = &self.tokens[turn % self.tokens.len()];
        let request = self.client.request(method, url).bearer_auth(token);
        Reply::at_once(if body.is_null() { request } else { request.json(body) }).await
    }

    pub(super) fn p99(&self, kind: Kind, situation: Situation) -> Duration {
        self.quantile(kind, situation, 99)
    }

    fn quantile(&self, kind: Kind, situation: Situation, percent: usize) -> Duration {
        let took = self.took.borrow();
        let mut sorted = took.get(&(kind, situation)).cloned().unwrap_or_default();
        sorted.sort_unstable();
        sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
    }

    /// Formats the measurements, one line per kind.
    pub(super) fn table(&self) -> String {
        let mut table = format!("{:<9}", "");
        for situation in ["alone", "busy", "beside"] {
            let _ = write!(table, " {situation:>7} {:>7} {:>7}", "p50 ms", "p99 ms");
        }
        let _ = writeln!(table, " {:>12} {:>12}", "beside/alone", "beside/busy");
        for kind in Kind::ALL {
            let _ = write!(table, "{:<9}", format!("{kind:?}").to_lowercase());
            for situation in Situation::ALL {
                let count = self.took.borrow()[&(kind, situation)].len();
                let [p50, p99] =
                    [50, 99].map(|percent| milliseconds(self.quantile(kind, situation, percent)));
                let _ = write!(table, " {count:>7} {p50:>7.1} {p99:>7.1}");
            }
            let [alone, busy, beside] = Situation::ALL.map(|when| milliseconds(self.p99(kind, when)));
            let _ = writeln!(table, " {:>12.2} {:>12.2}", beside / alone, beside / busy);
        }
        table
    }
}

fn milliseconds(took: Duration) -> f64 {
    took.as_secs_f64() * 1_000.0
}
