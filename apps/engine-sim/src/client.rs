use std::time::{Duration, Instant};

use reqwest::{Client, Method};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::account::{AccountConfig, Behaviour, ContentRequest, SentMessage};
use crate::control::{AccountOverview, Injection};
use crate::faults::Fault;
use crate::pixel_log::{PixelAnswer, PixelTokens, Platform, Received};
use crate::push_target::PushTarget;
use crate::story::{Play, Visit, Visited};
use crate::wire::{Event, Fan, Link};
use crate::world::CallRecord;

/// Error of a call to the control API.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// The simulation did not respond, or sent an unexpected response.
    #[error("the simulation is unreachable or sent an invalid response")]
    Http(#[from] reqwest::Error),
    /// The simulation rejected the call.
    #[error("the simulation responded with {status}: {body}")]
    Refused { status: u16, body: String },
    /// A condition was not met in time.
    #[error("timed out: {0}")]
    Late(String),
}

type Outcome<T> = Result<T, SimError>;

/// Client of the control API.
#[derive(Debug, Clone)]
pub struct SimClient {
    url: String,
    http: Client,
}

/// A list of the control API.
#[derive(serde::Deserialize)]
struct Items<T> {
    items: Vec<T>,
}

impl SimClient {
    /// Creates a client of the simulation at `url`, without a trailing slash.
    pub fn new(url: &str) -> Self {
        Self { url: url.to_string(), http: Client::new() }
    }

    /// Returns the base URL of the control API and of the engine, whose calls go to `{url}/v1/...`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the base URL of the simulated Meta.
    pub fn meta_url(&self) -> String {
        format!("{}/meta", self.url)
    }

    /// Returns the base URL of the simulated TikTok.
    pub fn tiktok_url(&self) -> String {
        format!("{}/tiktok", self.url)
    }

    /// Adds a connection, or resets the connection with the same id.
    pub async fn add_account(&self, config: &AccountConfig) -> Outcome<AccountOverview> {
        self.send(Method::POST, "accounts", config).await
    }

    /// Returns an overview of an account.
    pub async fn account(&self, account_id: &str) -> Outcome<AccountOverview> {
        self.get(&format!("accounts/{account_id}")).await
    }

    /// Plays a visit.
    pub async fn visit(&self, account_id: &str, visit: &Visit) -> Outcome<Visited> {
        self.send(Method::POST, &format!("accounts/{account_id}/visit"), visit).await
    }

    /// Plays a stream of events. Returns the number of events.
    pub async fn play(&self, account_id: &str, play: &Play) -> Outcome<u64> {
        let answer: Value = self.send(Method::POST, &format!("accounts/{account_id}/play"), play).await?;
        Ok(answer.get("events").and_then(Value::as_u64).unwrap_or(0))
    }

    /// Logs events that the test made up.
    pub async fn inject(&self, account_id: &str, injection: &Injection) -> Outcome<()> {
        self.send::<Value>(Method::POST, &format!("accounts/{account_id}/events"), injection).await.map(drop)
    }

    /// Returns all events of an account, oldest first. Omits injected values that are no valid
    /// events.
    pub async fn events(&self, account_id: &str) -> Outcome<Vec<Event>> {
        let all: Items<Value> = self.get(&format!("accounts/{account_id}/events")).await?;
        Ok(all.items.into_iter().filter_map(|event| serde_json::from_value(event).ok()).collect())
    }

    /// Returns the accepted messages, oldest first.
    pub async fn messages(&self, account_id: &str) -> Outcome<Vec<SentMessage>> {
        self.list(&format!("accounts/{account_id}/messages")).await
    }

    /// Returns the accepted messages to one fan, oldest first.
    pub async fn messages_to(&self, account_id: &str, fan_id: &str) -> Outcome<Vec<SentMessage>> {
        let mut all = self.messages(account_id).await?;
        all.retain(|message| message.fan_id == fan_id);
        Ok(all)
    }

    /// Returns the fans' requests with the responses to them.
    pub async fn requests(&self, account_id: &str) -> Outcome<Vec<ContentRequest>> {
        self.list(&format!("accounts/{account_id}/requests")).await
    }

    /// Returns the current state of a fan.
    pub async fn fan(&self, account_id: &str, fan_id: &str) -> Outcome<Fan> {
        self.get(&format!("accounts/{account_id}/fans/{fan_id}")).await
    }

    /// Adds a fan, or replaces the fan with the same id. Logs no event.
    pub async fn put_fan(&self, account_id: &str, fan: &Fan) -> Outcome<Fan> {
        self.send(Method::PUT, &format!("accounts/{account_id}/fans/{}", fan.fan_id), fan).await
    }

    /// Changes `active`, `name` or `permanent` of a link on the platform. Logs `link_changed`.
    pub async fn change_link(&self, account_id: &str, provider_id: &str, change: &Value) -> Outcome<Link> {
        self.send(Method::PATCH, &format!("accounts/{account_id}/links/{provider_id}"), change).await
    }

    /// Sets how fans react to messages.
    pub async fn behave(&self, account_id: &str, behaviour: Behaviour) -> Outcome<()> {
        self.send::<Value>(Method::PUT, &format!("accounts/{account_id}/behaviour"), &behaviour)
            .await
            .map(drop)
    }

    /// Starts to push the account's events, including those logged before.
    pub async fn push_to(&self, account_id: &str, target: &PushTarget) -> Outcome<()> {
        self.send::<Value>(Method::PUT, &format!("accounts/{account_id}/push"), target).await.map(drop)
    }

    /// Stops pushing.
    pub async fn stop_pushing(&self, account_id: &str) -> Outcome<()> {
        self.delete(&format!("accounts/{account_id}/push")).await
    }

    /// Waits until every logged event is acknowledged, at most `patience`.
    pub async fn pushed(&self, account_id: &str, patience: Duration) -> Outcome<AccountOverview> {
        let deadline = Instant::now() + patience;
        loop {
            let account = self.account(account_id).await?;
            if account.progress.acknowledged as u64 == account.events {
                return Ok(account);
            }
            if Instant::now() > deadline {
                return Err(SimError::Late(format!(
                    "{} of {} events",
                    account.progress.acknowledged, account.events
                )));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Replaces all faults.
    pub async fn set_faults(&self, faults: &[Fault]) -> Outcome<()> {
        self.send::<Value>(Method::PUT, "faults", &faults).await.map(drop)
    }

    pub async fn add_fault(&self, fault: &Fault) -> Outcome<()> {
        self.send::<Value>(Method::POST, "faults", fault).await.map(drop)
    }

    /// Returns the faults with their remaining counts.
    pub async fn faults(&self) -> Outcome<Vec<Fault>> {
        self.list("faults").await
    }

    /// Removes all faults.
    pub async fn clear_faults(&self) -> Outcome<()> {
        self.delete("faults").await
    }

    /// Returns the calls to the engine and pixel platforms whose path starts with `path`, oldest
    /// first. The simulation keeps the last 20,000 calls.
    pub async fn calls(&self, path: &str) -> Outcome<Vec<CallRecord>> {
        let mut all: Vec<CallRecord> = self.list("calls").await?;
        all.retain(|call| call.path.starts_with(path));
        Ok(all)
    }

    /// Deletes the recorded calls.
    pub async fn purge_calls(&self) -> Outcome<()> {
        self.delete("calls").await
    }

    /// Returns the requests that a platform got, oldest first.
    pub async fn received(&self, platform: Platform) -> Outcome<Vec<Received>> {
        self.list(&format!("pixels/received?platform={}", platform.as_str())).await
    }

    /// Returns the requests that a platform got for one pixel, oldest first.
    pub async fn received_by(&self, platform: Platform, pixel_id: &str) -> Outcome<Vec<Received>> {
        self.list(&format!("pixels/received?platform={}&pixel_id={pixel_id}", platform.as_str())).await
    }

    /// Deletes the requests recorded by the platforms.
    pub async fn purge_received(&self) -> Outcome<()> {
        self.delete("pixels/received").await
    }

    /// Scripts the platforms' responses, used in order.
    pub async fn set_pixel_answers(&self, answers: &[PixelAnswer]) -> Outcome<()> {
        self.send::<Value>(Method::PUT, "pixels/answers", &answers).await.map(drop)
    }

    /// Removes the scripted responses.
    pub async fn clear_pixel_answers(&self) -> Outcome<()> {
        self.delete("pixels/answers").await
    }

    /// Sets the tokens that the platforms accept.
    pub async fn set_pixel_tokens(&self, tokens: &[PixelTokens]) -> Outcome<()> {
        self.send::<Value>(Method::PUT, "pixels/tokens", &tokens).await.map(drop)
    }

    async fn list<T: DeserializeOwned>(&self, path: &str) -> Outcome<Vec<T>> {
        let list: Items<T> = self.get(path).await?;
        Ok(list.items)
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Outcome<T> {
        read(self.http.get(format!("{}/sim/{path}", self.url)).send().await?).await
    }

    async fn delete(&self, path: &str) -> Outcome<()> {
        self.send::<Value>(Method::DELETE, path, &json!({})).await.map(drop)
    }

    async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Outcome<T> {
        let request = self.http.request(method, format!("{}/sim/{path}", self.url)).json(body);
        read(request.send().await?).await
    }
}

async fn read<T: DeserializeOwned>(answer: reqwest::Response) -> Outcome<T> {
    let status = answer.status();
    if status.is_success() {
        return Ok(answer.json().await?);
    }
    Err(SimError::Refused { status: status.as_u16(), body: answer.text().await? })
}
