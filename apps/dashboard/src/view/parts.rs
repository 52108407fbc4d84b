//! Components of pages. `/styleguide` shows each of them.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use maud::{Markup, Render, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::icon;
use crate::context::Context;
use crate::faults::Faults;
use crate::form::{ONCE, QUESTION, SURE};
use crate::system;
use crate::text::Text;

/// Severity of a note or a pill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Neutral fact.
    Plain,
    /// Success.
    Good,
    /// Needs attention.
    Warn,
    /// Failure.
    Bad,
    /// In progress.
    Accent,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Good => "good",
            Self::Warn => "warn",
            Self::Bad => "bad",
            Self::Accent => "accent",
        }
    }
}

/// Renders a highlighted sentence.
pub(crate) fn note(kind: Kind, words: impl Render) -> Markup {
    let name = match kind {
        Kind::Good => "check",
        Kind::Warn | Kind::Bad => "warn",
        Kind::Plain | Kind::Accent => "info",
    };
    let role = if kind == Kind::Bad { "alert" } else { "status" };
    html! { div class={ "note " (kind.class()) } role=(role) { (icon(name)) div { (words) } } }
}

/// Renders a state in one word.
pub(crate) fn pill(kind: Kind, words: &str) -> Markup {
    html! { span class={ "pill " (kind.class()) } { (words) } }
}

/// Renders text from people or the API, which must not be translated.
pub(crate) fn raw(words: impl Render) -> Markup {
    html! { span translate="no" { (words) } }
}

/// Renders a link to a screen; only its words if the key may not open it.
pub(crate) fn link(cx: &Context, href: &str, words: impl Render) -> Markup {
    html! { @if cx.opens(href) { a href=(href) { (words) } } @else { (words) } }
}

/// Renders a country by its code; the script shows its name in the reader's language.
pub(crate) fn country(code: &str) -> Markup {
    html! { span translate="no" data-country=(code) title=(code) { (code) } }
}

/// Renders an empty list: its purpose, and the first step.
pub(crate) fn empty(name: &str, title: &str, words: &str, action: Markup) -> Markup {
    html! {
        div.empty {
            (icon(name))
            h2 { (title) }
            p { (words) }
            div.actions { (action) }
        }
    }
}

/// Renders a text with a copy button.
pub(crate) fn copy(text: Text, value: &str) -> Markup {
    html! {
        div.copy {
            code translate="no" tabindex="0" { (value) }
            (copy_button(text, value))
        }
    }
}

/// Renders a copy button.
pub(crate) fn copy_button(text: Text, value: &str) -> Markup {
    html! {
        button.button.quiet type="button" data-copy=(value) data-needs-script {
            (icon("copy")) span { (text.t("copy")) }
        }
    }
}

/// Renders a field with its label and hint.
pub(crate) fn field(id: &str, label: &str, hint: &str, control: Markup) -> Markup {
    html! {
        div.field {
            label for=(id) { (label) }
            (control)
            @if !hint.is_empty() { p.hint id={ (id) "-hint" } { (hint) } }
        }
    }
}

/// Renders the fault of a field; empty without one.
fn fault(id: &str, words: Option<&Markup>) -> Markup {
    html! { p.fault id={ (id) "-fault" } aria-live="polite" { @if let Some(words) = words { (words) } } }
}

/// Renders the fault of a field of a rejected form; nothing for other forms.
pub(crate) fn fault_of(id: &str, faults: Option<&Faults>, field: &str) -> Markup {
    html! { @if let Some(faults) = faults { (fault(id, faults.at(field))) } }
}

/// Returns the ids of the hint and the fault of a field, as they describe it.
pub(crate) fn described(id: &str, hint: bool, fault: bool) -> Option<String> {
    let parts = [("hint", hint), ("fault", fault)].into_iter().filter(|(_, shown)| *shown);
    let ids: Vec<String> = parts.map(|(part, _)| format!("{id}-{part}")).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

impl Faults {
    /// Renders the faults above the form: those without a field, and a hint at marked fields.
    pub(crate) fn above(&self, text: Text) -> Markup {
        html! {
            (self.unplaced())
            @if self.are_marked() { (note(Kind::Bad, text.t("fault-marked"))) }
        }
    }

    /// Renders the faults without a field.
    pub(crate) fn unplaced(&self) -> Markup {
        html! {
            @if !self.rest().is_empty() {
                // The script shows and focuses the first fault of a form.
                div.stack-s data-fault tabindex="-1" { @for sentence in self.rest() { (note(Kind::Bad, raw(sentence))) } }
            }
        }
    }

    /// Renders the fault of a field. The element exists even without a fault, so that a live check
    /// can fill it.
    pub(crate) fn slot(&self, field: &str) -> Markup {
        fault(field, self.at(field))
    }
}

/// A text field.
pub(crate) struct Input<'a> {
    pub(crate) name: &'a str,
    pub(crate) label: &'a str,
    pub(crate) hint: &'a str,
    pub(crate) value: &'a str,
    pub(crate) required: bool,
    pub(crate) kind: &'a str,
    /// Prefix of ids, so that forms on one page do not collide.
    pub(crate) scope: &'a str,
    /// Faults of the form; the field shows its own.
    pub(crate) faults: Option<&'a Faults>,
    /// Minimum and maximum of a number.
    pub(crate) bounds: Option<(i64, i64)>,
}

impl Default for Input<'_> {
    fn default() -> Self {
        Self {
            name: "",
            label: "",
            hint: "",
            value: "",
            required: false,
            kind: "text",
            scope: "",
            faults: None,
            bounds: None,
        }
    }
}

/// Renders an [`Input`].
pub(crate) fn input(input: &Input<'_>) -> Markup {
    let id = format!("{}{}", input.scope, input.name);
    let described = described(&id, !input.hint.is_empty(), input.faults.is_some());
    let wrong = input.faults.and_then(|faults| faults.at(input.name));
    let step = (input.kind == "number").then_some(if input.bounds.is_some() { "1" } else { "any" });
    let (least, most) = (input.bounds.map(|(least, _)| least), input.bounds.map(|(_, most)| most));
    html! {
        div.field {
            label for=(id) { (input.label) }
            input.input id=(id) name=(input.name) type=(input.kind) value=(input.value) required[input.required]
                step=[step] min=[least] max=[most] aria-describedby=[described] aria-invalid=[wrong.map(|_| "true")]
                autofocus[wrong.is_some()]
                autocomplete="off" translate="no";
            @if !input.hint.is_empty() { p.hint id={ (id) "-hint" } { (input.hint) } }
            (fault_of(&id, input.faults, input.name))
        }
    }
}

/// Renders a choice from a few options.
pub(crate) fn select(
    scope: &str,
    name: &str,
    label: &str,
    options: &[(String, String)],
    chosen: &str,
) -> Markup {
    let id = format!("{scope}{name}");
    // Options shown as sent are names from people or the API.
    let control = html! {
        select.input id=(id) name=(name) {
            @for (value, words) in options {
                option value=(value) selected[value == chosen] translate=[(value == words).then_some("no")] { (words) }
            }
        }
    };
    field(&id, label, "", control)
}

/// Renders a choice from things that people named.
pub(crate) fn select_named(
    scope: &str,
    name: &str,
    label: &str,
    options: &[(String, String)],
    chosen: &str,
) -> Markup {
    let id = format!("{scope}{name}");
    let control = html! {
        select.input id=(id) name=(name) translate="no" {
            @for (value, words) in options { option value=(value) selected[value == chosen] { (words) } }
        }
    };
    field(&id, label, "", control)
}

/// Renders a tick box.
pub(crate) fn check(name: &str, value: &str, label: impl Render, ticked: bool) -> Markup {
    html! { label.check { input type="checkbox" name=(name) value=(value) checked[ticked]; span { (label) } } }
}

/// Renders links, one of them chosen.
pub(crate) fn segmented(label: &str, options: &[(String, String, bool)]) -> Markup {
    html! {
        nav.segmented aria-label=(label) {
            @for (href, words, chosen) in options {
                a href=(href) aria-current=[chosen.then_some("true")] { (words) }
            }
        }
    }
}

/// Renders a search that works as a form and while typing.
pub(crate) fn search(text: Text, action: &str, value: &str, label: &str, kept: &[(&str, &str)]) -> Markup {
    html! {
        form.search role="search" method="get" action=(action) hx-trigger="input changed delay:250ms from:find [type=search], submit"
            hx-get=(action) hx-swap="outerHTML" hx-select="#results" hx-target="#results" hx-push-url="true" {
            (icon("search"))
            @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
            input.input type="search" name="q" value=(value) placeholder=(label) aria-label=(label) autocomplete="off";
            button.visually-hidden type="submit" { (text.t("search")) }
        }
    }
}

/// Number of rows that need no search.
const AT_A_GLANCE: usize = 8;

/// Renders a search within the shown page, if the page is long.
pub(crate) fn search_of_page(
    text: Text,
    action: &str,
    value: &str,
    rows: usize,
    kept: &[(&str, &str)],
) -> Markup {
    if rows <= AT_A_GLANCE && value.is_empty() {
        return html! {};
    }
    search(text, action, value, &text.t("search-page"), kept)
}

/// Renders a search of the whole list by the API, if the list is long.
pub(crate) fn search_of_list(text: Text, action: &str, value: &str, rows: usize, label: &str) -> Markup {
    if rows <= AT_A_GLANCE && value.is_empty() {
        return html! {};
    }
    search(text, action, value, label, &[])
}

/// Renders the empty result of a search.
pub(crate) fn none_found(text: Text, is_none: bool, all: &str) -> Markup {
    if !is_none {
        return html! {};
    }
    let action = html! { a.button href=(all) { (text.t("show-all")) } };
    empty("search", &text.t("nothing-found"), &text.t("nothing-found-words"), action)
}

/// Returns whether a text contains the search term.
pub(crate) fn matches(wanted: &str, texts: &[&str]) -> bool {
    let wanted = wanted.trim().to_lowercase();
    texts.iter().any(|text| text.to_lowercase().contains(&wanted))
}

/// Renders the link to the next page of a list.
pub(crate) fn pager(text: Text, path: &str, cursor: Option<&str>) -> Markup {
    html! {
        @if let Some(cursor) = cursor {
            @let encoded: String = url::form_urlencoded::byte_serialize(cursor.as_bytes()).collect();
            @let joint = if path.contains('?') { '&' } else { '?' };
            div.row { a.button href={ (path) (joint) "cursor=" (encoded) } rel="next" { (text.t("next-page")) } }
        }
    }
}

/// Renders the change from the period before.
pub(crate) fn delta(text: Text, now: i64, before: i64) -> Markup {
    if before == 0 {
        return html! { span.delta { (if now == 0 { text.t("delta-none") } else { text.t("delta-new") }) } };
    }
    // The counts are far below 2^52.
    let ratio = now as f64 / before as f64;
    // Adding zero turns negative zero into zero.
    let change = ((ratio - 1.0) * 100.0).round() + 0.0;
    let class = if change > 0.0 {
        "delta up"
    } else if change < 0.0 {
        "delta down"
    } else {
        "delta"
    };
    let shown = if ratio >= 10.0 {
        format!("×{}", text.number(ratio.round() as i64))
    } else {
        let sign = if change > 0.0 { "+" } else { "" };
        format!("{sign}{}", text.percent(change).replace('-', "−"))
    };
    html! { span class=(class) translate="no" { (shown) } }
}

/// Renders hidden fields.
pub(crate) fn hidden(fields: &[(&str, &str)]) -> Markup {
    html! { @for (name, value) in fields { input type="hidden" name=(name) value=(value); } }
}

/// Renders a key that is new for each rendered form, so that the API does a form that is sent twice only
/// once.
pub(crate) fn once() -> Markup {
    hidden(&[(ONCE, &BASE64_URL_SAFE_NO_PAD.encode(system::random::<16>()))])
}

/// Renders the fields by which the service asks a question before a write, unless the script asked it.
pub(crate) fn asks(question: &str) -> Markup {
    hidden(&[(QUESTION, question), (SURE, "")])
}

/// Renders a form with one button; nothing if the key may not send it.
pub(crate) fn act(
    cx: &Context,
    action: &str,
    class: &str,
    label: &str,
    question: Option<&str>,
    fields: &[(&str, &str)],
) -> Markup {
    if !cx.sends(action) {
        return html! {};
    }
    html! {
        form method="post" action=(action) data-confirm=[question] {
            (hidden(fields))
            @if let Some(question) = question { (asks(question)) }
            button class={ "button " (class) } type="submit" { (label) }
        }
    }
}

/// Renders two shares of a whole as one bar.
pub(crate) fn split_bar(label: &str, first: f64) -> Markup {
    let width = (first.clamp(0.0, 1.0) * 100.0).round();
    html! {
        svg.bars.split role="img" aria-label=(label) viewBox="0 0 100 10" preserveAspectRatio="none" {
            rect x="0" y="0" width=(width) height="10" {}
            rect.b x=(width) y="0" width=(100.0 - width) height="10" {}
        }
    }
}

/// Renders a share of the maximum as a bar.
pub(crate) fn bar(part: i64, greatest: i64) -> Markup {
    let width = if greatest > 0 { part.max(0).saturating_mul(100) / greatest } else { 0 };
    html! {
        svg.bars aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none" {
            rect x="0" y="0" width=(width) height="10" {}
        }
    }
}

/// Characters to percent-encode in a path segment: all except letters, digits, `-`, `.`, `_` and `~`.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Percent-encodes a part of a path.
pub(crate) fn enc(part: &str) -> String {
    utf8_percent_encode(part, PLAIN).to_string()
}
