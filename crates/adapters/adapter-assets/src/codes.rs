//! QR codes as PNG.

use std::sync::Arc;

use async_trait::async_trait;
use qr_catalog::picture::PictureName;
use qr_catalog::ports::{CodeRasterizer, RasterizeError};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use runtime::Lookups;
use tokio::sync::Semaphore;

use crate::raster::rasterise;

/// The pictures that are drawn at a time, for the whole process: the largest takes 16 MiB and some tens of milliseconds.
static PLACES: Semaphore = Semaphore::const_new(2);

/// The memory for kept pictures, in bytes.
const ROOM: u64 = 16 << 20;
/// How many of a usual size fill it.
const USUAL_COUNT: usize = 1_000;

/// Implements [`CodeRasterizer`]: draws pictures apart from the threads that answer, and keeps them while there is room. Clones
/// share one memory.
#[derive(Clone)]
pub struct PngRasterizer {
    kept: Arc<Cache<PictureName, Arc<[u8]>, Size>>,
    lookups: Lookups,
}

#[derive(Clone)]
struct Size;

impl Weighter<PictureName, Arc<[u8]>> for Size {
    fn weight(&self, _: &PictureName, png: &Arc<[u8]>) -> u64 {
        u64::try_from(png.len()).unwrap_or(u64::MAX)
    }
}

impl Default for PngRasterizer {
    fn default() -> Self {
        Self::new()
    }
}

impl PngRasterizer {
    /// Keeps no picture yet.
    pub fn new() -> Self {
        let kept = Arc::new(Cache::with_weighter(USUAL_COUNT, ROOM, Size));
        Self { kept, lookups: Lookups::of("pictures") }
    }

    /// Publishes how many pictures are kept.
    pub fn measure(&self) {
        self.lookups.keep(self.kept.len(), self.kept.weight());
    }
}

#[async_trait]
impl CodeRasterizer for PngRasterizer {
    /// Of several callers at once for one picture, one has it drawn.
    async fn png(&self, svg: String, size: u32) -> Result<Arc<[u8]>, RasterizeError> {
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

async fn draw(svg: String, size: u32) -> Result<Arc<[u8]>, RasterizeError> {
    let place = PLACES.acquire().await.map_err(|closed| RasterizeError(closed.into()))?;
    let work = move || {
        // The work goes on when the caller leaves, so the place goes with it.
        let _place = place;
        rasterise(&svg, size)
    };
    let drawn = tokio::task::spawn_blocking(work).await.map_err(|lost| RasterizeError(lost.into()))?;
    Ok(drawn.map_err(|error| RasterizeError(error.into()))?.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::RasterError;

    const SVG: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="1" height="2" fill="#111"/></svg>"##;

    #[tokio::test]
    async fn a_picture_is_drawn_once_and_then_kept() {
        let pictures = PngRasterizer::new();
        let (one, two) = tokio::join!(pictures.png(SVG.to_owned(), 128), pictures.png(SVG.to_owned(), 128));
        let (one, two) = (one.unwrap(), two.unwrap());
        assert!(one.starts_with(b"\x89PNG"));
        assert!(Arc::ptr_eq(&one, &two), "the very same bytes");
        assert!(Arc::ptr_eq(&pictures.png(SVG.to_owned(), 128).await.unwrap(), &one));
        let failed = pictures.png("no drawing".to_owned(), 128).await;
        let RasterizeError(cause) = failed.unwrap_err();
        assert!(cause.is::<RasterError>(), "a failure is not kept: {cause:?}");
    }
}
