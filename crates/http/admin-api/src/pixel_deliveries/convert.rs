use std::collections::BTreeMap;

use crate::pixel_deliveries::wire::{AnswerOut, DeliveryOut, PixelTested};
use conversion_pixel::answer::{Answer, NoAnswer};
use conversion_pixel::delivery::DeliveryState;
use conversion_pixel::forwarding::TestResult;
use conversion_pixel::identity::Hashed;
use conversion_pixel::ports::Delivery;
use serde_json::Value;

use crate::convert::rfc3339;

/// Converts a delivery. Shows only the hashed fields of the sent event.
pub fn delivery_out(delivery: &Delivery) -> DeliveryOut {
    let Delivery { id, event, progress, created_at } = delivery;
    let (reason, next_attempt_at) = match progress.state {
        DeliveryState::Pending { next_attempt_at } => (None, Some(rfc3339(next_attempt_at))),
        DeliveryState::Parked(reason) => (Some(reason.as_str().to_owned()), None),
        DeliveryState::Delivered | DeliveryState::WaitingToken => (None, None),
    };
    let sent: Value = serde_json::from_str(&event.json).unwrap_or_default();
    let action_source = sent.get("action_source").and_then(Value::as_str);
    DeliveryOut {
        id: id.get(),
        event_id: event.id.clone(),
        event_name: event.name.clone(),
        event_time: rfc3339(event.time),
        action_source: action_source.map(str::to_owned),
        action_source_reason: action_source
            .filter(|source| *source != "website")
            .map(|_| "no_user_agent".to_owned()),
        hashed: hashed(&sent),
        state: progress.state.as_str().to_owned(),
        reason,
        attempts: progress.attempts,
        next_attempt_at,
        last_answer: progress.last_answer.map(answer_out),
        created_at: created_at.seconds(),
        created_at_iso: rfc3339(*created_at),
        test: event.is_test(),
    }
}

/// Converts the result of a test.
pub fn tested(result: TestResult) -> PixelTested {
    PixelTested {
        test_event_code: result.test_code.to_string(),
        event_name: result.event_name,
        event_id: result.event_id,
        answer: answer_out(result.answer),
    }
}

fn answer_out(answer: Answer) -> AnswerOut {
    AnswerOut {
        verdict: answer.verdict.as_str().to_owned(),
        status: answer.status,
        error: answer.failure.map(NoAnswer::as_str).map(str::to_owned),
        code: answer.code,
    }
}

/// Returns the hashed fields of an event by their platform names, which are under `user_data` or
/// `user`.
fn hashed(event: &Value) -> BTreeMap<String, Vec<String>> {
    let fields = ["user_data", "user"].into_iter().find_map(|name| event.get(name)?.as_object());
    let hashes = |value: &Value| -> Option<Vec<String>> {
        let texts = match value {
            Value::Array(texts) => texts.as_slice(),
            text => std::slice::from_ref(text),
        };
        let hash =
            |text: &Value| text.as_str().filter(|text| Hashed::parse(text).is_some()).map(str::to_owned);
        texts.iter().map(hash).collect()
    };
    let shown = fields.into_iter().flatten();
    shown.filter_map(|(name, value)| Some((name.clone(), hashes(value)?))).collect()
}

#[cfg(test)]
mod tests {
    use conversion_pixel::event::Event;
    use conversion_pixel::ports::DeliveryId;
    use conversion_pixel::{Platform, Progress};
    use kernel::UnixTime;
    use serde_json::json;

    use super::*;

    #[test]
    fn only_hashes_are_shown() {
        let hash = "a".repeat(64);
        let meta = json!({ "user_data": { "em": [hash], "fbc": "fb.1.2.x", "external_id": [hash],
            "client_user_agent": "Mozilla/5.0" } });
        assert_eq!(hashed(&meta).keys().collect::<Vec<_>>(), ["em", "external_id"]);
        let tiktok = json!({ "user": { "email": hash, "ttclid": "E.C.P", "user_agent": "Mozilla/5.0" }, "page": { "url": "u" } });
        assert_eq!(hashed(&tiktok), BTreeMap::from([("email".to_owned(), vec![hash])]));
        assert!(hashed(&Value::Null).is_empty() && hashed(&json!({})).is_empty());
    }

    #[test]
    fn an_event_that_is_not_of_a_website_says_why() {
        for (sent, source, reason) in [
            (r#"{"action_source":"other"}"#, Some("other"), Some("no_user_agent")),
            (r#"{"action_source":"website"}"#, Some("website"), None),
            (r#"{"event":"Lead"}"#, None, None),
            ("", None, None),
        ] {
            let time = UnixTime::from_seconds(1_795_176_000);
            let (name, id, json) = ("Lead".to_owned(), "77".to_owned(), sent.to_owned());
            let event = Event { platform: Platform::Meta, name, id, time, json };
            let progress = Progress::begin(&event, false, time);
            let out = delivery_out(&Delivery { id: DeliveryId::new(1), event, progress, created_at: time });
            assert_eq!((out.action_source.as_deref(), out.action_source_reason.as_deref()), (source, reason));
        }
    }
}
