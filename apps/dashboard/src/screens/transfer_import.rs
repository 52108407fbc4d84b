//! Taking a file in: what would become of each row, and then the same in earnest.
//!
//! Nothing is kept between the two: the file is sent again, and a digest tells that it is the one that was looked at.

use actix_multipart::Multipart;
use actix_web::web::{self, Bytes};
use funnel_sdk::raw::{Call, Method};
use funnel_sdk::types::{ImportAction, ImportOut, ImportResult};
use maud::{Markup, html};
use serde::de::{Error as _, IgnoredAny};
use sha2::{Digest as _, Sha256};

use super::Answer;
use super::transfer::{self, Shown, domain_choice};
use super::uploads::{self, File};
use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::text::Text;
use crate::view::{self, Kind, select};

/// What becomes of a row whose name stands for something else already.
const CONFLICTS: [&str; 3] = ["skip", "replace", "fail"];

/// The rows that one page shows; those that failed come first.
const MOST_ROWS: usize = 1_000;

/// Where the API's places and codes are in the form.
const PLACES: [(&str, &str); 8] = [
    ("body.document", "file"),
    ("body.on_conflict", "on_conflict"),
    ("body", "file"),
    ("query.domain", "import-domain"),
    ("domain_not_found", "import-domain"),
    ("invalid_file", "file"),
    ("payload_too_large", "file"),
    ("unsupported_media_type", "file"),
];

/// What the API did, or would do, with a file.
pub(super) struct Outcome {
    out: ImportOut,
    file: String,
    /// Of the file and of all that was chosen for it.
    digest: String,
    /// Whether another file came than the one that was looked at.
    is_other: bool,
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Document,
    Table,
    List,
    Bookmarks,
}

impl Format {
    /// By the ending of its name, as people and their programs give it.
    fn of(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Document),
            "csv" => Some(Self::Table),
            "txt" => Some(Self::List),
            "html" | "htm" => Some(Self::Bookmarks),
            _ => None,
        }
    }

    /// Its media type.
    fn media(self) -> &'static str {
        match self {
            Self::Document => "application/json",
            Self::Table => "text/csv",
            Self::List => "text/plain",
            Self::Bookmarks => "text/html",
        }
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
                input.input #file type="file" name="file" required accept=".json,.csv,.txt,.html,.htm" aria-describedby="file-hint file-fault";
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
            div.row { button.button.primary type="submit" { (text.t("import-try")) } }
        } }
        div.stack #outcome { @if let Some(outcome) = outcome { (told(text, outcome)) } }
    }
}

/// The result of each row, and the way on.
fn told(text: Text, outcome: &Outcome) -> Markup {
    let out = &outcome.out;
    let changes = out.created + out.replaced;
    let title = if out.dry_run { "import-tried" } else { "import-done" };
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
            @if out.failed > 0 { (view::note(Kind::Warn, text.with("import-failed", [("n", out.failed.into())]))) }
            @if !out.dry_run { (view::note(Kind::Good, text.t("import-next"))) }
            @else if changes > 0 {
                p { (text.t("import-go-words")) }
                // The file stays chosen in the form above; without a script it is chosen again.
                input type="hidden" form="import" name="digest" value=(outcome.digest);
                div.row { button.button.primary type="submit" form="import" name="go" value="1" { (text.with("import-go", [("n", changes.into())])) } }
                noscript { p.hint { (text.t("import-again")) } }
            } @else { p { (text.t("import-nothing")) } }
        } }
        @if !out.results.is_empty() { (rows(text, out)) }
    }
}

fn rows(text: Text, out: &ImportOut) -> Markup {
    let is_failed = |row: &&ImportResult| row.action == ImportAction::Failed;
    let (failed, others): (Vec<_>, Vec<_>) = out.results.iter().partition(is_failed);
    let hidden = out.results.len().saturating_sub(MOST_ROWS);
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
    // The first row is not the zeroth for a person; rows of tables are counted so already.
    let place = match (part, place.parse::<i64>()) {
        ("rows", Ok(place)) => text.number(place),
        (_, Ok(place)) => text.number(place + 1),
        (_, Err(_)) => place.to_owned(),
    };
    html! {
        tr {
            td data-label=(text.t("import-row")) { span { (text.word("import-part", part)) " " span translate="no" { (place) } } }
            th scope="row" { div.body { span translate="no" { (row.name.as_deref().unwrap_or("–")) } @if let Some(fault) = &row.fault { span.small.bad-words translate="no" { (fault.message) } } } }
            td data-label=(text.t("state")) { (view::pill(kind, &text.word("row", row.action.as_str()))) }
        }
    }
}

/// A file that can be sent.
struct Ready {
    call: Call,
    digest: String,
}

/// What the digest and the call of a file are made of.
struct Asked {
    format: Format,
    domain: Option<String>,
    on_conflict: &'static str,
    bytes: Bytes,
    /// The digest that was looked at, if this is meant in earnest.
    looked_at: Option<String>,
}

impl Asked {
    fn digest(&self) -> String {
        let chosen = format!("{:?}\0{:?}\0{}\0", self.format, self.domain, self.on_conflict);
        let digest = Sha256::new().chain_update(chosen).chain_update(&self.bytes).finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The call, in earnest if this is what was looked at; or the line and the column where a document is broken.
    fn ready(self) -> Result<Ready, serde_json::Error> {
        let digest = self.digest();
        let dry_run = self.looked_at.as_ref() != Some(&digest);
        let template =
            if self.format == Format::Document { "/api/admin/import" } else { "/api/admin/import/links" };
        // Templates without places are always fit.
        let call = Call::new(Method::POST, template, &[]).map_err(serde_json::Error::custom)?.keyed();
        let call = if self.format == Format::Document {
            serde_json::from_slice::<IgnoredAny>(&self.bytes)?;
            let head =
                format!("{{\"dry_run\":{dry_run},\"on_conflict\":\"{}\",\"document\":", self.on_conflict);
            call.json([head.as_bytes(), &self.bytes, b"}"].concat())
        } else {
            let call = call.content(self.format.media(), self.bytes).query("dry_run", &dry_run.to_string());
            match &self.domain {
                Some(domain) => call.query("domain", domain),
                None => call,
            }
        };
        Ok(Ready { call, digest })
    }
}

/// What a form asks for, or what is wrong with it before anything is sent.
fn asked(text: Text, form: &Form, file: Option<&File>) -> Result<Asked, Faults> {
    let wrong = |field, key: &str| Faults::one(field, &text.t(key));
    let file = file.ok_or_else(|| wrong("file", "fault-file-none"))?;
    let format = Format::of(&file.name).ok_or_else(|| wrong("file", "fault-file-ending"))?;
    if file.bytes.is_empty() {
        return Err(wrong("file", "fault-file-empty"));
    }
    let domain = form.optional("domain");
    if domain.is_none() && matches!(format, Format::List | Format::Bookmarks) {
        return Err(wrong("import-domain", "fault-import-domain-missing"));
    }
    let on_conflict = CONFLICTS.into_iter().find(|word| *word == form.text("on_conflict")).unwrap_or("skip");
    let looked_at = form.optional("digest").filter(|_| form.ticked("go"));
    Ok(Asked { format, domain, on_conflict, bytes: file.bytes.clone(), looked_at })
}

async fn refused(cx: &Context, form: Form, faults: Faults) -> Answer {
    transfer::show(cx, Shown { import: Some((form, faults)), ..Shown::default() }).await
}

/// Looks at a file, or carries out what was looked at.
pub(crate) async fn run(cx: Context, parts: Multipart) -> Answer {
    let text = cx.text;
    let sent = match uploads::sent(parts).await {
        Err(Failure::Unusable(uploads::TOO_LARGE)) => {
            let faults = Faults::one("file", &text.t("fault-file-payload-too-large"));
            return refused(&cx, Form::default(), faults).await;
        }
        sent => sent?,
    };
    let form = sent.form;
    let asked = match asked(text, &form, sent.file.as_ref()) {
        Ok(asked) => asked,
        Err(faults) => return refused(&cx, form, faults).await,
    };
    let wanted = asked.looked_at.clone();
    // Reading ten megabytes takes longer than others should wait.
    let ready = web::block(move || asked.ready()).await.map_err(|_| Failure::Unusable("unusable-upload"))?;
    let Ready { call, digest } = match ready {
        Ok(ready) => ready,
        Err(error) => {
            let place = [("line", error.line().into()), ("column", error.column().into())];
            let faults = Faults::one("file", &text.with("fault-file-json", place));
            return refused(&cx, form, faults).await;
        }
    };
    match cx.patient_api()?.send(call).await.map_err(Failure::from) {
        Ok(answer) => {
            let bytes = answer.into_inner();
            let read = web::block(move || serde_json::from_slice::<ImportOut>(&bytes)).await;
            let out = read.ok().and_then(Result::ok).ok_or(Failure::Unusable("unusable-answer"))?;
            let is_other = wanted.is_some_and(|wanted| wanted != digest);
            let file = sent.file.map(|file| file.name).unwrap_or_default();
            let outcome = Some(Outcome { out, file, digest, is_other });
            let import = Some((form, Faults::default()));
            transfer::show(&cx, Shown { import, outcome, export: None }).await
        }
        Err(failure) => {
            let faults = Faults::of(text, failure, &PLACES)?;
            refused(&cx, form, faults).await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_ending() {
        for (name, expected) in [
            ("export.json", Some(Format::Document)),
            ("Links.of.May.CSV", Some(Format::Table)),
            ("list.txt", Some(Format::List)),
            ("bookmarks.htm", Some(Format::Bookmarks)),
            ("photo.png", None),
            ("json", None),
        ] {
            assert_eq!(Format::of(name), expected, "{name}");
        }
    }

    fn asked_for(format: Format, bytes: &'static [u8], looked_at: Option<String>) -> Asked {
        let bytes = Bytes::from_static(bytes);
        Asked { format, domain: None, on_conflict: "skip", bytes, looked_at }
    }

    #[test]
    fn only_what_was_looked_at_is_meant_in_earnest() {
        let body = |asked: Asked| format!("{:?}", asked.ready().unwrap().call);
        let digest = asked_for(Format::Document, b"{}", None).digest();
        assert!(body(asked_for(Format::Document, b"{}", None)).contains("dry_run\\\":true"));
        assert!(body(asked_for(Format::Document, b"{}", Some(digest.clone()))).contains("dry_run\\\":false"));
        assert!(body(asked_for(Format::Document, b"{} ", Some(digest.clone()))).contains("dry_run\\\":true"));
        let other = Asked { on_conflict: "replace", ..asked_for(Format::Document, b"{}", Some(digest)) };
        assert!(body(other).contains("dry_run\\\":true"));
    }

    #[test]
    fn a_broken_document_is_sent_to_nobody() {
        for broken in [&b"{"[..], b"", b"{} {}", b"{}, \"dry_run\": false", b"\xff"] {
            let broken =
                Asked { bytes: Bytes::copy_from_slice(broken), ..asked_for(Format::Document, b"", None) };
            assert!(broken.ready().is_err());
        }
    }
}
