use std::time::Duration;

use anyhow::Context as _;
use serde_json::Value;
use ureq::Agent;
use ureq::http::Request;

/// What the API answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

/// The public API; a trait so that the loading of the demo can be tested without one.
pub(crate) trait Api {
    /// Calls an operation. An error answer is an answer too.
    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<Answer>;
}

/// The API over HTTP, with a key.
#[derive(Debug)]
pub(crate) struct HttpApi {
    agent: Agent,
    base: String,
    key: String,
}

impl HttpApi {
    pub(crate) fn new(base: &str, key: &str) -> Self {
        Self { agent: agent(Duration::from_secs(30)), base: base.to_string(), key: key.to_string() }
    }
}

impl Api for HttpApi {
    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<Answer> {
        let url = format!("{}{path}", self.base);
        let request = Request::builder()
            .method(method)
            .uri(&url)
            .header("Authorization", format!("Bearer {}", self.key))
            .header("Content-Type", "application/json")
            .body(body.map(Value::to_string).unwrap_or_default())?;
        let mut response = self.agent.run(request).with_context(|| format!("{method} {url}"))?;
        let status = response.status().as_u16();
        let text = response.body_mut().read_to_string().with_context(|| format!("{method} {url}"))?;
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(Answer { status, body })
    }
}

/// Whether the address answers 200 at this moment.
pub(crate) fn is_ready(url: &str) -> bool {
    agent(Duration::from_secs(2)).get(url).call().is_ok_and(|response| response.status() == 200)
}

/// What the edge at this address shows to visitors of `host`.
pub(crate) fn visit(edge: &str, host: &str) -> anyhow::Result<String> {
    let request = Request::builder().uri(edge).header("Host", host).body(())?;
    let mut response =
        agent(Duration::from_secs(10)).run(request).with_context(|| format!("visiting {host}"))?;
    Ok(response.body_mut().read_to_string()?)
}

fn agent(timeout: Duration) -> Agent {
    let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(timeout));
    // The service is on this machine: a proxy of the environment is not for it.
    config.proxy(None).build().new_agent()
}
