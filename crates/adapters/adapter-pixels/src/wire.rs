//! The bodies around an event, and answers as plain data.

use conversion_pixel::TestCode;
use conversion_pixel::answer::Body;
use conversion_pixel::event::Event;
use conversion_pixel::ports::Destination;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Serialize)]
struct Meta<'a> {
    data: [&'a RawValue; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    test_event_code: Option<&'a str>,
    access_token: &'a str,
}

#[derive(Serialize)]
struct TikTok<'a> {
    event_source: &'static str,
    event_source_id: &'a str,
    data: [&'a RawValue; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    test_event_code: Option<&'a str>,
}

/// The body for Meta: the stored event, and the token, because an address would be logged on its way.
pub(crate) fn meta(
    to: &Destination,
    event: &Event,
    test: Option<&TestCode>,
) -> Result<Vec<u8>, serde_json::Error> {
    let event: &RawValue = serde_json::from_str(&event.json)?;
    let test_event_code = test.map(TestCode::as_str);
    serde_json::to_vec(&Meta { data: [event], test_event_code, access_token: to.token.expose() })
}

/// The body for TikTok; the token goes into a header.
pub(crate) fn tiktok(
    to: &Destination,
    event: &Event,
    test: Option<&TestCode>,
) -> Result<Vec<u8>, serde_json::Error> {
    let event: &RawValue = serde_json::from_str(&event.json)?;
    let test_event_code = test.map(TestCode::as_str);
    serde_json::to_vec(&TikTok {
        event_source: "web",
        event_source_id: to.pixel_id.as_str(),
        data: [event],
        test_event_code,
    })
}

/// An answer's body as plain data.
pub(crate) fn answer(bytes: &[u8]) -> Body {
    if bytes.trim_ascii().is_empty() {
        return Body::Empty;
    }
    serde_json::from_slice::<Value>(bytes).map_or(Body::Other, Body::Json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_empty_json_or_something_else() {
        assert_eq!(answer(b""), Body::Empty);
        assert_eq!(answer(b" \r\n"), Body::Empty);
        assert_eq!(answer(b"{\"code\": 0}"), Body::Json(Value::from_iter([("code", Value::from(0))])));
        for other in [&b"<html>"[..], b"{", b"\xff", b"{} x"] {
            assert_eq!(answer(other), Body::Other);
        }
    }
}
