//! Server side of the engine protocol.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::web::{self, Data, Path, ServiceConfig};
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use bytes::Bytes;
use serde_json::json;

use crate::account::Account;
use crate::fans::Filter;
use crate::input::{self, Query, cursor, is_country};
use crate::population::{STATUSES, TIERS};
use crate::reply::{Refusal, Reply};
use crate::time;
use crate::wire::{AccountInfo, Content, NewLink, NewMessage, Page, RequestAction};
use crate::world::{World, bearer};

/// Registers all calls of the protocol, and the pages behind its links.
pub(crate) fn routes(config: &mut ServiceConfig) {
    config
        .route("/v1/account", web::get().to(account))
        .route("/v1/links", web::get().to(links))
        .route("/v1/links", web::post().to(create_link))
        .route("/v1/links/stats", web::get().to(link_stats))
        .route("/v1/links/{provider_id}", web::patch().to(switch_link))
        .route("/v1/content", web::get().to(content))
        .route("/v1/content/{content_id}", web::get().to(content_item))
        .route("/v1/fans", web::get().to(fans))
        .route("/v1/messages", web::post().to(send_message))
        .route("/v1/requests/{request_id}/response", web::post().to(respond))
        .route("/v1/events", web::get().to(events));
}

type Answer = Result<Reply, Refusal>;

/// Connection that owns the request's token.
struct Caller(Arc<Account>);

impl FromRequest for Caller {
    type Error = Refusal;
    type Future = Ready<Result<Self, Refusal>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let world = request.app_data::<Data<World>>();
        let found = world.and_then(|world| world.account_of(bearer(request.headers())));
        ready(found.map(Self).ok_or(Refusal::Unauthorized))
    }
}

/// The query string.
struct Asked(Query);

impl FromRequest for Asked {
    type Error = Refusal;
    type Future = Ready<Result<Self, Refusal>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(Query::parse(request.query_string()))))
    }
}

/// The `Idempotency-Key`, which every POST requires.
struct Key(String);

impl FromRequest for Key {
    type Error = Refusal;
    type Future = Ready<Result<Self, Refusal>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let key = request.headers().get("idempotency-key").and_then(|key| key.to_str().ok());
        let key = key.filter(|key| (1..=255).contains(&key.len())).map(|key| Self(key.to_string()));
        ready(key.ok_or_else(|| Refusal::invalid("Idempotency-Key has 1 to 255 characters")))
    }
}

async fn account(Caller(account): Caller) -> Answer {
    let account_id = account.config.account_id.clone();
    Reply::ok(&AccountInfo { account_id, username: account.username() })
}

async fn links(Caller(account): Caller, Asked(query): Asked) -> Answer {
    let query = query.only(&["offer", "cursor", "limit"])?;
    let (offer, limit) = (query.one_of("offer", &["paid", "ftl"])?, query.limit(50, 200)?);
    let (items, next) = account.read().links_page(offer.as_deref(), query.place("cursor", "links")?, limit);
    Reply::ok(&Page { items, next_cursor: next.map(|place| cursor("links", place)), total: None })
}

async fn create_link(Caller(account): Caller, Key(key): Key, body: Bytes) -> Answer {
    let work = |body: &[u8]| input::body::<NewLink>(body);
    Ok(account.change(|state| state.once(&key, |state| Reply::ok(&state.create_link(work(&body)?)?))))
}

async fn switch_link(Caller(account): Caller, provider_id: Path<String>, body: Bytes) -> Answer {
    #[derive(serde::Deserialize)]
    struct Switch {
        active: bool,
    }
    let Switch { active } = input::body(&body)?;
    account.change(|state| {
        let link = state.switch_link(&provider_id, active)?;
        Reply::ok(&link)
    })
}

async fn link_stats(Caller(account): Caller, Asked(query): Asked) -> Answer {
    let wanted = query.only(&["provider_id"])?.all("provider_id");
    if !(1..=100).contains(&wanted.len()) {
        return Err(Refusal::invalid("provider_id is given 1 to 100 times"));
    }
    let items = account.read().link_stats(&wanted);
    Reply::ok(&json!({"items": items}))
}

async fn content(Caller(account): Caller, Asked(query): Asked) -> Answer {
    let query = query.only(&["sort", "cursor", "limit"])?;
    let sort = query.one_of("sort", &["buyers", "tips"])?;
    let (place, limit) = (query.place("cursor", "content")? as usize, query.limit(50, 200)?);
    let mut items = account.read().content.clone();
    let count =
        |item: &Content| if sort.as_deref() == Some("tips") { item.tips_cents } else { item.buyers_count };
    items.sort_by_key(|item| (std::cmp::Reverse(count(item)), item.content_id));
    let total = items.len();
    let items: Vec<Content> = items.into_iter().skip(place).take(limit).collect();
    let next = place.saturating_add(items.len());
    let next_cursor = (next < total).then(|| cursor("content", next as u64));
    Reply::ok(&Page { items, next_cursor, total: Some(total as u64) })
}

async fn content_item(Caller(account): Caller, content_id: Path<String>) -> Answer {
    let state = account.read();
    let item = state.content.iter().find(|item| item.content_id.to_string() == *content_id);
    Reply::ok(item.ok_or(Refusal::NotFound("content"))?)
}

/// Lists fans. Pages may be long, so they are serialized directly.
async fn fans(Caller(account): Caller, Asked(query): Asked) -> Result<HttpResponse, Refusal> {
    let query = query.only(&[
        "tier",
        "status",
        "country",
        "min_spent_cents",
        "max_spent_cents",
        "last_seen_days",
        "cursor",
        "limit",
    ])?;
    let countries = query.all("country");
    if !countries.iter().all(|country| is_country(country)) {
        return Err(Refusal::invalid("country is two upper-case letters"));
    }
    let days = query.number("last_seen_days")?;
    let filter = Filter {
        tier: query.one_of("tier", &TIERS)?,
        status: query.one_of("status", &STATUSES)?,
        countries,
        min_spent: query.number("min_spent_cents")?,
        max_spent: query.number("max_spent_cents")?,
        seen_since: days.map(|days| Filter::seen_within(time::now(), days)),
    };
    let (place, limit) = (query.place("cursor", "fans")?, query.limit(100, 1_000)?);
    let (items, next) = account.read().fans.page(&filter, place, limit);
    let next_cursor = next.map(|place| cursor("fans", place));
    Ok(HttpResponse::Ok().json(Page { items, next_cursor, total: None }))
}

async fn send_message(Caller(account): Caller, Key(key): Key, body: Bytes) -> Answer {
    let expected = account.config.account_id.as_str();
    Ok(account.change(|state| {
        state.once(&key, |state| {
            let message: NewMessage = input::body(&body)?;
            if message.platform_account_id != expected {
                return Err(Refusal::invalid("platform_account_id is not that of this connection"));
            }
            Reply::ok(&json!({"message_id": state.send(message, &key)?}))
        })
    }))
}

async fn respond(Caller(account): Caller, Key(key): Key, request_id: Path<String>, body: Bytes) -> Answer {
    let request_id: i64 = request_id.parse().map_err(|_| Refusal::NotFound("request"))?;
    Ok(account.change(|state| {
        state.once(&key, |state| {
            let action: RequestAction = input::body(&body)?;
            Reply::ok(&state.respond(request_id, action)?)
        })
    }))
}

/// Lists events after `after`. Events are already serialized, so the response is joined text.
async fn events(Caller(account): Caller, Asked(query): Asked) -> Result<HttpResponse, Refusal> {
    let query = query.only(&["after", "limit"])?;
    let list = format!("events@{}", account.config.run);
    let (place, limit) = (resume(&query, &list)?, query.limit(200, 1_000)?);
    let state = account.read();
    let events: Vec<&str> = state.log.iter().skip(place as usize).take(limit).map(AsRef::as_ref).collect();
    let next = (!events.is_empty()).then(|| cursor(&list, place + events.len() as u64));
    let body = format!(r#"{{"items":[{}],"next_cursor":{}}}"#, events.join(","), json!(next));
    Ok(HttpResponse::Ok().content_type("application/json").body(body))
}

/// Returns the start in the log. A cursor of another run restarts at the beginning.
fn resume(query: &Query, list: &str) -> Result<u64, Refusal> {
    let of_another_run = |after: &str| {
        input::list_of(after).is_some_and(|other| other.starts_with("events@") && other != list)
    };
    match query.text("after") {
        Some(after) if of_another_run(after) => Ok(0),
        _ => query.place("after", list),
    }
}
