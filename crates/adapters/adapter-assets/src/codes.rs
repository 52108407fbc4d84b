//! Renders QR codes in formats for print and screen.

mod artwork;
mod compose;
mod eps;
mod pdf;

use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use kernel::{FileName, Font};
use landing_draft::ports::FileStore;
use offload::{Gate, HEAVY, Limits, offload};
use qr_catalog::design::CallToAction;
use qr_catalog::draw::Drawing;
use qr_catalog::picture::{PictureForm, PictureName};
use qr_catalog::ports::{CodeRenderer, RenderError};
use qr_catalog::print::{PrintBoxes, PrintWidth, Sheet};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use runtime::Lookups;

use crate::labels::{Reason, clean_text, is_emoji, outline};
use artwork::Artwork;
use compose::Failure;
use pdf::Page;

/// Limits the number of codes drawn concurrently in the process. The largest code takes 20 MiB and
/// tens of milliseconds. Owners take turns.
static PRESS: LazyLock<Gate> = LazyLock::new(|| {
    let limits = Limits { room: 2, room_each: 2, waiting: 512, waiting_each: 64 };
    Gate::new("QR codes", limits)
});

/// Cache size for pictures in bytes.
const ROOM: u64 = 16 << 20;
/// Approximate number of usual pictures that fill the cache.
const USUAL_COUNT: usize = 1_000;

/// Implements [`CodeRenderer`]. Draws on separate threads and caches the pictures. Clones share one
/// cache. Logos are read only from the stored files.
#[derive(Clone)]
pub struct QrRenderer {
    files: Arc<dyn FileStore>,
    kept: Arc<Cache<PictureName, Arc<[u8]>, Size>>,
    lookups: Lookups,
}

#[derive(Clone)]
struct Size;

impl Weighter<PictureName, Arc<[u8]>> for Size {
    fn weight(&self, _: &PictureName, picture: &Arc<[u8]>) -> u64 {
        u64::try_from(picture.len()).unwrap_or(u64::MAX)
    }
}

impl QrRenderer {
    /// Creates a renderer with an empty cache.
    pub fn new(files: Arc<dyn FileStore>) -> Self {
        let kept = Arc::new(Cache::with_weighter(USUAL_COUNT, ROOM, Size));
        Self { files, kept, lookups: Lookups::of("pictures") }
    }

    /// Publishes the number and size of the cached pictures.
    pub fn measure(&self) {
        self.lookups.keep(self.kept.len(), self.kept.weight());
    }

    /// Loads the stored logo of a drawing.
    async fn logo(&self, drawing: &Drawing) -> Result<Option<Vec<u8>>, RenderError> {
        let Some(logo) = &drawing.logo else { return Ok(None) };
        let lost = |file: &FileName| RenderError(format!("the picture {file} is not stored").into());
        let content = self.files.get(&logo.file).await.map_err(|error| RenderError(error.into()))?;
        content.ok_or_else(|| lost(&logo.file)).map(Some)
    }

    async fn draw(&self, drawing: Drawing, form: PictureForm) -> Result<Arc<[u8]>, RenderError> {
        let logo = self.logo(&drawing).await?;
        let drawn = apart(move || render_code(&drawing, logo.as_deref(), form)).await?;
        Ok(drawn.into())
    }
}

#[async_trait]
impl CodeRenderer for QrRenderer {
    fn missing_glyph(&self, text: &CallToAction, font: Font) -> Option<char> {
        let text = clean_text(text.as_str());
        match outline(&text, font, 100) {
            Ok(_) => None,
            Err(Reason::MissingGlyph(character)) => Some(character),
            Err(Reason::Emoji) => text.chars().find(|character| is_emoji(*character)),
            Err(Reason::Blank | Reason::TooLong) => Some(' '),
        }
    }

    /// Returns a picture. Concurrent calls for the same picture draw it once.
    async fn picture(&self, drawing: Drawing, form: PictureForm) -> Result<Arc<[u8]>, RenderError> {
        if form == PictureForm::Svg && drawing.is_complete() {
            return Ok(drawing.svg.into_bytes().into());
        }
        let name = PictureName::of(&drawing, form);
        let mut drawn = false;
        let picture = self.kept.get_or_insert_async(&name, async {
            drawn = true;
            self.draw(drawing, form).await
        });
        let picture = picture.await;
        self.lookups.count(!drawn);
        picture
    }

    async fn sheet(&self, drawings: Vec<Drawing>, sheet: Sheet) -> Result<Vec<u8>, RenderError> {
        let mut with_logos = Vec::with_capacity(drawings.len());
        for drawing in drawings {
            let logo = self.logo(&drawing).await?;
            with_logos.push((drawing, logo));
        }
        apart(move || render_sheet(&with_logos, &sheet)).await
    }
}

/// Renders on a separate thread.
async fn apart(
    work: impl FnOnce() -> Result<Vec<u8>, Failure> + Send + 'static,
) -> Result<Vec<u8>, RenderError> {
    let place = PRESS.enter(1).await.map_err(|full| RenderError(full.into()))?;
    let work = move || {
        // The work continues after the caller leaves, so it holds the place in the gate.
        let _place = place;
        work()
    };
    offload(HEAVY, work).await.map_err(|lost| RenderError(lost.into()))?.map_err(RenderError)
}

/// Renders a drawing with the content of its logo file. This takes milliseconds and must not run on
/// request threads.
pub fn render_code(drawing: &Drawing, logo: Option<&[u8]>, form: PictureForm) -> Result<Vec<u8>, Failure> {
    let boxes = |width: PrintWidth| PrintBoxes::of(drawing, width);
    match form {
        PictureForm::Svg => {
            let logo = logo.map(compose::logo).transpose()?;
            Ok(compose::svg(drawing, logo.as_ref())?.into_bytes())
        }
        PictureForm::Png(size) => {
            let logo = logo.map(compose::logo).transpose()?;
            compose::png(drawing, logo.as_ref(), size)
        }
        PictureForm::Pdf(width) => {
            let (artwork, boxes) = (Artwork::of(drawing, logo)?, boxes(width));
            let media = boxes.media();
            let page =
                Page { width: media.width, height: media.height, codes: vec![(0, boxes)], is_one: true };
            Ok(pdf::document(&[artwork], &[page]))
        }
        PictureForm::Eps(width) => Ok(eps::document(&Artwork::of(drawing, logo)?, &boxes(width))),
    }
}

/// Renders a sheet of drawings, each with the content of its logo file, as a PDF.
pub fn render_sheet(drawings: &[(Drawing, Option<Vec<u8>>)], sheet: &Sheet) -> Result<Vec<u8>, Failure> {
    let artworks = drawings.iter().map(|(drawing, logo)| Artwork::of(drawing, logo.as_deref()));
    let artworks: Vec<_> = artworks.collect::<Result<_, _>>()?;
    let (width, height) = sheet.paper.size();
    let pages = sheet.pages.iter().map(|codes| Page { width, height, codes: codes.clone(), is_one: false });
    Ok(pdf::document(&artworks, &pages.collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use kernel::StoreError;
    use qr_catalog::design::Design;
    use qr_catalog::draw::{DrawOptions, draw};

    use super::*;
    use crate::raster::RasterError;

    /// Store with one file, `0a.png`.
    struct One(Vec<u8>);

    #[async_trait]
    impl FileStore for One {
        async fn put(&self, _: &FileName, _: Vec<u8>) -> Result<(), StoreError> {
            Ok(())
        }
        async fn get(&self, name: &FileName) -> Result<Option<Vec<u8>>, StoreError> {
            Ok((name.as_str() == "0a.png").then(|| self.0.clone()))
        }
        async fn exists(&self, name: &FileName) -> Result<bool, StoreError> {
            Ok(name.as_str() == "0a.png")
        }
    }

    fn renderer() -> QrRenderer {
        let mut png = std::io::Cursor::new(Vec::new());
        image::RgbImage::from_pixel(4, 4, image::Rgb([200, 0, 0]))
            .write_to(&mut png, image::ImageFormat::Png)
            .unwrap();
        QrRenderer::new(Arc::new(One(png.into_inner())))
    }

    fn drawing(logo: Option<&str>) -> Drawing {
        let mut design = Design::stock().to_json();
        if let Some(file) = logo {
            design["logo"] = serde_json::json!({ "file": file, "size": 0.2 });
        }
        let design = Design::parse(&design).unwrap();
        draw(&design, "https://a.example/qr", &DrawOptions::default()).unwrap()
    }

    #[tokio::test]
    async fn a_picture_is_drawn_once_and_then_kept() {
        let renderer = renderer();
        for drawing in [drawing(None), drawing(Some("0a.png"))] {
            let form = PictureForm::Png(128);
            let (one, two) = tokio::join!(
                renderer.picture(drawing.clone(), form),
                renderer.picture(drawing.clone(), form)
            );
            let (one, two) = (one.unwrap(), two.unwrap());
            assert!(one.starts_with(b"\x89PNG"));
            assert!(Arc::ptr_eq(&one, &two), "the very same bytes");
            assert!(Arc::ptr_eq(&renderer.picture(drawing, form).await.unwrap(), &one));
        }
        let small = renderer.picture(drawing(None), PictureForm::Png(1)).await;
        let RenderError(cause) = small.unwrap_err();
        assert!(cause.is::<RasterError>(), "a failure is not kept: {cause:?}");
        let lost = renderer.picture(drawing(Some("0b.png")), PictureForm::Png(128)).await;
        assert_eq!(lost.unwrap_err().0.to_string(), "the picture 0b.png is not stored");
    }

    #[tokio::test]
    async fn a_drawing_that_is_whole_is_its_own_svg() {
        let plain = drawing(None);
        let svg = renderer().picture(plain.clone(), PictureForm::Svg).await.unwrap();
        assert_eq!(*svg, *plain.svg.as_bytes());
        let svg = renderer().picture(drawing(Some("0a.png")), PictureForm::Svg).await.unwrap();
        assert!(String::from_utf8_lossy(&svg).contains("href=\"data:image/png;base64,"));
    }

    #[test]
    fn what_a_font_lacks_is_named() {
        let renderer = renderer();
        for (text, font, missing) in [
            ("Scan me", Font::Inter, None),
            ("Сканируй", Font::Inter, None),
            ("Scan 扫 me", Font::Inter, Some('扫')),
            ("Scan 🎁", Font::Lato, Some('🎁')),
        ] {
            assert_eq!(renderer.missing_glyph(&CallToAction::parse(text).unwrap(), font), missing, "{text}");
        }
    }
}
