//! Large bodies, kept in a file while they come.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use api_contract::ErrorCode;
use futures_util::future::LocalBoxFuture;
use sha2::{Digest as _, Sha256};
use tokio::task::spawn_blocking;

use super::body::Incoming;
use super::wait_turns;
use crate::error::ApiError;
use crate::input::media_type;

/// The largest archive, in bytes.
pub const ARCHIVE_LIMIT: usize = 256 << 20;

/// What senders call archives.
const ARCHIVES: [&str; 3] = ["application/zip", "application/x-zip-compressed", "application/octet-stream"];

/// How much of a body is held in memory before it goes to the file.
const HELD: usize = 1 << 20;

/// The folder in which large bodies are kept while they are worked on.
#[derive(Debug, Clone)]
pub struct SpoolFolder(pub PathBuf);

/// A body of at most [`ARCHIVE_LIMIT`] bytes in a file that has no name and is gone with it, whatever becomes of the process.
pub struct Spooled {
    /// The bytes, from the beginning.
    pub file: File,
    /// SHA-256 of them, for the idempotency check.
    pub hash: [u8; 32],
}

impl FromRequest for Spooled {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let folder = request.app_data::<web::Data<SpoolFolder>>().cloned();
        let is_archive = media_type(request).is_none_or(|kind| ARCHIVES.contains(&kind.as_str()));
        let incoming = Incoming::of(request, payload, ARCHIVE_LIMIT, ARCHIVE_LIMIT);
        Box::pin(async move {
            wait_turns(2).await;
            if !is_archive {
                let said = "the body must be application/zip";
                return Err(ApiError::coded(ErrorCode::UnsupportedMediaType, said));
            }
            let folder = folder.ok_or_else(|| ApiError::internal("no folder for large bodies is wired"))?;
            spool(folder.0.clone(), incoming).await
        })
    }
}

async fn spool(folder: PathBuf, mut incoming: Incoming) -> Result<Spooled, ApiError> {
    let (mut file, mut hash, mut held) = (None, Sha256::new(), Vec::new());
    while let Some(chunk) = incoming.next().await? {
        hash.update(&chunk);
        held.extend_from_slice(&chunk);
        if held.len() >= HELD {
            file = Some(written(folder.clone(), file, std::mem::take(&mut held)).await?);
        }
    }
    Ok(Spooled { file: written(folder, file, held).await?, hash: hash.finalize().into() })
}

/// The file with these bytes at its end.
async fn written(folder: PathBuf, file: Option<File>, bytes: Vec<u8>) -> Result<File, ApiError> {
    let write = move || -> io::Result<File> {
        let mut file = match file {
            Some(file) => file,
            None => {
                std::fs::create_dir_all(&folder)?;
                tempfile::tempfile_in(&folder)?
            }
        };
        file.write_all(&bytes)?;
        Ok(file)
    };
    spawn_blocking(write).await.map_err(ApiError::internal)?.map_err(ApiError::internal)
}
