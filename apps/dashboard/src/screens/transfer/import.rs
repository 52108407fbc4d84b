//! The import form, and the planned or actual result of each row.

use funnel_sdk::types::{ImportAction, ImportReport, ImportResult};
use maud::{Markup, html};

use crate::faults::Faults;
use crate::form::Form;
use crate::text::Text;
use crate::view::{self, Kind, select};

/// Handling of a row whose name is already taken.
pub(super) const CONFLICTS: [&str; 3] = ["skip", "replace", "fail"];

/// Maximum number of shown rows; failed rows come first.
const MOST_ROWS: usize = 1_000;

/// Result or preview of an import.
pub(crate) struct Outcome {
    pub(super) out: ImportReport,
    /// Fate of the good rows beside failed ones.
    pub(super) rest: Rest,
    pub(super) file: String,
    /// Digest of the file and all chosen options.
    pub(super) digest: String,
    /// Whether the file differs from the previewed one.
    pub(super) is_other: bool,
}

/// Fate of the good rows of a domain of which other rows failed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// They are not imported.
    Kept,
    /// They are not imported, but could be.
    Offered,
    /// They are imported, and the failed rows left out.
    LeftOut,
}

impl Rest {
    pub(super) fn of(has_links: bool) -> Self {
        if has_links { Self::Offered } else { Self::Kept }
    }
}

pub(super) fn form(
    text: Text,
    domains: &[String],
    refused: Option<(Form, Faults)>,
    outcome: Option<&Outcome>,
) -> Markup {
    let (form, faults) = refused.unwrap_or_default();
    let conflicts = CONFLICTS.map(|word| (word.to_owned(), text.word("import-conflict", word)));
    html! {
        section.card #import-card { form.stack #import method="post" enctype="multipart/form-data" action="/transfer/import" hx-encoding="multipart/form-data"
            hx-target="#outcome" hx-select="#outcome" hx-swap="outerHTML show:top" hx-select-oob="#import-faults,#file-fault,#import-domain-fault,#on_conflict-fault,#toasts" {
            h2 { (text.t("import")) }
            div.stack-s #import-faults { (faults.above(text)) }
            p.small.muted { (text.t("import-words")) }
            div.field {
                label for="file" { (text.t("import-file")) }
                input.input #file type="file" name="file" required accept=".json,.zip,.csv,.tsv,.txt,.html,.htm" aria-describedby="file-hint file-fault";
                p.hint #file-hint { (text.t("import-file-hint")) }
                (faults.slot("file"))
            }
            div.fields {
                div.stack-s {
                    (domain_choice("import-", &text.t("import-domain"), text.t("import-domain-named"), domains, form.text("domain")))
                    p.hint { (text.t("import-domain-hint")) }
                    (faults.slot("import-domain"))
                }
                div.stack-s {
                    (select("", "on_conflict", &text.t("import-conflict"), &conflicts, form.text("on_conflict")))
                    p.hint { (text.t("import-conflict-hint")) }
                    (faults.slot("on_conflict"))
                }
            }
            div.stack-s {
                (view::check("partial", "1", text.t("import-partial"), form.ticked("partial")))
                p.hint { (text.t("import-partial-hint")) }
            }
            div.row { button.button.primary type="submit" { (text.t("import-try")) } }
        } }
        div.stack #outcome { @if let Some(outcome) = outcome { (outcome_rows(text, outcome)) } }
    }
}

/// Renders the result of each row, and the button to continue.
fn outcome_rows(text: Text, outcome: &Outcome) -> Markup {
    let out = &outcome.out;
    let changes = out.created + out.replaced;
    let title = if out.dry_run { "import-tried" } else { "import-done" };
    let failed = if outcome.rest == Rest::LeftOut { "import-failed-left-out" } else { "import-failed" };
    let passed_over = out.passed_over.unwrap_or_default();
    let counts = [
        ("created", out.created),
        ("replaced", out.replaced),
        ("skipped", out.skipped),
        ("failed", out.failed),
    ];
    html! {
        section.card { div.stack {
            h2 { (text.t(title)) " " span.muted translate="no" { (outcome.file) } }
            @if outcome.is_other { (view::note(Kind::Warn, text.t("import-other"))) }
            dl.stats { @for (name, count) in counts { div.stat { dt { (text.word("row", name)) } dd translate="no" { (text.number(count)) } } } }
            @if out.failed > 0 {
                (view::note(Kind::Warn, text.with(failed, [("n", out.failed.into())])))
                @if out.dry_run && outcome.rest == Rest::Offered { p { (text.t("import-partial-offer")) } }
            }
            @if passed_over > 0 { (view::note(Kind::Plain, text.with("import-passed-over", [("n", passed_over.into())]))) }
            @if !out.dry_run { (view::note(Kind::Good, text.t("import-next"))) }
            @else if changes > 0 {
                p { (text.t("import-go-words")) }
                // The file stays chosen in the form above; without scripts it must be chosen again.
                input type="hidden" form="import" name="digest" value=(outcome.digest);
                div.row { button.button.primary type="submit" form="import" name="go" value="1" { (text.with("import-go", [("n", changes.into())])) } }
                noscript { p.hint { (text.t("import-again")) } }
            } @else { p { (text.t("import-nothing")) } }
        } }
        @if !out.results.is_empty() { (rows(text, outcome)) }
    }
}

fn rows(text: Text, outcome: &Outcome) -> Markup {
    let results = &outcome.out.results;
    let (failed, others): (Vec<_>, Vec<_>) =
        results.iter().partition(|row| row.action == ImportAction::Failed);
    let hidden = results.len().saturating_sub(MOST_ROWS);
    html! {
        section.card.card-flush {
            div.card-head { h2 { (text.t("import-rows")) } }
            table.fold #rows {
                thead { tr { th scope="col" { (text.t("import-row")) } th scope="col" { (text.t("name")) } th scope="col" { (text.t("state")) } } }
                tbody { @for row in failed.iter().chain(&others).take(MOST_ROWS) { (line(text, row)) } }
            }
            @if hidden > 0 { p.hint.pad { (text.with("import-hidden", [("n", hidden.into())])) } }
        }
    }
}

fn line(text: Text, row: &ImportResult) -> Markup {
    let kind = match row.action {
        ImportAction::Created | ImportAction::Replaced => Kind::Good,
        ImportAction::Failed => Kind::Bad,
        _ => Kind::Plain,
    };
    let (part, place) = row.path.split_once('.').unwrap_or((&row.path, ""));
    // Parts of a document count from 0. In a file of links, people look for the line.
    let (part, place) = match (row.line, place.parse::<i64>()) {
        (Some(number), _) => ("line", text.number(number)),
        (None, Ok(place)) => (part, text.number(place + 1)),
        (None, Err(_)) => (part, place.to_owned()),
    };
    html! {
        tr {
            td data-label=(text.t("import-row")) { span { (text.word("import-part", part)) " " span translate="no" { (place) } } }
            th scope="row" { div.body { span translate="no" { (row.name.as_deref().unwrap_or("–")) } @if let Some(fault) = &row.fault { span.small.bad-words translate="no" { (fault.message) } } } }
            td data-label=(text.t("state")) { (view::pill(kind, &text.word("row", row.action.as_str()))) }
        }
    }
}

/// Renders a choice of a domain, or of none.
pub(crate) fn domain_choice(
    scope: &str,
    label: &str,
    none: String,
    domains: &[String],
    chosen: &str,
) -> Markup {
    let all = std::iter::once((String::new(), none));
    let options: Vec<_> = all.chain(domains.iter().map(|name| (name.clone(), name.clone()))).collect();
    select(scope, "domain", label, &options, chosen)
}
