//! Labels as pictures: which ones must be set anew after an edit (decisions, section 6).

use std::sync::Arc;

use kernel::{Rgb, StoreError};

use crate::appearance::{ButtonsUi, Fill, label_colour};
use crate::button::LabelFile;
use crate::landing::Landing;
use crate::ports::{FileStore, LabelRenderer, RenderedLabel};

/// The colour of buttons in the stock look.
pub const STOCK_BUTTON: Rgb = Rgb::new(0x1d, 0x1a, 0x22);
/// The ground of the card that buttons stand on.
pub const CARD: Rgb = Rgb::new(0xff, 0xfd, 0xfa);
/// White, the ink on frosted glass, whose own tint is dark.
const WHITE: Rgb = Rgb::new(0xff, 0xff, 0xff);
/// The least contrast at which a colour may be the ink itself (WCAG 2.2, AA).
const READABLE: f64 = 4.5;

/// The ink of labels on these buttons.
pub fn ink(buttons: &ButtonsUi) -> Rgb {
    let colour = buttons.color.unwrap_or(STOCK_BUTTON);
    match buttons.fill.unwrap_or(Fill::Solid) {
        Fill::Solid | Fill::Gradient => label_colour(colour),
        Fill::Outline if colour.contrast(CARD) >= READABLE => colour,
        Fill::Outline | Fill::Shadow => label_colour(CARD),
        Fill::Glass => WHITE,
    }
}

/// What setting labels anew has changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Relabelled {
    /// Labels whose file has another name now, or none where there was one.
    pub count: usize,
    /// The pictures that may be new.
    pub pictures: Vec<RenderedLabel>,
}

impl Landing {
    /// Sets every label anew whose text, face or colour is not that of its picture. Labels of variants are live text.
    pub fn relabel(&mut self, renderer: &dyn LabelRenderer) -> Relabelled {
        let buttons_ui = self.appearance.ui.buttons.unwrap_or_default();
        let (face, colour) = (self.appearance.ui.label_face(), ink(&buttons_ui));
        let mut relabelled = Relabelled::default();
        for button in self.segments.iter_mut().flat_map(|segment| &mut segment.buttons) {
            let text = button.label.as_str();
            let current = button.label_file.as_ref();
            if current.is_some_and(|file| file.text == text && file.face == face && file.colour == colour) {
                continue;
            }
            let rendered = renderer.render(text, face, colour);
            let (was, is) = (current.map(|file| &file.file), rendered.as_ref().map(|label| &label.file));
            relabelled.count += usize::from(was != is);
            button.label_file = rendered.as_ref().map(|label| LabelFile {
                file: label.file.clone(),
                text: text.to_owned(),
                face,
                colour,
            });
            relabelled.pictures.extend(rendered);
        }
        relabelled
    }
}

/// What sets labels, and where their pictures are kept.
#[derive(Clone)]
pub struct Labels {
    press: Option<(Arc<dyn LabelRenderer>, Arc<dyn FileStore>)>,
}

impl Labels {
    /// Labels set by `renderer` and kept in `files`.
    pub fn new(renderer: Arc<dyn LabelRenderer>, files: Arc<dyn FileStore>) -> Self {
        Self { press: Some((renderer, files)) }
    }

    /// Labels that are left as they are, for programs that show none.
    pub fn untouched() -> Self {
        Self { press: None }
    }

    /// Sets what must be set, and keeps the pictures before anything refers to them. How many labels changed.
    pub(crate) async fn set(&self, landing: &mut Landing) -> Result<usize, StoreError> {
        let Some((renderer, files)) = &self.press else { return Ok(0) };
        let relabelled = landing.relabel(renderer.as_ref());
        for picture in relabelled.pictures {
            files.put(&picture.file, picture.svg.into_bytes()).await?;
        }
        Ok(relabelled.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appearance::{Face, UiPatch};
    use crate::file::FileName;
    use crate::ports::MockLabelRenderer;
    use crate::testing::landing;
    use kernel::Node;

    /// Names files after what they show; digits can't be set.
    fn renderer(times: usize) -> MockLabelRenderer {
        let mut renderer = MockLabelRenderer::new();
        renderer.expect_render().times(times).returning(|text, face, colour| {
            let name: String = format!("{text}{}{colour}", face.name())
                .to_lowercase()
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .collect();
            let file = FileName::parse(&format!("{name}.svg")).unwrap();
            (!text.contains('1')).then(|| RenderedLabel { file, svg: "<svg/>".to_owned() })
        });
        renderer
    }

    fn ui(landing: &mut Landing, key: &str, value: &str) {
        let section = Node::map([(key, Node::from(value))]);
        landing.appearance.ui.apply(UiPatch::parse(&Node::map([("buttons", section)])).unwrap());
    }

    #[test]
    fn only_what_changed_is_set_anew() {
        let (mut landing, _) = landing(&[("a", 3)]);
        let first = landing.relabel(&renderer(3));
        assert_eq!((first.count, first.pictures.len()), (2, 2), "the label with a digit stays live text");
        assert_eq!(landing.relabel(&renderer(1)), Relabelled::default(), "only the live text is tried again");
        ui(&mut landing, "font", "Lato");
        assert_eq!(landing.relabel(&renderer(3)).count, 2);
        let face = landing.segments[0].buttons[0].label_file.as_ref().map(|file| file.face);
        assert_eq!(face, Some(Face::Lato));
        ui(&mut landing, "shape", "pill");
        assert_eq!(
            landing.relabel(&renderer(3)).count,
            2,
            "the section was replaced, so the face is the stock one"
        );
    }

    #[test]
    fn inks_are_read_on_their_grounds() {
        for fill in [Fill::Solid, Fill::Outline, Fill::Gradient, Fill::Shadow] {
            for colour in ["#ffff00", "#000000", "#ffffff", "#d4145a", "#777777"] {
                let colour = Rgb::parse(colour).unwrap();
                let buttons = ButtonsUi { fill: Some(fill), color: Some(colour), ..ButtonsUi::default() };
                let ground = if matches!(fill, Fill::Solid | Fill::Gradient) { colour } else { CARD };
                assert!(ink(&buttons).contrast(ground) >= 4.0, "{fill:?} {colour}");
            }
        }
    }
}
