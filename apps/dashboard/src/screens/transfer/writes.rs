//! Import of a file: a preview of each row, and then the actual import.
//!
//! Nothing is stored in between: the file is sent again, and a digest ensures that it is the
//! previewed one.

use actix_multipart::Multipart;
use actix_web::web::{self, Bytes};
use funnel_sdk::raw::{Call, Method};
use funnel_sdk::types::ImportReport;
use serde::de::{Error as _, IgnoredAny};
use sha2::{Digest as _, Sha256};

use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::form::Form;
use crate::screens::Answer;
use crate::screens::transfer;
use crate::screens::transfer::Shown;
use crate::screens::transfer::import::{CONFLICTS, Outcome, Rest};
use crate::screens::uploads;
use crate::screens::uploads::File;
use crate::text::Text;

/// Maps the API's places and codes to fields of the form.
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

/// Format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Document,
    Archive,
    Table,
    List,
    Bookmarks,
}

impl Format {
    /// Returns the format by the file name's extension.
    fn of(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Document),
            "zip" => Some(Self::Archive),
            "csv" | "tsv" | "tab" => Some(Self::Table),
            "txt" => Some(Self::List),
            "html" | "htm" => Some(Self::Bookmarks),
            _ => None,
        }
    }

    /// Returns the media type.
    fn media(self) -> &'static str {
        match self {
            Self::Document => "application/json",
            Self::Archive => "application/zip",
            Self::Table => "text/csv",
            Self::List => "text/plain",
            Self::Bookmarks => "text/html",
        }
    }

    /// Returns whether a file has links, of which the good ones can be imported alone.
    fn has_links(self) -> bool {
        matches!(self, Self::Table | Self::List | Self::Bookmarks)
    }
}

/// A prepared import call.
struct Ready {
    call: Call,
    digest: String,
}

/// Input of the digest and the call.
struct Asked {
    format: Format,
    domain: Option<String>,
    on_conflict: &'static str,
    /// Whether to leave out rows that can't be imported.
    partial: bool,
    bytes: Bytes,
    /// Digest of the previewed import, if this request confirms it.
    looked_at: Option<String>,
}

impl Asked {
    fn digest(&self) -> String {
        let Self { format, domain, on_conflict, partial, .. } = self;
        let chosen = format!("{format:?}\0{domain:?}\0{on_conflict}\0{partial}\0");
        let digest = Sha256::new().chain_update(chosen).chain_update(&self.bytes).finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Builds the call: an actual import if the digest matches the preview, else a dry run. Fails
    /// if a document is invalid JSON.
    fn ready(self) -> Result<Ready, serde_json::Error> {
        let digest = self.digest();
        let dry_run = self.looked_at.as_ref() != Some(&digest);
        let template = match self.format {
            Format::Document => "/api/admin/import",
            Format::Archive => "/api/admin/import/archive",
            Format::Table | Format::List | Format::Bookmarks => "/api/admin/import/links",
        };
        // Templates without parameters never fail.
        let call = Call::new(Method::POST, template, &[]).map_err(serde_json::Error::custom)?.keyed();
        let call = if self.format == Format::Document {
            serde_json::from_slice::<IgnoredAny>(&self.bytes)?;
            let head =
                format!("{{\"dry_run\":{dry_run},\"on_conflict\":\"{}\",\"document\":", self.on_conflict);
            call.json([head.as_bytes(), &self.bytes, b"}"].concat())
        } else {
            let call = call.content(self.format.media(), self.bytes).query("dry_run", &dry_run.to_string());
            let call = if self.partial { call.query("partial", "true") } else { call };
            match &self.domain {
                _ if self.format == Format::Archive => call.query("on_conflict", self.on_conflict),
                Some(domain) => call.query("domain", domain),
                None => call,
            }
        };
        Ok(Ready { call, digest })
    }
}

/// Reads the request of a form. Fails with faults that need no call of the API.
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
    let partial = format.has_links() && form.ticked("partial");
    Ok(Asked { format, domain, on_conflict, partial, bytes: file.bytes.clone(), looked_at })
}

async fn refused(cx: &Context, form: Form, faults: Faults) -> Answer {
    transfer::show(cx, Shown { import: Some((form, faults)), ..Shown::default() }).await
}

/// Previews an import, or runs the previewed one.
pub(crate) async fn run(cx: Context, parts: Multipart) -> Answer {
    let text = cx.text;
    let sent = match uploads::sent(&cx, parts).await {
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
    let (wanted, format, partial) = (asked.looked_at.clone(), asked.format, asked.partial);
    // Parsing ten megabytes would block other requests.
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
            let read = web::block(move || serde_json::from_slice::<ImportReport>(&bytes)).await;
            let out = read.ok().and_then(Result::ok).ok_or(Failure::Unusable("unusable-answer"))?;
            let is_other = wanted.is_some_and(|wanted| wanted != digest);
            let file = sent.file.map(|file| file.name).unwrap_or_default();
            let rest = if partial { Rest::LeftOut } else { Rest::of(format.has_links()) };
            let outcome = Some(Outcome { out, rest, file, digest, is_other });
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
            ("links.tsv", Some(Format::Table)),
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
        Asked { format, domain: None, on_conflict: "skip", partial: false, bytes, looked_at }
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
        let table = asked_for(Format::Table, b"label,url", None);
        let partial = Asked { partial: true, ..asked_for(Format::Table, b"label,url", Some(table.digest())) };
        let call = body(partial);
        assert!(call.contains("partial") && call.contains("\"dry_run\", \"true\""), "{call}");
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
