//! Signing in and out, one-use links, workspaces, and what a person chose for the look.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use governor::{DefaultKeyedRateLimiter, Quota};
use maud::{Markup, html};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;

use crate::App;
use crate::context::{Look, is_https, local_path};
use crate::failure::Failure;
use crate::form::Form;
use crate::key_names::KeyNames;
use crate::session::{Session, Workspace, public_part};
use crate::view::{self, Kind};
use crate::{session, system};

/// How long a one-use link is good.
const LINK_SECONDS: i64 = 60;

/// How many links wait at most; older ones are given up.
const LINKS: usize = 64;

/// Failed sign-ins of one address that are answered at once; one more every twelve seconds.
const FAILURES: u32 = 10;

/// Counts failed sign-ins by address.
pub(crate) struct Failures(DefaultKeyedRateLimiter<IpAddr>);

impl Failures {
    pub(crate) fn new() -> Self {
        let burst = NonZeroU32::new(FAILURES).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(Duration::from_secs(12)).unwrap_or(Quota::per_minute(burst));
        Self(DefaultKeyedRateLimiter::keyed(quota.allow_burst(burst)))
    }

    /// Takes a try away from this address; gives whether there was one left.
    fn take(&self, address: IpAddr) -> bool {
        let left = self.0.check_key(&address).is_ok();
        self.0.retain_recent();
        left
    }
}

/// Links that sign in once.
#[derive(Default)]
pub(crate) struct Links(Mutex<HashMap<String, (Workspace, i64)>>);

impl Links {
    fn make(&self, workspace: Workspace, now: i64) -> String {
        let token = BASE64_URL_SAFE_NO_PAD.encode(system::random::<24>());
        let mut links = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        links.retain(|_, (_, until)| *until > now);
        if links.len() >= LINKS {
            links.clear();
        }
        links.insert(token.clone(), (workspace, now.saturating_add(LINK_SECONDS)));
        token
    }

    fn take(&self, token: &str, now: i64) -> Option<Workspace> {
        let mut links = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (workspace, until) = links.remove(token)?;
        (until > now).then_some(workspace)
    }
}

#[derive(Deserialize)]
pub(crate) struct Next {
    next: Option<String>,
    reason: Option<String>,
}

/// The page that asks for a key.
pub(crate) async fn page(look: Look, query: Query<Next>) -> HttpResponse {
    let said = match query.reason.as_deref() {
        Some("ended") => Some((Kind::Warn, look.text.t("signin-ended"))),
        Some("out") => Some((Kind::Good, look.text.t("signin-out"))),
        Some("link") => Some((Kind::Warn, look.text.t("signin-link-spent"))),
        _ => None,
    };
    view::answer(&form(&look, query.next.as_deref(), said))
}

fn form(look: &Look, next: Option<&str>, said: Option<(Kind, String)>) -> Markup {
    let text = look.text;
    let body = html! {
        h1 { (text.t("signin-title")) }
        @if let Some((kind, words)) = said { (view::note(kind, &words)) }
        form.card method="post" action="/sign-in" {
            div.stack {
                input type="hidden" name="next" value=[next];
                div.field {
                    label for="key" { (text.t("signin-key")) }
                    input.input.mono #key type="password" name="key" required autocomplete="current-password"
                        spellcheck="false" placeholder="al_live_…" aria-describedby="key-hint" autofocus;
                    p.hint #key-hint { (text.t("signin-key-hint")) }
                }
                div.field {
                    label for="name" { (text.t("signin-name")) }
                    input.input #name name="name" maxlength="40" autocomplete="off" aria-describedby="name-hint";
                    p.hint #name-hint { (text.t("signin-name-hint")) }
                }
                button.button.primary.wide type="submit" { (text.t("signin-button")) }
            }
        }
        p.hint { (text.t("signin-privacy")) }
    };
    view::solo(look, &text.t("signin-title"), &body)
}

/// The workspace of a key, which is called as the key is where the key may see that.
async fn workspace_of(app: &App, key: SecretString) -> Result<Workspace, Failure> {
    let names = KeyNames::of(&app.api(&key)?.0).await;
    let name = names.name(public_part(&key)).to_owned();
    Ok(Workspace::new(&name, key))
}

/// Checks a key and begins a session, or adds a workspace to it.
pub(crate) async fn sign_in(
    request: HttpRequest,
    look: Look,
    app: Data<App>,
    form_: Form,
) -> Result<HttpResponse, Failure> {
    let key = SecretString::from(form_.text("key").trim().to_owned());
    let next = form_.optional("next");
    let refused = |key: &str| {
        let words = Some((Kind::Bad, look.text.t(key)));
        let page = view::answer(&form(&look, next.as_deref(), words));
        Ok(with_status(page, actix_web::http::StatusCode::UNPROCESSABLE_ENTITY))
    };
    if key.expose_secret().is_empty() {
        return refused("signin-empty");
    }
    let address = app.client_address(&request);
    let turn = app.checks.acquire().await;
    if let Err(failure) = app.api(&key)?.rights().await {
        if !matches!(failure, Failure::SignedOut) {
            return Err(failure);
        }
        return refused(if app.failures.take(address) { "signin-refused" } else { "signin-too-often" });
    }
    let workspace = match form_.optional("name") {
        Some(name) => Workspace::new(&name, key),
        None => workspace_of(&app, key).await?,
    };
    drop(turn);
    let session = match look.session.clone() {
        Some(mut session) => {
            session.add(workspace);
            session
        }
        None => Session::new(workspace),
    };
    Ok(go_in(&request, &app, &session, next.as_deref()))
}

fn with_status(mut response: HttpResponse, status: actix_web::http::StatusCode) -> HttpResponse {
    *response.status_mut() = status;
    response
}

fn go_in(request: &HttpRequest, app: &App, session: &Session, next: Option<&str>) -> HttpResponse {
    let mut response = view::see(local_path(next.unwrap_or("/")));
    if let Some(cookie) = app.sealer.cookie(session, is_https(request)) {
        // A cookie of plain letters always fits into a header.
        let _ = response.add_cookie(&cookie);
    }
    response
}

/// Ends the session of the current workspace, and with the last one the whole session.
pub(crate) async fn sign_out(request: HttpRequest, look: Look, app: Data<App>) -> HttpResponse {
    if let Some(left) = look.session.and_then(Session::left) {
        return go_in(&request, &app, &left, None);
    }
    let mut response = view::see("/sign-in?reason=out");
    let _ = response.add_cookie(&session::ended(is_https(&request)));
    response
}

/// Goes to another workspace.
pub(crate) async fn switch(request: HttpRequest, look: Look, app: Data<App>, form: Form) -> HttpResponse {
    let Some(mut session) = look.session else { return view::see("/sign-in") };
    if let Some(position) = form.number("position").and_then(|position| usize::try_from(position).ok()) {
        session.switch(position);
    }
    go_in(&request, &app, &session, None)
}

/// Makes a link for the holder of a key, who presents it as the API wants it presented.
pub(crate) async fn make_link(request: HttpRequest, app: Data<App>) -> Result<HttpResponse, Failure> {
    let authorization = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = authorization.and_then(|value| value.strip_prefix("Bearer ")).ok_or(Failure::SignedOut)?;
    let key = SecretString::from(key.trim().to_owned());
    if let Err(failure) = app.api(&key)?.rights().await {
        let address = app.client_address(&request);
        return Err(if app.failures.take(address) { failure } else { Failure::TooOften });
    }
    let token = app.links.make(workspace_of(&app, key).await?, system::now());
    Ok(HttpResponse::Created()
        .json(serde_json::json!({ "path": format!("/link/{token}"), "seconds": LINK_SECONDS })))
}

/// Asks whether to sign in. Only the press of the button uses the link up: chat programs open addresses to show what is there.
pub(crate) async fn link_page(look: Look, token: Path<String>) -> HttpResponse {
    let text = look.text;
    let body = html! {
        h1 { (text.t("link-title")) }
        form.card method="post" action={ "/link/" (token) } {
            div.stack {
                p.muted { (text.t("link-words")) }
                button.button.primary.wide type="submit" data-focus { (text.t("link-button")) }
            }
        }
    };
    view::answer(&view::solo(&look, &text.t("link-title"), &body))
}

/// Signs in by a link.
pub(crate) async fn use_link(
    request: HttpRequest,
    look: Look,
    app: Data<App>,
    token: Path<String>,
) -> HttpResponse {
    let Some(workspace) = app.links.take(&token, system::now()) else {
        let _ = app.failures.take(app.client_address(&request));
        return view::see("/sign-in?reason=link");
    };
    let session = match look.session {
        Some(mut session) => {
            session.add(workspace);
            session
        }
        None => Session::new(workspace),
    };
    go_in(&request, &app, &session, None)
}

/// Keeps the look and the language that a person chose.
pub(crate) async fn choose(request: HttpRequest, form: Form) -> HttpResponse {
    let back = request.headers().get(header::REFERER).and_then(|value| value.to_str().ok()).unwrap_or("/");
    let back = form.optional("back").unwrap_or_else(|| back.to_owned());
    let mut response = view::see(local_path(&back));
    response
        .headers_mut()
        .insert(header::HeaderName::from_static("hx-refresh"), header::HeaderValue::from_static("true"));
    for (name, allowed) in
        [("theme", &["auto", "light", "dark"][..]), ("language", &["auto", "en", "de", "en-XA"][..])]
    {
        let chosen = form.text(name);
        if allowed.contains(&chosen) {
            let cookie =
                Cookie::build(name, chosen.to_owned()).path("/").http_only(true).same_site(SameSite::Lax);
            let year = actix_web::cookie::time::Duration::days(365);
            let cookie = cookie.secure(is_https(&request)).max_age(year).finish();
            let _ = response.add_cookie(&cookie);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_works_once_and_for_a_minute() {
        let links = Links::default();
        let workspace = || Workspace::new("w", SecretString::from("k".to_owned()));
        let token = links.make(workspace(), 100);
        assert!(links.take("other", 100).is_none());
        assert_eq!(links.take(&token, 159).unwrap().name, "w");
        assert!(links.take(&token, 159).is_none());
        let late = links.make(workspace(), 100);
        assert!(links.take(&late, 160).is_none());
    }

    #[test]
    fn an_address_that_guesses_is_slowed_down_and_its_neighbour_is_not() {
        let failures = Failures::new();
        let [guessing, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        assert!((0..FAILURES).all(|_| failures.take(guessing)));
        assert!(!failures.take(guessing));
        assert!(failures.take(other));
    }
}
