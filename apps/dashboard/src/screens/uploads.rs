//! Files that people send.

use actix_multipart::Multipart;
use actix_web::web::{Bytes, Path};
use futures_util::TryStreamExt as _;

use super::Answer;
use super::editor::done;
use crate::context::Context;
use crate::failure::Failure;
use crate::form::Form;

/// More than the API takes of any file; it judges the rest.
const MOST: usize = 32 << 20;

/// The file of a form.
async fn file(mut parts: Multipart) -> Result<Bytes, Failure> {
    let unusable = |_| Failure::Unusable("unusable-upload");
    while let Some(mut part) = parts.try_next().await.map_err(unusable)? {
        if part.name() != Some("file") {
            continue;
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = part.try_next().await.map_err(unusable)? {
            if bytes.len() + chunk.len() > MOST {
                return Err(Failure::Unusable("unusable-too-large"));
            }
            bytes.extend_from_slice(&chunk);
        }
        return Ok(bytes.into());
    }
    Err(Failure::Unusable("unusable-upload"))
}

pub(crate) async fn background(cx: Context, at: Path<(String, String)>, parts: Multipart) -> Answer {
    let (domain, variant) = at.into_inner();
    let written = cx.api.appearance().source_upload(&domain, &variant, file(parts).await?).send().await;
    done(&cx, &domain, Form::default(), written, "uploaded").await
}
