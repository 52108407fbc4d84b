//! QR codes as PNG: drawn apart from the threads that answer, and kept while there is room.

use std::sync::Arc;

use actix_web::web::Bytes;
use adapter_assets::{RasterError, rasterise};
use http_kit::error::ApiError;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use runtime::Lookups;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

/// Places of pictures that are being drawn, for the whole process: the largest takes 16 MiB and some tens of
/// milliseconds. Whoever finds no place waits.
static PLACES: Semaphore = Semaphore::const_new(2);

/// The room for kept pictures, in bytes.
const ROOM: u64 = 16 << 20;
/// How many of a usual size fill it.
const USUAL_COUNT: usize = 1_000;

/// Why there is no picture. None of it can be mended by the asker.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The drawing could not be rasterised.
    #[error(transparent)]
    Raster(#[from] RasterError),
    /// The work was cut off by the end of the process.
    #[error("the picture was not drawn to its end")]
    Lost(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<PictureError> for ApiError {
    fn from(error: PictureError) -> Self {
        Self::internal(error)
    }
}

/// The name of a picture: a digest of all that decides what it looks like, so equal names are equal pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PictureName([u8; 32]);

impl PictureName {
    /// The name of a drawing itself.
    pub fn of_drawing(svg: &str) -> Self {
        Self(Sha256::digest(svg.as_bytes()).into())
    }

    /// The name of a drawing as a PNG of this size, as this version of the program rasterises it.
    pub fn of_png(svg: &str, size: u32) -> Self {
        let digest = Sha256::new_with_prefix(env!("CARGO_PKG_VERSION"));
        Self(digest.chain_update(size.to_be_bytes()).chain_update(svg).finalize().into())
    }

    /// The name in hexadecimal digits.
    pub fn text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The PNG pictures of a process. It is cheap to clone.
#[derive(Clone)]
pub struct CodePictures {
    kept: Arc<Cache<PictureName, Bytes, Size>>,
    lookups: Lookups,
}

#[derive(Clone)]
struct Size;

impl Weighter<PictureName, Bytes> for Size {
    fn weight(&self, _: &PictureName, png: &Bytes) -> u64 {
        u64::try_from(png.len()).unwrap_or(u64::MAX)
    }
}

impl Default for CodePictures {
    fn default() -> Self {
        Self::new()
    }
}

impl CodePictures {
    /// None is drawn yet.
    pub fn new() -> Self {
        let kept = Arc::new(Cache::with_weighter(USUAL_COUNT, ROOM, Size));
        Self { kept, lookups: Lookups::of("pictures") }
    }

    /// Notes how many are kept.
    pub fn measure(&self) {
        self.lookups.keep(self.kept.len(), self.kept.weight());
    }

    /// A drawing as a PNG of `size` x `size` pixels. Of several askers at once for one picture, one has it drawn.
    pub async fn png(&self, svg: String, size: u32) -> Result<Bytes, PictureError> {
        let name = PictureName::of_png(&svg, size);
        let mut drawn = false;
        let picture = self.kept.get_or_insert_async(&name, async {
            drawn = true;
            draw(svg, size).await
        });
        let picture = picture.await;
        self.lookups.count(!drawn);
        picture
    }
}

async fn draw(svg: String, size: u32) -> Result<Bytes, PictureError> {
    let place = PLACES.acquire().await.map_err(|closed| PictureError::Lost(closed.into()))?;
    let work = move || {
        // The work goes on when the asker leaves, so the place goes with it.
        let _place = place;
        rasterise(&svg, size)
    };
    let drawn = tokio::task::spawn_blocking(work).await.map_err(|lost| PictureError::Lost(lost.into()))?;
    Ok(drawn?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="1" height="2" fill="#111"/></svg>"##;

    #[test]
    fn a_name_stands_for_one_drawing_in_one_size() {
        let names = [
            PictureName::of_drawing(SVG),
            PictureName::of_png(SVG, 128),
            PictureName::of_png(SVG, 256),
            PictureName::of_png("<svg/>", 128),
        ];
        for (n, one) in names.iter().enumerate() {
            assert!(names.iter().skip(n + 1).all(|other| other != one));
            assert_eq!(one.text().len(), 64);
        }
    }

    #[tokio::test]
    async fn a_picture_is_drawn_once_and_then_kept() {
        let pictures = CodePictures::new();
        let (one, two) = tokio::join!(pictures.png(SVG.to_owned(), 128), pictures.png(SVG.to_owned(), 128));
        let (one, two) = (one.unwrap(), two.unwrap());
        assert!(one.starts_with(b"\x89PNG"));
        assert_eq!(one.as_ptr(), two.as_ptr(), "the very same bytes");
        assert_eq!(pictures.png(SVG.to_owned(), 128).await.unwrap().as_ptr(), one.as_ptr());
        let failed = pictures.png("no drawing".to_owned(), 128).await;
        assert!(matches!(failed, Err(PictureError::Raster(_))), "a failure is not kept: {failed:?}");
    }
}
