//! Tests of the stored form: values from earlier versions are parsed and serialized unchanged.

use broadcast_gate::{
    AccountPace, Audience, AuditEntry, Campaign, Claim, Definition, FanTier, GateState, Message, MessageKey,
    NewRow, Pace, Progress, PublishedPreview, QuietHours, Report, Screening, Settlement, Status, Step,
};
use kernel::fixed::through;
use serde_json::{Value, json};

fn stored() -> Value {
    json!({
        "title": "Sommer 🎁", "mode": "tiered",
        "audience": {
            "tier": "whale", "status": "active", "countries": ["AT", "DE"], "min_spent_cents": 1,
            "max_spent_cents": 99, "last_seen_days": 30, "exclude_fan_ids": ["f 1"],
        },
        "message": {
            "text": null, "media_ids": ["10"], "price_cents": 500,
            "tiers": { "whale": { "text": "Hi whale", "media_ids": ["10"], "price_cents": 500 } },
        },
        "start_at": 1_795_176_000, "operator_id": 3, "platform_account_id": "acct_1",
        "pace": { "per_minute": 5, "per_day": 9, "jitter": 0.125 },
        "auto_stop": {
            "max_sends": 1, "max_per_day": 2, "revenue_cents": 3, "end_at": 1_795_176_999, "on_reply": true,
        },
    })
}

#[test]
fn a_stored_definition_is_written_as_it_was() {
    let definition: Definition = serde_json::from_value(stored()).unwrap();
    assert_eq!(serde_json::to_value(definition).unwrap(), stored());
}

#[test]
fn serde_is_no_way_around_the_rules_of_a_definition() {
    for (pointer, wrong) in [
        ("/mode", json!("loud")),
        ("/title", json!(" ")),
        ("/audience/countries/0", json!("Germany")),
        ("/message/price_cents", json!(-1)),
        ("/pace/per_minute", json!(0)),
        ("/auto_stop/max_sends", json!(0)),
    ] {
        let mut stored = stored();
        *stored.pointer_mut(pointer).unwrap() = wrong;
        assert!(serde_json::from_value::<Definition>(stored).is_err(), "{pointer}");
    }
}

#[test]
fn an_audience_alone_is_read_by_its_rules() {
    let sent = stored()["audience"].clone();
    let audience: Audience = serde_json::from_value(sent.clone()).unwrap();
    assert_eq!(serde_json::to_value(audience).unwrap(), sent);
    assert!(serde_json::from_value::<FanTier>(json!("shark")).is_err());
}

fn campaign() -> Value {
    json!({
        "id": 7, "definition": stored(), "status": "paused", "reason": "operator", "account": "acct_1", "gate": 3,
        "launched_at": 5, "alarms_since": null, "created_at": 1, "updated_at": 6, "revision": 2,
    })
}

#[test]
fn a_campaign_and_its_progress_are_written_as_they_were() {
    assert_eq!(through::<Campaign>(campaign()), Some(campaign()));
    let progress = json!({
        "matched": 9, "pending": 1, "waiting": 1, "sent": 4, "failed": 0, "unknown": 0,
        "screened": { "opted_out": 2 }, "replied": 1, "purchased": 0, "revenue_cents": 0, "taken": 4,
        "taken_today": 4, "under_way": 0, "recent": { "answered": 4, "failed": 0, "opted_out": 0 },
        "planning": {
            "step": 1, "cursor": null, "began_at": 5, "complete": true, "failures": 0, "retry_at": null,
        },
    });
    assert_eq!(through::<Progress>(progress.clone()), Some(progress));
    let report = json!({
        "screened": { "blocked": 1 }, "sent_by_hour": [[0, 4]], "replies": 1, "purchases": 0, "revenue_cents": 0,
    });
    assert_eq!(through::<Report>(report.clone()), Some(report));
    let key = json!({ "key": { "prefix": "a1", "name": "CI", "member": null } });
    let words = |status: &str| json!({ "status": status, "reason": null });
    let entry = json!({ "at": 5, "actor": key, "from": words("draft"), "to": words("running") });
    assert_eq!(through::<AuditEntry>(entry.clone()), Some(entry));
}

#[test]
fn rows_tickets_and_paces_are_written_as_they_were() {
    let row = json!({
        "fan_id": "f 1", "tier": "whale", "country": "DE", "skipped": "cooldown", "not_before": null,
    });
    assert_eq!(through::<NewRow>(row.clone()), Some(row));
    let slot = json!({ "granted_at": 1, "day": 2, "previous": 0, "next": 5, "line": 1 });
    let history = json!({
        "opted_out": false, "last_sent_at": null, "same_text_at": null, "sent_by_this": false, "replied_at": 3,
    });
    let ticket = json!({
        "campaign": 7, "fan_id": "f 1", "tier": null, "country": null, "lease": 9, "unanswered": 0, "slot": slot,
        "history": history,
    });
    for claim in [json!({ "ticket": ticket }), json!({ "paced": 5 }), json!("stopped")] {
        assert_eq!(through::<Claim>(claim.clone()), Some(claim));
    }
    let sent = json!({ "sent": { "message_id": "m1" } });
    assert_eq!(through::<Settlement>(sent.clone()), Some(sent.clone()));
    let step = json!({ "row": { "settlement": sent, "lost": false } });
    assert_eq!(through::<Step>(step.clone()), Some(step));
    let pace = json!({ "next": 1, "held_until": 0, "day": 2, "taken": 3, "line": 1, "last_gap": 4 });
    assert_eq!(through::<AccountPace>(pace.clone()), Some(pace));
    let gate = json!({ "configured_open": true, "switch": { "open": 3 } });
    assert_eq!(through::<GateState>(gate.clone()), Some(gate));
    let screening = json!({ "cooldown_seconds": 0, "quiet": "23-8", "unknown_country": { "as": "DE" } });
    assert_eq!(through::<Screening>(screening.clone()), Some(screening));
    let published =
        json!({ "matched": 120, "selected": 97, "histogram": { "spender": 80, "other": 15 }, "floor": null });
    assert_eq!(through::<PublishedPreview>(published.clone()), Some(published));
}

#[test]
fn serde_is_no_way_around_the_rules_of_the_other_values() {
    for (pointer, wrong) in [
        ("/reason", Value::Null),
        ("/reason", json!("done")),
        ("/status", json!("flying")),
        ("/account", json!("")),
        ("/definition/title", json!("")),
    ] {
        let mut campaign = campaign();
        *campaign.pointer_mut(pointer).unwrap() = wrong;
        assert_eq!(through::<Campaign>(campaign), None, "{pointer}");
    }
    assert_eq!(through::<Status>(json!({ "status": "draft", "reason": "done" })), None);
    for (quiet, reads) in [("off", true), ("23-8", true), ("8-8", false), ("24-8", false)] {
        assert_eq!(through::<QuietHours>(json!(quiet)), reads.then_some(json!(quiet)));
    }
    let pace = |per_minute: u32, jitter: u32| {
        through::<Pace>(json!({ "per_minute": per_minute, "per_day": 1, "jitter_permille": jitter }))
            .is_some()
    };
    assert_eq!((pace(1, 1000), pace(0, 0), pace(1, 1001)), (true, false, false));
    let message = json!({ "text": null, "media_ids": [], "price_cents": 0 });
    assert_eq!(through::<Message>(message), None, "it says and shows nothing");
    assert_eq!(through::<MessageKey>(json!("bc_7_ab")), Some(json!("bc_7_ab")));
    assert_eq!(through::<MessageKey>(json!("bc 7")), None);
    assert_eq!(
        through::<PublishedPreview>(
            json!({ "matched": 1, "selected": 1, "histogram": { "shark": 5 }, "floor": 5 })
        ),
        None
    );
}
