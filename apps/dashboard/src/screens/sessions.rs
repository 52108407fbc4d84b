//! Sign-ins with the key of this workspace, and their end.

use actix_web::HttpRequest;
use actix_web::web::Path;
use funnel_sdk::types;
use maud::{Markup, html};

use super::Answer;
use crate::context::Context;
use crate::failure::Failure;
use crate::form::Form;
use crate::session::{Session, Workspace};
use crate::signin::leave;
use crate::view::{self, Kind, Section, act, enc};

const HERE: &str = "/sessions";

pub(crate) async fn screen(cx: Context) -> Answer {
    let text = cx.text;
    let own = own(&cx)?;
    let sessions = cx.api.sessions().list().send().await?.into_inner().items;
    let has_others = sessions.iter().any(|session| session.id != own);
    let body = html! {
        p.muted { (text.t("sessions-words")) }
        section.card.card-flush {
            table.fold {
                thead { tr {
                    @for head in ["session-browser", "session-begun", "session-seen", "session-ends"] { th scope="col" { (text.t(head)) } }
                    th scope="col" { span.visually-hidden { (text.t("actions")) } }
                } }
                tbody { @for session in &sessions { (row(&cx, session, session.id == own)) } }
            }
        }
        div.row {
            @if has_others { (act(&cx, "/sessions/end", "quiet", &text.t("sessions-end-others"), Some(&text.t("sessions-end-others-sure")), &[("others", "1")])) }
            // The next page has no menu, so it loads in full.
            form method="post" action="/sessions/end" hx-boost="false" data-confirm=(text.t("sessions-end-all-sure")) {
                (view::asks(&text.t("sessions-end-all-sure")))
                button.button.danger type="submit" { (text.t("sessions-end-all")) }
            }
        }
    };
    Ok(view::page(&cx, Section::Sessions, &text.t("nav-sessions"), html! {}, body))
}

fn row(cx: &Context, session: &types::Session, is_own: bool) -> Markup {
    let text = cx.text;
    html! {
        tr {
            th scope="row" { div.body {
                @match &session.browser {
                    Some(browser) => span translate="no" { (browser) },
                    None => span { (text.t("session-browser-unknown")) },
                }
                @if is_own { (view::pill(Kind::Good, &text.t("session-own"))) }
            } }
            td data-label=(text.t("session-begun")) { (text.moment(session.created_at)) }
            td data-label=(text.t("session-seen")) { (text.moment(session.last_seen_at)) }
            td data-label=(text.t("session-ends")) { (text.moment(session.expires_at)) }
            td { div.actions {
                @if !is_own { (act(cx, &format!("{HERE}/{}/end", enc(&session.id)), "danger", &text.t("session-end"), None, &[])) }
            } }
        }
    }
}

/// Returns the id of the current session.
fn own(cx: &Context) -> Result<&str, Failure> {
    let workspace = cx.look.session.as_ref().and_then(Session::current);
    workspace.map(Workspace::session).ok_or(Failure::SignedOut)
}

/// Ends one session. Ending the current one signs out.
pub(crate) async fn end(cx: Context, request: HttpRequest, id: Path<String>, _: Form) -> Answer {
    let is_own = own(&cx)? == id.as_str();
    crate::Api(cx.api.clone()).end(&id).await?;
    if is_own {
        return Ok(leave(&request, &cx.app, cx.look.session, true));
    }
    Ok(view::see_saying(&cx, HERE, cx.text.t("session-ended")))
}

/// Ends all sessions, or all others.
pub(crate) async fn end_all(cx: Context, request: HttpRequest, form: Form) -> Answer {
    let own = own(&cx)?.to_owned();
    let asked = cx.api.sessions().end_all();
    if form.ticked("others") {
        asked.except(&own).send().await?;
        return Ok(view::see_saying(&cx, HERE, cx.text.t("sessions-others-ended")));
    }
    asked.send().await?;
    Ok(leave(&request, &cx.app, cx.look.session, true))
}
