//! Execution of one command as one or more calls.

use std::fs;
use std::io::{Read, Write};
use std::pin::pin;

use bytes::Bytes;
use clap::ArgMatches;
use funnel_sdk::raw::Call;
use funnel_sdk::{Client, Response};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::unbounded_channel;

use crate::answer::Answer;
use crate::document::{Body, Operation};
use crate::failure::Failure;
use crate::progress::Bar;
use crate::{Console, arguments, output};

/// The operation that copies to many domains, called in batches of targets.
const BULK_COPY: &str = "domains_content_copy";

/// Number of targets per call.
const TARGETS: usize = 25;

pub(crate) async fn run<In: Read, Out: Write, Err: Write>(
    client: &Client,
    operation: &Operation,
    matches: &ArgMatches,
    console: &mut Console<'_, In, Out, Err>,
) -> Result<(), Failure> {
    let call = prepare(operation, matches, &mut console.input)?;
    let targets = if operation.id == BULK_COPY { targets(&call) } else { Vec::new() };
    let asks_for_all = operation.list.is_some() && matches.get_flag("all");
    let answer = match &operation.list {
        Some(list) if asks_for_all => all(client, &call, list).await?,
        _ if targets.len() > TARGETS => copied(client, &call, &targets, console).await?,
        _ => Answer::of(&watched(client, call.ready(), console).await?),
    };
    output::write(&answer, operation, matches, console)
}

async fn send(client: &Client, call: Call) -> Result<Response<Bytes>, Failure> {
    client.send(call).await.map_err(|error| Failure::call(client.base_url(), error))
}

/// Sends a call, with a progress bar for large files if a person watches.
async fn watched<In: Read, Out: Write, Err: Write>(
    client: &Client,
    call: Call,
    console: &mut Console<'_, In, Out, Err>,
) -> Result<Response<Bytes>, Failure> {
    if !console.watched {
        return send(client, call).await;
    }
    let (sender, mut receiver) = unbounded_channel();
    let call = call.on_progress(move |progress| {
        // The receiver lives as long as the call.
        let _ = sender.send(progress);
    });
    let mut bar = Bar::default();
    let mut work = pin!(send(client, call));
    let done = loop {
        tokio::select! {
            biased;
            Some(progress) = receiver.recv() => bar.show(progress, &mut console.errors)?,
            done = &mut work => break done,
        }
    };
    while let Ok(progress) = receiver.try_recv() {
        bar.show(progress, &mut console.errors)?;
    }
    bar.end(&mut console.errors)?;
    done
}

/// A call, and the body and key that it was built from.
struct Prepared {
    call: Call,
    body: Option<Value>,
    key: Option<String>,
}

impl Prepared {
    fn ready(&self) -> Call {
        self.with(self.body.as_ref(), self.key.as_deref())
    }

    fn with(&self, body: Option<&Value>, key: Option<&str>) -> Call {
        let call = self.call.clone();
        let call = match body {
            Some(body) => call.json(body.to_string()),
            None => call,
        };
        match key {
            Some(key) => call.idempotency_key(key),
            None => call,
        }
    }
}

fn prepare(operation: &Operation, matches: &ArgMatches, input: &mut impl Read) -> Result<Prepared, Failure> {
    let is_dry = operation.dry_run.is_some() && matches.get_flag("dry-run");
    let path = operation.dry_run.as_deref().filter(|_| is_dry).unwrap_or(&operation.path);
    let places = operation.places.iter().map(|field| arguments::text(matches, "path", field));
    let places: Vec<String> = places.map(Option::unwrap_or_default).collect();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    let mut call = Call::new(operation.method.clone(), path, &places)?;
    for field in &operation.query {
        if let Some(value) = arguments::text(matches, "query", field) {
            call = call.query(&field.name, &value);
        }
    }
    let is_keyed = operation.keyed && !is_dry;
    if is_keyed {
        call = call.keyed();
    }
    if let Some(etag) = text(matches, "if-match") {
        call = call.if_match(etag);
    }
    let body = match &operation.body {
        Body::None => None,
        Body::File => {
            let path = text(matches, "file").unwrap_or_default();
            call = call.file(bytes(path, input)?);
            None
        }
        Body::Json(fields) => {
            let mut body = text(matches, "data").map_or(Ok(Map::new()), |data| object(data, input))?;
            arguments::set_fields(matches, fields, &mut body);
            Some(Value::Object(body))
        }
    };
    let key = text(matches, "idempotency-key").filter(|_| is_keyed).map(str::to_string);
    Ok(Prepared { call, body, key })
}

fn text<'a>(matches: &'a ArgMatches, id: &str) -> Option<&'a str> {
    matches.try_get_one::<String>(id).ok().flatten().map(String::as_str)
}

/// Reads a JSON object from `@file`, from standard input (`-`), or from the text itself.
fn object(data: &str, input: &mut impl Read) -> Result<Map<String, Value>, Failure> {
    let text = match data.strip_prefix('@') {
        Some(path) => bytes(path, input)?,
        None if data == "-" => bytes(data, input)?,
        None => data.as_bytes().to_vec(),
    };
    serde_json::from_slice(&text)
        .map_err(|error| Failure::usage(format!("--data is not a JSON object: {error}")))
}

fn bytes(path: &str, input: &mut impl Read) -> Result<Vec<u8>, Failure> {
    let unread = |error| Failure::usage(format!("{path} can't be read: {error}"));
    if path != "-" {
        return fs::read(path).map_err(unread);
    }
    let mut content = Vec::new();
    input.read_to_end(&mut content).map_err(unread)?;
    Ok(content)
}

/// Reads all pages, and returns the first page with the items of all.
async fn all(client: &Client, call: &Prepared, list: &str) -> Result<Answer, Failure> {
    let mut next = call.ready();
    let mut whole: Option<Value> = None;
    loop {
        let mut page = parsed(&send(client, next).await?)?;
        let cursor = page.get("next_cursor").and_then(Value::as_str).map(str::to_string);
        let whole = match &mut whole {
            None => whole.insert(page),
            Some(whole) => {
                let more = page.get_mut(list).and_then(Value::as_array_mut).map(std::mem::take);
                if let Some(items) = whole.get_mut(list).and_then(Value::as_array_mut) {
                    items.extend(more.unwrap_or_default());
                }
                whole
            }
        };
        let Some(cursor) = cursor else {
            if let Some(cursor) = whole.get_mut("next_cursor") {
                *cursor = Value::Null;
            }
            return Ok(Answer { body: whole.to_string().into(), etag: None });
        };
        next = call.ready().query("cursor", &cursor);
    }
}

fn targets(call: &Prepared) -> Vec<Value> {
    let targets = call.body.as_ref().and_then(|body| body.get("targets")).and_then(Value::as_array);
    targets.cloned().unwrap_or_default()
}

/// Copies to batches of targets, and reports progress.
async fn copied<In: Read, Out: Write, Err: Write>(
    client: &Client,
    call: &Prepared,
    targets: &[Value],
    console: &mut Console<'_, In, Out, Err>,
) -> Result<Answer, Failure> {
    let mut whole = Value::Null;
    let mut results = Vec::new();
    let mut body = call.body.clone().unwrap_or_default();
    for (number, some) in targets.chunks(TARGETS).enumerate() {
        if let Some(fields) = body.as_object_mut() {
            fields.insert("targets".to_string(), json!(some));
        }
        // Each call does different work and so needs its own key.
        let key = call.key.as_ref().map(|key| format!("{key}-{number}"));
        let done = send(client, call.with(Some(&body), key.as_deref())).await;
        let answer = done.inspect_err(|_| {
            let _ = writeln!(
                console.errors,
                "Copied to {} of {} domains before this:",
                number * TARGETS,
                targets.len()
            );
        })?;
        whole = parsed(&answer)?;
        let more = whole.get_mut("results").and_then(Value::as_array_mut).map(std::mem::take);
        results.extend(more.unwrap_or_default());
        if console.watched {
            write!(console.errors, "\r{} of {} domains", results.len(), targets.len())?;
            console.errors.flush()?;
        }
    }
    if console.watched {
        writeln!(console.errors)?;
    }
    if let Some(fields) = whole.as_object_mut() {
        fields.insert("results".to_string(), Value::Array(results));
    }
    Ok(Answer { body: whole.to_string().into(), etag: None })
}

fn parsed(body: &[u8]) -> Result<Value, Failure> {
    serde_json::from_slice(body).map_err(|_| Failure::usage("the answer is not JSON"))
}
