//! Tests of the audit log.

use std::sync::Arc;

use adapter_postgres::PgAuditLog;
use application::audit::{
    Action, AskedAction, AskedActor, AuditEntry, AuditLog as _, AuditQuery, Kind, Subject,
};
use kernel::{Acting, ActingKey, Actor};
use landing_draft::domain::{InfraState, PlanCaps, Revision, Version};
use landing_draft::ports::{DomainStore as _, DraftStore as _, Publication, SaveError, VersionStore as _};
use serde_json::{Value, json};

use crate::desk::{Desk, host, new_domain};
use crate::team::NOW;

fn somebody(desk: &Desk) -> Acting {
    Acting { request_id: Some("request-1".to_owned()), ..key(desk, "abcdefghij", 7) }
}

fn key(desk: &Desk, prefix: &str, member: i64) -> Acting {
    let key = ActingKey { prefix: prefix.to_owned(), name: "CI".to_owned(), member: Some(member) };
    Acting { actor: Actor::Key(key), ..desk.by().clone() }
}

async fn entries(desk: &Desk, query: AuditQuery) -> Vec<AuditEntry> {
    PgAuditLog::new(desk.pool.clone()).list(desk.owner, &query, 1_000).await.unwrap()
}

/// Returns the owner's audit log, newest first.
pub(crate) async fn logged(desk: &Desk) -> Vec<String> {
    lines(&entries(desk, AuditQuery::default()).await)
}

fn lines(entries: &[AuditEntry]) -> Vec<String> {
    entries.iter().map(|one| format!("{} {}:{}", one.action, one.subject_type, one.subject_id)).collect()
}

fn publication(desk: &Desk, expected: Revision, version: i32) -> Publication {
    Publication {
        expected,
        version: Version(version),
        landing: desk.landing(1),
        replaces_draft: false,
        published_at: NOW,
        published_by: "abcdefghij".to_owned(),
        rolled_back_from: (version > 1).then_some(Version(1)),
    }
}

#[tokio::test]
async fn a_change_and_its_entry_are_one() {
    let desk = Desk::create().await;
    let domain = host("a.example");
    let by = somebody(&desk);
    desk.domains.register(&by, &new_domain("a.example"), &PlanCaps::default()).await.unwrap();
    let landing = desk.landing(2);
    let saved = desk.drafts.save(&by, &domain, Revision::FIRST, &landing, NOW).await.unwrap();
    // A change that fails leaves no entry.
    let stale = desk.drafts.save(&by, &domain, Revision::FIRST, &desk.landing(1), NOW).await;
    assert!(matches!(stale, Err(SaveError::Stale)));
    let revision = desk.drafts.publish(&by, &domain, &publication(&desk, saved, 1)).await.unwrap();
    let twice = desk.drafts.publish(&by, &domain, &publication(&desk, revision, 1)).await;
    assert!(matches!(twice, Err(SaveError::Stale)));
    desk.drafts.publish(&by, &domain, &publication(&desk, revision, 2)).await.unwrap();
    assert!(desk.domains.delete(&by, &domain, None, NOW).await.unwrap());
    assert!(!desk.domains.delete(&by, &domain, None, NOW).await.unwrap());
    let found = entries(&desk, AuditQuery::default()).await;
    let all = ["domain.delete", "landing.rollback", "landing.publish", "landing.edit", "domain.register"];
    assert_eq!(lines(&found), all.map(|action| format!("{action} domain:a.example")));
    assert!(found.iter().all(|one| one.request_id.as_deref() == Some("request-1")));
    assert!(found.iter().all(|one| one.actor.key_prefix.as_deref() == Some("abcdefghij")));
    assert!(found.iter().all(|one| one.actor.member_id == Some(7) && !one.actor.cli));
    let reported: Vec<_> = found.iter().map(|one| (one.before.clone(), one.after.clone())).collect();
    assert_eq!(
        reported[1],
        (Some(json!({ "version": 1 })), Some(json!({ "version": 2, "rolled_back_from": 1 })))
    );
    assert_eq!(reported[2], (None, Some(json!({ "version": 1 }))));
    let (before, after) = (reported[3].0.as_ref().unwrap(), reported[3].1.as_ref().unwrap());
    assert_eq!(before, &json!({}));
    let added: Vec<&Value> = after.as_object().unwrap().values().collect();
    assert_eq!(added[0]["buttons"].as_array().unwrap().len(), 2, "{after}");
}

#[tokio::test]
async fn an_edit_records_what_differs_whether_the_draft_is_remembered_or_not() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let (one, two) = (desk.landing(1), desk.landing(1));
    desk.drafts.save(desk.by(), &domain, Revision::FIRST, &one, NOW).await.unwrap();
    let cold = adapter_postgres::PgDraftStore::new(desk.pool.clone(), Arc::default());
    let mut reported = Vec::new();
    for (store, revision, landing) in [(&cold, 1, &two), (&desk.drafts, 2, &one), (&desk.drafts, 3, &two)] {
        if revision == 3 {
            store.load(desk.owner, &domain).await.unwrap();
        }
        let expected = Revision(Revision::FIRST.0 + revision);
        store.save(&somebody(&desk), &domain, expected, landing, NOW).await.unwrap();
        let newest = entries(&desk, AuditQuery::default()).await.remove(0);
        reported.push((newest.before.unwrap(), newest.after.unwrap()));
    }
    assert_eq!(reported[0], reported[2]);
    assert_eq!((&reported[0].0, &reported[0].1), (&reported[1].1, &reported[1].0), "there and back again");
}

#[tokio::test]
async fn what_the_service_does_by_itself_is_not_in_the_log() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let found = desk.domains.find(desk.owner, &domain).await.unwrap().unwrap();
    let failed = landing_draft::domain::Infra { state: InfraState::Failed, ..found.infra.clone() };
    assert!(desk.domains.replace_infra(desk.by(), &domain, None, &found.infra, &failed).await.unwrap());
    assert_eq!(entries(&desk, AuditQuery::default()).await, []);
    let operator = Acting::operator(desk.owner);
    assert!(desk.domains.replace_infra(&operator, &domain, None, &failed, &found.infra).await.unwrap());
    let found = entries(&desk, AuditQuery::default()).await;
    assert_eq!(lines(&found), ["domain.provision domain:a.example"]);
    assert!(found[0].actor.cli && found[0].actor.key_prefix.is_none());
    assert_eq!(found[0].before, Some(json!({ "infra_state": "failed" })));
}

#[tokio::test]
async fn the_log_is_searched_by_everything_and_is_the_owners_alone() {
    let desk = Desk::create().await;
    let (one, other, operator) = (somebody(&desk), key(&desk, "other", 8), Acting::operator(desk.owner));
    for (name, by) in [("a.example", &one), ("b.example", &other), ("c.example", &operator)] {
        desk.domains.register(by, &new_domain(name), &PlanCaps::default()).await.unwrap();
    }
    desk.domains.delete(&one, &host("b.example"), None, NOW).await.unwrap();
    let (one_action, all_actions) = (|one| Some(AskedAction::One(one)), |all| Some(AskedAction::All(all)));
    for (query, expected) in [
        (AuditQuery { actor: Some(AskedActor::Key("abcdefghij".to_owned())), ..AuditQuery::default() }, 2),
        (AuditQuery { actor: Some(AskedActor::Member(8)), ..AuditQuery::default() }, 1),
        (AuditQuery { actor: Some(AskedActor::Cli), ..AuditQuery::default() }, 1),
        (AuditQuery { action: all_actions(Kind::Domain), ..AuditQuery::default() }, 4),
        (AuditQuery { action: one_action(Action::DomainRegister), ..AuditQuery::default() }, 3),
        (AuditQuery { action: all_actions(Kind::Landing), ..AuditQuery::default() }, 0),
        (
            AuditQuery {
                subject_type: Some(Subject::Domain),
                subject_id: Some("b.example".to_owned()),
                ..AuditQuery::default()
            },
            2,
        ),
        (AuditQuery { subject_type: Some(Subject::Member), ..AuditQuery::default() }, 0),
    ] {
        assert_eq!(entries(&desk, query.clone()).await.len(), expected, "{query:?}");
    }
    let log = PgAuditLog::new(desk.pool.clone());
    let all = entries(&desk, AuditQuery::default()).await;
    let (newest, oldest) = (all[0].at, all[3].at);
    for (from, to, expected) in [
        (None, None, 4),
        (Some(oldest), None, 4),
        (Some(newest.plus_seconds(1)), None, 0),
        (None, Some(oldest), 0),
        (None, Some(newest.plus_seconds(1)), 4),
    ] {
        let query = AuditQuery { from, to, ..AuditQuery::default() };
        assert_eq!(entries(&desk, query.clone()).await.len(), expected, "{query:?}");
    }
    // Pages: newest first, no duplicates.
    let first = log.list(desk.owner, &AuditQuery::default(), 3).await.unwrap();
    let behind = AuditQuery { before: Some(first[2].id), ..AuditQuery::default() };
    let second = log.list(desk.owner, &behind, 3).await.unwrap();
    assert_eq!([first, second].concat(), all);
    assert_eq!(log.list(desk.stranger, &AuditQuery::default(), 9).await.unwrap(), []);
    // The purge deletes by age, and no younger entries.
    desk.sql("UPDATE audit_entries SET at = now() - interval '401 days' WHERE cli").await.unwrap();
    assert_eq!(log.purge(newest.plus_seconds(-400 * 86_400)).await.unwrap(), 1);
    assert_eq!(entries(&desk, AuditQuery::default()).await.len(), 3);
}

#[tokio::test]
async fn a_change_whose_entry_can_not_be_written_is_not_made() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    desk.sql("ALTER TABLE audit_entries ADD CONSTRAINT nothing CHECK (false)").await.unwrap();
    let by = somebody(&desk);
    assert!(desk.drafts.save(&by, &domain, Revision::FIRST, &desk.landing(1), NOW).await.is_err());
    assert!(desk.domains.delete(&by, &domain, None, NOW).await.is_err());
    let draft = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!((draft.revision, draft.landing.button_count()), (Revision::FIRST, 0));
}
