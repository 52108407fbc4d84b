//! A document as it is sent: piece by piece, so that it takes the room of one piece however long it is.

use std::collections::VecDeque;
use std::pin::Pin;

use actix_web::web::{self, Bytes};
use api_contract::transfer::ExportDocument;
use application::transfer::Exporting;
use futures_util::{Stream, stream};
use http_kit::error::ApiError;
use kernel::{Clock as _, Hostname, OwnerId};
use landing_draft::domain::Domain;
use qr_catalog::code::CodeId;
use runtime::{Entered, SystemClock};
use serde::Serialize;
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::smart_link::SmartLink;

use super::Part;
use crate::convert::rfc3339;
use crate::convert::transfer::{code_row_out, domain_out, smart_link_row_out};

/// What is to be told.
pub(super) struct Asked {
    pub(super) owner: OwnerId,
    pub(super) parts: Vec<Part>,
    pub(super) domains: Vec<Domain>,
}

/// What is still to be sent, in order.
enum Piece {
    /// A part begins.
    Open(Part),
    /// A domain with its draft.
    Domain(Domain),
    /// Smart links of a domain, those behind this one.
    SmartLinks(Hostname, Option<SmartLinkId>),
    /// Printed codes of a domain, those behind this one.
    Codes(Hostname, Option<CodeId>),
    /// A part ends.
    Close,
    /// The document ends.
    End,
}

/// A document under way.
pub(super) struct Pieces {
    exporting: web::Data<Exporting>,
    owner: OwnerId,
    left: VecDeque<Piece>,
    /// Whether no row of the part was sent yet.
    first: bool,
    text: String,
    /// A stop waits for the answer as for any other.
    _entered: Entered,
}

type Sent = Pin<Box<dyn Stream<Item = Result<Bytes, ApiError>>>>;

impl Pieces {
    pub(super) fn new(exporting: web::Data<Exporting>, asked: Asked, entered: Entered) -> Self {
        let Asked { owner, parts, domains } = asked;
        let mut left = VecDeque::new();
        for part in parts {
            left.push_back(Piece::Open(part));
            let hosts = domains.iter().map(|domain| domain.hostname.clone());
            match part {
                Part::Domains => left.extend(domains.iter().cloned().map(Piece::Domain)),
                Part::SmartLinks => left.extend(hosts.map(|host| Piece::SmartLinks(host, None))),
                Part::Qr => left.extend(hosts.map(|host| Piece::Codes(host, None))),
            }
            left.push_back(Piece::Close);
        }
        left.push_back(Piece::End);
        let exported_at = rfc3339(SystemClock.now());
        let head = ExportDocument { version: 1, exported_at, domains: None, smartlinks: None, qr: None };
        // It is made of texts and a number, which can all be written.
        let text = serde_json::to_string(&head).unwrap_or_default().trim_end_matches('}').to_owned();
        Self { exporting, owner, left, first: true, text, _entered: entered }
    }

    /// A failure ends the answer before its end, so that nobody takes what came for the whole.
    pub(super) fn stream(self) -> Sent {
        Box::pin(stream::try_unfold(self, async |mut pieces| {
            while let Some(piece) = pieces.left.pop_front() {
                if let Err(error) = pieces.write(piece).await {
                    tracing::warn!(cause = ?error, "a document was broken off");
                    return Err(error);
                }
                if !pieces.text.is_empty() {
                    let text = std::mem::take(&mut pieces.text);
                    return Ok(Some((Bytes::from(text), pieces)));
                }
            }
            Ok::<_, ApiError>(None)
        }))
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
                if let Some(exported) = self.exporting.domain(self.owner, domain).await? {
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
                self.rows(codes.len() * CODE, codes.iter().map(code_row_out).collect()).await?;
            }
        }
        Ok(())
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

/// How many links or codes are read at once.
const PAGE: u32 = 500;

/// The bytes of a code, about.
const CODE: usize = 1_000;

fn is_full(found: usize) -> bool {
    found >= usize::try_from(PAGE).unwrap_or(usize::MAX)
}

/// What a draft may weigh, so that it is not written where many requests take turns.
const HEAVY: usize = 64 << 10;
