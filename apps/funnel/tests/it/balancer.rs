//! A load balancer as small as one can be: it asks for health, takes turns, and goes on to the next process where a connection
//! is refused. Every other failure is a client's.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::join_all;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};

use crate::process::Process;

/// How often it asks for health.
const PERIOD: Duration = Duration::from_millis(100);
/// How often it goes on to the next process.
const TRIES: usize = 4;

struct Target {
    role: &'static str,
    address: SocketAddr,
    management: SocketAddr,
    is_healthy: bool,
}

/// In front of processes that come and go.
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

    /// Sends requests to this process too, if its role has clients.
    pub(crate) fn add(&self, role: &'static str, process: &Process) {
        let Some(address) = process.address(role) else { return };
        let management = process.address("management").unwrap();
        self.targets.borrow_mut().push(Target { role, address, management, is_healthy: true });
    }

    /// Removes a process that has ended.
    pub(crate) fn remove(&self, role: &str, process: &Process) {
        self.targets.borrow_mut().retain(|target| process.address(role) != Some(target.address));
    }

    /// Asks all processes for their health until it is ended.
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

    /// The address of a process of this role.
    pub(crate) fn url(&self, role: &str) -> String {
        format!("http://{}", self.next(role).expect("somebody is healthy"))
    }

    /// Has a request answered with this status; anything else is noted as a failure.
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

    /// How many requests were answered as they should be.
    pub(crate) fn answered(&self) -> usize {
        self.answered.get()
    }

    pub(crate) fn failures(&self) -> Vec<String> {
        self.failures.borrow().clone()
    }
}
