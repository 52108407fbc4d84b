//! People and keys with their rights.

pub(crate) mod rights;

use std::collections::{BTreeSet, HashMap};

use actix_web::web::{Path, Query};
use funnel_sdk::types::{
    KeyListItem, KeyMint, KeyRotate, Member, MemberCreate, MemberUpdate, MintedKey, Webhook,
};
use futures_util::future::{join_all, try_join_all};
use maud::{Markup, html};
use serde::Deserialize;

use super::{Answer, usage, webhooks};
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::{Refused, Typed};
use crate::form::Form;
use crate::system;
use crate::text::Text;
use crate::view::{self, Input, Kind, Section, act, enc, input};
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
        let mut request = cx.api.api_keys().list().limit(KEYS);
        if let Some(cursor) = cursor {
            request = request.cursor(cursor);
        }
        Some(request.send().await?.into_inner())
    } else {
        None
    };
    let ends = ends(cx, keys.as_ref().map_or(&[][..], |list| &list.items)).await;
    let used = usage::read(cx).await?;
    let ends_keys = cx.may("keys", "revoke") || cx.may("team", "edit");
    let hooks = if keys.is_some() && ends_keys && cx.may("integrations", "view") {
        cx.api.webhooks().list().send().await?.into_inner().items
    } else {
        Vec::new()
    };
    let makers = if cx.may("team", "edit") { makers(cx, &hooks).await? } else { HashMap::new() };
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
                    tbody { @for key in &keys.items { (key_row(cx, key, ends.get(&key.prefix).copied(), &hooks)) } }
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
                    ul.list { @for member in people { (member_row(cx, member, &made_by_member(member.id, &hooks, &makers), refused)) } }
                }
            }
            @if cx.may("team", "edit") { details.panel open[Typed::of(refused, NEW).is_refused()] { summary { (text.t("member-add")) } div { (member_form(cx, None, refused)) } } }
        }
        @if let Some(used) = &used { (usage::card(text, used)) }
    };
    Ok(view::page(cx, Section::Team, &text.t("nav-team"), html! {}, body))
}

/// Keys per page. Each key costs an extra request for its expiry.
const KEYS: i64 = 20;

/// Returns the expiry of each key by prefix; `None` for a permanent key. A key that was just
/// revoked has no entry.
async fn ends(cx: &Context, keys: &[KeyListItem]) -> HashMap<String, Option<i64>> {
    let ends = keys.iter().map(|key| async move {
        let shown = cx.api.api_keys().show(&key.prefix).send().await.ok()?.into_inner();
        Some((shown.prefix, shown.expires_at))
    });
    join_all(ends).await.into_iter().flatten().collect()
}

fn key_row(cx: &Context, key: &KeyListItem, ends: Option<Option<i64>>, hooks: &[Webhook]) -> Markup {
    let text = cx.text;
    let base = format!("/team/keys/{}", enc(&key.prefix));
    let made = made_by(key, hooks);
    html! {
        tr {
            th scope="row" { div.body {
                span translate="no" { (key.name) } span.small.muted.mono translate="no" { "al_live_" (key.prefix) "_…" }
                @if !made.is_empty() {
                    span.small.muted { (text.t("nav-webhooks")) ": " @for (n, hook) in made.iter().enumerate() { @if n > 0 { ", " } a href=(webhooks::path(&hook.id)) translate="no" { (webhooks::name(hook)) } } }
                }
            } }
            td data-label=(text.t("key-scopes")) { span.row { @for scope in &key.scopes { span.tag { (text.word("scope", scope)) } } } }
            td data-label=(text.t("key-used")) { (text.moment_or_never(key.last_used_at)) }
            td data-label=(text.t("expires")) { @if let Some(at) = ends { (end(text, at, system::now())) } @else { "–" } }
            td { div.actions {
                @if cx.may("keys", "mint") { (act(&format!("{base}/rotate"), "quiet", &text.t("key-rotate"), Some(&text.t("key-rotate-sure")), &[("overlap", "86400")])) }
                @if cx.may("keys", "revoke") { (act(&format!("{base}/revoke"), "danger", &text.t("key-revoke"), Some(&revocation(text, &made)), &[])) }
            } }
        }
    }
}

/// Returns the webhooks that a key created, which stop when the key is revoked.
fn made_by<'a>(key: &KeyListItem, hooks: &'a [Webhook]) -> Vec<&'a Webhook> {
    hooks.iter().filter(|hook| hook.made_by.as_deref() == Some(key.prefix.as_str())).collect()
}

/// Returns the member of each key that made a webhook, by key prefix. An owner has at most 20 webhooks.
async fn makers(cx: &Context, hooks: &[Webhook]) -> Result<HashMap<String, i64>, Failure> {
    let prefixes: BTreeSet<&str> = hooks.iter().filter_map(|hook| hook.made_by.as_deref()).collect();
    let members = prefixes.into_iter().map(|prefix| async move {
        match cx.api.api_keys().show(prefix).send().await {
            Ok(key) => Ok(key.into_inner().member_id.map(|member| (prefix.to_owned(), member))),
            // The key was revoked in between.
            Err(error) if error.status() == Some(404) => Ok(None),
            Err(error) => Err(Failure::from(error)),
        }
    });
    Ok(try_join_all(members).await?.into_iter().flatten().collect())
}

/// Returns the webhooks made with a member's keys.
fn made_by_member<'a>(member: i64, hooks: &'a [Webhook], makers: &HashMap<String, i64>) -> Vec<&'a Webhook> {
    let maker = |hook: &Webhook| hook.made_by.as_ref().and_then(|prefix| makers.get(prefix).copied());
    hooks.iter().filter(|hook| maker(hook) == Some(member)).collect()
}

/// Returns the confirmation question for revoking a key, with the webhooks that stop.
fn revocation(text: Text, made: &[&Webhook]) -> String {
    question(text, "key-revoke-webhooks", "key-revoke-sure", made)
}

/// Returns the confirmation question for deleting a member, with the webhooks that stop.
fn removal(text: Text, made: &[&Webhook]) -> String {
    question(text, "member-delete-webhooks", "member-delete-sure", made)
}

fn question(text: Text, ends: &str, sure: &str, made: &[&Webhook]) -> String {
    let sure = text.t(sure);
    if made.is_empty() {
        return sure;
    }
    let names: Vec<&str> = made.iter().map(|hook| webhooks::name(hook)).collect();
    let count = i64::try_from(made.len()).unwrap_or(i64::MAX);
    let ends = text.with(ends, [("n", count.into()), ("names", names.join(", ").into())]);
    format!("{ends} {sure}")
}

/// Time before a key's expiry at which the warning appears, in seconds.
const SOON: i64 = 14 * 86_400;

/// Renders the expiry of a key, with a warning while there is time to rotate it.
fn end(text: Text, expires_at: Option<i64>, now: i64) -> Markup {
    let Some(at) = expires_at else { return html! { (text.t("never")) } };
    let left = at.saturating_sub(now);
    html! {
        span.row {
            (text.moment(at))
            @if left <= SOON { (view::pill(Kind::Warn, &text.with("key-days-left", [("n", (left.max(0) / 86_400).into())]))) }
        }
    }
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
                        (act(&format!("{base}/delete"), "danger", &text.t("member-delete"), Some(&removal(text, made)), &[]))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_before_a_revocation_names_the_webhooks_that_end() {
        let hook = |description: &str, made_by: Option<&str>| -> Webhook {
            serde_json::from_value(serde_json::json!({
                "id": "hook_1", "url": "https://crm.example/in", "events": ["*"], "description": description,
                "active": true, "disabled_reason": null, "made_by": made_by, "withheld": [],
                "created_at": 1_795_176_000, "created_at_iso": "2026-11-20T12:00:00.000Z",
            }))
            .unwrap()
        };
        let key: KeyListItem = serde_json::from_value(serde_json::json!({
            "prefix": "a123456789", "name": "CI", "scopes": ["read"], "last_used_at": null, "expires_at": null,
        }))
        .unwrap();
        let hooks = [
            hook("CRM", Some("a123456789")),
            hook("", Some("a123456789")),
            hook("Other", Some("b123456789")),
            hook("Old", None),
        ];
        let made = made_by(&key, &hooks);
        assert_eq!(made.len(), 2);
        let text = Text::by_code("en").unwrap();
        let asked = revocation(text, &made);
        assert!(asked.contains("CRM, https://crm.example/in") && asked.ends_with(&text.t("key-revoke-sure")));
        assert_eq!(revocation(text, &[]), text.t("key-revoke-sure"));

        let makers = HashMap::from([("a123456789".to_owned(), 7), ("c123456789".to_owned(), 8)]);
        let of = |member| made_by_member(member, &hooks, &makers);
        assert_eq!((of(7).len(), of(8).len()), (2, 0));
        let asked = removal(text, &of(7));
        assert!(
            asked.contains("CRM, https://crm.example/in") && asked.ends_with(&text.t("member-delete-sure"))
        );
        assert_eq!(removal(text, &of(8)), text.t("member-delete-sure"));
    }

    #[test]
    fn the_end_of_a_key_is_warned_of_for_two_weeks() {
        let text = Text::by_code("en").unwrap();
        let day = 86_400;
        for (expires_at, expected) in [
            (None, None),
            (Some(15 * day), None),
            (Some(14 * day + 1), None),
            (Some(14 * day), Some("14 days left")),
            (Some(day), Some("1 day left")),
            (Some(day - 1), Some("Ends today")),
            (Some(0), Some("Ends today")),
        ] {
            let shown = end(text, expires_at, 0).0;
            let warning = shown.split("pill warn\">").nth(1).map(|rest| rest.split('<').next().unwrap());
            assert_eq!(warning, expected, "{expires_at:?}");
        }
    }
}
