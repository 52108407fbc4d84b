//! Operations of the edge, determined by the path of a request.
//!
//! The prefixes of all paths differ, so one comparison finds the operation. A router that tries
//! patterns in order would take longer than finding a link among thousands.

use std::borrow::Cow;

use actix_web::HttpRequest;
use actix_web::http::Method;
use percent_encoding::percent_decode_str;

/// Operation of a path. Names in it are not empty and contain no slash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation<'a> {
    /// Smart link with its slug.
    SmartLink(&'a str),
    LandingPage,
    /// Click on a button by id, or on the banner.
    Button(&'a str),
    /// Current or former printed code, by path.
    PrintedCode(&'a str),
    /// Font of live text by name.
    Font(&'a str),
    /// File by name.
    File(&'a str),
    /// Events of an engine.
    Events,
    /// Unknown path.
    Nothing,
}

impl<'a> Operation<'a> {
    /// Returns the operation of a path as [`typed_path`] returns it.
    pub(crate) fn at(path: &'a str) -> Self {
        let name = |rest: &'a str| (!rest.is_empty() && !rest.contains('/')).then_some(rest);
        let found = match path {
            "/" => Some(Self::LandingPage),
            "/qr" => Some(Self::PrintedCode(path)),
            "/engine/v1/events" => Some(Self::Events),
            _ => match path.strip_prefix('/').and_then(|path| path.split_once('/')) {
                Some(("r", slug)) => name(slug).map(Self::SmartLink),
                Some(("go", id)) => name(id).map(Self::Button),
                Some(("qr", _)) => Some(Self::PrintedCode(path)),
                Some(("f", file)) => match file.strip_prefix("face/") {
                    Some(font) => font.strip_suffix(".woff2").and_then(name).map(Self::Font),
                    None => name(file).map(Self::File),
                },
                _ => None,
            },
        };
        found.unwrap_or(Self::Nothing)
    }

    /// Returns the name in metrics and traces.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::SmartLink(_) => "/r/{slug}",
            Self::LandingPage => "/",
            Self::Button(_) => "/go/{button_id}",
            Self::PrintedCode(_) => "/qr/{path}",
            Self::Font(_) => "/f/face/{name}.woff2",
            Self::File(_) => "/f/{name}",
            Self::Events => "/engine/v1/events",
            Self::Nothing => "unmatched",
        }
    }

    /// Returns the accepted methods, unless `method` is one of them.
    pub(crate) fn refuses(self, method: &Method) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::Events => (method != Method::POST).then_some("POST"),
            _ => (method != Method::GET && method != Method::HEAD).then_some("GET, HEAD"),
        }
    }
}

/// Returns the path of a request as the person meant it who typed it: without escapes, capitals, doubled slashes and a
/// final slash. Names of files and the path of events come from programs, and stay as they are.
pub(crate) fn typed_path(request: &HttpRequest) -> Cow<'_, str> {
    // actix has decoded all escapes but those of slashes, pluses and percent signs.
    plain(request.match_info().as_str())
}

fn plain(path: &str) -> Cow<'_, str> {
    let is_odd = |byte: u8| byte == b'%' || byte.is_ascii_uppercase();
    let is_plain = path == "/" || !(path.ends_with('/') || path.contains("//") || path.bytes().any(is_odd));
    if is_plain || path.starts_with("/f/") || path.starts_with("/engine/") {
        return path.into();
    }
    let decoded = percent_decode_str(path).decode_utf8_lossy().to_ascii_lowercase();
    let mut plain = String::with_capacity(decoded.len());
    for name in decoded.split('/').filter(|name| !name.is_empty()) {
        plain.push('/');
        plain.push_str(name);
    }
    if plain.is_empty() { "/".into() } else { plain.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_asks_for_one_thing() {
        for (path, expected) in [
            ("/", Operation::LandingPage),
            ("/r/summer-sale", Operation::SmartLink("summer-sale")),
            ("/r/", Operation::Nothing),
            ("/r", Operation::Nothing),
            ("/r/a/b", Operation::Nothing),
            ("/R/a", Operation::Nothing),
            ("//r/a", Operation::Nothing),
            ("/go/banner", Operation::Button("banner")),
            ("/go", Operation::Nothing),
            ("/qr", Operation::PrintedCode("/qr")),
            ("/qr/", Operation::PrintedCode("/qr/")),
            ("/qr/a/b", Operation::PrintedCode("/qr/a/b")),
            ("/qrs", Operation::Nothing),
            ("/f/1a.png", Operation::File("1a.png")),
            ("/f/face", Operation::File("face")),
            ("/f/face/inter.woff2", Operation::Font("inter")),
            ("/f/face/.woff2", Operation::Nothing),
            ("/f/face/a/b.woff2", Operation::Nothing),
            ("/f/face/inter", Operation::Nothing),
            ("/engine/v1/events", Operation::Events),
            ("/engine/v1/events/", Operation::Nothing),
            ("/robots.txt", Operation::Nothing),
            ("", Operation::Nothing),
        ] {
            assert_eq!(Operation::at(path), expected, "{path}");
        }
    }

    #[test]
    fn a_path_is_read_as_the_person_meant_it_who_typed_it() {
        for (typed, expected) in [
            ("/", "/"),
            ("//", "/"),
            ("/%2F", "/"),
            ("/r/vip", "/r/vip"),
            ("/r/vip/", "/r/vip"),
            ("/R/VIP//", "/r/vip"),
            ("//r///vip", "/r/vip"),
            ("/%72/summer%2Dsale", "/r/summer-sale"),
            ("/r%2Fvip%2f", "/r/vip"),
            ("/r/a%2Fb", "/r/a/b"),
            ("/r/%56ip", "/r/vip"),
            ("/r/vip%252F", "/r/vip%2f"),
            ("/r/vip%", "/r/vip%"),
            ("/r/vip+;x", "/r/vip+;x"),
            ("/r/vip%20", "/r/vip "),
            ("/r/%FF", "/r/\u{fffd}"),
            ("/r/%C3%9C", "/r/Ü"),
            ("/qr/", "/qr"),
            ("/QR/Flyer/", "/qr/flyer"),
            ("/go/BTN_1", "/go/btn_1"),
            ("/f/Name%20.PNG", "/f/Name%20.PNG"),
            ("/engine/v1/events/", "/engine/v1/events/"),
            ("", ""),
        ] {
            assert_eq!(plain(typed), expected, "{typed}");
        }
    }

    #[test]
    fn events_are_posted_and_all_else_is_read() {
        for (operation, method, expected) in [
            (Operation::LandingPage, Method::GET, None),
            (Operation::LandingPage, Method::HEAD, None),
            (Operation::LandingPage, Method::POST, Some("GET, HEAD")),
            (Operation::Events, Method::POST, None),
            (Operation::Events, Method::GET, Some("POST")),
            (Operation::Nothing, Method::DELETE, None),
        ] {
            assert_eq!(operation.refuses(&method), expected, "{operation:?} {method}");
        }
    }
}
