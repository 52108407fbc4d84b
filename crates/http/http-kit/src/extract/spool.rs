//! Large bodies, spooled to a file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::wire::ErrorCode;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use offload::{Gate, Limits, Place};
use sha2::{Digest as _, Sha256};
use tokio::task::spawn_blocking;

use super::body::Incoming;
use super::wait_turns;
use crate::error::ApiError;
use crate::input::media_type;

/// Maximum size of an archive, in bytes.
pub const ARCHIVE_LIMIT: usize = 256 << 20;

/// Media types of archives.
const ARCHIVES: [&str; 3] = ["application/zip", "application/x-zip-compressed", "application/octet-stream"];

/// Bytes buffered in memory before they go to the file.
const HELD: usize = 1 << 20;

/// Bytes that every body leaves free on the disk, which the touch journal and a private PostgreSQL
/// also use.
const RESERVE: u64 = 256 << 20;

/// Limits of archives on disk, for the whole process. A body counts with its announced length from
/// the start.
static SPOOLED: LazyLock<Gate> = LazyLock::new(|| {
    let limits =
        Limits { room: 4 * ARCHIVE_LIMIT, room_each: 2 * ARCHIVE_LIMIT, waiting: 0, waiting_each: 0 };
    Gate::new("archives", limits)
});

/// Returns the free bytes on the disk of a folder.
pub type FreeSpace = fn(&Path) -> io::Result<u64>;

/// Folder of spooled bodies.
#[derive(Debug, Clone)]
pub struct SpoolFolder {
    /// Path of the folder.
    pub path: PathBuf,
    /// Measures the free space on its disk: [`free_space`] outside of tests.
    pub free: FreeSpace,
}

/// A body of at most [`ARCHIVE_LIMIT`] bytes.
pub struct Spooled {
    /// File with the bytes, at position 0.
    pub file: SpooledFile,
    /// SHA-256 of the bytes, for the idempotency check.
    pub hash: [u8; 32],
}

/// An unnamed file that disappears with this value or with the process. It counts against its
/// owner's limit until then.
#[derive(Debug)]
pub struct SpooledFile {
    file: File,
    _place: Place,
}

impl Read for SpooledFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Seek for SpooledFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
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
            spool(folder.as_ref().clone(), incoming).await
        })
    }
}

async fn spool(folder: SpoolFolder, mut incoming: Incoming) -> Result<Spooled, ApiError> {
    incoming.check()?;
    let place = incoming.enter(&SPOOLED).await?;
    let (mut file, mut hash, mut held) = (None, Sha256::new(), Vec::new());
    while let Some(chunk) = incoming.next().await? {
        hash.update(&chunk);
        held.extend_from_slice(&chunk);
        if held.len() >= HELD {
            file = Some(written(folder.clone(), file, std::mem::take(&mut held)).await?);
        }
    }
    let file = written(folder, file, held).await?;
    Ok(Spooled { file: SpooledFile { file, _place: place }, hash: hash.finalize().into() })
}

/// Appends bytes to the file, creating it if necessary.
async fn written(folder: SpoolFolder, file: Option<File>, bytes: Vec<u8>) -> Result<File, ApiError> {
    let write = move || -> Result<File, ApiError> {
        std::fs::create_dir_all(&folder.path).map_err(no_space)?;
        let left = (folder.free)(&folder.path).map_err(ApiError::internal)?;
        if left.saturating_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX)) < RESERVE {
            return Err(ApiError::Unavailable(format!("only {left} bytes of the disk are free").into()));
        }
        let file = match file {
            Some(file) => Ok(file),
            None => tempfile::tempfile_in(&folder.path),
        };
        let mut file = file.map_err(no_space)?;
        file.write_all(&bytes).map_err(no_space)?;
        Ok(file)
    };
    spawn_blocking(write).await.map_err(ApiError::internal)?
}

/// Returns the free bytes on the disk of a folder, as the file system reports them.
pub fn free_space(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Converts an error; a full disk is temporary.
fn no_space(error: io::Error) -> ApiError {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => ApiError::Unavailable(error.into()),
        _ => ApiError::internal(error),
    }
}
