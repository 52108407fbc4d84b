//! The examples of the OpenAPI document, compared with real responses. `FUNNEL_WRITE_EXAMPLES=1`
//! records them again.

mod failures;
mod sections;

use std::collections::BTreeMap;
use std::fs;

use engine_sim::{Act, Platform, PushMode, PushTarget, Visit};
use reqwest::{Method, RequestBuilder};
use serde_json::{Map, Value, json};

use self::sections::{
    banners, broadcasts, codes, destinations, domains, fans, keys_and_members, links, page, pixels, stats,
    vault, webhooks,
};
use crate::broadcasts::{OPEN, STILL, later, switch};
use crate::conversions::PUSHED;
use crate::journey::{ACCOUNT, Funnel, HOST, only, slots};
use crate::media::{png, wav};
use crate::real::{Api, Reply, eventually};
use crate::transfer_archive::packed;
use crate::webhooks::{HERE, Receiver};

/// File with the examples of the document.
const FILE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/http/admin-api/src/openapi/examples.json");

/// Hostname that replaces the tests' domain in examples.
const SHOWN_HOST: &str = "links.example.com";

/// Maximum number of list entries in an example.
const ENTRIES: usize = 2;

/// Recorded requests and responses by operation id.
struct Recorder<'a> {
    api: &'a Api,
    engine: String,
    /// Address of the webhook receiver.
    receiver: String,
    /// Operation ids by method and path template.
    operations: BTreeMap<(String, String), String>,
    examples: BTreeMap<String, Value>,
    errors: BTreeMap<String, Value>,
}

impl<'a> Recorder<'a> {
    fn new(funnel: &'a Funnel) -> Self {
        let document = serde_json::to_value(admin_api::openapi::document()).unwrap();
        let mut operations = BTreeMap::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let id = operation["operationId"].as_str().unwrap().to_owned();
                let path = path.strip_prefix("/api/admin").unwrap().to_owned();
                operations.insert((method.to_uppercase(), path), id);
            }
        }
        let engine = funnel.sim.url().to_owned();
        Self {
            api: &funnel.real.api,
            engine,
            receiver: "-".repeat(100),
            operations,
            examples: BTreeMap::new(),
            errors: BTreeMap::new(),
        }
    }

    /// Calls an operation and records it. `names` fill the path; unused names become the query.
    async fn call(&mut self, named: &str, names: &[(&str, &str)], body: Option<Value>) -> Value {
        let (method, template) = named.split_once(' ').unwrap();
        let request = self.api.request(method.parse().unwrap(), &filled(template, names));
        let reply = match &body {
            Some(body) => Reply::of(request.json(body)).await,
            None => Reply::of(request).await,
        };
        self.record(named, names, body, &reply)
    }

    /// Calls an operation with a file, and records it.
    async fn upload(&mut self, template: &str, names: &[(&str, &str)], file: Vec<u8>) {
        let reply = Reply::of(self.api.request(Method::PUT, &filled(template, names)).body(file)).await;
        self.record(&format!("PUT {template}"), names, None, &reply);
    }

    /// Calls an operation with a table, and records it.
    async fn table(&mut self, template: &str, names: &[(&str, &str)], table: &'static str) {
        let request = self.api.request(Method::POST, &filled(template, names));
        let reply = Reply::of(request.header("content-type", "text/csv").body(table)).await;
        self.record(&format!("POST {template}"), names, Some(json!(table)), &reply);
    }

    /// Calls an operation with an archive, and records only the response.
    async fn archive(&mut self, template: &str, names: &[(&str, &str)], archive: Vec<u8>) {
        let request = self.api.request(Method::POST, &filled(template, names));
        let reply = Reply::of(request.header("content-type", "application/zip").body(archive)).await;
        self.record(&format!("POST {template}"), names, None, &reply);
    }

    fn record(&mut self, named: &str, names: &[(&str, &str)], body: Option<Value>, reply: &Reply) -> Value {
        assert!((200..300).contains(&reply.status), "{named}: {} {}", reply.status, reply.text);
        let (method, template) = named.split_once(' ').unwrap();
        let id = &self.operations[&(method.to_owned(), template.to_owned())];
        let mut example = Map::new();
        let names = names.iter().map(|(name, value)| ((*name).to_owned(), self.shown(&json!(value))));
        example.insert("parameters".to_owned(), names.collect::<Map<_, _>>().into());
        if let Some(body) = body {
            example.insert("request".to_owned(), self.shown(&body));
        }
        // Pictures and pages are not recorded.
        let is_table = reply
            .headers
            .get("content-type")
            .is_some_and(|media_type| media_type.as_bytes().starts_with(b"text/csv"));
        let answer =
            if is_table { json!(reply.text) } else { serde_json::from_str(&reply.text).unwrap_or_default() };
        if answer != Value::Null {
            example.insert("response".to_owned(), self.shown(&answer));
        }
        self.examples.entry(id.clone()).or_insert(Value::Object(example));
        answer
    }

    /// Calls a failing operation and records its error.
    async fn fail(&mut self, method: Method, path: &str, body: Value) {
        let request = self.api.request(method, path);
        self.refused(if body.is_null() { request } else { request.json(&body) }).await;
    }

    /// Sends any failing request and records its error.
    async fn refused(&mut self, request: RequestBuilder) {
        let reply = Reply::of(request).await;
        assert!(reply.status >= 400, "{}", reply.text);
        self.note(reply.json());
    }

    /// Stores an error body by its code, or by its sentence if it has no code.
    fn note(&mut self, body: Value) {
        let name = match &body["detail"] {
            Value::String(sentence) => sentence.clone(),
            Value::Object(coded) => coded["code"].as_str().unwrap().to_owned(),
            _ => "validation".to_owned(),
        };
        let shown = self.shown(&body);
        self.errors.entry(name).or_insert(shown);
    }

    /// Returns a response without secrets, with realistic addresses and short lists.
    fn shown(&self, value: &Value) -> Value {
        match value {
            Value::Array(entries) => entries.iter().take(ENTRIES).map(|entry| self.shown(entry)).collect(),
            Value::Object(fields) => {
                fields.iter().map(|(name, value)| (name.clone(), self.shown(value))).collect()
            }
            Value::String(text) if text.starts_with("whsec_") => json!("whsec_<secret>"),
            Value::String(text) if text.starts_with("al_live_") => json!("al_live_k3v9x2m7qa_<secret>"),
            Value::String(text) => {
                let shown = text.replace(&self.engine, "https://engine.example").replace(HOST, SHOWN_HOST);
                json!(shown.replace(&self.receiver, "https://crm.example.com"))
            }
            other => other.clone(),
        }
    }

    fn finished(self) -> Value {
        json!({ "operations": self.examples, "errors": self.errors })
    }
}

/// Fills the names into the path; unused names become the query.
fn filled(template: &str, names: &[(&str, &str)]) -> String {
    let mut path = template.to_owned();
    let mut query = Vec::new();
    for (name, value) in names {
        let place = format!("{{{name}}}");
        match path.contains(&place) {
            true => path = path.replace(&place, value),
            false => query.push(format!("{name}={value}")),
        }
    }
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

/// Returns the field names only, since values differ from run to run.
fn skeleton(value: &Value) -> Value {
    match value {
        Value::Array(entries) => entries.iter().take(1).map(skeleton).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), skeleton(value))).collect(),
        _ => Value::Null,
    }
}

#[actix_web::test]
async fn the_examples_are_what_the_service_answers() {
    let funnel = Funnel::with_platforms(|base| {
        let owned = |(name, value): (&'static str, &str)| (name, value.to_owned());
        vec![owned(OPEN), owned(STILL), owned(HERE), ("FUNNEL_META_URL", format!("{base}/meta"))]
    })
    .await;
    switch(&funnel.real, "open").await;
    let late = failures::late(&funnel.real);
    let mut recorder = Recorder::new(&funnel);
    let provider = links(&mut recorder).await;
    fans(&funnel, &provider).await;
    keys_and_members(&mut recorder).await;
    domains(&mut recorder, &funnel).await;
    page(&mut recorder, &funnel).await;
    banners(&mut recorder).await;
    codes(&mut recorder).await;
    pixels(&mut recorder, &funnel, &provider).await;
    stats(&mut recorder).await;
    vault(&mut recorder, &funnel).await;
    broadcasts(&mut recorder).await;
    webhooks(&mut recorder, &funnel).await;
    destinations(&mut recorder, &funnel).await;
    failures::all(&mut recorder, &funnel, late).await;
    let recorded = recorder.finished();
    if std::env::var_os("FUNNEL_WRITE_EXAMPLES").is_some() {
        fs::write(FILE, format!("{}\n", serde_json::to_string_pretty(&recorded).unwrap())).unwrap();
    }
    let committed: Value = serde_json::from_str(&fs::read_to_string(FILE).unwrap()).unwrap();
    assert_eq!(skeleton(&recorded), skeleton(&committed), "record them anew");
}
