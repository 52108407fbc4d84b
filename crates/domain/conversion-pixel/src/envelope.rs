//! Request bodies with one event each, in the platforms' formats.

use kernel::ParseError;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{AccessToken, Event, PixelId, TestCode};

/// Header that carries the pixel's token to TikTok.
pub const TIKTOK_TOKEN_HEADER: &str = "Access-Token";

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

/// Builds the request body for Meta, whose URL names the pixel. The body contains the token, because URLs are logged on
/// the way. Build the body when sending, and do not store it.
///
/// # Errors
/// The event does not contain valid JSON.
pub fn meta(event: &Event, test: Option<&TestCode>, token: &AccessToken) -> Result<Vec<u8>, ParseError> {
    let test_event_code = test.map(TestCode::as_str);
    written(&Meta { data: [object(event)?], test_event_code, access_token: token.expose() })
}

/// Builds the request body for TikTok, which expects the token in the header [`TIKTOK_TOKEN_HEADER`].
///
/// ```
/// use conversion_pixel::{Event, PixelId, Platform, envelope};
/// use kernel::UnixTime;
///
/// let time = UnixTime::from_seconds(1_795_176_000);
/// let (name, id, json) = ("Lead".into(), "77".into(), r#"{"event":"Lead"}"#.into());
/// let event = Event { platform: Platform::TikTok, name, id, time, json };
/// let body = envelope::tiktok(&event, None, &PixelId::parse("C4A1").unwrap())?;
/// assert_eq!(body, br#"{"event_source":"web","event_source_id":"C4A1","data":[{"event":"Lead"}]}"#);
/// # Ok::<(), kernel::ParseError>(())
/// ```
///
/// # Errors
/// The event does not contain valid JSON.
pub fn tiktok(event: &Event, test: Option<&TestCode>, pixel: &PixelId) -> Result<Vec<u8>, ParseError> {
    written(&TikTok {
        event_source: "web",
        event_source_id: pixel.as_str(),
        data: [object(event)?],
        test_event_code: test.map(TestCode::as_str),
    })
}

const NEEDS: ParseError = ParseError::needs("an event whose object is JSON");

/// JSON of the event, unchanged to the last digit.
fn object(event: &Event) -> Result<&RawValue, ParseError> {
    serde_json::from_str(&event.json).map_err(|_| NEEDS)
}

fn written(body: &impl Serialize) -> Result<Vec<u8>, ParseError> {
    serde_json::to_vec(body).map_err(|_| NEEDS)
}

#[cfg(test)]
mod tests {
    use kernel::UnixTime;

    use super::*;
    use crate::{Platform, SecretString};

    fn event(platform: Platform, json: &str) -> Event {
        let (name, id) = ("Purchase".to_owned(), "77".to_owned());
        Event { platform, name, id, time: UnixTime::from_seconds(1_795_176_000), json: json.to_owned() }
    }

    fn text(body: Result<Vec<u8>, ParseError>) -> String {
        String::from_utf8(body.unwrap()).unwrap()
    }

    /// More digits than a float has.
    const OBJECT: &str = r#"{"event_name":"Purchase","custom_data":{"value":90071992547409.93}}"#;

    #[test]
    fn meta_gets_the_event_as_it_is_and_the_token() {
        let token = AccessToken::parse(&SecretString::from("EAAB\"x")).unwrap().unwrap();
        let test = TestCode::parse("TEST1").unwrap();
        let (event, data) = (event(Platform::Meta, OBJECT), format!(r#"{{"data":[{OBJECT}],"#));
        for (test, rest) in [
            (None, r#""access_token":"EAAB\"x"}"#),
            (Some(&test), r#""test_event_code":"TEST1","access_token":"EAAB\"x"}"#),
        ] {
            assert_eq!(text(meta(&event, test, &token)), format!("{data}{rest}"));
        }
    }

    #[test]
    fn tiktok_gets_the_event_as_it_is_and_the_pixel() {
        let (pixel, test) = (PixelId::parse("C4A1").unwrap(), TestCode::parse("TEST1").unwrap());
        let event = event(Platform::TikTok, OBJECT);
        let data = format!(r#"{{"event_source":"web","event_source_id":"C4A1","data":[{OBJECT}]"#);
        for (test, rest) in [(None, "}"), (Some(&test), r#","test_event_code":"TEST1"}"#)] {
            assert_eq!(text(tiktok(&event, test, &pixel)), format!("{data}{rest}"));
        }
    }

    #[test]
    fn what_is_no_json_is_not_sent() {
        let (pixel, token) = (PixelId::parse("1").unwrap(), AccessToken::parse(&SecretString::from("t")));
        let token = token.unwrap().unwrap();
        for json in ["", "{", "{} x"] {
            assert_eq!(meta(&event(Platform::Meta, json), None, &token), Err(NEEDS));
            assert_eq!(tiktok(&event(Platform::TikTok, json), None, &pixel), Err(NEEDS));
        }
    }
}
