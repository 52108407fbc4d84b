//! The person and the preferences behind a request.

use std::future::{Future, Ready, ready};
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use funnel_sdk::Client;
use funnel_sdk::types::{EffectiveRights, Tab};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::App;
use crate::access;
use crate::access::Method;
use crate::failure::Failure;
use crate::session::{Session, cookie_name};
use crate::system;
use crate::text::Text;

/// A message that the next page shows once, such as that something was saved.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Flash {
    pub(crate) words: String,
    /// Form that undoes the change.
    pub(crate) undo: Option<Undo>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Undo {
    pub(crate) action: String,
    pub(crate) fields: Vec<(String, String)>,
}

pub(crate) const FLASH: &str = "flash";
pub(crate) const FLASH_PURPOSE: &[u8] = b"funnel/dashboard-flash/v1";

/// State for every page, signed in or not.
#[derive(Clone)]
pub(crate) struct Look {
    pub(crate) text: Text,
    /// `auto`, `light` or `dark`.
    pub(crate) theme: &'static str,
    pub(crate) session: Option<Session>,
    /// Path and query of the page; for a write, of the page with the form.
    pub(crate) path: String,
    pub(crate) htmx: bool,
    pub(crate) https: bool,
    pub(crate) flash: Option<Flash>,
}

impl Look {
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let header = |name: header::HeaderName| {
            request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
        };
        let cookie =
            |name: &str| request.cookie(name).map(|cookie| cookie.value().to_owned()).unwrap_or_default();
        let chosen = Text::by_code(&cookie("language"));
        let https = is_https(request);
        let app = request.app_data::<Data<App>>();
        let theme = match cookie("theme").as_str() {
            "light" => "light",
            "dark" => "dark",
            _ => "auto",
        };
        let path = if request.method().is_safe() {
            request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned()
        } else {
            local_path(header(header::REFERER)).to_owned()
        };
        Self {
            text: chosen.unwrap_or_else(|| Text::negotiate(header(header::ACCEPT_LANGUAGE))),
            theme,
            session: app.and_then(|app| app.sealer.open(&cookie(cookie_name(https)), system::now())),
            path,
            htmx: request.headers().contains_key("hx-request"),
            https,
            flash: app.and_then(|app| app.sealer.open_value(FLASH_PURPOSE, &cookie(FLASH))),
        }
    }
}

impl FromRequest for Look {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

/// Functions that only read; the others also need the write scope.
const READING: [&str; 6] = ["view", "sources", "links", "overview", "export", "preview"];

/// A signed-in person and their rights.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) look: Look,
    pub(crate) text: Text,
    pub(crate) api: Client,
    pub(crate) rights: EffectiveRights,
    pub(crate) app: Data<App>,
}

impl Context {
    /// Returns an API client for long calls.
    pub(crate) fn patient_api(&self) -> Result<Client, Failure> {
        let workspace = self.look.session.as_ref().and_then(Session::current).ok_or(Failure::SignedOut)?;
        self.app.patient_api(workspace.key())
    }

    /// Returns a number that is equal for all requests with the same key.
    pub(crate) fn tenant(&self) -> i64 {
        let workspace = self.look.session.as_ref().and_then(Session::current);
        workspace.map_or(0, |workspace| key_number(workspace.key()))
    }

    /// Returns whether the key grants a function. The dashboard hides functions that the key lacks.
    pub(crate) fn may(&self, tab: &str, cap: &str) -> bool {
        let scope = if READING.contains(&cap) { "read" } else { "write" };
        let functions = Tab::parse(tab).and_then(|tab| self.rights.functions.get(&tab));
        self.rights.scopes.iter().any(|known| *known == scope)
            && functions.is_some_and(|caps| caps.iter().any(|known| *known == cap))
    }

    /// Returns whether the key may open the screen at a path. Links to other screens are not shown.
    pub(crate) fn opens(&self, path: &str) -> bool {
        access::is_allowed(&self.rights, Method::Get, path)
    }

    /// Returns whether the key may send a form to a path. Other forms are not shown.
    pub(crate) fn sends(&self, path: &str) -> bool {
        access::is_allowed(&self.rights, Method::Post, path)
    }
}

/// Returns a number of a key, for fair queues.
fn key_number(key: &SecretString) -> i64 {
    let digest: [u8; 32] = Sha256::digest(key.expose_secret()).into();
    digest.first_chunk().map_or(0, |bytes| i64::from_be_bytes(*bytes))
}

impl FromRequest for Context {
    type Error = Failure;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Failure>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let look = Look::of(request);
        let request = request.clone();
        Box::pin(async move {
            let app = request.app_data::<Data<App>>().cloned().ok_or(Failure::SignedOut)?;
            let workspace = look.session.as_ref().and_then(Session::current).ok_or(Failure::SignedOut)?;
            let api = app.api(workspace.key())?;
            let rights = api.session(workspace.session()).await?.rights;
            let text = look.text.in_currency(&rights.currency);
            let cx = Self { text, look, api: api.0, rights, app };
            // An error page keeps the menu.
            request.extensions_mut().insert(cx.clone());
            let method = if request.method().is_safe() { Method::Get } else { Method::Post };
            if access::is_allowed(&cx.rights, method, request.path()) {
                Ok(cx)
            } else {
                Err(Failure::Forbidden)
            }
        })
    }
}

/// Returns whether the request came by https, directly or to a proxy in front. A client that forges
/// this affects only its own cookie.
pub(crate) fn is_https(request: &HttpRequest) -> bool {
    request.connection_info().scheme() == "https"
}

/// Returns a path on this host for any input, never another host. Browsers skip tabs and line
/// breaks and read a backslash as a slash, so such paths are rejected.
pub(crate) fn local_path(wanted: &str) -> &str {
    let path = match wanted.split_once("://") {
        Some((_, rest)) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/"),
        None => wanted,
    };
    let is_clean = !path.contains(|letter: char| letter == '\\' || letter.is_control());
    let is_local = path.starts_with('/') && !path.starts_with("//") && is_clean && stays_here(path);
    if is_local { path } else { "/" }
}

/// Returns whether a browser that follows this reference stays on its host, by the rules of the
/// WHATWG URL standard.
fn stays_here(path: &str) -> bool {
    let here = url::Url::parse("https://dashboard.invalid/here");
    here.is_ok_and(|here| here.join(path).is_ok_and(|there| there.origin() == here.origin()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_back_stays_with_us() {
        let table = [
            ("/domains?x=1", "/domains?x=1"),
            ("https://panel.example/team", "/team"),
            ("//evil.example", "/"),
            ("https:evil", "/"),
            ("/\\evil.example", "/"),
            ("javascript:alert(1)", "/"),
            ("https://evil.example", "/"),
            ("", "/"),
            // Browsers skip these characters.
            ("/\t/evil.example", "/"),
            ("/\n/evil.example", "/"),
            ("/\r\n/evil.example", "/"),
            ("\t//evil.example", "/"),
            ("/\u{0}/evil.example", "/"),
            ("/\u{85}/evil.example", "/"),
            ("/domains?x=\t1", "/"),
            ("https://panel.example//evil.example", "/"),
            ("https://panel.example/\t/evil.example", "/"),
            // Encoded characters stay part of the path.
            ("/%09/evil.example", "/%09/evil.example"),
            ("/.//evil.example", "/.//evil.example"),
        ];
        for (wanted, expected) in table {
            assert_eq!(local_path(wanted), expected, "{wanted}");
        }
    }
}
