//! Tests of the stored state of a token.

use adapter_engine::Failure;
use engine_link::{EngineProbe as _, LinkState, NewConnection, NewConnectionText, ProbeError};
use smartlink_policy::ports::{EngineError, FunnelEngine as _};

use crate::scripted::{Reply, Scripted};
use crate::support::{Desk, NOW, OTHER, OWNER, account, failure, quick};

#[tokio::test]
async fn a_refused_token_is_noted_until_the_engine_takes_it_again() {
    for status in [401, 403] {
        let replies = vec![Reply::status(status), Reply::status(422), Reply::ok(account())];
        let engine = Scripted::replies(replies).await;
        let desk = Desk::at(&engine.url);
        assert!(matches!(desk.client.account(OWNER).await, Err(EngineError::NotConnected)));
        assert_eq!(engine.seen().len(), 1, "a refusal is not tried again");
        assert_eq!(desk.connections.state(OWNER), LinkState::Refused { since: NOW });
        assert_eq!(failure(desk.client.account(OWNER).await), Failure::Rejected(422));
        assert_eq!(desk.connections.state(OWNER), LinkState::Refused { since: NOW });
        desk.client.account(OWNER).await.unwrap();
        assert_eq!(desk.connections.state(OWNER), LinkState::Connected);
    }
}

#[tokio::test]
async fn an_owner_without_a_connection_is_not_connected() {
    let engine = Scripted::replies(vec![Reply::ok(account())]).await;
    let desk = Desk::at(&engine.url);
    assert!(matches!(desk.client.account(OTHER).await, Err(EngineError::NotConnected)));
    assert!(engine.seen().is_empty());
}

#[tokio::test]
async fn a_connection_can_be_tried_before_it_is_kept() {
    let engine = Scripted::replies(vec![Reply::ok(account()), Reply::status(401)]).await;
    let text = NewConnectionText {
        base_url: engine.url.clone(),
        account: "acct_1".into(),
        token: "fresh".into(),
        event_secret: "s".into(),
    };
    let connection = NewConnection::parse(text).unwrap();
    let desk = Desk::new(quick());
    assert_eq!(desk.client.probe(OWNER, &connection).await.unwrap(), "acct_1");
    assert_eq!(engine.seen()[0].headers["authorization"], "Bearer fresh");
    assert!(matches!(desk.client.probe(OWNER, &connection).await, Err(ProbeError::Refused)));
}
