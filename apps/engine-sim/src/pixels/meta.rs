use serde_json::{Map, Value, json};

use super::{Verdict, is_hash, texts};

const SOURCES: [&str; 9] = [
    "email",
    "website",
    "app",
    "phone_call",
    "chat",
    "physical_store",
    "system_generated",
    "business_messaging",
    "other",
];

/// Parameters that must be hashed. Meta only recommends hashing `external_id`, but the service
/// always does.
const HASHED: [&str; 11] = ["em", "ph", "fn", "ln", "db", "ge", "ct", "st", "zp", "country", "external_id"];

/// Parameters that identify nobody, even in combination.
const WEAK: [&str; 6] = ["ct", "country", "st", "zp", "ge", "client_user_agent"];

const SEVEN_DAYS: i64 = 7 * 86_400;

/// An error response of Meta.
struct Fault {
    status: u16,
    code: u32,
    subcode: Option<u32>,
    message: String,
}

impl Fault {
    /// Builds an error with code 100.
    fn parameter(message: impl Into<String>) -> Self {
        Self { status: 400, code: 100, subcode: None, message: message.into() }
    }

    fn sub(subcode: u32, message: &str) -> Self {
        Self { subcode: Some(subcode), ..Self::parameter(message) }
    }
}

/// Computes Meta's response to `body`. `good` says whether the token is valid; `number` determines
/// the trace id.
pub(super) fn verdict(
    version: &str,
    pixel_id: &str,
    good: bool,
    body: &Value,
    now: i64,
    number: u64,
) -> Verdict {
    let trace = format!("A{number:022x}");
    match check(version, pixel_id, good, body, now) {
        Ok(count) => Verdict {
            status: 200,
            body: json!({"events_received": count, "messages": [], "fbtrace_id": trace}),
        },
        Err(fault) => {
            let mut error = json!({
                "message": fault.message, "type": "OAuthException", "code": fault.code,
                "is_transient": false, "fbtrace_id": trace,
            });
            if let (Some(subcode), Some(error)) = (fault.subcode, error.as_object_mut()) {
                error.insert("error_subcode".to_string(), json!(subcode));
            }
            Verdict { status: fault.status, body: json!({"error": error}) }
        }
    }
}

fn check(version: &str, pixel_id: &str, good: bool, body: &Value, now: i64) -> Result<usize, Fault> {
    let numbers = version.strip_prefix('v').and_then(|version| version.split_once('.'));
    if !numbers.is_some_and(|(major, minor)| is_number(major) && is_number(minor)) {
        return Err(Fault { code: 2500, ..Fault::parameter(format!("Unknown path components: /{version}")) });
    }
    if !good {
        let message = "Invalid OAuth access token - Cannot parse access token".to_string();
        return Err(Fault { status: 401, code: 190, subcode: None, message });
    }
    if !is_number(pixel_id) {
        let message = format!("Unsupported post request. Object with ID '{pixel_id}' does not exist");
        return Err(Fault { subcode: Some(33), ..Fault::parameter(message) });
    }
    let data = body.get("data").and_then(Value::as_array);
    let data = data.ok_or_else(|| Fault::parameter("(#100) The parameter data is required"))?;
    if !(1..=1_000).contains(&data.len()) {
        return Err(Fault::parameter("(#100) param data must have 1 to 1000 elements"));
    }
    for event in data {
        let event = event
            .as_object()
            .ok_or_else(|| Fault::parameter("(#100) param data must be an array of objects"))?;
        check_event(event, now)?;
    }
    Ok(data.len())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn check_event(event: &Map<String, Value>, now: i64) -> Result<(), Fault> {
    required_text(event, "event_name")?;
    let at = event.get("event_time").and_then(Value::as_i64);
    let at = at.ok_or_else(|| Fault::parameter("Missing or malformed event_time"))?;
    if at < now - SEVEN_DAYS {
        return Err(Fault::sub(2_804_003, "Invalid parameter"));
    }
    if at > now + 60 {
        return Err(Fault::sub(2_804_004, "Invalid parameter"));
    }
    let source = required_text(event, "action_source")?;
    if !SOURCES.contains(&source) {
        return Err(Fault::parameter(format!("Unknown action_source {source}")));
    }
    if source == "website" {
        required_text(event, "event_source_url")?;
    }
    if event.get("event_id").is_some_and(|id| !id.is_string()) {
        return Err(Fault::parameter("event_id must be a string"));
    }
    let user = event.get("user_data").and_then(Value::as_object);
    check_user(user.ok_or_else(|| Fault::parameter("Missing user_data"))?)?;
    check_money(event)
}

fn required_text<'a>(event: &'a Map<String, Value>, name: &str) -> Result<&'a str, Fault> {
    let text = event.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    text.ok_or_else(|| Fault::parameter(format!("Missing or malformed {name}")))
}

fn check_user(user: &Map<String, Value>) -> Result<(), Fault> {
    for (name, value) in user {
        if !HASHED.contains(&name.as_str()) {
            continue;
        }
        let values = texts(value).ok_or_else(|| Fault::parameter(format!("user_data.{name} is no text")))?;
        if values.is_empty() || !values.iter().all(|value| is_hash(value)) {
            return Err(Fault::parameter(format!("user_data.{name} is not hashed")));
        }
    }
    match user.keys().any(|name| !WEAK.contains(&name.as_str())) {
        true => Ok(()),
        false => Err(Fault::sub(2_804_050, "Not enough customer information parameters")),
    }
}

fn check_money(event: &Map<String, Value>) -> Result<(), Fault> {
    let custom = event.get("custom_data");
    let value = custom.and_then(|custom| custom.get("value"));
    let currency = custom.and_then(|custom| custom.get("currency"));
    let purchase = event.get("event_name").and_then(Value::as_str) == Some("Purchase");
    match (value, currency) {
        (Some(value), _) if !value.is_number() => Err(Fault::parameter("custom_data.value is no number")),
        (Some(_), None) => Err(Fault::sub(2_804_023, "A value needs a currency")),
        (_, Some(currency)) if !currency.as_str().is_some_and(is_currency) => {
            Err(Fault::parameter("custom_data.currency is no ISO 4217 code"))
        }
        (None, _) if purchase => Err(Fault::sub(2_804_009, "Invalid parameter")),
        _ => Ok(()),
    }
}

fn is_currency(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_190_400;

    fn good() -> Value {
        json!({"data": [{
            "event_name": "Purchase", "event_time": NOW, "action_source": "website", "event_id": "7",
            "event_source_url": "https://links.example.com/r/a",
            "user_data": {"external_id": "0".repeat(64), "em": ["a".repeat(64)], "fbc": "fb.1.1.a"},
            "custom_data": {"value": 1.5, "currency": "USD"},
        }]})
    }

    #[test]
    fn a_right_body_is_taken() {
        let answer = verdict("v25.0", "123", true, &good(), NOW, 1);
        assert_eq!((answer.status, &answer.body["events_received"]), (200, &json!(1)));
    }

    /// Meta's documentation requires the user agent for websites; the live interface accepts events without it.
    #[test]
    fn a_website_event_is_taken_with_a_user_agent_and_without_one() {
        let mut body = good();
        for agent in [json!("Mozilla/5.0"), Value::Null] {
            body["data"][0]["user_data"]["client_user_agent"] = agent;
            assert_eq!(verdict("v25.0", "123", true, &body, NOW, 1).status, 200);
        }
        body["data"][0]["user_data"] = json!({ "client_user_agent": "Mozilla/5.0" });
        let refused = verdict("v25.0", "123", true, &body, NOW, 1);
        assert_eq!(refused.body["error"]["error_subcode"], 2_804_050, "a user agent alone identifies nobody");
    }

    #[test]
    fn wrong_bodies_are_reported_by_code_and_subcode() {
        for (pointer, value, code, subcode) in [
            ("/data", json!([]), 100, Value::Null),
            ("/data/0/event_name", Value::Null, 100, Value::Null),
            ("/data/0/event_time", json!(NOW * 1_000), 100, json!(2_804_004)),
            ("/data/0/event_time", json!("1"), 100, Value::Null),
            ("/data/0/event_time", json!(NOW - SEVEN_DAYS - 1), 100, json!(2_804_003)),
            ("/data/0/action_source", json!("web"), 100, Value::Null),
            ("/data/0/event_source_url", Value::Null, 100, Value::Null),
            ("/data/0/event_id", json!(7), 100, Value::Null),
            ("/data/0/user_data", json!({"country": "a".repeat(64)}), 100, json!(2_804_050)),
            ("/data/0/user_data/em", json!("anna@example.com"), 100, Value::Null),
            ("/data/0/custom_data", json!({}), 100, json!(2_804_009)),
            ("/data/0/custom_data", json!({"value": 1}), 100, json!(2_804_023)),
            ("/data/0/custom_data/value", json!("1.50"), 100, Value::Null),
            ("/data/0/custom_data/currency", json!("$"), 100, Value::Null),
        ] {
            let mut body = good();
            *body.pointer_mut(pointer).unwrap() = value;
            let answer = verdict("v25.0", "123", true, &body, NOW, 1);
            let error = &answer.body["error"];
            assert_eq!((answer.status, &error["code"]), (400, &json!(code)), "{pointer}");
            assert_eq!(error["error_subcode"], subcode, "{pointer}");
        }
    }

    #[test]
    fn token_pixel_and_version_are_checked_first() {
        for (version, pixel, token, status, code) in [
            ("v25.0", "123", false, 401, 190),
            ("v25.0", "abc", true, 400, 100),
            ("25", "123", true, 400, 2500),
        ] {
            let answer = verdict(version, pixel, token, &Value::Null, NOW, 1);
            assert_eq!((answer.status, &answer.body["error"]["code"]), (status, &json!(code)));
        }
    }
}
