use engine_sim::{AccountConfig, RunningSim, Sim, SimConfig};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;

pub(crate) const ACCOUNT: &str = "acct_1";
pub(crate) const TOKEN: &str = "token-1";
pub(crate) const SECRET: &str = "secret-1";

/// A simulation with one connection.
pub(crate) struct Here {
    pub(crate) sim: RunningSim,
    pub(crate) http: Client,
}

pub(crate) fn config() -> AccountConfig {
    let anchor = Some("2026-11-01T00:00:00Z".to_string());
    AccountConfig { fans: 500, anchor, ..AccountConfig::new(ACCOUNT, TOKEN, SECRET) }
}

impl Here {
    pub(crate) async fn start() -> Self {
        Self::with(config()).await
    }

    pub(crate) async fn with(account: AccountConfig) -> Self {
        let config = SimConfig { accounts: vec![account], ..SimConfig::default() };
        Self { sim: Sim::start(config).await.unwrap(), http: Client::new() }
    }

    /// Builds a call with the right token.
    pub(crate) fn call(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.sim.url())).bearer_auth(TOKEN)
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        ok(self.call(Method::GET, path).send().await.unwrap()).await
    }

    pub(crate) async fn status(&self, path: &str) -> u16 {
        self.call(Method::GET, path).send().await.unwrap().status().as_u16()
    }

    pub(crate) async fn post(&self, path: &str, key: &str, body: &Value) -> Response {
        let call = self.call(Method::POST, path).header("idempotency-key", key);
        call.json(body).send().await.unwrap()
    }
}

/// Returns the body of a response, which must have status 200.
pub(crate) async fn ok(answer: Response) -> Value {
    let status = answer.status().as_u16();
    let text = answer.text().await.unwrap();
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// Returns all items of a paged list.
pub(crate) async fn walk(here: &Here, path: &str, cursor: &str) -> Vec<Value> {
    let mut items = Vec::new();
    let mut next: Option<String> = None;
    loop {
        let at = next.as_ref().map_or(String::new(), |next| format!("&{cursor}={next}"));
        let mut page = here.get(&format!("{path}{at}")).await;
        items.append(page["items"].as_array_mut().unwrap());
        match page["next_cursor"].as_str() {
            Some(cursor) => next = Some(cursor.to_string()),
            None => return items,
        }
    }
}
