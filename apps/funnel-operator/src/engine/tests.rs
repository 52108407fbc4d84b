use attribution::ports::{MockUnknownEvents, RawEvent};
use engine_link::{
    BaseUrl, ConnectError, MockConnectionRegistry, MockEngineConnections, MockEngineProbe, Revision,
    account_id,
};
use kernel::fixed::FixedClock;
use kernel::{Acting, UnixTime};
use secrecy::ExposeSecret as _;

use super::*;
use crate::testing::{TestConsole, UNAVAILABLE, typed, unavailable};

const OWNER: OwnerId = OwnerId::new(7);
const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
const CONNECT: &str =
    "connect --owner 7 --base-url https://engine.example.com --token t0 --event-secret s0 --account acct_1";
const CONNECTED: &str = "owner 7: connected to acct_1 at https://engine.example.com\nevents are pushed to \
    https://edge.example.com/engine/v1/events";

/// Mock ports of a case, without expectations.
#[derive(Default)]
struct Mocks {
    connections: MockEngineConnections,
    registry: MockConnectionRegistry,
    probe: MockEngineProbe,
    unknown: MockUnknownEvents,
}

impl Mocks {
    /// Mocks an engine at an acceptable address with this answer.
    fn answering(answer: fn() -> Result<String, ProbeError>) -> Self {
        let mut mocks = Self::default();
        mocks.probe.expect_accepts().return_const(true);
        mocks.probe.expect_probe().returning(move |_, _| answer());
        mocks
    }

    fn connecting(mut self, outcome: fn() -> Result<(), ConnectError>) -> Self {
        self.registry
            .expect_connect()
            .withf(|by, new, now| {
                (by, new.account.as_str(), *now) == (&Acting::operator(OWNER), "acct_1", NOW)
            })
            .times(1)
            .returning(move |_, _, _| outcome());
        self
    }

    fn connected(mut self, state: Option<LinkState>) -> Self {
        let found = state.map(|state| EngineConnection {
            revision: Revision::new(1),
            base_url: BaseUrl::parse("https://engine.example.com").unwrap(),
            account: account_id("acct_1").unwrap(),
            number: AccountNumber::FIRST,
            currency: kernel::Currency::USD,
            token: "hidden".into(),
            state,
            connected_at: NOW,
        });
        self.connections.expect_find().returning(move |_| Ok(found.clone()));
        self
    }

    async fn run(self, words: &str) -> Result<String, String> {
        let console = TestConsole::with_input("typed-in\n");
        let engines = Engines {
            connections: Arc::new(self.connections),
            registry: Arc::new(self.registry),
            probe: Arc::new(self.probe),
            unknown: Arc::new(self.unknown),
            clock: Arc::new(FixedClock::at(NOW)),
            push_url: Some("https://edge.example.com/engine/v1/events".to_owned()),
        };
        let done = engine(&engines, &console, typed(words)).await;
        console.outcome(done)
    }
}

fn own_account() -> Result<String, ProbeError> {
    Ok("acct_1".to_owned())
}

#[tokio::test]
async fn an_owner_is_connected_and_the_connection_shown_without_its_secrets() {
    let as_json = json!({
        "owner_id": 7, "state": "connected", "base_url": "https://engine.example.com",
        "platform_account_id": "acct_1", "currency": "USD", "connected_at": "2026-11-20T12:00:00Z", "refused_at": null,
        "push_url": "https://edge.example.com/engine/v1/events",
    });
    for (flags, expected) in [("", CONNECTED.to_owned()), ("--json", as_json.to_string())] {
        let mocks = Mocks::answering(own_account).connecting(|| Ok(())).connected(Some(LinkState::Connected));
        assert_eq!(mocks.run(&format!("{CONNECT} {flags}")).await, Ok(expected), "{flags}");
    }
}

#[tokio::test]
async fn the_secret_before_is_revoked_and_the_engine_not_asked_where_that_is_wanted() {
    let mut mocks = Mocks::default().connecting(|| Ok(())).connected(Some(LinkState::Connected));
    mocks.probe.expect_accepts().return_const(true);
    mocks.registry.expect_revoke_previous_secret().times(1).returning(|_| Ok(true));
    let outcome = mocks.run(&format!("{CONNECT} --revoke-previous --unchecked")).await;
    assert_eq!(outcome, Ok(CONNECTED.to_owned()));
}

#[tokio::test]
async fn one_of_the_secrets_can_be_read_from_the_input() {
    let mut mocks = Mocks::answering(own_account).connected(Some(LinkState::Connected));
    mocks
        .registry
        .expect_connect()
        .withf(|_, new, _| {
            new.token.expose_secret() == "typed-in" && new.event_secret.expose_secret() == "s0"
        })
        .times(1)
        .returning(|_, _, _| Ok(()));
    let from_input = CONNECT.replace("--token t0", "--token -");
    assert_eq!(mocks.run(&from_input).await, Ok(CONNECTED.to_owned()));
    let both = from_input.replace("--event-secret s0", "--event-secret -");
    let expected = "only one of --token and --event-secret can come from standard input";
    assert_eq!(Mocks::default().run(&both).await, Err(expected.to_owned()));
}

#[tokio::test]
async fn a_connection_that_can_not_be_is_refused_with_its_cause() {
    let out_of_reach = || {
        let mut mocks = Mocks::default();
        mocks.probe.expect_accepts().return_const(false);
        mocks
    };
    let wrong_address = CONNECT.replace("https:", "ftp:");
    for (words, mocks, expected) in [
        (
            CONNECT,
            out_of_reach(),
            "base_url: it leads to an address that FUNNEL_ENGINE_PRIVATE_ADDRESSES forbids",
        ),
        (CONNECT, Mocks::answering(|| Err(ProbeError::Refused)), "token: the engine rejects it"),
        (
            CONNECT,
            Mocks::answering(|| Ok("acct_2".to_owned())),
            "account: the engine holds the account acct_2, not acct_1",
        ),
        (
            CONNECT,
            Mocks::answering(|| Err(ProbeError::Failed("no route".into()))),
            "not connected (--unchecked connects without asking the engine): no route",
        ),
        (
            CONNECT,
            Mocks::answering(own_account).connecting(|| Err(ConnectError::OwnerUnknown)),
            "there is no such owner",
        ),
        (
            CONNECT,
            Mocks::answering(own_account).connecting(|| Err(ConnectError::AccountTaken)),
            "another owner is connected to this account",
        ),
        (
            wrong_address.as_str(),
            Mocks::default(),
            "base_url: must be an http or https address without query, fragment or credentials",
        ),
    ] {
        assert_eq!(mocks.run(words).await, Err(expected.to_owned()));
    }
}

#[tokio::test]
async fn the_state_of_a_connection_is_shown() {
    let not_connected = json!({ "owner_id": 7, "state": "not_connected" }).to_string();
    let refused = Some(LinkState::Refused { since: NOW });
    for (words, state, expected) in [
        ("status --owner 7", None, "owner 7: not connected"),
        ("status --owner 7 --json", None, not_connected.as_str()),
        ("status --owner 7", Some(LinkState::Connected), CONNECTED),
        ("status --owner 7", refused, &CONNECTED.replace("connected to", "refused to")),
    ] {
        assert_eq!(Mocks::default().connected(state).run(words).await, Ok(expected.to_owned()), "{words}");
    }
    let shown = Mocks::default().connected(refused).run("status --owner 7 --json").await.unwrap();
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((&shown["state"], &shown["refused_at"]), (&json!("refused"), &json!("2026-11-20T12:00:00Z")));
    let mut mocks = Mocks::default();
    mocks.connections.expect_find().returning(|_| Err(unavailable()));
    assert_eq!(mocks.run("status --owner 7").await, Err(UNAVAILABLE.to_owned()));
}

#[tokio::test]
async fn a_connection_is_ended_or_there_was_none() {
    let as_json = json!({ "owner_id": 7, "disconnected": true }).to_string();
    for (words, found, expected) in [
        ("disconnect --owner 7", Some(true), Ok("owner 7: disconnected")),
        ("disconnect --owner 7", Some(false), Ok("owner 7: was not connected")),
        ("disconnect --owner 7 --json", Some(true), Ok(as_json.as_str())),
        ("disconnect --owner 7", None, Err(UNAVAILABLE)),
    ] {
        let mut mocks = Mocks::default();
        mocks.registry.expect_disconnect().returning(move |_| found.ok_or_else(unavailable));
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(mocks.run(words).await, expected, "{words}");
    }
}

#[tokio::test]
async fn events_of_unknown_types_are_shown_by_the_ids_of_the_engine() {
    let stored = |json: &str| {
        let event_id = AccountNumber::new(1).key("e1").into_owned();
        vec![RawEvent { event_id, taken_at: NOW, json: json.to_owned() }]
    };
    let line = json!({ "event_id": "e1", "taken_at": "2026-11-20T12:00:00Z", "event": { "type": "new" } });
    for (words, limit, events, expected) in [
        ("unknown --owner 7", 100, Ok(stored(r#"{"type":"new"}"#)), Ok(line.to_string())),
        ("unknown --owner 7 --limit 5", 5, Ok(Vec::new()), Ok(String::new())),
        ("unknown --owner 7", 100, Err(unavailable()), Err(UNAVAILABLE.to_owned())),
    ] {
        let mut mocks = Mocks::default();
        let mut events = Some(events);
        mocks
            .unknown
            .expect_list()
            .withf(move |owner, most| (*owner, *most) == (OWNER, limit))
            .returning(move |_, _| events.take().unwrap());
        assert_eq!(mocks.run(words).await, expected, "{words}");
    }
    let mut mocks = Mocks::default();
    mocks.unknown.expect_list().returning(move |_, _| Ok(stored("cut off")));
    let outcome = mocks.run("unknown --owner 7").await.unwrap_err();
    assert!(outcome.starts_with("a stored event is not valid JSON: "), "{outcome}");
}
