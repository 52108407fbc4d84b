//! A minimal load balancer: it checks health, rotates, and retries the next process if a connection
//! is refused. All other failures count as seen by the client.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::join_all;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};

use crate::process::Process;

/// Interval of health checks.
const PERIOD: Duration = Duration::from_millis(100);
/// Maximum number of processes that one request is sent to.
const TRIES: usize = 4;

struct Target {
    role: &'static str,
    address: SocketAddr,
    management: SocketAddr,
    is_healthy: bool,
}

/// Balancer in front of a changing set of processes.
pub(crate) struct Balancer {
    targets: RefCell<Vec<Target>>,
    turn: Cell<usize>,
    client: Client,
    answered: Cell<usize>,
    failures: RefCell<Vec<String>>,
}

impl Balancer {
    pub(crate) fn new() -> Self {
        Self {
            targets: RefCell::default(),
            turn: Cell::default(),
            client: Client::builder().redirect(Policy::none()).build().unwrap(),
            answered: Cell::default(),
            failures: RefCell::default(),
        }
    }

    /// Adds a process, if its role has clients.
    pub(crate) fn add(&self, role: &'static str, process: &Process) {
        let Some(address) = process.address(role) else { return };
        let management = process.address("management").unwrap();
        self.targets.borrow_mut().push(Target { role, address, management, is_healthy: true });
    }

    /// Removes a process that has ended.
    pub(crate) fn remove(&self, role: &str, process: &Process) {
        self.targets.borrow_mut().retain(|target| process.address(role) != Some(target.address));
    }

    /// Checks the health of all processes until `done`.
    pub(crate) async fn watch(&self, done: &Cell<bool>) {
        let client = Client::builder().pool_max_idle_per_host(0).build().unwrap();
        while !done.get() {
            let asked: Vec<_> = self.targets.borrow().iter().map(|target| target.management).collect();
            join_all(asked.into_iter().map(|management| self.look(&client, management))).await;
            tokio::time::sleep(PERIOD).await;
        }
    }

    async fn look(&self, client: &Client, management: SocketAddr) {
        let answer = client.get(format!("http://{management}/healthz")).send().await;
        let is_healthy = answer.is_ok_and(|answer| answer.status() == 200);
        for target in self.targets.borrow_mut().iter_mut().filter(|target| target.management == management) {
            target.is_healthy = is_healthy;
        }
    }

    fn next(&self, role: &str) -> Option<SocketAddr> {
        self.turn.set(self.turn.get() + 1);
        let targets = self.targets.borrow();
        let fit: Vec<_> = targets.iter().filter(|target| target.role == role && target.is_healthy).collect();
        fit.get(self.turn.get() % fit.len().max(1)).map(|target| target.address)
    }

    /// Returns the address of a healthy process with this role.
    pub(crate) fn url(&self, role: &str) -> String {
        format!("http://{}", self.next(role).expect("somebody is healthy"))
    }

    /// Sends a request and expects `status`; records anything else as a failure.
    pub(crate) async fn ask(
        &self,
        role: &str,
        status: u16,
        request: impl Fn(&Client, &str) -> RequestBuilder,
    ) {
        for _ in 0..TRIES {
            match request(&self.client, &self.url(role)).send().await {
                Err(error) if error.is_connect() => {}
                Err(error) => return self.note(format!("{role}: {error:?}")),
                Ok(answer) if answer.status() == status => {
                    return match answer.bytes().await {
                        Ok(_) => self.answered.set(self.answered.get() + 1),
                        Err(error) => self.note(format!("{role}, the body: {error:?}")),
                    };
                }
                Ok(answer) => return self.note(format!("{role}: {} for {}", answer.status(), answer.url())),
            }
        }
        self.note(format!("{role}: refused by everybody"));
    }

    pub(crate) fn note(&self, failure: String) {
        self.failures.borrow_mut().push(failure);
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the number of requests with the expected response.
    pub(crate) fn answered(&self) -> usize {
        self.answered.get()
    }

    pub(crate) fn failures(&self) -> Vec<String> {
        self.failures.borrow().clone()
    }
}
