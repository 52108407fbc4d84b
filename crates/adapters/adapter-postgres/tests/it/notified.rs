//! Tests of webhook events emitted by the stores.

use std::sync::Arc;

use adapter_postgres::{PgDeliveries, PgRequestStore, PgWebhooks};
use attribution::event::TransactionKind;
use auth_scopes::{KeyStore, OldKey, Rotation};
use broadcast_gate::campaign::Definition;
use broadcast_gate::ports::CampaignStore;
use broadcast_gate::state::{FinishReason, PauseReason, Transition};
use content_vault::ports::RequestStore;
use content_vault::request::NewRequest;
use conversion_pixel::Platform;
use conversion_pixel::answer::{Answer, Verdict};
use conversion_pixel::ports::{Deliveries, Refusal, Settlement};
use diesel_async::RunQueryDsl;
use kernel::{AccountNumber, Acting, Precondition};
use landing_draft::domain::{Infra, InfraState, Version};
use landing_draft::ports::{ProvisioningQueue, Publication, VersionStore};
use smartlink_policy::ports::{PulledLink, SmartLinkStore, TrackedLinkStore};
use smartlink_policy::slot::Slot;
use smartlink_policy::smart_link::SmartLinkChange;
use smartlink_policy::upstream::UpstreamLink;
use webhooks::ports::EndpointStore;

use crate::broadcasts::{Hall, after, input};
use crate::desk::Desk;
use crate::funnel::{Funnel, all, by_link, event, known, subscribed, transaction};
use crate::links::Links;
use crate::team::{NOW, Team};
use crate::vault::sealing;
use crate::webhooks::endpoint;

/// Creates an endpoint for all events, for the owner and for the stranger.
async fn listen(desk: &Desk) {
    let hooks = PgWebhooks::new(desk.pool.clone(), sealing(6));
    for owner in [desk.owner, desk.stranger] {
        hooks.insert(&Acting::service(owner), &endpoint(1, &["*"])).await.unwrap();
    }
}

#[derive(diesel::QueryableByName)]
struct Line {
    #[diesel(sql_type = diesel::sql_types::Text)]
    line: String,
}

/// Returns and clears the owner's queued messages. Asserts that no other owner has any.
pub(crate) async fn notified(desk: &Desk) -> Vec<String> {
    let others = format!("SELECT count(*) AS n FROM webhook_deliveries WHERE owner_id <> {}", desk.owner);
    assert_eq!(desk.count(&others).await, 0);
    let mut connection = desk.pool.get().await.unwrap();
    let bodies = "WITH reported AS (DELETE FROM webhook_deliveries RETURNING delivery_id, event_type, body)
        SELECT event_type || ' ' || (body::jsonb -> 'data')::text AS line FROM reported ORDER BY delivery_id";
    let lines: Vec<Line> = diesel::sql_query(bodies).load(&mut connection).await.unwrap();
    lines.into_iter().map(|line| line.line).collect()
}

#[tokio::test]
async fn a_publication_is_reported_and_a_stale_one_is_not() {
    let desk = Desk::create().await;
    listen(&desk).await;
    let domain = desk.domain("a.example").await;
    let landing = desk.landing(1);
    let expected = desk.save(&domain, &landing).await;
    let publication = |version, rolled_back_from: Option<i32>| Publication {
        expected,
        version: Version(version),
        landing: Arc::clone(&landing),
        replaces_draft: false,
        published_at: NOW,
        published_by: "abcdefghij".to_owned(),
        rolled_back_from: rolled_back_from.map(Version),
    };
    desk.drafts.publish(desk.by(), &domain, &publication(1, None)).await.unwrap();
    assert_eq!(
        notified(&desk).await,
        [r#"landing.published {"domain": "a.example", "version": 1, "rolled_back_from": null}"#]
    );
    assert!(desk.drafts.publish(desk.by(), &domain, &publication(1, None)).await.is_err());
    assert_eq!(notified(&desk).await, [""; 0]);
    desk.drafts.publish(desk.by(), &domain, &publication(2, Some(1))).await.unwrap();
    assert_eq!(
        notified(&desk).await,
        [r#"landing.published {"domain": "a.example", "version": 2, "rolled_back_from": 1}"#]
    );
}

#[tokio::test]
async fn conversions_are_reported_once_by_ids_and_money() {
    let funnel = Funnel::create().await;
    listen(&funnel.desk).await;
    let sale = transaction(TransactionKind::Message, 1_200);
    let events = all([
        known(by_link(event("e1", "fan-secret", 60, sale), "p1"), "janeprivate", "DE"),
        event("e2", "fan-secret", 60, subscribed()),
    ]);
    funnel.take(&events).await;
    let lines = notified(&funnel.desk).await;
    assert_eq!(lines.len(), 2, "{lines:#?}");
    let first = lines.iter().find(|line| line.contains("a.example")).unwrap();
    for part in [r#""link_id": 1"#, r#""gross_cents": 1200"#, r#""net_cents": 1200"#, r#""currency": "USD""#]
    {
        assert!(first.starts_with("conversion.created ") && first.contains(part), "{part} in {first}");
    }
    let all = lines.concat().to_lowercase();
    for secret in ["fan-secret", "private", "4915112345678", "de\""] {
        assert!(!all.contains(secret), "{secret} in {all}");
    }
    funnel.take(&events).await;
    assert_eq!(notified(&funnel.desk).await, [""; 0], "the same events again");
    // More events than are queued without a check for an endpoint.
    let many = all_of((0..20).map(|n| event(&format!("m{n}"), "f", 60, subscribed())));
    funnel.take(&many).await;
    assert_eq!(notified(&funnel.desk).await.len(), 20);
}

fn all_of(
    events: impl IntoIterator<Item = attribution::event::FanEvent>,
) -> Vec<attribution::event::EngineEvent> {
    all(events)
}

#[tokio::test]
async fn changes_of_links_are_reported() {
    let links = Links::create().await;
    listen(&links.desk).await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let link = links.smart_link(&domain, "vip").await;
    let off = SmartLinkChange { active: Some(false), ..SmartLinkChange::default() };
    for _ in 0..2 {
        links.smart.update(by, link.id, &off, Precondition::None, NOW).await.unwrap();
    }
    assert!(links.smart.delete(by, link.id, Precondition::None).await.unwrap());
    let line = |kind: &str, id: i64, change: &str| {
        format!(
            r#"link.changed {{"id": {id}, "kind": "{kind}", "change": "{change}", "domain": "a.example"}}"#
        )
    };
    let smart = |change| line("smart_link", link.id.get(), change);
    assert_eq!(notified(&links.desk).await, [smart("created"), smart("updated"), smart("deleted")]);
    let filled = links.fill(&domain, Slot::Paid, "l1").await;
    let funnel = |change| line("funnel_link", filled.id.get(), change);
    assert_eq!(notified(&links.desk).await, [funnel("created")]);
    links.switch(owner, &domain, filled.id, false, NOW).await.unwrap();
    assert_eq!(notified(&links.desk).await, [funnel("updated")]);
    let renamed = UpstreamLink { name: "other".to_owned(), active: false, ..filled.upstream };
    let pulled = [PulledLink { link: renamed, stats: None }];
    for _ in 0..2 {
        links.funnel.upsert(owner, &pulled, NOW.plus_seconds(60)).await.unwrap();
    }
    assert_eq!(notified(&links.desk).await, [funnel("updated")], "once, because the second changes nothing");
}

#[tokio::test]
async fn keys_are_reported_by_number() {
    let team = Team::create().await;
    let pool = adapter_postgres::pool(team.url(), 1);
    let hooks = PgWebhooks::new(pool.clone(), sealing(6));
    hooks.insert(team.by(), &endpoint(1, &["*"])).await.unwrap();
    let (first, _) = team.key(None).await;
    let rotation = |old_key, old| Rotation { old_key, expected_end: None, old, new: team.new_key(None) };
    let second = team.keys.rotate(team.by(), &rotation(first, OldKey::Revoked)).await.unwrap().unwrap();
    let end = NOW.plus_seconds(60);
    let third =
        team.keys.rotate(team.by(), &rotation(second, OldKey::LivesUntil(end))).await.unwrap().unwrap();
    assert!(
        team.keys.revoke(team.by(), &auth_scopes::KeyRef::Id(third), Precondition::None, NOW).await.unwrap()
    );
    assert!(
        !team.keys.revoke(team.by(), &auth_scopes::KeyRef::Id(third), Precondition::None, NOW).await.unwrap()
    );
    let mut connection = pool.get().await.unwrap();
    let bodies =
        "SELECT event_type || ' ' || (body::jsonb -> 'data' ->> 'key_id') AS line FROM webhook_deliveries
        ORDER BY delivery_id";
    let lines: Vec<Line> = diesel::sql_query(bodies).load(&mut connection).await.unwrap();
    let lines: Vec<_> = lines.into_iter().map(|line| line.line).collect();
    let expected = [
        format!("key.created {first}"),
        format!("key.revoked {first}"),
        format!("key.created {second}"),
        format!("key.created {third}"),
        format!("key.revoked {third}"),
    ];
    assert_eq!(lines, expected);
}

#[tokio::test]
async fn the_end_of_provisioning_is_reported() {
    for (state, error, expected) in [
        (InfraState::Active, None, r#"domain.active {"domain": "a.example"}"#),
        (
            InfraState::Failed,
            Some("no address"),
            r#"domain.failed {"error": "no address", "domain": "a.example"}"#,
        ),
    ] {
        let desk = Desk::create().await;
        listen(&desk).await;
        desk.domain("a.example").await;
        let settle = async |state, error: Option<&str>, at: i64| {
            let task = desk.queue.claim(desk.owner, NOW.plus_seconds(at), 60, 1).await.unwrap().remove(0);
            let infra = Infra { state, error: error.map(str::to_owned), ..task.infra.clone() };
            assert!(desk.queue.settle(&task, &infra).await.unwrap());
            assert!(!desk.queue.settle(&task, &infra).await.unwrap());
        };
        settle(InfraState::Pending { next_attempt_at: NOW.plus_seconds(9) }, None, 0).await;
        assert_eq!(notified(&desk).await, [""; 0], "it is tried again");
        settle(state, error, 9).await;
        assert_eq!(notified(&desk).await, [expected]);
    }
}

#[tokio::test]
async fn a_request_is_reported_once() {
    let desk = Desk::create().await;
    listen(&desk).await;
    let store = PgRequestStore::new(desk.pool.clone());
    let request = NewRequest {
        account: AccountNumber::FIRST,
        upstream_id: 7,
        fan_id: "fan-secret".to_owned(),
        fan_username: "Zoë".to_owned(),
        text: "a song".to_owned(),
        offered_cents: 900,
        created_at: NOW,
    };
    assert!(store.receive(desk.owner, &request).await.unwrap());
    assert!(!store.receive(desk.owner, &request).await.unwrap());
    let number = desk.count("SELECT request_id AS n FROM content_requests").await;
    assert_eq!(notified(&desk).await, [format!(r#"request.created {{"request_id": {number}}}"#)]);
}

#[tokio::test]
async fn pauses_and_ends_of_campaigns_are_reported() {
    let hall = Hall::create().await;
    listen(&hall.desk).await;
    let definition = Definition::parse(&input()).unwrap();
    for (step, expected) in [
        (
            Transition::Finish(FinishReason::Done),
            r#"broadcast.finished {"reason": "done", "status": "finished", "broadcast_id": "#,
        ),
        (
            Transition::Cancel,
            r#"broadcast.finished {"reason": null, "status": "cancelled", "broadcast_id": "#,
        ),
        (
            Transition::Pause(PauseReason::FailureRate),
            r#"broadcast.paused {"reason": "failure_rate", "broadcast_id": "#,
        ),
    ] {
        let draft = hall.store.create(hall.by(), &definition, None, NOW).await.unwrap();
        let running = hall.moved(&draft, Transition::Launch { start_at: None }, after(1)).await;
        assert_eq!(notified(&hall.desk).await, [""; 0], "a launch is not sent");
        hall.moved(&running, step, after(2)).await;
        assert_eq!(notified(&hall.desk).await, [format!("{expected}{}}}", draft.id)]);
    }
}

#[tokio::test]
async fn a_pixel_that_is_refused_is_reported() {
    let funnel = Funnel::create().await;
    funnel.pixel(Platform::Meta, "t1").await;
    let converted = by_link(event("e1", "f", 60, subscribed()), "p1");
    funnel.take(&all([converted])).await;
    listen(&funnel.desk).await;
    let queue = PgDeliveries::new(funnel.desk.pool.clone(), sealing(2));
    let task = queue.claim_due(Platform::Meta, NOW, 60, 1).await.unwrap().remove(0);
    let revision = queue.destination(&task, NOW).await.unwrap().unwrap().revision;
    let answer = Answer { verdict: Verdict::Auth, status: Some(401), ..Answer::NONE };
    let refusal = Some(Refusal { revision, error: "refused".to_owned() });
    let settlement = Settlement { progress: task.progress.after(answer, NOW), refusal };
    assert!(queue.settle(&task, &settlement).await.unwrap());
    assert_eq!(notified(&funnel.desk).await, [r#"pixel.failing {"platform": "meta", "provider_id": "p1"}"#]);
}
