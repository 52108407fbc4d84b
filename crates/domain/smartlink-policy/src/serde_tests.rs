//! Tests that stored values survive a serde round trip, and that serde enforces the validation
//! rules.

use kernel::fixed::through;
use serde_json::json;

use crate::config::ProvisionConfig;
use crate::decision::{Decision, Roll};
use crate::plan::DryRun;
use crate::recorded::DomainLinks;
use crate::simulation::{Samples, Simulation};
use crate::upstream::{Day, LinkStats};

#[test]
fn values_are_stored_and_read_again() {
    let config = json!({ "trial_countries": ["AT", "DE"], "paid_countries": "rest", "default_paid": true, "trial_days": 7 });
    assert_eq!(through::<ProvisionConfig>(config.clone()), Some(config.clone()));
    let links = json!({ "config": config, "links": [], "aside": [] });
    assert_eq!(through::<DomainLinks>(links.clone()), Some(links));
    let split = json!({ "geo_rule": null, "paid": null, "ftl": "not_provisioned", "paid_share": 1.0 });
    let decision = json!({ "offer": "paid", "split": split });
    assert_eq!(through::<Decision>(decision.clone()), Some(decision));
    let run = json!({
        "items": [{ "offer": "paid", "country": null, "status": "new" }], "new": 1, "exists": 0, "adoptable": 0,
    });
    assert_eq!(through::<DryRun>(run.clone()), Some(run));
    let arm = json!({ "share": 1.0, "left_out": null, "target": "landing_page", "sampled": null });
    let simulated = json!({ "country": "DE", "geo_rule": null, "paid": arm, "ftl": arm, "after_end": null });
    assert_eq!(through::<Simulation>(simulated.clone()), Some(simulated));
}

#[test]
fn rules_hold_for_what_is_read() {
    let config = |days: serde_json::Value| {
        through::<ProvisionConfig>(json!({
            "trial_countries": ["DE"], "paid_countries": "none", "default_paid": false, "trial_days": days,
        }))
    };
    assert!(config(json!(30)).is_some());
    assert_eq!((config(json!(31)), config(json!(null))), (None, None));
    for (roll, reads) in [(0.0, true), (0.99, true), (1.0, false), (-0.1, false)] {
        assert_eq!(through::<Roll>(json!(roll)).is_some(), reads, "{roll}");
    }
    for (samples, reads) in [(0, true), (100_000, true), (100_001, false), (-1, false)] {
        assert_eq!(through::<Samples>(json!(samples)).is_some(), reads, "{samples}");
    }
    assert_eq!(through::<Day>(json!("2026-11-25")), Some(json!("2026-11-25")));
    assert_eq!(through::<Day>(json!("2026-02-29")), None);
    assert_eq!(through::<LinkStats>(json!({ "provider_id": "p" })), None);
}
