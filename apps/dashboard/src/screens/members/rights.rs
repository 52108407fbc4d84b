//! Rights: a matrix of tabs and functions, to read and to tick.

use std::collections::BTreeMap;

use funnel_sdk::types::{Member, Tab, TabFunction};
use maud::{Markup, html};

use crate::context::Context;
use crate::faults::Typed;
use crate::form::Form;
use crate::text::Text;
use crate::view;
use crate::words::word;

/// Grantable functions by tab. The matrix shows these; the API validates.
const FUNCTIONS: [(&str, &[&str]); 11] = [
    ("landings", &["view", "register", "edit_content", "copy", "publish"]),
    ("appearance", &["view", "edit"]),
    ("notifications", &["view", "edit", "library"]),
    ("links", &["view", "create", "provision", "toggle", "pixels"]),
    ("qr", &["view", "edit"]),
    ("stats", &["sources", "links", "overview"]),
    ("vault", &["view", "respond"]),
    ("broadcasts", &["view", "create", "preview", "deliver"]),
    ("team", &["view", "edit"]),
    ("keys", &["view", "mint", "revoke"]),
    ("integrations", &["view", "webhooks", "import", "export"]),
];

type Caps = BTreeMap<Tab, Vec<TabFunction>>;

/// Returns whether a member may use a function. Named functions restrict their tab; a tab without
/// named functions grants all of them.
fn grants(member: &Member, tab: &str, cap: &str) -> bool {
    if member.tabs.is_none() && member.caps.is_none() {
        return true;
    }
    let caps = member.caps.as_ref().zip(Tab::parse(tab)).and_then(|(caps, tab)| caps.get(&tab));
    match caps {
        Some(caps) => caps.iter().any(|known| *known == cap),
        None => member.tabs.iter().flatten().any(|known| *known == tab),
    }
}

fn is_restricted(member: &Member) -> bool {
    member.tabs.is_some() || member.caps.is_some()
}

/// Renders the rights of this session's key.
pub(super) fn own(cx: &Context) -> Markup {
    let text = cx.text;
    html! {
        table.rights { tbody { @for (tab, caps) in FUNCTIONS { tr {
            th scope="row" { (text.word("right", tab)) }
            @for cap in caps {
                @let granted = cx.may(tab, cap);
                td { span class=(if granted { "yes" } else { "muted" }) {
                    (view::icon(if granted { "check" } else { "close" }))
                    (text.word("cap", cap))
                    span.visually-hidden { ": " (text.t(if granted { "granted" } else { "not-granted" })) }
                } }
            }
        } } } }
    }
}

/// Renders the rights of people by tab.
pub(super) fn of_people(text: Text, people: &[Member]) -> Markup {
    html! {
        div.table-wrap tabindex="0" role="region" aria-label=(text.t("rights-of-people")) {
            table.matrix.fold {
                thead { tr { th scope="col" { (text.t("name")) } @for (tab, _) in FUNCTIONS { th scope="col" { (text.word("right", tab)) } } } }
                tbody { @for member in people { tr {
                    th scope="row" translate="no" { (member.name) }
                    @for (tab, caps) in FUNCTIONS { td data-label=(text.word("right", tab)) { (share(text, member, tab, caps)) } }
                } } }
            }
        }
    }
}

/// Renders whether a member has all functions of a tab, some, or none.
fn share(text: Text, member: &Member, tab: &str, caps: &[&str]) -> Markup {
    let granted: Vec<String> =
        caps.iter().filter(|cap| grants(member, tab, cap)).map(|cap| text.word("cap", cap)).collect();
    let reported = granted.join(", ");
    match granted.len() {
        0 => html! { span.muted { "–" span.visually-hidden { (text.t("not-granted")) } } },
        all if all == caps.len() => {
            html! { span.yes { (view::icon("check")) span.visually-hidden { (text.t("rights-all")) } } }
        }
        some => html! {
            span title=(reported) { span translate="no" { (some) "/" (caps.len()) } span.visually-hidden { ": " (reported) } }
        },
    }
}

/// Renders the fields for the rights of a key or a person: everything, or the ticked functions.
pub(super) fn fields(cx: &Context, scope: &str, member: Option<&Member>, typed: Typed<'_>) -> Markup {
    let text = cx.text;
    let is_stored_restricted = member.is_some_and(is_restricted);
    let restricted = typed.form().map_or(is_stored_restricted, |form| form.text("access") == "some");
    let is_stored =
        |tab: &str, cap: &str| member.is_some_and(|member| is_stored_restricted && grants(member, tab, cap));
    let is_granted = |tab: &str, cap: &str| match typed.form() {
        Some(form) => form.all("caps").contains(&format!("{tab}.{cap}")),
        None => is_stored(tab, cap),
    };
    let id = format!("{scope}caps");
    let is_wrong = typed.faults().is_some_and(|faults| faults.at("caps").is_some());
    html! {
        fieldset.stack-s aria-describedby=[is_wrong.then(|| format!("{id}-fault"))] tabindex=[is_wrong.then_some("-1")] data-fault[is_wrong] {
            legend { (text.t("rights-label")) }
            (view::fault_of(&id, typed.faults(), "caps"))
            div.row {
                @for (word, chosen) in [("all", !restricted), ("some", restricted)] {
                    label.check { input type="radio" id={ (scope) "access-" (word) } name="access" value=(word) checked[chosen]; span { (text.word("rights", word)) } }
                }
            }
            table.rights { tbody { @for (tab, caps) in FUNCTIONS { tr {
                th scope="row" { (text.word("right", tab)) }
                @for cap in caps {
                    @let name = html! { span.visually-hidden { (text.word("right", tab)) ": " } (text.word("cap", cap)) };
                    td { (view::check("caps", &format!("{tab}.{cap}"), name, is_granted(tab, cap))) }
                }
            } } } }
        }
    }
}

/// Reads the restriction of a form, as tabs and their functions; `None` for everything. The API
/// rejects an empty restriction.
pub(super) fn of(form: &Form) -> Option<(Vec<Tab>, Caps)> {
    if form.text("access") != "some" {
        return None;
    }
    let mut caps = Caps::new();
    for ticked in form.all("caps") {
        if let Some((tab, cap)) = ticked.split_once('.')
            && let (Some(tab), Some(cap)) = (word(tab), word(cap))
        {
            caps.entry(tab).or_default().push(cap);
        }
    }
    Some((caps.keys().cloned().collect(), caps))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(tabs: Option<&[&str]>, caps: Option<&[(&str, &[&str])]>) -> Member {
        let mut member = Member::default();
        member.tabs = tabs.map(|tabs| tabs.iter().filter_map(|tab| word(tab)).collect());
        member.caps = caps.map(|caps| {
            caps.iter()
                .map(|(tab, caps)| (word(tab).unwrap(), caps.iter().filter_map(|cap| word(cap)).collect()))
                .collect()
        });
        member
    }

    #[test]
    fn a_tab_alone_grants_all_of_it_and_functions_narrow_it() {
        let narrowed: &[(&str, &[&str])] = &[("qr", &["view"])];
        for (tabs, caps, expected) in [
            (None, None, [true, true, true]),
            (Some(&["qr"][..]), None, [true, true, false]),
            (Some(&["qr", "vault"]), Some(narrowed), [true, false, true]),
            (None, Some(narrowed), [true, false, false]),
        ] {
            let member = member(tabs, caps);
            let found = [("qr", "view"), ("qr", "edit"), ("vault", "respond")]
                .map(|(tab, cap)| grants(&member, tab, cap));
            assert_eq!(found, expected, "{tabs:?} {caps:?}");
        }
    }

    #[test]
    fn nothing_ticked_is_not_everything() {
        assert_eq!(of(&Form::parse(b"access=some")), Some((Vec::new(), Caps::new())));
        assert_eq!(of(&Form::parse(b"access=all&caps=qr.view")), None);
        let (tabs, caps) = of(&Form::parse(b"access=some&caps=qr.view&caps=qr.edit&caps=team.view")).unwrap();
        assert_eq!(tabs, ["qr", "team"]);
        assert_eq!(caps[&Tab::Qr], ["view", "edit"]);
    }
}
