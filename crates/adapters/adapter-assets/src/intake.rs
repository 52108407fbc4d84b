//! Conversion of uploads to files.

use std::sync::LazyLock;

use async_trait::async_trait;
use bytes::Bytes;
use kernel::StoreError;
use landing_draft::file::{FileName, PictureSize, Slot};
use landing_draft::ports::{AcceptedFile, IntakeError, MediaIntake};
use offload::{Gate, Limits};

use crate::audio::{accept_sound, is_kept_sound};
use crate::files::{AssetName, Extension};
use crate::images::{PictureLimits, accept_picture, check_kept_picture};

/// Limits concurrent decoding of uploads in the whole process, with fair turns for owners.
///
/// A picture of 40 megapixels takes hundreds of megabytes during decoding, rotation and scaling, and there may be
/// hundreds of blocking threads. Without a limit, a few concurrent uploads would use up all memory. A waiting caller
/// holds only the upload itself.
static DECODER: LazyLock<Gate> = LazyLock::new(|| {
    let limits = Limits { room: 2, room_each: 2, waiting: 128, waiting_each: 16 };
    Gate::new("uploaded files", limits)
});

/// Implements [`MediaIntake`]: checks uploads on blocking threads.
#[derive(Debug, Clone, Copy, Default)]
pub struct UploadIntake;

#[async_trait]
impl MediaIntake for UploadIntake {
    async fn picture(&self, upload: Vec<u8>, slot: Slot) -> Result<AcceptedFile, IntakeError> {
        apart(move || {
            let picture =
                accept_picture(&upload, &PictureLimits::of(slot)).map_err(|error| error.to_string())?;
            let size = PictureSize { width: picture.width, height: picture.height };
            Ok(Accepted { name: picture.name(), bytes: picture.bytes, size: Some(size) })
        })
        .await
    }

    async fn sound(&self, upload: Vec<u8>) -> Result<AcceptedFile, IntakeError> {
        apart(move || {
            let sound = accept_sound(&upload).map_err(|error| error.to_string())?;
            Ok(Accepted { name: sound.name(), bytes: sound.bytes, size: None })
        })
        .await
    }

    async fn kept(&self, file: FileName, content: Vec<u8>) -> Result<AcceptedFile, IntakeError> {
        let name =
            AssetName::parse(file.as_str()).map_err(|error| IntakeError::Refused(error.to_string()))?;
        apart(move || {
            if AssetName::of(&content, name.extension()) != name {
                return Err("its name is not made of its content".to_owned());
            }
            match name.extension() {
                Extension::Png | Extension::Jpg | Extension::Webp => {
                    check_kept_picture(&content, name.extension(), &PictureLimits::default())
                        .map_err(|error| error.to_string())?;
                }
                Extension::Mp3 | Extension::Ogg | Extension::Wav => {
                    if !is_kept_sound(&content, name) {
                        accept_sound(&content).map_err(|error| error.to_string())?;
                        return Err("it is not the sound that its name says, or more than that".to_owned());
                    }
                }
                Extension::Svg => return Err("drawings are made here, and not taken in".to_owned()),
            }
            Ok(Accepted { name, bytes: content.into(), size: None })
        })
        .await
    }
}

/// File to store.
struct Accepted {
    name: AssetName,
    bytes: Bytes,
    size: Option<PictureSize>,
}

async fn apart(
    work: impl FnOnce() -> Result<Accepted, String> + Send + 'static,
) -> Result<AcceptedFile, IntakeError> {
    let place = DECODER.enter(1).await.map_err(|full| StoreError::Unavailable(full.into()))?;
    let work = move || {
        // The work continues if its caller is cancelled, so the work itself holds the place.
        let _place = place;
        work()
    };
    let done = tokio::task::spawn_blocking(work).await.map_err(|lost| StoreError::Failed(lost.into()))?;
    let Accepted { name, bytes, size } = done.map_err(IntakeError::Refused)?;
    let odd = || StoreError::Failed("a file name that the domain does not know".into());
    let file = FileName::parse(&name.to_string()).ok_or_else(odd)?;
    Ok(AcceptedFile { file, content: bytes.into(), size })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use std::sync::Arc;

    use offload::{Full, Tenant};
    use tokio::sync::mpsc;

    use super::*;

    /// Runs work for a tenant, and reports its name at the end.
    async fn noted(
        tenant: i64,
        name: &'static str,
        done: mpsc::UnboundedSender<&'static str>,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<AcceptedFile, IntakeError> {
        let work = move || {
            work();
            done.send(name).unwrap();
            Err("no".to_owned())
        };
        Arc::new(Tenant::new(tenant)).works(apart(work)).await
    }

    #[tokio::test]
    async fn an_owner_with_many_uploads_delays_no_other_and_waits_in_a_bounded_queue() {
        let (done, mut order) = mpsc::unbounded_channel();
        let (open, closed) = std::sync::mpsc::channel::<()>();
        let closed = Arc::new(std::sync::Mutex::new(closed));
        let many = (0..30).map(|_| {
            let closed = Arc::clone(&closed);
            noted(1, "many", done.clone(), move || assert!(closed.lock().unwrap().recv().is_err()))
        });
        let one = noted(2, "one", done.clone(), || {});
        let opened = async {
            // All futures polled before this one wait by now.
            drop(open);
            Ok::<_, IntakeError>(())
        };
        let (many, one, _opened) = tokio::join!(futures_util::future::join_all(many), one, opened);
        let is_full = |taken: &Result<_, IntakeError>| match taken {
            Err(IntakeError::Store(StoreError::Unavailable(cause))) => cause.is::<Full>(),
            _ => false,
        };
        assert_eq!(many.iter().filter(|taken| is_full(taken)).count(), 30 - 2 - 16);
        assert!(!is_full(&one));
        let order: Vec<_> = std::iter::from_fn(|| order.try_recv().ok()).collect();
        let place = order.iter().position(|name| *name == "one").unwrap();
        assert!(place <= 4, "{order:?}");
    }

    #[tokio::test]
    async fn uploads_are_decoded_two_at_a_time() {
        static NOW: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let work = || {
            MOST.fetch_max(NOW.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(20));
            NOW.fetch_sub(1, Ordering::SeqCst);
            Err("no".to_owned())
        };
        let all = futures_util::future::join_all((0..6).map(|_| apart(work))).await;
        assert!(all.iter().all(|one| matches!(one, Err(IntakeError::Refused(_)))));
        assert_eq!(MOST.load(Ordering::SeqCst), 2);
    }
}
