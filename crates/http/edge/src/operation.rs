//! What visitors and engines may ask of the edge, by the path of a request.
//!
//! The addresses differ in how they begin, so one comparison finds the right one. A router of patterns would try one after another,
//! which takes longer than finding a link among thousands.

use actix_web::HttpRequest;
use actix_web::http::Method;

/// What a path asks for. A name in it has no slash and at least one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation<'a> {
    /// A smart link, by its slug.
    SmartLink(&'a str),
    /// The page of the host.
    LandingPage,
    /// Where a button leads, or the banner, by its id.
    Button(&'a str),
    /// A printed code, or what was one.
    PrintedCode,
    /// A font of live text, by its name.
    Font(&'a str),
    /// A file, by its name.
    File(&'a str),
    /// Events of an engine.
    Events,
    /// Nothing that there is.
    Nothing,
}

impl<'a> Operation<'a> {
    /// What a request asks for.
    pub(crate) fn of(request: &'a HttpRequest) -> Self {
        // The path as it is meant: what was escaped needlessly is not.
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

    /// What metrics and traces call it.
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

    /// The methods that it takes, unless this is one of them.
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
