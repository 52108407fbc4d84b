use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use kernel::{Rgb, StoreError};
use landing_draft::appearance::Font;
use landing_draft::file::FileName;
use landing_draft::ports::{CardPress, DrawnCard, FileStore, LabelPress};
use landing_draft::reach::{CARD_SIZE, CardLook};
use offload::{Gate, HEAVY, Limits, offload};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use runtime::Lookups;

use super::card::{Card, card};
use super::{Label, render_label};
use crate::files::{AssetName, Extension};
use crate::raster::drawn;

/// Height of a label's text, in pixels.
const SIZE: u16 = 17;
/// Maximum width of a label that a phone shows on one line at full size, in pixels. Longer labels are live text, which
/// wraps.
const WIDTH: u32 = 300;

/// Number of labels drawn in one step, some milliseconds of work, so that labels of other owners are drawn in between.
const AT_ONCE: usize = 16;
/// Number of files stored concurrently.
const FILES_AT_ONCE: usize = 8;

/// Limits concurrent drawing steps of labels and cards in the whole process, with fair turns for owners.
static PRESS: LazyLock<Gate> = LazyLock::new(|| {
    let limits = Limits { room: 2, room_each: 2, waiting: 512, waiting_each: 64 };
    Gate::new("labels", limits)
});

/// Maximum size of the label cache, in bytes.
const ROOM: u64 = 8 << 20;
/// Estimated number of cached labels.
const USUAL_COUNT: usize = 20_000;

/// Text, font and colour, which determine a label's picture.
type Look = (String, Font, Rgb);

/// Implements [`LabelPress`] and [`CardPress`]: draws labels and cards as outlines on the CPU pool, once for each
/// content, and stores them as files.
///
/// Caches the file of each label, or that it has none. Clones share one cache.
#[derive(Clone)]
pub struct Typesetter {
    files: Arc<dyn FileStore>,
    known: Arc<Cache<Look, Option<FileName>, Size>>,
    lookups: Lookups,
}

#[derive(Clone)]
struct Size;

impl Weighter<Look, Option<FileName>> for Size {
    fn weight(&self, (text, ..): &Look, file: &Option<FileName>) -> u64 {
        let file = file.as_ref().map_or(0, |file| file.as_str().len());
        u64::try_from(text.len().saturating_add(file)).unwrap_or(u64::MAX).saturating_add(160)
    }
}

/// File of a label, and its SVG.
struct Drawn {
    file: FileName,
    svg: String,
}

impl Typesetter {
    /// Creates a typesetter that stores pictures in `files`.
    pub fn new(files: Arc<dyn FileStore>) -> Self {
        let known = Arc::new(Cache::with_weighter(USUAL_COUNT, ROOM, Size));
        Self { files, known, lookups: Lookups::of("labels") }
    }

    /// Publishes the number and size of the cached labels as metrics.
    pub fn measure(&self) {
        self.lookups.keep(self.known.len(), self.known.weight());
    }

    /// Returns the files of some labels. One of several concurrent callers draws each unknown label.
    async fn files_of(
        &self,
        texts: &[String],
        font: Font,
        colour: Rgb,
    ) -> Result<Vec<(String, Option<FileName>)>, StoreError> {
        let (mut known, mut unknown, mut places) = (Vec::new(), Vec::new(), Vec::new());
        // Callers lock labels in the order of the texts, so that no two deadlock.
        for text in texts {
            let place = self.known.get_value_or_guard_async(&(text.clone(), font, colour)).await;
            self.lookups.count(place.is_ok());
            match place {
                Ok(file) => known.push((text.clone(), file)),
                Err(place) => {
                    unknown.push(text.clone());
                    places.push(place);
                }
            }
        }
        if unknown.is_empty() {
            return Ok(known);
        }
        for (place, (text, file)) in places.into_iter().zip(self.draw(unknown, font, colour).await?) {
            // If the entry is evicted already, the next caller draws the label again.
            let _ = place.insert(file.clone());
            known.push((text, file));
        }
        Ok(known)
    }

    /// Draws some labels and stores the pictures, in the order of `texts`.
    async fn draw(
        &self,
        texts: Vec<String>,
        font: Font,
        colour: Rgb,
    ) -> Result<Vec<(String, Option<FileName>)>, StoreError> {
        let draw_all = move || {
            let drawn = texts.into_iter().map(|text| {
                let label = draw(&text, font, colour);
                (text, label)
            });
            drawn.collect::<Vec<_>>()
        };
        let drawn = in_turn(draw_all).await?;
        let put = drawn.into_iter().map(async |(text, drawn)| {
            let Some(Drawn { file, svg }) = drawn else { return Ok((text, None)) };
            self.files.put(&file, svg.into_bytes()).await?;
            Ok((text, Some(file)))
        });
        stream::iter(put).buffered(FILES_AT_ONCE).try_collect().await
    }
}

#[async_trait]
impl LabelPress for Typesetter {
    async fn set(
        &self,
        texts: BTreeSet<String>,
        font: Font,
        colour: Rgb,
    ) -> Result<HashMap<String, FileName>, StoreError> {
        let texts: Vec<_> = texts.into_iter().collect();
        let mut files = HashMap::new();
        for some in texts.chunks(AT_ONCE) {
            let found = self.files_of(some, font, colour).await?;
            files.extend(found.into_iter().filter_map(|(text, file)| Some((text, file?))));
        }
        Ok(files)
    }
}

#[async_trait]
impl CardPress for Typesetter {
    async fn draw(&self, look: &CardLook) -> Result<DrawnCard, StoreError> {
        let look = look.clone();
        let (picture, missing) = in_turn(move || drawn_card(&look)).await?;
        let Some((file, png)) = picture else { return Ok(DrawnCard { file: None, missing }) };
        self.files.put(&file, png).await?;
        Ok(DrawnCard { file: Some(file), missing })
    }
}

/// Draws when it is the turn of the task's tenant.
async fn in_turn<T: Send + 'static>(draw: impl FnOnce() -> T + Send + 'static) -> Result<T, StoreError> {
    let place = PRESS.enter(1).await.map_err(|full| StoreError::Unavailable(full.into()))?;
    let draw = move || {
        // The work continues if its caller is cancelled, so the work itself holds the place.
        let _place = place;
        draw()
    };
    offload(HEAVY, draw).await.map_err(|lost| StoreError::Failed(lost.into()))
}

/// Draws a card as a PNG, if possible. The second part is what the card lacks.
fn drawn_card(look: &CardLook) -> (Option<(FileName, Vec<u8>)>, Vec<String>) {
    let (width, height) = CARD_SIZE;
    let Card { svg, missing } = card(look);
    let picture = svg.and_then(|svg| {
        let png = drawn(&svg, width, height).ok()?;
        let file = FileName::parse(&AssetName::of(&png, Extension::Png).to_string())?;
        Some((file, png))
    });
    (picture, missing)
}

/// Draws a label as outlines, if the font can draw it and it fits.
fn draw(text: &str, font: Font, colour: Rgb) -> Option<Drawn> {
    let label = render_label(text, font, SIZE, colour);
    let file = FileName::parse(&label.file_name()?.to_string())?;
    match label {
        Label::Outlined { svg, width, .. } if width <= WIDTH => Some(Drawn { file, svg }),
        Label::Outlined { .. } | Label::LiveText(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use landing_draft::ports::IntakeError;
    use offload::{Full, Tenant};

    use super::*;

    const FOREGROUND: Rgb = Rgb::new(0, 0, 0);

    /// Store that records names and discards content.
    #[derive(Default)]
    struct Recorded(Mutex<Vec<FileName>>);

    #[async_trait]
    impl FileStore for Recorded {
        async fn put(&self, name: &FileName, _: Vec<u8>) -> Result<(), StoreError> {
            self.0.lock().unwrap().push(name.clone());
            Ok(())
        }

        async fn get(&self, _: &FileName) -> Result<Option<Vec<u8>>, StoreError> {
            Err(StoreError::Failed(IntakeError::Refused("nobody asks".to_owned()).into()))
        }

        async fn exists(&self, _: &FileName) -> Result<bool, StoreError> {
            Ok(false)
        }
    }

    fn texts<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
        texts.map(str::to_owned).into()
    }

    #[tokio::test]
    async fn a_label_is_drawn_once_and_stored_once() {
        let recorded = Arc::new(Recorded::default());
        let typesetter = Typesetter::new(recorded.clone());
        let long = "long ".repeat(40);
        for _ in 0..2 {
            let set =
                typesetter.set(texts(["Hello", "party ✨🎉", &long]), Font::Inter, FOREGROUND).await.unwrap();
            assert_eq!(set.keys().collect::<Vec<_>>(), ["Hello"], "what can't be drawn is left out");
        }
        assert_eq!(recorded.0.lock().unwrap().len(), 1);
        assert_eq!(typesetter.known.len(), 3, "that there is no picture is known too");
        typesetter.set(texts(["Hello"]), Font::Lato, FOREGROUND).await.unwrap();
        assert_eq!(recorded.0.lock().unwrap().len(), 2, "another font is another picture");
    }

    #[tokio::test]
    async fn a_card_is_stored_under_its_content() {
        let recorded = Arc::new(Recorded::default());
        let typesetter = Typesetter::new(recorded.clone());
        let look = |title: &str| CardLook {
            title: title.to_owned(),
            description: "Below".to_owned(),
            font: Font::Lato,
            background: FOREGROUND,
            accent: Rgb::new(255, 255, 255),
        };
        let drawn = [
            CardPress::draw(&typesetter, &look("Hi")).await.unwrap(),
            CardPress::draw(&typesetter, &look("Hi")).await.unwrap(),
        ];
        assert_eq!(drawn[0], drawn[1]);
        assert!(drawn[0].file.as_ref().is_some_and(|file| file.as_str().ends_with(".png")));
        let undrawn = DrawnCard { file: None, missing: vec!["\u{13080}".to_owned()] };
        assert_eq!(CardPress::draw(&typesetter, &look("\u{13080}")).await.unwrap(), undrawn);
        assert_eq!(recorded.0.lock().unwrap().len(), 2);
    }

    #[tokio::test]
    async fn several_who_ask_at_once_have_it_drawn_once() {
        let recorded = Arc::new(Recorded::default());
        let typesetter = Typesetter::new(recorded.clone());
        let names: BTreeSet<String> = (0..40).map(|n| format!("Label {n}")).collect();
        let all = (0..4).map(|_| typesetter.set(names.clone(), Font::Inter, FOREGROUND));
        for set in futures_util::future::join_all(all).await {
            assert_eq!(set.unwrap().len(), 40);
        }
        assert_eq!(recorded.0.lock().unwrap().len(), 40);
    }

    #[tokio::test]
    async fn an_owner_with_many_labels_waits_in_a_bounded_queue() {
        let typesetter = Typesetter::new(Arc::new(Recorded::default()));
        let set = async |tenant, text: String| {
            let set = typesetter.set([text].into(), Font::Inter, FOREGROUND);
            Arc::new(Tenant::new(tenant)).works(set).await
        };
        let inside = [PRESS.enter(1).await.unwrap(), PRESS.enter(1).await.unwrap()];
        let many = futures_util::future::join_all((0..100).map(|number| set(1, format!("Label {number}"))));
        // All futures polled before this one wait by now.
        let opened = async { drop(inside) };
        let (many, one, ()) = tokio::join!(many, set(2, "Other".to_owned()), opened);
        let refused = many.iter().filter(|set| match set {
            Err(StoreError::Unavailable(cause)) => cause.is::<Full>(),
            _ => false,
        });
        assert_eq!(refused.count(), 100 - 64);
        assert_eq!(one.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_picture_that_could_not_be_stored_is_not_known() {
        struct Full;
        #[async_trait]
        impl FileStore for Full {
            async fn put(&self, _: &FileName, _: Vec<u8>) -> Result<(), StoreError> {
                Err(StoreError::Unavailable("no room".into()))
            }
            async fn get(&self, _: &FileName) -> Result<Option<Vec<u8>>, StoreError> {
                Ok(None)
            }
            async fn exists(&self, _: &FileName) -> Result<bool, StoreError> {
                Ok(false)
            }
        }
        let typesetter = Typesetter::new(Arc::new(Full));
        let refused = typesetter.set(texts(["Hello"]), Font::Inter, FOREGROUND).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(_))));
        assert_eq!(typesetter.known.len(), 0);
    }

    #[test]
    fn every_face_of_the_domain_is_shipped() {
        for font in Font::ALL {
            let label = draw("Hello", font, FOREGROUND);
            assert!(label.is_some_and(|label| label.svg.contains("aria-label=\"Hello\"")), "{font:?}");
        }
    }

    #[test]
    fn what_does_not_fit_stays_live_text() {
        for text in ["party ✨🎉", "قناتي", &"long ".repeat(40)] {
            assert!(draw(text, Font::Inter, FOREGROUND).is_none(), "{text}");
        }
    }
}
