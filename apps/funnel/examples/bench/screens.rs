//! Compares the dashboard's screens with a handler that sends the same bytes, and measures how a
//! hundred concurrent sign-ins slow down the API.
//!
//! Run with `cargo xtask bench dashboard`. The dashboard calls a stub that replays responses of the
//! real API. So only rendering, compression and the client side of the calls are measured.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use actix_web::http::header;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use anyhow::Context as _;
use dev_kit::report::{Report, Side, Unit, print_figures};
use engine_sim::{AccountConfig, Sim, SimConfig};
use futures_util::future::join_all;
use reqwest::redirect::Policy;
use serde_json::json;

use crate::service::Service;

const HOST: &str = "bench.example";
/// Encodings that a current browser accepts.
const ENCODINGS: &str = "gzip, deflate, br, zstd";
/// Largest acceptable median time that a screen adds.
const MOST_MS: f64 = 5.0;
const WARMING: usize = 20;
const TURNS: usize = 200;
const SCREENS: [&str; 17] = [
    "/",
    "/domains",
    "/domains/bench.example/page",
    "/domains/bench.example/publish",
    "/domains/bench.example/why",
    "/domains/bench.example/smart-links",
    "/domains/bench.example/codes",
    "/domains/bench.example/statistics",
    "/domains/bench.example/setup",
    "/library",
    "/copy",
    "/conversions",
    "/links/health",
    "/transfer",
    "/webhooks",
    "/team",
    "/audit",
];

pub(crate) async fn run() -> anyhow::Result<()> {
    let account = AccountConfig::new("acct_1", "token", "event-secret-of-the-bench");
    let sim = Sim::start(SimConfig { accounts: vec![account.clone()], ..SimConfig::default() }).await?;
    let service = Service::start("api", |_| String::new()).await?;
    // Statistics require a connected account.
    service.connect(sim.url(), &account).await?;
    fill(&service).await?;
    screens(&service).await?;
    sign_ins(&service).await?;
    service.stop().await?;
    sim.stop().await;
    Ok(())
}

/// Creates a page of 20 buttons, 50 domains, and entries in each list.
async fn fill(service: &Service) -> anyhow::Result<()> {
    service.page(HOST).await?;
    for number in 0..50 {
        let domain = json!({ "hostname": format!("host-{number}.example"), "display_name": "Other" });
        service.call("POST", "/domains", &domain).await?;
    }
    for number in 0..10 {
        let code = json!({ "slug": format!("code-{number}"), "title": "Code", "channel": "print" });
        service.call("POST", &format!("/qr/{HOST}"), &code).await?;
        let hook = json!({ "url": "https://crm.example.com/hook", "events": ["*"], "active": false });
        service.call("POST", "/webhooks", &hook).await?;
        let member = json!({ "name": format!("Member {number}"), "email": format!("m{number}@example.com") });
        service.call("POST", "/members", &member).await?;
    }
    service.call("POST", &format!("/domains/{HOST}/publish"), &json!({})).await.map(|_| ())
}

fn client() -> anyhow::Result<reqwest::Client> {
    let builder = reqwest::Client::builder().no_gzip().no_brotli().no_deflate().no_zstd();
    Ok(builder.redirect(Policy::none()).build()?)
}

fn serve_dashboard(api: SocketAddr) -> anyhow::Result<String> {
    let settings =
        dashboard::Settings { api: format!("http://{api}"), session_key: None, trusted_proxies: Vec::new() };
    let bound = dashboard::bind(settings, SocketAddr::from(([127, 0, 0, 1], 0)))?;
    tokio::spawn(bound.server);
    Ok(format!("http://{}", bound.address))
}

async fn signed_in(http: &reqwest::Client, base: &str, key: &str) -> anyhow::Result<reqwest::Response> {
    let form = format!("key={key}");
    let request = http.post(format!("{base}/sign-in")).header(header::ORIGIN.as_str(), base);
    let request = request.header(header::CONTENT_TYPE.as_str(), "application/x-www-form-urlencoded");
    let answer = request.body(form).send().await?;
    anyhow::ensure!(answer.status().is_redirection(), "the sign-in answered {}", answer.status());
    Ok(answer)
}

/// Measures each screen alternately with a handler that sends the same bytes.
async fn screens(service: &Service) -> anyhow::Result<()> {
    let http = client()?;
    let base = serve_dashboard(kept_api(service.api()?)?)?;
    let answer = signed_in(&http, &base, &service.key).await?;
    let cookie = answer.headers().get("set-cookie").context("no session")?.to_str()?;
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    let get = |url: String| {
        let request = http.get(url).header(header::COOKIE.as_str(), &cookie);
        request.header(header::ACCEPT_ENCODING.as_str(), ENCODINGS)
    };
    let mut own = Vec::new();
    for screen in SCREENS {
        let url = format!("{base}{screen}");
        let answer = get(url.clone()).send().await?;
        anyhow::ensure!(answer.status().is_success(), "{screen} answered {}", answer.status());
        let limit = same_bytes(answer.bytes().await?)?;
        let (mut bare, mut ours) = (Vec::new(), Vec::new());
        for turn in 0..WARMING + TURNS {
            let times = (timed(get(limit.clone())).await?, timed(get(url.clone())).await?);
            if turn >= WARMING {
                bare.push(times.0);
                ours.push(times.1);
            }
        }
        let limit = Side::times("the same bytes from a handler", Unit::Millis, bare).with_tails();
        let ours = Side::times("the dashboard", Unit::Millis, ours).with_tails();
        own.push((screen, ours.median() - limit.median()));
        Report { bench: "dashboard", case: screen, limit, ours, goal: None }.print();
    }
    let slowest = own.iter().map(|(_, own)| *own).fold(0.0, f64::max);
    own.push(("slowest", slowest));
    own.push(("goal", MOST_MS));
    own.push(("met", if slowest <= MOST_MS { 1.0 } else { 0.0 }));
    print_figures("dashboard", "own time of a screen in the middle, in ms", &own);
    Ok(())
}

async fn timed(request: reqwest::RequestBuilder) -> anyhow::Result<Duration> {
    let began = Instant::now();
    request.send().await?.bytes().await?;
    Ok(began.elapsed())
}

/// Starts a server that sends `bytes`.
fn same_bytes(bytes: web::Bytes) -> anyhow::Result<String> {
    let app = move || {
        let bytes = bytes.clone();
        let send = move || {
            let bytes = bytes.clone();
            async move { HttpResponse::Ok().content_type("text/html; charset=utf-8").body(bytes) }
        };
        App::new().default_service(web::to(send))
    };
    let server = HttpServer::new(app).workers(1).tcp_nodelay(true).disable_signals().bind("127.0.0.1:0")?;
    let address = server.addrs().first().copied().context("the server has no address")?;
    tokio::spawn(server.run());
    Ok(format!("http://{address}"))
}

/// Stub API that replays the responses of the real one.
struct Kept {
    api: SocketAddr,
    http: reqwest::Client,
    answers: Mutex<HashMap<String, Answer>>,
}

#[derive(Clone)]
struct Answer {
    status: u16,
    etag: Option<String>,
    body: web::Bytes,
}

fn kept_api(api: SocketAddr) -> anyhow::Result<SocketAddr> {
    let kept = web::Data::new(Kept { api, http: client()?, answers: Mutex::default() });
    let app = move || App::new().app_data(kept.clone()).default_service(web::to(repeated));
    let server = HttpServer::new(app).workers(1).tcp_nodelay(true).disable_signals().bind("127.0.0.1:0")?;
    let address = server.addrs().first().copied().context("the server has no address")?;
    tokio::spawn(server.run());
    Ok(address)
}

async fn repeated(
    request: HttpRequest,
    body: web::Bytes,
    kept: web::Data<Kept>,
) -> actix_web::Result<HttpResponse> {
    let answer = kept.answer(&request, &body).await.map_err(actix_web::error::ErrorInternalServerError)?;
    let status = actix_web::http::StatusCode::from_u16(answer.status)
        .map_err(actix_web::error::ErrorInternalServerError)?;
    let mut response = HttpResponse::build(status);
    if let Some(etag) = answer.etag {
        response.insert_header((header::ETAG, etag));
    }
    Ok(response.content_type("application/json").body(answer.body))
}

impl Kept {
    async fn answer(&self, request: &HttpRequest, body: &web::Bytes) -> anyhow::Result<Answer> {
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        // The start of a period changes every second.
        let path_name: String = path.split('&').filter(|part| !part.contains("from_ts=")).collect();
        let name = format!("{} {path_name} {}", request.method(), String::from_utf8_lossy(body));
        let known = self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(&name).cloned();
        if let Some(answer) = known {
            return Ok(answer);
        }
        let key = request.headers().get(header::AUTHORIZATION).context("no key")?.to_str()?;
        let asked =
            self.http.request(request.method().as_str().parse()?, format!("http://{}{path}", self.api));
        let asked = match request.headers().get(header::CONTENT_TYPE) {
            Some(kind) => asked.header(header::CONTENT_TYPE.as_str(), kind.to_str()?).body(body.clone()),
            None => asked,
        };
        let answer = asked.header(header::AUTHORIZATION.as_str(), key).send().await?;
        let etag = answer.headers().get("etag").map(|etag| etag.to_str().map(str::to_owned)).transpose()?;
        let answer = Answer { status: answer.status().as_u16(), etag, body: answer.bytes().await? };
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(name, answer.clone());
        Ok(answer)
    }
}

/// Number of concurrent sign-ins.
const AT_ONCE: usize = 100;
const ROUNDS: usize = 6;
/// Number of bursts per round.
const BURSTS: usize = 10;
/// Niceness of the thread that signs in: the lowest priority.
#[cfg(target_os = "linux")]
const CLIENT_NICENESS: i32 = 19;
/// Number of other clients of the API during the sign-ins.
const OTHERS: usize = 4;

/// Compares the API's response times for other clients while idle and during a hundred sign-ins.
async fn sign_ins(service: &Service) -> anyhow::Result<()> {
    let base = serve_dashboard(service.api()?)?;
    let url = format!("http://{}/api/admin/domains/{HOST}", service.api()?);
    let (mut rest, mut during, mut bursts) = (Vec::new(), Vec::new(), Vec::new());
    for turn in 0..ROUNDS {
        let at_rest = watched(&url, &service.key, None).await?;
        let busy = watched(&url, &service.key, Some(base.clone())).await?;
        if turn > 0 {
            rest.push(at_rest.p99);
            during.push(busy.p99);
            bursts.push(busy.burst.as_secs_f64() * 1e3);
        }
    }
    bursts.sort_by(f64::total_cmp);
    let burst = bursts.get(bursts.len() / 2).copied().unwrap_or_default();
    let limit = Side::times("p99 of the idle API", Unit::Millis, rest);
    let ours = Side::times("p99 of the API meanwhile", Unit::Millis, during).with("burst_ms", burst);
    Report { bench: "dashboard", case: "100 sign-ins at once", limit, ours, goal: Some(0.5) }.print();
    Ok(())
}

struct Watched {
    p99: Duration,
    /// Median time of the sign-ins of one burst.
    burst: Duration,
}

/// Calls the API during bursts of sign-ins, or at rest without `base`. Each side has a thread of
/// its own.
async fn watched(url: &str, key: &str, base: Option<String>) -> anyhow::Result<Watched> {
    let is_counted = Arc::new(AtomicBool::new(base.is_none()));
    let is_over = Arc::new(AtomicBool::new(false));
    let (asked, counted, over) = ((url.to_owned(), key.to_owned()), is_counted.clone(), is_over.clone());
    let watching = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let http = client()?;
            let others = (0..OTHERS).map(|_| wait_times(&http, &asked, &counted, &over));
            let times: anyhow::Result<Vec<_>> = join_all(others).await.into_iter().collect();
            anyhow::Ok(times?.concat())
        })
    });
    let key = key.to_owned();
    let signing = thread::spawn(move || {
        // In production these browsers run on other machines and take no CPU from the service.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(CLIENT_NICENESS);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(bursts(base.as_deref(), &key, &is_counted))
    });
    let bursts = tokio::task::spawn_blocking(move || signing.join()).await?;
    is_over.store(true, Ordering::Release);
    let times = tokio::task::spawn_blocking(move || watching.join()).await?;
    let mut bursts = bursts.map_err(|_| anyhow::anyhow!("the sign-ins panicked"))??;
    let mut times = times.map_err(|_| anyhow::anyhow!("the watch panicked"))??;
    bursts.sort_unstable();
    times.sort_unstable();
    Ok(Watched {
        p99: times.get(times.len() * 99 / 100).copied().unwrap_or_default(),
        burst: bursts.get(bursts.len() / 2).copied().unwrap_or_default(),
    })
}

/// Returns the response times of the requests sent while `is_counted`.
async fn wait_times(
    http: &reqwest::Client,
    (url, key): &(String, String),
    is_counted: &AtomicBool,
    is_over: &AtomicBool,
) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    while !is_over.load(Ordering::Acquire) {
        let counts = is_counted.load(Ordering::Acquire);
        let time = timed(http.get(url).bearer_auth(key)).await?;
        if counts {
            times.push(time);
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(times)
}

/// Runs bursts of sign-ins with an equally long rest after each; without `base`, only the rests.
async fn bursts(base: Option<&str>, key: &str, is_counted: &AtomicBool) -> anyhow::Result<Vec<Duration>> {
    let http = client()?;
    let mut times = Vec::new();
    for _ in 0..BURSTS {
        if let Some(base) = base {
            is_counted.store(true, Ordering::Release);
            let began = Instant::now();
            let all = join_all((0..AT_ONCE).map(|_| signed_in(&http, base, key))).await;
            times.push(began.elapsed());
            is_counted.store(false, Ordering::Release);
            all.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(times)
}
