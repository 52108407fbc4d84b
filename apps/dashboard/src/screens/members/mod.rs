//! People and keys with their rights.

mod keys;
pub(crate) mod rights;

use std::collections::HashMap;

use actix_web::web::{Path, Query};
use funnel_sdk::types::{KeyMint, KeyRotate, Member, MemberCreate, MemberUpdate, MintedKey, Webhook};
use maud::{Markup, html};
use serde::Deserialize;

use super::{Answer, usage};
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::{Refused, Typed};
use crate::form::Form;
use crate::screens::members::keys::Whose;
use crate::session::{Session, public_part};
use crate::system;
use crate::view::{self, Input, Kind, Section, act, input};
use crate::words::words;

/// Maps the API's places and codes to fields of the forms.
const PLACES: [(&str, &str); 7] = [
    ("body.name", "name"),
    ("body.email", "email"),
    ("body.expires_at", "days"),
    ("body.tabs", "caps"),
    ("body.caps", "caps"),
    ("body.scopes", "scopes"),
    ("invalid_scope", "scopes"),
];

#[derive(Deserialize)]
pub(crate) struct Shown {
    cursor: Option<String>,
}

pub(crate) async fn screen(cx: Context, shown: Query<Shown>) -> Answer {
    show(&cx, shown.cursor.as_deref(), None, html! {}).await
}

async fn show(cx: &Context, cursor: Option<&str>, refused: Option<&Refused>, minted: Markup) -> Answer {
    let text = cx.text;
    let members =
        if cx.may("team", "view") { Some(cx.api.members().list().send().await?.into_inner()) } else { None };
    let keys = if cx.may("keys", "view") {
        let mut request = cx.api.api_keys().list().limit(keys::PER_PAGE);
        if let Some(cursor) = cursor {
            request = request.cursor(cursor);
        }
        Some(request.send().await?.into_inner())
    } else {
        None
    };
    let facts = keys::facts(cx, keys.as_ref().map_or(&[][..], |list| &list.items)).await;
    let own = cx.look.session.as_ref().and_then(Session::current).map(|own| public_part(own.key()));
    let own = own.unwrap_or_default();
    let has_more = keys.as_ref().is_some_and(|list| list.next_cursor.is_some()) || cursor.is_some();
    let used = usage::read(cx).await?;
    let ends_keys = cx.may("keys", "revoke") || cx.may("team", "edit");
    let hooks = if keys.is_some() && ends_keys && cx.may("integrations", "view") {
        cx.api.webhooks().list().send().await?.into_inner().items
    } else {
        Vec::new()
    };
    let makers = if cx.may("team", "edit") { keys::makers(cx, &hooks).await? } else { HashMap::new() };
    let people = members.as_ref().map_or(&[][..], |list| &list.items);
    let body = html! {
        @if let Some(refused) = refused { (refused.faults.unplaced()) }
        (minted)
        section.card.card-flush {
            div.card-head { h2 { (text.t("your-rights")) } @if let Some(end) = cx.rights.expires_at { span.small.muted { (text.t("expires")) " " (text.moment(end)) } } }
            (rights::own(cx))
        }
        @if let Some(keys) = &keys {
            section.card.card-flush {
                div.card-head { h2 { (text.t("keys")) } }
                table.fold {
                    thead { tr { th scope="col" { (text.t("name")) } th scope="col" { (text.t("key-scopes")) } th scope="col" { (text.t("key-used")) } th scope="col" { (text.t("expires")) } th scope="col" { span.visually-hidden { (text.t("actions")) } } } }
                    tbody { @for key in &keys.items { (keys::row(cx, key, &facts, Whose::of(&key.prefix, own, &facts, has_more), &hooks)) } }
                }
            }
            (view::pager(text, "/team", keys.next_cursor.as_deref()))
        }
        @if cx.may("keys", "mint") { (mint_panel(cx, people, Typed::of(refused, MINT))) }
        @if members.is_some() {
            section.card.card-flush {
                div.card-head { h2 { (text.t("members")) } }
                @if people.is_empty() { (view::empty("team", &text.t("members-empty-title"), &text.t("members-empty-words"), html! {})) }
                @else {
                    (rights::of_people(text, people))
                    ul.list { @for member in people { (member_row(cx, member, &keys::made_by_member(member.id, &hooks, &makers), refused)) } }
                }
            }
            @if cx.may("team", "edit") { details.panel open[Typed::of(refused, NEW).is_refused()] { summary { (text.t("member-add")) } div { (member_form(cx, None, refused)) } } }
        }
        @if let Some(used) = &used { (usage::card(text, used)) }
    };
    Ok(view::page(cx, Section::Team, &text.t("nav-team"), html! {}, body))
}

/// Names of the forms for a new key and for a new person. That of a person is their number.
const MINT: &str = "mint";
const NEW: &str = "new";

fn mint_panel(cx: &Context, people: &[Member], typed: Typed<'_>) -> Markup {
    html! {
        details.panel open[typed.is_refused()] {
            summary { (cx.text.t("key-mint")) }
            div { (mint_form(cx, people, typed)) }
        }
    }
}

fn mint_form(cx: &Context, people: &[Member], typed: Typed<'_>) -> Markup {
    let text = cx.text;
    let faults = typed.faults();
    let scoped =
        |scope: &str| typed.form().is_none_or(|form| form.all("scopes").iter().any(|known| known == scope));
    let nobody = (String::new(), text.t("key-for-owner"));
    let whom: Vec<(String, String)> = std::iter::once(nobody)
        .chain(people.iter().map(|member| (member.id.to_string(), member.name.clone())))
        .collect();
    let ends = ["", "7", "30", "90", "365"].map(|days| {
        (
            days.to_owned(),
            if days.is_empty() {
                text.t("key-no-end")
            } else {
                text.with("days", [("n", days.parse::<i64>().unwrap_or_default().into())])
            },
        )
    });
    html! {
        form.stack method="post" action="/team/keys" {
            (view::hidden(&[("form", MINT)]))
            (view::once())
            div.fields {
                (input(&Input { name: "name", label: &text.t("name"), hint: &text.t("key-name-hint"), value: typed.value("name", ""), required: true, scope: "key-", faults, ..Input::default() }))
                (view::select("key-", "days", &text.t("key-ends"), &ends, typed.value("days", "")))
                (view::select_named("key-", "member_id", &text.t("key-for"), &whom, typed.value("member_id", "")))
            }
            div.row { (view::check("scopes", "read", text.t("scope-read"), scoped("read"))) (view::check("scopes", "write", text.t("scope-write"), scoped("write"))) }
            (rights::fields(cx, "key-", None, typed))
            div.row { button.button.primary type="submit" { (text.t("key-mint")) } }
        }
    }
}

/// Shows a token, which is possible only once.
fn token(cx: &Context, minted: &MintedKey) -> Markup {
    let text = cx.text;
    html! {
        section.card { div.stack {
            (view::note(Kind::Good, html! { p.strong { (text.t("token-title")) } p { (text.t("token-words")) } }))
            @if let Some(token) = &minted.token { (view::copy(text, token.as_ref())) }
            a.button href="/team" { (text.t("token-done")) }
        } }
    }
}

pub(crate) async fn mint(cx: Context, form: Form) -> Answer {
    let (tabs, caps) = rights::of(&form).unzip();
    let asked = KeyMint {
        name: form.text("name").trim().into(),
        scopes: Some(words(&form.all("scopes"))),
        tabs,
        caps,
        expires_at: form.number("days").map(|days| system::now().saturating_add(days.saturating_mul(86_400))),
        member_id: form.number("member_id"),
    };
    let minted = cx.api.api_keys().create(&asked).idempotency_key(form.once()).send().await;
    show_minted(&cx, form, minted.map(funnel_sdk::Response::into_inner)).await
}

async fn show_minted(cx: &Context, form: Form, minted: funnel_sdk::Result<MintedKey>) -> Answer {
    match minted.map_err(Failure::from) {
        Ok(minted) => show(cx, None, None, token(cx, &minted)).await,
        Err(failure) => refused(cx, form, failure).await,
    }
}

/// Shows the team with a rejected form.
async fn refused(cx: &Context, form: Form, failure: Failure) -> Answer {
    let refused = Refused::of(cx.text, form, failure, &PLACES)?;
    show(cx, None, Some(&refused), html! {}).await
}

pub(crate) async fn rotate(cx: Context, key: Path<String>, form: Form) -> Answer {
    let asked = KeyRotate { overlap_seconds: form.number("overlap").unwrap_or_default().into() };
    let minted = cx.api.api_keys().rotate(&key, &asked).idempotency_key(form.once()).send().await;
    show_minted(&cx, form, minted.map(funnel_sdk::Response::into_inner)).await
}

pub(crate) async fn revoke(cx: Context, key: Path<String>, _: Form) -> Answer {
    cx.api.api_keys().revoke(&key).send().await?;
    Ok(view::see_saying(&cx, "/team", cx.text.t("key-revoked")))
}

fn member_row(cx: &Context, member: &Member, made: &[&Webhook], refused: Option<&Refused>) -> Markup {
    let text = cx.text;
    let initial: String = member.name.chars().take(1).collect();
    let base = format!("/team/members/{}", member.id);
    html! {
        li {
            span.face aria-hidden="true" translate="no" { (initial) }
            div.body {
                span.strong translate="no" { (member.name) }
                span.small.muted translate="no" { (member.email) }
                @if member.tabs.is_none() && member.caps.is_none() { span.small.muted { (text.t("member-everything")) } }
                @if cx.may("team", "edit") {
                    details.more open[Typed::of(refused, &member.id.to_string()).is_refused()] {
                        summary.small { (text.t("edit")) span.visually-hidden translate="no" { " " (member.name) } }
                        (member_form(cx, Some(member), refused))
                        (act(cx, &format!("{base}/delete"), "danger", &text.t("member-delete"), Some(&keys::removal(text, made)), &[]))
                    }
                }
            }
        }
    }
}

fn member_form(cx: &Context, member: Option<&Member>, refused: Option<&Refused>) -> Markup {
    let text = cx.text;
    let id = member.map_or_else(|| NEW.to_owned(), |member| member.id.to_string());
    let typed = Typed::of(refused, &id);
    let faults = typed.faults();
    let scope = member.map_or_else(|| "m-new-".to_owned(), |member| format!("m{}-", member.id));
    let action =
        member.map_or_else(|| "/team/members".to_owned(), |member| format!("/team/members/{}", member.id));
    html! {
        form.stack method="post" action=(action) {
            (view::hidden(&[("form", &id)]))
            @if member.is_none() { (view::once()) }
            div.fields {
                (input(&Input { name: "name", label: &text.t("name"), value: typed.value("name", member.map_or("", |member| &member.name)), required: true, scope: &scope, faults, ..Input::default() }))
                (input(&Input { name: "email", label: &text.t("email"), value: typed.value("email", member.map_or("", |member| &member.email)), kind: "email", required: true, scope: &scope, faults, ..Input::default() }))
            }
            (rights::fields(cx, &scope, member, typed))
            div.row { button.button.primary type="submit" { (text.t(if member.is_some() { "save" } else { "member-add" })) } }
        }
    }
}

async fn finish<T>(cx: &Context, form: Form, written: funnel_sdk::Result<T>, said: &str) -> Answer {
    match written.map_err(Failure::from) {
        Ok(_) => Ok(view::see_saying(cx, "/team", cx.text.word("said", said))),
        Err(failure) => refused(cx, form, failure).await,
    }
}

pub(crate) async fn create_member(cx: Context, form: Form) -> Answer {
    let (tabs, caps) = rights::of(&form).unzip();
    let asked = MemberCreate {
        name: form.text("name").trim().into(),
        email: form.text("email").trim().into(),
        tabs,
        caps,
    };
    let written = cx.api.members().create(&asked).idempotency_key(form.once()).send().await;
    finish(&cx, form, written, "member-added").await
}

pub(crate) async fn update_member(cx: Context, id: Path<i64>, form: Form) -> Answer {
    let (tabs, caps) = rights::of(&form).unzip();
    let asked = MemberUpdate {
        name: form.text("name").trim().into(),
        email: form.text("email").trim().into(),
        tabs: tabs.into(),
        caps: caps.into(),
    };
    let written = cx.api.members().update(*id, &asked).send().await;
    finish(&cx, form, written, "saved").await
}

pub(crate) async fn delete_member(cx: Context, id: Path<i64>, form: Form) -> Answer {
    let written = cx.api.members().delete(*id).send().await;
    finish(&cx, form, written, "deleted").await
}
