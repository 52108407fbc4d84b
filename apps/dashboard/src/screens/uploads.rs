//! File uploads.

use std::sync::LazyLock;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::web::{Bytes, Path};
use funnel_sdk::types::SourceVariant;
use futures_util::TryStreamExt as _;
use offload::{Gate, Limits, Place};

use super::Answer;
use super::editor::{done, refused};
use crate::body::is_late;
use crate::context::Context;
use crate::failure::Failure;
use crate::form::Form;

/// Largest accepted file, above the API's own limits.
const MOST: usize = 32 << 20;

/// Forms with files that are held at once: 256 MiB in total, 64 MiB per key.
static UPLOADS: LazyLock<Gate> =
    LazyLock::new(|| Gate::new("uploads", Limits { room: 8, room_each: 2, waiting: 64, waiting_each: 8 }));

/// Limit of all texts in a form with a file.
const MOST_TEXT: usize = 256 << 10;

/// Message for a file that exceeds every limit of the API.
pub(crate) const TOO_LARGE: &str = "unusable-too-large";

/// An uploaded file.
pub(crate) struct File {
    /// Name on the sender's computer.
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
    /// Reserved memory for the bytes.
    _place: Place,
}

/// A multipart form.
#[derive(Default)]
pub(crate) struct Sent {
    pub(crate) form: Form,
    /// The chosen file, if any.
    pub(crate) file: Option<File>,
}

/// Bytes of an oversized file that are read and discarded, because browsers show the response only
/// after sending everything.
const MOST_WASTED: usize = 256 << 20;

fn unusable(error: MultipartError) -> Failure {
    match error {
        MultipartError::Payload(error) if is_late(&error) => Failure::TooSlow,
        _ => Failure::Unusable("unusable-upload"),
    }
}

async fn content(part: &mut Field, most: usize) -> Result<Vec<u8>, Failure> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(chunk) = part.try_next().await.map_err(unusable)? {
        length += chunk.len();
        if length <= most {
            bytes.extend_from_slice(&chunk);
        } else if length > MOST_WASTED {
            break;
        }
    }
    if length > most { Err(Failure::Unusable(TOO_LARGE)) } else { Ok(bytes) }
}

/// Reads a multipart form, once there is memory for its file.
pub(crate) async fn sent(cx: &Context, parts: Multipart) -> Result<Sent, Failure> {
    read(parts, UPLOADS.enter_for(cx.tenant(), 1).await?).await
}

async fn read(mut parts: Multipart, place: Place) -> Result<Sent, Failure> {
    let (mut pairs, mut file, mut left) = (Vec::new(), None, MOST_TEXT);
    while let Some(mut part) = parts.try_next().await.map_err(unusable)? {
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.content_disposition().and_then(|disposition| disposition.get_filename());
        match file_name.map(str::to_owned) {
            Some(file_name) => {
                let bytes = content(&mut part, MOST).await?;
                // Browsers send a nameless, empty file if none was chosen.
                if !(file_name.is_empty() && bytes.is_empty()) {
                    file = Some((file_name, bytes.into()));
                }
            }
            None => {
                let bytes = content(&mut part, left).await?;
                left -= bytes.len();
                pairs.push((name, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    let file = file.map(|(name, bytes)| File { name, bytes, _place: place });
    Ok(Sent { form: Form::of(pairs), file })
}

pub(crate) async fn background(cx: Context, at: Path<(String, String)>, parts: Multipart) -> Answer {
    let (domain, variant) = at.into_inner();
    let form = Form::of(vec![("form".to_owned(), format!("background-{variant}"))]);
    let file = match sent(&cx, parts).await {
        Ok(Sent { file: Some(file), .. }) => file,
        Ok(_) => return refused(&cx, &domain, form, Failure::Unusable("unusable-upload")).await,
        Err(failure @ Failure::Unusable(_)) => return refused(&cx, &domain, form, failure).await,
        Err(failure) => return Err(failure),
    };
    let variant = SourceVariant::parse(&variant).ok_or(Failure::NotFound)?;
    let written = cx.api.appearance().source_upload(&domain, variant, file.bytes).send().await;
    done(&cx, &domain, form, written, "uploaded").await
}

pub(crate) async fn remove_background(cx: Context, at: Path<(String, String)>, form: Form) -> Answer {
    let (domain, variant) = at.into_inner();
    let variant = SourceVariant::parse(&variant).ok_or(Failure::NotFound)?;
    let asked = cx.api.appearance().source_delete(&domain, variant).if_match(form.text("etag"));
    let written = asked.send().await;
    done(&cx, &domain, form, written, "picture-removed").await
}
