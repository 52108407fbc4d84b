use serde_json::{Map, Value, json};

use super::{Verdict, is_hash, texts};

/// Parameters that must be hashed.
const HASHED: [&str; 6] = ["email", "phone", "external_id", "first_name", "last_name", "zip_code"];

const CURRENCIES: [&str; 62] = [
    "AED", "ARS", "AUD", "BDT", "BHD", "BIF", "BOB", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CRC", "CZK",
    "DKK", "DZD", "EGP", "EUR", "GBP", "GTQ", "HKD", "HNL", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KES",
    "KHR", "KRW", "KWD", "KZT", "MAD", "MOP", "MXN", "MYR", "NGN", "NIO", "NOK", "NZD", "OMR", "PEN", "PHP",
    "PKR", "PLN", "PYG", "QAR", "RON", "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "VES",
    "VND", "ZAR",
];

/// Largest timestamp in seconds, in the year 2286; larger values are in milliseconds.
const LATEST: i64 = 9_999_999_999;

/// Computes TikTok's response to `body`, always with HTTP 200. `good` says whether the token is
/// valid.
pub(super) fn verdict(good: bool, body: &Value, number: u64) -> Verdict {
    let (code, message) = match check(body) {
        _ if !good => (40_105, "Access token is incorrect or has been revoked.".to_string()),
        Err(message) => (40_002, message),
        Ok(()) => (0, "OK".to_string()),
    };
    let request_id = format!("20261120{number:024X}");
    Verdict {
        status: 200,
        body: json!({"code": code, "message": message, "request_id": request_id, "data": {}}),
    }
}

fn check(body: &Value) -> Result<(), String> {
    let root = body.as_object().ok_or("The body is not a valid object.")?;
    let source = text(root, "event_source")?;
    if !["web", "app", "offline", "crm"].contains(&source) {
        return Err("event_source: Invalid value.".to_string());
    }
    text(root, "event_source_id")?;
    let data = root.get("data").and_then(Value::as_array).ok_or("data: Missing data for required field.")?;
    if !(1..=1_000).contains(&data.len()) {
        return Err("data: Length must be between 1 and 1000.".to_string());
    }
    for (index, event) in data.iter().enumerate() {
        let place = |message: String| format!("Batch.{index}.{message}");
        let event = event.as_object().ok_or_else(|| place("Not a valid object.".to_string()))?;
        check_event(event, source).map_err(place)?;
    }
    Ok(())
}

fn text<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a str, String> {
    match fields.get(name) {
        None | Some(Value::Null) => Err(format!("{name}: Missing data for required field.")),
        Some(Value::String(text)) if !text.is_empty() => Ok(text),
        Some(_) => Err(format!("{name}: Not a valid string.")),
    }
}

fn check_event(event: &Map<String, Value>, source: &str) -> Result<(), String> {
    text(event, "event")?;
    let at = event.get("event_time").and_then(Value::as_i64).ok_or("event_time: Not a valid integer.")?;
    if !(1..=LATEST).contains(&at) {
        return Err("event_time: Not a valid timestamp in seconds.".to_string());
    }
    if event.contains_key("event_id") {
        text(event, "event_id")?;
    }
    if source == "web" {
        let page =
            event.get("page").and_then(Value::as_object).ok_or("page: Missing data for required field.")?;
        text(page, "url").map_err(|message| format!("page.{message}"))?;
    }
    if let Some(user) = event.get("user") {
        check_user(user.as_object().ok_or("user: Not a valid object.")?)?;
    }
    match event.get("properties") {
        Some(properties) => {
            check_properties(properties.as_object().ok_or("properties: Not a valid object.")?)
        }
        None => Ok(()),
    }
}

fn check_user(user: &Map<String, Value>) -> Result<(), String> {
    for name in HASHED {
        let Some(value) = user.get(name) else { continue };
        let values = texts(value).ok_or_else(|| format!("user.{name}: Not a valid string."))?;
        if values.is_empty() || !values.iter().all(|value| is_hash(value)) {
            return Err(format!("user.{name}: Not a valid SHA-256 hash."));
        }
    }
    Ok(())
}

fn check_properties(properties: &Map<String, Value>) -> Result<(), String> {
    if properties.get("value").is_some_and(|value| !value.is_number()) {
        return Err("properties.value: Not a valid number.".to_string());
    }
    let currency = properties.get("currency");
    if currency.is_some_and(|currency| !currency.as_str().is_some_and(|code| CURRENCIES.contains(&code))) {
        return Err("properties.currency: Not a supported currency.".to_string());
    }
    for (index, item) in
        properties.get("contents").and_then(Value::as_array).into_iter().flatten().enumerate()
    {
        if item.get("content_id").is_some_and(|id| !id.is_string()) {
            return Err(format!("properties.contents.{index}.content_id: Not a valid string"));
        }
    }
    match properties.get("content_ids").map(texts) {
        Some(None) => Err("properties.content_ids: Not a valid list of strings.".to_string()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Value {
        json!({"event_source": "web", "event_source_id": "C123", "data": [{
            "event": "CompletePayment", "event_time": 1_795_190_400, "event_id": "7",
            "user": {"external_id": "0".repeat(64), "ttclid": "x"},
            "page": {"url": "https://links.example.com/r/a"},
            "properties": {"value": 1.5, "currency": "USD", "contents": [{"content_id": "1"}]},
        }]})
    }

    fn code(good: bool, body: &Value) -> i64 {
        let answer = verdict(good, body, 1);
        assert_eq!(answer.status, 200);
        answer.body["code"].as_i64().unwrap()
    }

    #[test]
    fn a_right_body_is_taken_with_a_good_token_only() {
        assert_eq!(code(true, &good()), 0);
        assert_eq!(code(false, &good()), 40_105);
        assert_eq!(code(true, &Value::Null), 40_002);
    }

    #[test]
    fn wrong_bodies_are_parameter_errors() {
        for (pointer, value) in [
            ("/event_source", json!("site")),
            ("/event_source_id", json!("")),
            ("/data", json!([])),
            ("/data/0/event", Value::Null),
            ("/data/0/event_time", json!(1_795_190_400_000_i64)),
            ("/data/0/event_time", json!("1795190400")),
            ("/data/0/event_id", json!(7)),
            ("/data/0/page", json!({})),
            ("/data/0/user/external_id", json!("anna")),
            ("/data/0/properties/value", json!("1.50")),
            ("/data/0/properties/currency", json!("usd")),
            ("/data/0/properties/contents/0/content_id", json!(1)),
        ] {
            let mut body = good();
            *body.pointer_mut(pointer).unwrap() = value;
            assert_eq!(code(true, &body), 40_002, "{pointer}");
        }
    }
}
