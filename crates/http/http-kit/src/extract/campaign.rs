//! The parts of a campaign, read from any JSON for the rules over them.
//!
//! What has the wrong type is read as something that breaks a rule at the same place, or none: its error is told already,
//! and must not bring about others beside it.

use broadcast_gate::audience::AudienceInput;
use broadcast_gate::message::{MessageInput, TierInput};
use broadcast_gate::pace::PaceInput;
use broadcast_gate::stop::AutoStopInput;
use serde_json::Value;

pub(super) fn audience(value: &Value) -> AudienceInput {
    AudienceInput {
        tier: text(&value["tier"]),
        status: text(&value["status"]),
        countries: texts(&value["countries"]).unwrap_or_default(),
        min_spent_cents: value["min_spent_cents"].as_i64(),
        max_spent_cents: value["max_spent_cents"].as_i64(),
        last_seen_days: value["last_seen_days"].as_i64(),
        exclude_fan_ids: texts(&value["exclude_fan_ids"]).unwrap_or_default(),
    }
}

pub(super) fn message(value: &Value) -> MessageInput {
    let TierInput { text, media_ids, price_cents } = tier(value);
    let tiers = value["tiers"].as_object().into_iter().flatten();
    let tiers = tiers.map(|(word, own)| (word.clone(), tier(own))).collect();
    MessageInput { text, media_ids, price_cents, tiers }
}

fn tier(value: &Value) -> TierInput {
    TierInput {
        text: text(&value["text"]),
        media_ids: texts(&value["media_ids"]),
        price_cents: value["price_cents"].as_i64(),
    }
}

pub(super) fn pace(value: &Value) -> PaceInput {
    PaceInput {
        per_minute: value["per_minute"].as_i64(),
        per_day: value["per_day"].as_i64(),
        jitter: value["jitter"].as_f64(),
    }
}

pub(super) fn auto_stop(value: &Value) -> AutoStopInput {
    AutoStopInput {
        max_sends: value["max_sends"].as_i64(),
        max_per_day: value["max_per_day"].as_i64(),
        revenue_cents: value["revenue_cents"].as_i64(),
        end_at: value["end_at"].as_i64(),
        on_reply: value["on_reply"].as_bool(),
    }
}

fn text(value: &Value) -> Option<String> {
    (!value.is_null()).then(|| value.as_str().unwrap_or_default().to_owned())
}

fn texts(value: &Value) -> Option<Vec<String>> {
    let all = |entries: &Vec<Value>| entries.iter().map(|entry| text(entry).unwrap_or_default()).collect();
    (!value.is_null()).then(|| value.as_array().map_or_else(|| vec![String::new()], all))
}
