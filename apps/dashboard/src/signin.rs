//! Sign-in and sign-out, one-use links, workspaces, and display preferences.

use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use maud::{Markup, html};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;

use crate::App;
use crate::attempts::REFILL;
use crate::context::{Look, is_https, local_path};
use crate::failure::Failure;
use crate::form::Form;
use crate::key_names::KeyNames;
use crate::session::{Session, Workspace, public_part};
use crate::sign_in_links::{LINK_SECONDS, LinkedKey};
use crate::view::{self, Kind};
use crate::{browser, session, system};

#[derive(Deserialize)]
pub(crate) struct Next {
    next: Option<String>,
    reason: Option<String>,
}

/// Shows the sign-in page.
pub(crate) async fn page(look: Look, query: Query<Next>) -> HttpResponse {
    let said = match query.reason.as_deref() {
        Some("ended") => Some((Kind::Warn, look.text.t("signin-ended"))),
        Some("out") => Some((Kind::Good, look.text.t("signin-out"))),
        Some("out-here") => Some((Kind::Warn, look.text.t("signin-out-here"))),
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

/// Returns the name of a key, if the key may read it.
async fn name_of(app: &App, key: &SecretString) -> Result<String, Failure> {
    let names = KeyNames::of(&app.api(key)?.0).await;
    Ok(names.name(public_part(key)).to_owned())
}

/// Checks a key, then begins a session or adds a workspace to it.
pub(crate) async fn sign_in(
    request: HttpRequest,
    look: Look,
    app: Data<App>,
    form_: Form,
) -> Result<HttpResponse, Failure> {
    let key = SecretString::from(form_.text("key").trim().to_owned());
    let next = form_.optional("next");
    let refused = |status: StatusCode, key: &str| {
        let words = Some((Kind::Bad, look.text.t(key)));
        let mut page = view::answer(&form(&look, next.as_deref(), words));
        *page.status_mut() = status;
        page
    };
    if key.expose_secret().is_empty() {
        return Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, "signin-empty"));
    }
    if !is_possible(&key) {
        return Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, "signin-refused"));
    }
    let Some(turn) = app.attempts.turn(app.client_address(&request)).await else {
        let mut page = refused(StatusCode::TOO_MANY_REQUESTS, "signin-too-often");
        page.headers_mut().insert(header::RETRY_AFTER, REFILL.as_secs().into());
        return Ok(page);
    };
    let begun = match app.api(&key)?.begin(browser_of(&request)).await {
        Err(Failure::SignedOut) => {
            turn.was_wrong();
            return Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, "signin-refused"));
        }
        begun => begun?,
    };
    let name = match form_.optional("name") {
        Some(name) => name,
        None => name_of(&app, &key).await?,
    };
    drop(turn);
    let workspace = Workspace::new(&name, key, begun.id);
    Ok(enter(&request, &app, look.session, workspace, next.as_deref()).await)
}

/// Returns whether a text can be a key. Other characters fit into no request.
fn is_possible(key: &SecretString) -> bool {
    key.expose_secret().bytes().all(|letter| letter.is_ascii_graphic())
}

/// Returns the browser family of a request.
fn browser_of(request: &HttpRequest) -> Option<String> {
    browser::family(request.headers().get(header::USER_AGENT)?.to_str().ok()?)
}

/// Selects a workspace with a new session, and keeps the browser's other workspaces.
async fn enter(
    request: &HttpRequest,
    app: &App,
    held: Option<Session>,
    workspace: Workspace,
    next: Option<&str>,
) -> HttpResponse {
    let session = match held {
        Some(mut session) => {
            if let Some(replaced) = session.add(workspace) {
                // If this fails, the replaced session ends when it becomes idle.
                let _ = end(app, &replaced).await;
            }
            session
        }
        None => Session::new(workspace),
    };
    go_in(request, app, &session, next)
}

fn go_in(request: &HttpRequest, app: &App, session: &Session, next: Option<&str>) -> HttpResponse {
    let mut response = view::see(local_path(next.unwrap_or("/")));
    if let Some(cookie) = app.sealer.cookie(session, is_https(request)) {
        // A cookie of ASCII letters always fits into a header.
        let _ = response.add_cookie(&cookie);
    }
    response
}

/// Ends the session of a workspace at the API, which then rejects every copy of the cookie.
async fn end(app: &App, workspace: &Workspace) -> Result<(), Failure> {
    match app.api(workspace.key())?.end(workspace.session()).await {
        // An invalid key has no session.
        Err(Failure::SignedOut) => Ok(()),
        ended => ended,
    }
}

/// Signs out of the current workspace. Ends the browser's session with the last workspace.
pub(crate) async fn sign_out(request: HttpRequest, look: Look, app: Data<App>) -> HttpResponse {
    let current = look.session.as_ref().and_then(Session::current);
    let ended = match current {
        Some(workspace) => end(&app, workspace).await,
        None => Ok(()),
    };
    if let Err(failure) = &ended {
        tracing::warn!(cause = %failure, "a session could not be ended");
    }
    leave(&request, &app, look.session, ended.is_ok())
}

/// Leaves the current workspace in this browser. The next page warns if the session may persist
/// elsewhere.
pub(crate) fn leave(
    request: &HttpRequest,
    app: &App,
    session: Option<Session>,
    is_ended: bool,
) -> HttpResponse {
    let reason = if is_ended { "out" } else { "out-here" };
    let mut response = view::see(&format!("/sign-in?reason={reason}"));
    let cookie = match session.and_then(Session::left) {
        Some(left) if is_ended => return go_in(request, app, &left, None),
        Some(left) => app.sealer.cookie(&left, is_https(request)),
        None => Some(session::ended(is_https(request))),
    };
    if let Some(cookie) = cookie {
        // A cookie of ASCII letters always fits into a header.
        let _ = response.add_cookie(&cookie);
    }
    response
}

/// Selects another workspace.
pub(crate) async fn switch(request: HttpRequest, look: Look, app: Data<App>, form: Form) -> HttpResponse {
    let Some(mut session) = look.session else { return view::see("/sign-in") };
    if let Some(position) = form.number("position").and_then(|position| usize::try_from(position).ok()) {
        session.switch(position);
    }
    go_in(&request, &app, &session, None)
}

/// Creates a one-use link for the holder of a key, sent as a bearer token.
pub(crate) async fn make_link(request: HttpRequest, app: Data<App>) -> Result<HttpResponse, Failure> {
    let authorization = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = authorization.and_then(|value| value.strip_prefix("Bearer ")).ok_or(Failure::SignedOut)?;
    let key = SecretString::from(key.trim().to_owned());
    let turn = app.attempts.turn(app.client_address(&request)).await.ok_or(Failure::TooOften)?;
    let rights = match app.api(&key)?.rights().await {
        Err(Failure::SignedOut) => {
            turn.was_wrong();
            return Err(Failure::SignedOut);
        }
        rights => rights?,
    };
    let name = name_of(&app, &key).await?;
    drop(turn);
    let token = app.links.make(LinkedKey { owner: rights.workspace, name, key }, system::now());
    Ok(HttpResponse::Created()
        .json(serde_json::json!({ "path": format!("/link/{token}"), "seconds": LINK_SECONDS })))
}

/// Asks whether to sign in. Only the button uses up the link, because chat programs open addresses
/// for previews.
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

/// Signs in with a link. Wrong links do not count as attempts, because a link has 192 bits and
/// lives a minute.
pub(crate) async fn use_link(
    request: HttpRequest,
    look: Look,
    app: Data<App>,
    token: Path<String>,
) -> Result<HttpResponse, Failure> {
    let Some(LinkedKey { name, key, .. }) = app.links.take(&token, system::now()) else {
        return Ok(view::see("/sign-in?reason=link"));
    };
    let begun = app.api(&key)?.begin(browser_of(&request)).await?;
    let workspace = Workspace::new(&name, key, begun.id);
    Ok(enter(&request, &app, look.session, workspace, None).await)
}

/// Stores the chosen theme and language.
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
