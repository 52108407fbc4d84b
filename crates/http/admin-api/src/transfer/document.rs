//! Streaming of an exported document, piece by piece, so that memory use is independent of its
//! length.

use std::collections::{BTreeSet, VecDeque};
use std::pin::Pin;

use crate::transfer::wire::ExportDocument;
use actix_web::web::{self, Bytes};
use application::transfer::Exporting;
use auth_scopes::MemberId;
use futures_util::{Stream, stream};
use http_kit::error::ApiError;
use kernel::{Clock as _, Hostname, OwnerId};
use landing_draft::domain::Domain;
use landing_draft::file::FileName;
use landing_draft::id::PresetId;
use landing_draft::preset::Preset;
use qr_catalog::code::CodeId;
use runtime::{Entered, SystemClock};
use serde::Serialize;
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::smart_link::SmartLink;

use super::Part;
use crate::convert::rfc3339;
use crate::transfer::convert::{
    code_row_out, domain_out, member_row_out, preset_row_out, smart_link_row_out,
};

/// Scope of the export.
pub(super) struct Asked {
    pub(super) owner: OwnerId,
    pub(super) parts: Vec<Part>,
    /// Parts that the caller may not see.
    pub(super) left_out: Vec<Part>,
    pub(super) domains: Vec<Domain>,
    /// Whether to omit everything that belongs to no domain.
    pub(super) is_narrow: bool,
}

/// A remaining piece of the document.
enum Piece {
    /// Start of a part.
    Open(Part),
    /// A domain with its draft.
    Domain(Domain),
    /// Smart links of a domain after this id.
    SmartLinks(Hostname, Option<SmartLinkId>),
    /// Printed codes of a domain after this id.
    Codes(Hostname, Option<CodeId>),
    /// Presets of the library after this id.
    Presets(Option<PresetId>),
    /// The preset that a domain's banner follows.
    PresetOf(Hostname),
    /// Team members after this id.
    Members(Option<MemberId>),
    /// End of a part.
    Close,
    /// End of the document.
    End,
}

/// A document being streamed.
pub(super) struct Pieces {
    exporting: web::Data<Exporting>,
    owner: OwnerId,
    left: VecDeque<Piece>,
    /// Whether no row of the part was sent yet.
    first: bool,
    text: String,
    /// Uploaded files named by the rows so far.
    files: BTreeSet<FileName>,
    /// Makes a stop wait for the response.
    _entered: Entered,
}

pub(super) type Sent = Pin<Box<dyn Stream<Item = Result<Bytes, ApiError>>>>;

impl Pieces {
    pub(super) fn new(exporting: web::Data<Exporting>, asked: Asked, entered: Entered) -> Self {
        let Asked { owner, parts, left_out, domains, is_narrow } = asked;
        let mut left = VecDeque::new();
        for part in parts {
            left.push_back(Piece::Open(part));
            let hosts = domains.iter().map(|domain| domain.hostname.clone());
            match part {
                Part::Domains => left.extend(domains.iter().cloned().map(Piece::Domain)),
                Part::SmartLinks => left.extend(hosts.map(|host| Piece::SmartLinks(host, None))),
                Part::Qr => left.extend(hosts.map(|host| Piece::Codes(host, None))),
                Part::Library if is_narrow => left.extend(hosts.map(Piece::PresetOf)),
                Part::Library => left.push_back(Piece::Presets(None)),
                Part::Members => left.push_back(Piece::Members(None)),
            }
            left.push_back(Piece::Close);
        }
        left.push_back(Piece::End);
        let exported_at = rfc3339(SystemClock.now());
        let left_out = left_out.iter().map(ToString::to_string).collect();
        let head = ExportDocument { version: 1, exported_at, left_out, ..ExportDocument::default() };
        // The head consists of strings and a number, so this never fails.
        let text = serde_json::to_string(&head).unwrap_or_default().trim_end_matches('}').to_owned();
        Self { exporting, owner, left, first: true, text, files: BTreeSet::new(), _entered: entered }
    }

    /// Streams the document. A failure aborts the response, so that nobody mistakes a part for the
    /// whole.
    pub(super) fn stream(self) -> Sent {
        Box::pin(stream::try_unfold(self, async |mut pieces| {
            let text = pieces.next().await?;
            Ok::<_, ApiError>(text.map(|text| (Bytes::from(text), pieces)))
        }))
    }

    /// Returns the next text of the document; `None` at its end.
    pub(super) async fn next(&mut self) -> Result<Option<String>, ApiError> {
        while let Some(piece) = self.left.pop_front() {
            if let Err(error) = self.write(piece).await {
                tracing::warn!(cause = ?error, "an export broke off");
                return Err(error);
            }
            if !self.text.is_empty() {
                return Ok(Some(std::mem::take(&mut self.text)));
            }
        }
        Ok(None)
    }

    /// Returns the next uploaded file that the document named.
    pub(super) async fn next_file(&mut self) -> Result<Option<(FileName, Vec<u8>)>, ApiError> {
        while let Some(file) = self.files.pop_first() {
            match self.exporting.file(self.owner, &file).await? {
                Some(content) => return Ok(Some((file, content))),
                None => {
                    tracing::warn!(%file, "a file that an export names is missing or belongs to another owner")
                }
            }
        }
        Ok(None)
    }

    async fn write(&mut self, piece: Piece) -> Result<(), ApiError> {
        match piece {
            Piece::Open(part) => {
                self.first = true;
                self.text.push_str(&format!(",\"{part}\":["));
            }
            Piece::Close => self.text.push(']'),
            Piece::End => self.text.push_str("}\n"),
            Piece::Domain(domain) => {
                if let Some(mut exported) = self.exporting.domain(self.owner, domain).await? {
                    self.files.extend(std::mem::take(&mut exported.files));
                    self.rows(HEAVY, vec![domain_out(exported)]).await?;
                }
            }
            Piece::SmartLinks(host, after) => {
                let links = self.exporting.smart_links(self.owner, &host, after, PAGE).await?;
                if let Some(last) = links.last().filter(|_| is_full(links.len())) {
                    self.left.push_front(Piece::SmartLinks(host, Some(last.id)));
                }
                let weight = links.iter().map(SmartLink::weight).sum();
                self.rows(weight, links.iter().map(smart_link_row_out).collect()).await?;
            }
            Piece::Codes(host, after) => {
                let codes = self.exporting.codes(self.owner, &host, after, PAGE).await?;
                if let Some(last) = codes.last().filter(|_| is_full(codes.len())) {
                    self.left.push_front(Piece::Codes(host, Some(last.id)));
                }
                let logos = codes.iter().filter_map(|code| code.design.logo());
                self.files.extend(logos.map(|logo| logo.file().clone()));
                self.rows(codes.len() * CODE, codes.iter().map(code_row_out).collect()).await?;
            }
            Piece::Presets(after) => {
                let presets = self.exporting.presets(self.owner, after, PAGE).await?;
                if let Some(last) = presets.last().filter(|_| is_full(presets.len())) {
                    self.left.push_front(Piece::Presets(Some(last.id)));
                }
                self.presets(&presets).await?;
            }
            Piece::PresetOf(host) => {
                let followed = self.exporting.preset_of(self.owner, &host).await?;
                self.presets(followed.as_slice()).await?;
            }
            Piece::Members(after) => {
                let members = self.exporting.members(self.owner, after, PAGE).await?;
                if let Some(last) = members.last().filter(|_| is_full(members.len())) {
                    self.left.push_front(Piece::Members(Some(last.id)));
                }
                self.rows(members.len() * MEMBER, members.iter().map(member_row_out).collect()).await?;
            }
        }
        Ok(())
    }

    async fn presets(&mut self, presets: &[Preset]) -> Result<(), ApiError> {
        self.files.extend(presets.iter().flat_map(|preset| preset.content.files()).cloned());
        self.rows(presets.len() * PRESET, presets.iter().map(preset_row_out).collect()).await
    }

    async fn rows<T: Serialize + Send + 'static>(
        &mut self,
        weight: usize,
        rows: Vec<T>,
    ) -> Result<(), ApiError> {
        let write = move || rows.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
        let texts = offload::offload(weight, write).await.map_err(ApiError::internal)?;
        for text in texts.map_err(ApiError::internal)? {
            if !std::mem::take(&mut self.first) {
                self.text.push(',');
            }
            self.text.push_str(&text);
        }
        Ok(())
    }
}

/// Number of links or codes per query.
const PAGE: u32 = 500;

/// Approximate size of a code, in bytes.
const CODE: usize = 1_000;

/// Approximate size of a preset, in bytes.
const PRESET: usize = 2_000;

/// Approximate size of a member, in bytes.
const MEMBER: usize = 500;

fn is_full(found: usize) -> bool {
    found >= usize::try_from(PAGE).unwrap_or(usize::MAX)
}

/// Weight from which a draft is serialized on the CPU pool.
const HEAVY: usize = 64 << 10;
