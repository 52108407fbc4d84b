//! Operations of the edge, determined by the path of a request.
//!
//! The prefixes of all paths differ, so one comparison finds the operation. A router that tries
//! patterns in order would take longer than finding a link among thousands.

use actix_web::HttpRequest;
use actix_web::http::Method;

/// Operation of a path. Names in it are not empty and contain no slash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation<'a> {
    /// Smart link with its slug.
    SmartLink(&'a str),
    LandingPage,
    /// Click on a button by id, or on the banner.
    Button(&'a str),
    /// Current or former printed code.
    PrintedCode,
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
    /// Returns the operation of a request.
    pub(crate) fn of(request: &'a HttpRequest) -> Self {
        // Uses the path with needless escapes decoded.
        Self::at(request.match_info().as_str())
    }

    fn at(path: &'a str) -> Self {
        let name = |rest: &'a str| (!rest.is_empty() && !rest.contains('/')).then_some(rest);
        let found = match path {
            "/" => Some(Self::LandingPage),
            "/qr" => Some(Self::PrintedCode),
            "/engine/v1/events" => Some(Self::Events),
            _ => match path.strip_prefix('/').and_then(|path| path.split_once('/')) {
                Some(("r", slug)) => name(slug).map(Self::SmartLink),
                Some(("go", id)) => name(id).map(Self::Button),
                Some(("qr", _)) => Some(Self::PrintedCode),
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
            Self::PrintedCode => "/qr/{path}",
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

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

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
            ("/qr", Operation::PrintedCode),
            ("/qr/", Operation::PrintedCode),
            ("/qr/a/b", Operation::PrintedCode),
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
    fn what_was_escaped_needlessly_is_read_as_it_is_meant() {
        let request = TestRequest::with_uri("/%72/summer%2Dsale?x=%72").to_http_request();
        assert_eq!(Operation::of(&request), Operation::SmartLink("summer-sale"));
        let request = TestRequest::with_uri("/r/a%2Fb").to_http_request();
        assert_eq!(Operation::of(&request), Operation::SmartLink("a%2Fb"), "which is no link's");
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
