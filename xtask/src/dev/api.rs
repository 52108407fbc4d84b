use std::time::Duration;

use anyhow::Context as _;
use serde_json::Value;
use ureq::http::{Request, Response};
use ureq::{Agent, Body};

/// Maximum number of tries of a rate-limited call.
const TRIES: u32 = 10;

/// Response of the API.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

/// Port to the public API, so that the loading of the demo can be tested without a service.
pub(crate) trait Api {
    /// Calls an operation. An error response is returned like any other.
    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<Answer>;
}

/// Client of the API over HTTP, with a key.
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

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<Response<Body>> {
        let url = format!("{}{path}", self.base);
        let request = Request::builder()
            .method(method)
            .uri(&url)
            .header("Authorization", format!("Bearer {}", self.key))
            .header("Content-Type", "application/json")
            .body(body.map(Value::to_string).unwrap_or_default())?;
        self.agent.run(request).with_context(|| format!("{method} {url}"))
    }
}

impl Api for HttpApi {
    /// Calls an operation, and retries a rate-limited call when the API says so. A fast machine exceeds the limit
    /// within a second.
    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<Answer> {
        let mut response = self.send(method, path, body)?;
        for _ in 1..TRIES {
            let Some(wait) = too_soon(&response) else { break };
            std::thread::sleep(wait);
            response = self.send(method, path, body)?;
        }
        let status = response.status().as_u16();
        let text = response.body_mut().read_to_string().with_context(|| format!("{method} {path}"))?;
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(Answer { status, body })
    }
}

/// Returns the wait before the retry of a rate-limited call.
fn too_soon(response: &Response<Body>) -> Option<Duration> {
    let seconds = response.headers().get("Retry-After")?.to_str().ok()?.parse().ok()?;
    (response.status() == 429).then(|| Duration::from_secs(seconds).min(Duration::from_secs(60)))
}

/// Whether the address returns 200 now.
pub(crate) fn is_ready(url: &str) -> bool {
    agent(Duration::from_secs(2)).get(url).call().is_ok_and(|response| response.status() == 200)
}

/// Returns the page that the edge at this address serves for `host`.
pub(crate) fn visit(edge: &str, host: &str) -> anyhow::Result<String> {
    let request = Request::builder().uri(edge).header("Host", host).body(())?;
    let mut response =
        agent(Duration::from_secs(10)).run(request).with_context(|| format!("visiting {host}"))?;
    Ok(response.body_mut().read_to_string()?)
}

fn agent(timeout: Duration) -> Agent {
    let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(timeout));
    // The service is on this machine, so proxies of the environment are ignored.
    config.proxy(None).build().new_agent()
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    use super::*;

    /// Serves these responses in order, and returns the requests.
    fn serve(answers: Vec<&'static str>) -> (String, std::thread::JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let serving = std::thread::spawn(move || {
            let answer = |answer: &&str| {
                let (mut stream, _) = listener.accept().unwrap();
                let (mut asked, mut buffer) = (String::new(), [0; 1024]);
                while !asked.ends_with("{\"n\":1}") {
                    let length = stream.read(&mut buffer).unwrap();
                    assert_ne!(length, 0, "the call ended early: {asked}");
                    asked.push_str(std::str::from_utf8(&buffer[..length]).unwrap());
                }
                write!(stream, "HTTP/1.1 {answer}\r\nConnection: close\r\n\r\n{{}}").unwrap();
                asked.lines().next().unwrap().to_owned()
            };
            answers.iter().map(answer).collect()
        });
        (base, serving)
    }

    #[test]
    fn a_call_that_came_too_soon_is_repeated_and_no_other_error_is() {
        let soon = "429 Too Many Requests\r\nContent-Length: 2\r\nRetry-After: 0";
        let made = "201 Created\r\nContent-Length: 2";
        let down = "503 Service Unavailable\r\nContent-Length: 2\r\nRetry-After: 0";
        let given_up = vec![soon; TRIES as usize];
        for (answers, status) in [(vec![soon, soon, made], 201), (vec![soon, down], 503), (given_up, 429)] {
            let calls = answers.len();
            let (base, serving) = serve(answers);
            let body = serde_json::json!({ "n": 1 });
            let answer = HttpApi::new(&base, "key").call("POST", "/a", Some(&body)).unwrap();
            assert_eq!(answer.status, status);
            assert_eq!(serving.join().unwrap(), vec!["POST /a HTTP/1.1"; calls]);
        }
    }
}
