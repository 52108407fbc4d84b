//! Files that people send.

use std::sync::LazyLock;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::web::{Bytes, Path};
use futures_util::TryStreamExt as _;
use offload::{Gate, Limits, Place};

use super::Answer;
use super::editor::done;
use crate::body::is_late;
use crate::context::Context;
use crate::failure::Failure;
use crate::form::Form;

/// More than the API takes of any file; it judges the rest.
const MOST: usize = 32 << 20;

/// Forms with files that are held at once: 256 MiB at most, 64 MiB of one key.
static UPLOADS: LazyLock<Gate> =
    LazyLock::new(|| Gate::new("uploads", Limits { room: 8, room_each: 2, waiting: 64, waiting_each: 8 }));

/// More than all the texts of a form beside its file need.
const MOST_TEXT: usize = 256 << 10;

/// Reports that a file is larger than any that the API takes.
pub(crate) const TOO_LARGE: &str = "unusable-too-large";

/// A file as a browser sends it.
pub(crate) struct File {
    /// What it is called on the computer of its sender.
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
    /// Room for the bytes.
    _place: Place,
}

/// A form whose fields may be files.
#[derive(Default)]
pub(crate) struct Sent {
    pub(crate) form: Form,
    /// The file that was chosen; `None` where none was.
    pub(crate) file: Option<File>,
}

/// What is read of too large a file and thrown away: a browser hears the answer only once it has sent all.
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

/// Reads a form of several parts, once there is room for its file.
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
                // A browser sends a nameless, empty file where none was chosen.
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
    let file = sent(&cx, parts).await?.file.ok_or(Failure::Unusable("unusable-upload"))?;
    let written = cx.api.appearance().source_upload(&domain, &variant, file.bytes).send().await;
    done(&cx, &domain, Form::default(), written, "uploaded").await
}
