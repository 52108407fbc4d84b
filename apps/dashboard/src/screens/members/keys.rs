//! Keys in the list of the team: their ends, whose they are, and the webhooks that end with them.

use std::collections::{BTreeSet, HashMap};

use funnel_sdk::types::{ApiKey, KeyListItem, Tab, Webhook};
use futures_util::future::{join_all, try_join_all};
use maud::{Markup, html};

use crate::context::Context;
use crate::failure::Failure;
use crate::screens::webhooks;
use crate::system;
use crate::text::Text;
use crate::view::{self, Kind, act, enc};

/// Keys per page. Each key costs an extra request for its expiry.
pub(super) const PER_PAGE: i64 = 20;

/// Facts of a key that the list does not have.
pub(super) struct KeyFacts {
    /// End in Unix seconds; `None` for a permanent key.
    expires_at: Option<i64>,
    /// Whether the key itself may create keys. A restriction of its member may forbid it.
    creates_keys: bool,
}

impl KeyFacts {
    fn of(key: &ApiKey) -> Self {
        let narrowed = key.caps.as_ref().and_then(|caps| caps.get(&Tab::Keys));
        let has_tab = match narrowed {
            Some(caps) => caps.iter().any(|cap| *cap == "mint"),
            None => key.tabs.as_ref().is_none_or(|tabs| tabs.iter().any(|tab| *tab == "keys")),
        };
        let creates_keys = has_tab && key.scopes.iter().any(|scope| *scope == "write");
        Self { expires_at: key.expires_at, creates_keys }
    }
}

/// Returns the facts of each key by prefix. A key that was just revoked has no entry.
pub(super) async fn facts(cx: &Context, keys: &[KeyListItem]) -> HashMap<String, KeyFacts> {
    let facts = keys.iter().map(|key| async move {
        let shown = cx.api.api_keys().show(&key.prefix).send().await.ok()?.into_inner();
        Some((shown.prefix.clone(), KeyFacts::of(&shown)))
    });
    join_all(facts).await.into_iter().flatten().collect()
}

/// Holder of a key, for the question before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// A key that this session does not use.
    Other,
    /// The key of this session.
    Own,
    /// The key of this session, and the only one that is known to create keys.
    OwnAndLast,
}

impl Whose {
    pub(super) fn of(prefix: &str, own: &str, facts: &HashMap<String, KeyFacts>, has_more: bool) -> Self {
        let others_can = || facts.iter().any(|(known, facts)| known != own && facts.creates_keys);
        match prefix == own {
            false => Self::Other,
            true if has_more || others_can() => Self::Own,
            true => Self::OwnAndLast,
        }
    }
}

/// Renders a key of the list.
pub(super) fn row(
    cx: &Context,
    key: &KeyListItem,
    facts: &HashMap<String, KeyFacts>,
    whose: Whose,
    hooks: &[Webhook],
) -> Markup {
    let text = cx.text;
    let base = format!("/team/keys/{}", enc(&key.prefix));
    let made = made_by(key, hooks);
    let question = revocation(text, &made, whose);
    html! {
        tr {
            th scope="row" { div.body {
                span.row { span translate="no" { (key.name) } @if whose != Whose::Other { (view::pill(Kind::Good, &text.t("key-own"))) } } span.small.muted.mono translate="no" { "al_live_" (key.prefix) "_…" }
                @if !made.is_empty() {
                    span.small.muted { (text.t("nav-webhooks")) ": " @for (n, hook) in made.iter().enumerate() { @if n > 0 { ", " } a href=(webhooks::path(&hook.id)) translate="no" { (webhooks::name(hook)) } } }
                }
            } }
            td data-label=(text.t("key-scopes")) { span.row { @for scope in &key.scopes { span.tag { (text.word("scope", scope)) } } } }
            td data-label=(text.t("key-used")) { (text.moment_or_never(key.last_used_at)) }
            td data-label=(text.t("expires")) { @if let Some(facts) = facts.get(&key.prefix) { (end(text, facts.expires_at, system::now())) } @else { "–" } }
            td { div.actions {
                (act(cx, &format!("{base}/rotate"), "quiet", &text.t("key-rotate"), Some(&text.t("key-rotate-sure")), &[("overlap", "86400")]))
                (act(cx, &format!("{base}/revoke"), "danger", &text.t("key-revoke"), Some(&question), &[]))
            } }
        }
    }
}

/// Returns the webhooks that a key created, which stop when the key is revoked.
fn made_by<'a>(key: &KeyListItem, hooks: &'a [Webhook]) -> Vec<&'a Webhook> {
    hooks.iter().filter(|hook| hook.made_by.as_deref() == Some(key.prefix.as_str())).collect()
}

/// Returns the member of each key that made a webhook, by key prefix. An owner has at most 20 webhooks.
pub(super) async fn makers(cx: &Context, hooks: &[Webhook]) -> Result<HashMap<String, i64>, Failure> {
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
pub(super) fn made_by_member<'a>(
    member: i64,
    hooks: &'a [Webhook],
    makers: &HashMap<String, i64>,
) -> Vec<&'a Webhook> {
    let maker = |hook: &Webhook| hook.made_by.as_ref().and_then(|prefix| makers.get(prefix).copied());
    hooks.iter().filter(|hook| maker(hook) == Some(member)).collect()
}

/// Returns the confirmation question for revoking a key, with the webhooks that stop.
fn revocation(text: Text, made: &[&Webhook], whose: Whose) -> String {
    let sure = match whose {
        Whose::Other => "key-revoke-sure",
        Whose::Own => "key-revoke-own-sure",
        Whose::OwnAndLast => "key-revoke-last-sure",
    };
    question(text, "key-revoke-webhooks", sure, made)
}

/// Returns the confirmation question for deleting a member, with the webhooks that stop.
pub(super) fn removal(text: Text, made: &[&Webhook]) -> String {
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
        let asked = revocation(text, &made, Whose::Other);
        assert!(asked.contains("CRM, https://crm.example/in") && asked.ends_with(&text.t("key-revoke-sure")));
        assert_eq!(revocation(text, &[], Whose::Other), text.t("key-revoke-sure"));
        assert_eq!(revocation(text, &[], Whose::Own), text.t("key-revoke-own-sure"));

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
    fn the_last_key_that_creates_keys_is_told_from_the_others() {
        let facts = |creates_keys| KeyFacts { expires_at: None, creates_keys };
        let alone = HashMap::from([("own".to_owned(), facts(true)), ("reads".to_owned(), facts(false))]);
        let two = HashMap::from([("own".to_owned(), facts(true)), ("other".to_owned(), facts(true))]);
        for (prefix, facts, has_more, expected) in [
            ("reads", &alone, false, Whose::Other),
            ("own", &alone, false, Whose::OwnAndLast),
            // The rest of the list is not known.
            ("own", &alone, true, Whose::Own),
            ("own", &two, false, Whose::Own),
        ] {
            assert_eq!(Whose::of(prefix, "own", facts, has_more), expected, "{prefix} {has_more}");
        }
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
