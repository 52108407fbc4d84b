//! The control API, with which tests and people configure and inspect the simulation.

use actix_web::http::header;
use actix_web::web::{self, Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::account::{AccountConfig, Behaviour};
use crate::faults::Fault;
use crate::input::{self, Query};
use crate::push_target::{PushProgress, PushTarget};
use crate::reply::{Refusal, Reply};
use crate::rng::mix;
use crate::story::{self, Play, Visit};
use crate::time;
use crate::wire::{Event, Fan, LinkRef};
use crate::world::World;

/// Overview of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AccountOverview {
    pub account_id: String,
    /// Name on the platform.
    pub username: String,
    /// Number of fans.
    pub fans: u64,
    /// Number of links.
    pub links: u64,
    /// Number of logged events.
    pub events: u64,
    /// Number of accepted messages.
    pub messages: u64,
    /// Target that events are pushed to.
    pub push: Option<PushTarget>,
    /// Progress of the push.
    pub progress: PushProgress,
}

/// Events that a test made up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Injection {
    /// Events in the order of the log.
    pub events: Vec<Value>,
    /// Logs the events unchanged, instead of filling in the required fields.
    #[serde(default)]
    pub raw: bool,
}

type Answer = Result<Reply, Refusal>;
type Shared = Data<World>;

pub(crate) fn routes(config: &mut ServiceConfig) {
    config
        .route("/sim/accounts", web::get().to(accounts))
        .route("/sim/accounts", web::post().to(add_account))
        .route("/sim/accounts/{id}", web::get().to(account))
        .route("/sim/accounts/{id}/visit", web::post().to(visit))
        .route("/sim/accounts/{id}/play", web::post().to(play))
        .route("/sim/accounts/{id}/events", web::post().to(inject))
        .route("/sim/accounts/{id}/events", web::get().to(events))
        .route("/sim/accounts/{id}/messages", web::get().to(messages))
        .route("/sim/accounts/{id}/requests", web::get().to(requests))
        .route("/sim/accounts/{id}/fans/{fan_id}", web::get().to(fan))
        .route("/sim/accounts/{id}/fans/{fan_id}", web::put().to(put_fan))
        .route("/sim/accounts/{id}/links/{provider_id}", web::patch().to(change_link))
        .route("/sim/accounts/{id}/behaviour", web::put().to(behave))
        .route("/sim/accounts/{id}/push", web::put().to(push))
        .route("/sim/accounts/{id}/push", web::delete().to(stop_pushing))
        .route("/sim/accounts/{id}/push", web::get().to(progress))
        .route("/sim/faults", web::get().to(faults))
        .route("/sim/faults", web::put().to(set_faults))
        .route("/sim/faults", web::post().to(add_fault))
        .route("/sim/faults", web::delete().to(clear_faults))
        .route("/sim/calls", web::get().to(calls))
        .route("/sim/calls", web::delete().to(purge_calls))
        .route("/l/{id}/{provider_id}", web::get().to(landing));
}

async fn accounts(world: Shared) -> Answer {
    let all: Vec<AccountOverview> = world.accounts().iter().map(|account| overview(account)).collect();
    Reply::ok(&json!({"items": all}))
}

async fn add_account(world: Shared, body: Bytes) -> Answer {
    let config: AccountConfig = input::body(&body)?;
    Reply::ok(&overview(&*world.add(config)?))
}

async fn account(world: Shared, id: Path<String>) -> Answer {
    Reply::ok(&overview(&*world.account(&id)?))
}

fn overview(account: &crate::account::Account) -> AccountOverview {
    let state = account.read();
    AccountOverview {
        account_id: account.config.account_id.clone(),
        username: account.username(),
        fans: state.fans.len(),
        links: state.links.len() as u64,
        events: state.log.len() as u64,
        messages: state.messages.len() as u64,
        push: account.target.borrow().clone(),
        progress: account.progress.borrow().clone(),
    }
}

async fn visit(world: Shared, id: Path<String>, body: Bytes) -> Answer {
    let asked: Visit = input::body(&body)?;
    Reply::ok(&world.account(&id)?.change(|state| story::visit(state, asked))?)
}

async fn play(world: Shared, id: Path<String>, body: Bytes) -> Answer {
    let asked: Play = input::body(&body)?;
    let count = world.account(&id)?.change(|state| story::play(state, &asked));
    Reply::ok(&json!({"events": count}))
}

async fn inject(world: Shared, id: Path<String>, body: Bytes) -> Answer {
    let asked: Injection = input::body(&body)?;
    let account = world.account(&id)?;
    let count = asked.events.len();
    account.change(|state| {
        for mut event in asked.events {
            if !asked.raw {
                let event_id = state.next_id("evt");
                complete(&mut event, event_id);
            }
            state.inject(&event);
        }
    });
    Reply::ok(&json!({"events": count}))
}

/// Fills in the required fields of an event.
fn complete(event: &mut Value, event_id: String) {
    let Some(fields) = event.as_object_mut() else { return };
    for (name, value) in [
        ("event_id", Value::String(event_id)),
        ("occurred_at", Value::String(time::rfc3339(time::now()))),
        ("fan", Value::Null),
        ("link", Value::Null),
        ("click_ref", Value::Null),
        ("data", json!({})),
    ] {
        fields.entry(name).or_insert(value);
    }
}

async fn events(world: Shared, id: Path<String>) -> Answer {
    let account = world.account(&id)?;
    let state = account.read();
    let items: Vec<Value> = state.log.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    Reply::ok(&json!({"items": items}))
}

async fn messages(world: Shared, id: Path<String>, request: HttpRequest) -> Answer {
    let account = world.account(&id)?;
    let query = Query::parse(request.query_string()).only(&["fan_id"])?;
    let fan = query.text("fan_id");
    let state = account.read();
    let fits = |one: &&crate::account::SentMessage| fan.is_none_or(|fan| one.fan_id == fan);
    let items: Vec<_> = state.messages.iter().filter(fits).collect();
    let mut by_fan = std::collections::BTreeMap::<&str, u64>::new();
    for message in &items {
        *by_fan.entry(&message.fan_id).or_default() += 1;
    }
    Reply::ok(&json!({"count": items.len(), "by_fan": by_fan, "items": items}))
}

async fn requests(world: Shared, id: Path<String>) -> Answer {
    let account = world.account(&id)?;
    let items: Vec<_> = account.read().requests.values().cloned().collect();
    Reply::ok(&json!({"items": items}))
}

async fn fan(world: Shared, path: Path<(String, String)>) -> Answer {
    let account = world.account(&path.0)?;
    let fan = account.read().fans.get(&path.1);
    Reply::ok(&fan.ok_or(Refusal::NotFound("fan"))?)
}

async fn put_fan(world: Shared, path: Path<(String, String)>, body: Bytes) -> Answer {
    let fan: Fan = input::body(&body)?;
    if fan.fan_id != path.1 {
        return Err(Refusal::invalid("fan_id is not that of the address"));
    }
    world.account(&path.0)?.change(|state| state.fans.put(fan.clone()));
    Reply::ok(&fan)
}

/// Changes a link on the platform, and logs the event.
async fn change_link(world: Shared, path: Path<(String, String)>, body: Bytes) -> Answer {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Change {
        active: Option<bool>,
        name: Option<String>,
        permanent: Option<bool>,
    }
    let change: Change = input::body(&body)?;
    world.account(&path.0)?.change(|state| {
        let link = &mut state.link_mut(&path.1)?.link;
        link.active = change.active.unwrap_or(link.active);
        link.permanent = change.permanent.unwrap_or(link.permanent);
        link.name = change.name.unwrap_or_else(|| link.name.clone());
        let link = link.clone();
        state.keep_links()?;
        let event = Event {
            event_id: state.next_id("evt"),
            kind: "link_changed".to_string(),
            occurred_at: time::rfc3339(time::now()),
            fan: None,
            link: Some(LinkRef { provider_id: link.provider_id.clone() }),
            click_ref: None,
            data: json!(link),
        };
        state.happen(&event);
        Reply::ok(&link)
    })
}

async fn behave(world: Shared, id: Path<String>, body: Bytes) -> Answer {
    let behaviour: Behaviour = input::body(&body)?;
    world.account(&id)?.change(|state| state.behaviour = behaviour);
    Reply::ok(&behaviour)
}

async fn push(world: Shared, id: Path<String>, body: Bytes) -> Answer {
    let target: PushTarget = input::body(&body)?;
    let account = world.account(&id)?;
    if target.replay {
        account.progress.send_modify(|progress| progress.acknowledged = 0);
    }
    account.target.send_replace(Some(target));
    Reply::ok(&overview(&account))
}

async fn stop_pushing(world: Shared, id: Path<String>) -> Answer {
    let account = world.account(&id)?;
    account.target.send_replace(None);
    Reply::ok(&overview(&account))
}

async fn progress(world: Shared, id: Path<String>) -> Answer {
    Reply::ok(&overview(&*world.account(&id)?))
}

async fn faults(world: Shared) -> Answer {
    Reply::ok(&json!({"items": world.faults().faults()}))
}

async fn set_faults(world: Shared, body: Bytes) -> Answer {
    let faults: Vec<Fault> = input::body(&body)?;
    world.faults().set(faults);
    Reply::ok(&json!({"items": world.faults().faults()}))
}

async fn add_fault(world: Shared, body: Bytes) -> Answer {
    let fault: Fault = input::body(&body)?;
    world.faults().add(fault);
    Reply::ok(&json!({"items": world.faults().faults()}))
}

async fn clear_faults(world: Shared) -> Answer {
    world.faults().set(Vec::new());
    Reply::ok(&json!({"items": []}))
}

async fn calls(world: Shared, request: HttpRequest) -> Answer {
    let query = Query::parse(request.query_string()).only(&["path", "account_id"])?;
    let mut items = world.calls();
    items.retain(|call| {
        query.text("path").is_none_or(|path| call.path.starts_with(path))
            && query.text("account_id").is_none_or(|account| call.account_id.as_deref() == Some(account))
    });
    Reply::ok(&json!({"count": items.len(), "items": items}))
}

async fn purge_calls(world: Shared) -> Answer {
    world.purge_calls();
    Reply::ok(&json!({}))
}

/// Page behind a link: counts the click and explains the next step.
async fn landing(world: Shared, path: Path<(String, String)>) -> Result<HttpResponse, Refusal> {
    let account = world.account(&path.0)?;
    account.change(|state| state.link_mut(&path.1).map(|record| record.clicked(time::now())))?;
    let page = format!(
        "<!doctype html><title>Profile {:04x}</title><h1>The creator's page</h1>\n\
         <p>The visit was counted. A subscription is made through <code>POST /sim/accounts/.../visit</code>.</p>\n",
        mix(account.config.seed) & 0xffff
    );
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("text/html")
        .body(page))
}
