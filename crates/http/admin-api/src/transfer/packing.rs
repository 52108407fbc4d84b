//! Streaming of an archive with a document and its files.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web::Bytes;
use futures_util::stream;
use http_kit::error::ApiError;
use offload::offload;
use zip::CompressionMethod;
use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, StreamWriter, ZipWriter};

use super::document::{Pieces, Sent};
use super::unpacking::{DOCUMENT, FILES};

/// Compressed bytes to send.
#[derive(Clone, Default)]
struct Outgoing(Arc<Mutex<Vec<u8>>>);

impl Outgoing {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Writer = ZipWriter<StreamWriter<Outgoing>>;

/// Remaining part of the archive.
enum Left {
    Head,
    Document,
    Files,
    Nothing,
}

/// An archive being streamed. It holds one file, and one directory line per file, in memory.
struct Packing {
    pieces: Pieces,
    /// `None` once the archive is closed.
    writer: Option<Writer>,
    outgoing: Outgoing,
    left: Left,
}

/// Streams the archive of a document. A failure aborts the response before the directory, so that
/// nobody mistakes a part for the whole.
pub(super) fn stream(pieces: Pieces) -> Sent {
    let outgoing = Outgoing::default();
    let writer = Some(ZipWriter::new_stream(outgoing.clone()));
    let packing = Packing { pieces, writer, outgoing, left: Left::Head };
    Box::pin(stream::try_unfold(packing, async |mut packing| {
        loop {
            if matches!(packing.left, Left::Nothing) {
                return Ok::<_, ApiError>(None);
            }
            packing.step().await?;
            let packed = packing.outgoing.take();
            if !packed.is_empty() {
                return Ok(Some((Bytes::from(packed), packing)));
            }
        }
    }))
}

impl Packing {
    async fn step(&mut self) -> Result<(), ApiError> {
        match self.left {
            Left::Head => {
                self.left = Left::Document;
                self.write(0, |writer| writer.start_file(DOCUMENT, options())).await
            }
            Left::Document => match self.pieces.next().await? {
                Some(text) => {
                    self.write(text.len(), move |writer| Ok(writer.write_all(text.as_bytes())?)).await
                }
                None => {
                    self.left = Left::Files;
                    Ok(())
                }
            },
            Left::Files => match self.pieces.next_file().await? {
                Some((file, content)) => {
                    let add = move |writer: &mut Writer| {
                        writer.start_file(format!("{FILES}{file}"), options())?;
                        Ok(writer.write_all(&content)?)
                    };
                    self.write(offload::HEAVY, add).await
                }
                None => {
                    self.left = Left::Nothing;
                    let writer = self.writer.take().ok_or_else(closed)?;
                    writer.finish().map(drop).map_err(ApiError::internal)
                }
            },
            Left::Nothing => Ok(()),
        }
    }

    async fn write(
        &mut self,
        weight: usize,
        write: impl FnOnce(&mut Writer) -> ZipResult<()> + Send + 'static,
    ) -> Result<(), ApiError> {
        let mut writer = self.writer.take().ok_or_else(closed)?;
        let work = move || write(&mut writer).map(|()| writer);
        let writer = offload(weight, work).await.map_err(ApiError::internal)?;
        self.writer = Some(writer.map_err(ApiError::internal)?);
        Ok(())
    }
}

fn closed() -> ApiError {
    ApiError::internal("the archive is closed")
}

/// Options of entries: pictures and sounds are compressed already, and streaming readers need an
/// end mark in every entry.
fn options() -> SimpleFileOptions {
    let fastest = Some(1);
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(fastest)
        .unix_permissions(0o644)
}
