//! Labels as pictures: finds the labels to render after an edit.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use kernel::{Rgb, StoreError};
use serde::{Deserialize, Serialize};

use crate::appearance::{ButtonsUi, Fill, Font, label_colour};
use crate::button::{Button, LabelFile, Undrawn};
use crate::file::FileName;
use crate::landing::Landing;
use crate::ports::{CardPress, DrawnCard, LabelPress};
use crate::reach::ShareCard;

/// Colour of buttons in the stock look.
pub const STOCK_BUTTON: Rgb = Rgb::new(0x1d, 0x1a, 0x22);
/// Background of the card behind the buttons.
pub const CARD: Rgb = Rgb::new(0xff, 0xfd, 0xfa);
/// White, the text colour on frosted glass, whose own tint is dark.
const WHITE: Rgb = Rgb::new(0xff, 0xff, 0xff);
/// Minimum contrast at which the button colour may be the text colour (WCAG 2.2, AA).
const READABLE: f64 = 4.5;

/// Returns the text colour of labels on these buttons.
pub fn foreground(buttons: &ButtonsUi) -> Rgb {
    let colour = buttons.color.unwrap_or(STOCK_BUTTON);
    match buttons.fill.unwrap_or(Fill::Solid) {
        Fill::Solid | Fill::Gradient => label_colour(colour),
        Fill::Outline if colour.contrast(CARD) >= READABLE => colour,
        Fill::Outline | Fill::Shadow => label_colour(CARD),
        Fill::Glass => WHITE,
    }
}

/// Labels to render. All buttons of a landing have the same font and colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelOrder {
    /// Texts of the labels.
    pub texts: BTreeSet<String>,
    /// Font of the labels.
    pub font: Font,
    /// Text colour of the labels.
    pub colour: Rgb,
}

impl Landing {
    /// Returns the labels whose text, font or colour matches neither their picture nor their last failed attempt, and
    /// the labels of variants without a picture.
    pub fn labels_to_set(&self) -> LabelOrder {
        let (font, colour) = self.label_look();
        let unknown = |button: &&Button| {
            let is = |text: &str, its_face, its_colour| {
                text == button.label.as_str() && its_face == font && its_colour == colour
            };
            !(button.label_file.as_ref().is_some_and(|file| is(&file.text, file.font, file.colour))
                || button.live_text.known().is_some_and(|known| is(&known.text, known.font, known.colour)))
        };
        let texts = self.all_buttons().filter(unknown).map(|button| button.label.as_str());
        let of_variants = self.all_buttons().flat_map(|button| {
            let is_drawn = move |text: &&str| {
                button.picture_of(text).is_some_and(|file| file.font == font && file.colour == colour)
            };
            button.variant_labels().filter(move |text| !is_drawn(text))
        });
        LabelOrder { texts: texts.chain(of_variants).map(str::to_owned).collect(), font, colour }
    }

    /// Assigns the rendered files to the labels of an order; labels without a file become live text. Returns the number
    /// of labels whose file was changed, added or removed.
    pub fn set_labels(&mut self, order: &LabelOrder, files: &HashMap<String, FileName>) -> usize {
        let &LabelOrder { font, colour, .. } = order;
        let mut count = 0;
        for button in self.segments.iter_mut().flat_map(|segment| &mut segment.buttons) {
            let of_variants: BTreeSet<_> = button.variant_labels().map(str::to_owned).collect();
            button.variant_files.retain(|file| {
                let is_current = file.font == font && file.colour == colour;
                is_current && of_variants.contains(&file.text) && !order.texts.contains(&file.text)
            });
            let drawn = of_variants.into_iter().filter(|text| order.texts.contains(text));
            button.variant_files.extend(
                drawn.filter_map(|text| {
                    Some(LabelFile { file: files.get(&text)?.clone(), text, font, colour })
                }),
            );
            let text = button.label.as_str().to_owned();
            if !order.texts.contains(&text) {
                continue;
            }
            let file = files.get(&text).cloned();
            count += usize::from(button.label_file.as_ref().map(|old| &old.file) != file.as_ref());
            let undrawn = file.is_none().then(|| Undrawn { text: text.clone(), font, colour });
            button.label_file = file.map(|file| LabelFile { file, text, font, colour });
            button.live_text = undrawn.into();
        }
        count
    }

    fn label_look(&self) -> (Font, Rgb) {
        let ui = &self.appearance.ui;
        (ui.label_font(), foreground(&ui.buttons.unwrap_or_default()))
    }
}

/// Renderers of labels and preview cards.
#[derive(Clone)]
pub struct Labels {
    press: Option<Arc<dyn LabelPress>>,
    cards: Option<Arc<dyn CardPress>>,
}

impl Labels {
    /// Creates renderers with `press` for labels, and without preview cards.
    pub fn new(press: Arc<dyn LabelPress>) -> Self {
        Self { press: Some(press), cards: None }
    }

    /// Returns the renderers with `cards` for preview cards.
    #[must_use]
    pub fn with_cards(self, cards: Arc<dyn CardPress>) -> Self {
        Self { cards: Some(cards), ..self }
    }

    /// Creates renderers that leave all labels unchanged, for programs that show none.
    pub fn untouched() -> Self {
        Self { press: None, cards: None }
    }

    /// Renders the preview card and all outdated labels. Returns the number of changed labels.
    pub async fn set(&self, landing: &mut Landing) -> Result<usize, StoreError> {
        self.draw_card(landing).await?;
        let Some(press) = &self.press else { return Ok(0) };
        let order = landing.labels_to_set();
        if order.texts.is_empty() {
            return Ok(0);
        }
        let files = press.set(order.texts.clone(), order.font, order.colour).await?;
        Ok(landing.set_labels(&order, &files))
    }

    /// Renders the preview card if its content changed, or removes a card that is no longer wanted.
    async fn draw_card(&self, landing: &mut Landing) -> Result<(), StoreError> {
        let Some(cards) = &self.cards else { return Ok(()) };
        let look = landing.card_look();
        let known = landing.reach.card.as_ref();
        let is_known = |card: &ShareCard| Some(&card.look) == look.as_ref() && card.missing.is_some();
        if known.map_or(look.is_none(), is_known) {
            return Ok(());
        }
        landing.reach.card = match look {
            Some(look) => {
                let DrawnCard { file, missing } = cards.draw(&look).await?;
                file.map(|file| ShareCard { file, look, missing: Some(missing) })
            }
            None => None,
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appearance::UiPatch;
    use crate::ports::{MockCardPress, MockLabelPress};
    use crate::settings::SettingsPatch;
    use crate::testing::landing;
    use serde_json::Value;

    /// Mock that names each file after its text and can't render digits. `sets` contains the expected numbers of texts
    /// per call.
    fn press(sets: &'static [usize]) -> Labels {
        let (mut press, mut asked) = (MockLabelPress::new(), sets.iter());
        press.expect_set().times(sets.len()).returning(move |texts, font, colour| {
            assert_eq!(Some(&texts.len()), asked.next());
            let name = |text: &str| {
                let plain = format!("{text}{}{colour}", font.name()).to_lowercase();
                let plain: String = plain.chars().filter(char::is_ascii_alphanumeric).collect();
                FileName::parse(&format!("{plain}.svg")).unwrap()
            };
            Ok(texts
                .into_iter()
                .filter(|text| !text.contains('1'))
                .map(|text| (text.clone(), name(&text)))
                .collect())
        });
        Labels::new(Arc::new(press))
    }

    fn ui(landing: &mut Landing, key: &str, value: &str) {
        let section = Value::from_iter([(key, Value::from(value))]);
        landing.appearance.ui.apply(UiPatch::parse(&Value::from_iter([("buttons", section)])).unwrap());
    }

    #[tokio::test]
    async fn only_what_changed_is_set_anew() {
        let (mut landing, _) = landing(&[("a", 3)]);
        let labels = press(&[3, 3, 3]);
        assert_eq!(labels.set(&mut landing).await.unwrap(), 2, "the label with a digit stays live text");
        let set = landing.clone();
        assert_eq!(labels.set(&mut landing).await.unwrap(), 0, "and is not tried again");
        ui(&mut landing, "font", "Lato");
        assert_eq!(labels.set(&mut landing).await.unwrap(), 2);
        let font = landing.segments[0].buttons[0].label_file.as_ref().map(|file| file.font);
        assert_eq!(font, Some(Font::Lato));
        ui(&mut landing, "shape", "pill");
        assert_eq!(
            labels.set(&mut landing).await.unwrap(),
            2,
            "the section was replaced, so the font is the stock one"
        );
        landing.appearance = set.appearance.clone();
        assert_eq!(landing, set, "what is remembered of live text is no content");
    }

    #[tokio::test]
    async fn a_card_is_drawn_when_what_it_shows_has_changed_and_goes_with_its_section() {
        let mut drawn = MockCardPress::new();
        drawn.expect_draw().times(3).returning(|look| {
            let file = FileName::parse(&format!("{}.png", look.title.to_lowercase()));
            Ok(DrawnCard { file, missing: Vec::new() })
        });
        let labels = Labels::untouched().with_cards(Arc::new(drawn));
        let mut landing = Landing::empty();
        let steps = [
            (r#"{"gate":null}"#, None),
            (r#"{"share":{"title":"Hi"}}"#, Some("hi.png")),
            (r#"{"profile":{"bio":"x"}}"#, Some("hi.png")),
            (r#"{"profile":{"status_text":"y"}}"#, Some("hi.png")),
            (r#"{"share":{"title":"Ho"}}"#, Some("ho.png")),
            (r#"{"share":null}"#, None),
        ];
        for (settings, expected) in steps {
            landing.set(SettingsPatch::parse(&serde_json::from_str(settings).unwrap()).unwrap());
            labels.set(&mut landing).await.unwrap();
            let file = landing.reach.card.as_ref().map(|card| card.file.as_str());
            assert_eq!(file, expected, "{settings}");
            // An earlier version did not record what it left out.
            if let Some(card) = landing.reach.card.as_mut().filter(|_| settings.contains("bio")) {
                card.missing = None;
            }
        }
    }

    #[tokio::test]
    async fn a_text_is_set_once_however_many_buttons_bear_it() {
        let (mut landing, made) = landing(&[("a", 3)]);
        let same = crate::text::Label::parse("Same").unwrap();
        for button in landing.segments[0].buttons.clone() {
            let patch = crate::button::ButtonPatch { label: Some(same.clone()), ..Default::default() };
            landing.update_button(&made[0], &button.id, patch).unwrap();
        }
        assert_eq!(press(&[1]).set(&mut landing).await.unwrap(), 3);
    }

    #[tokio::test]
    async fn labels_of_variants_are_drawn_like_those_of_buttons() {
        let (mut landing, made) = landing(&[("a", 1)]);
        let button = landing.segments[0].buttons[0].id;
        let vary = |landing: &mut Landing, texts: &[&str]| {
            let variants = texts.iter().zip(["b", "c"]).map(|(text, arm)| {
                Value::from_iter([("id", Value::from(arm)), ("label", Value::from(*text))])
            });
            let variants = crate::experiment::Variants::parse(&Value::from_iter(variants)).unwrap();
            let label = crate::text::Label::parse("Same").unwrap();
            let patch = crate::button::ButtonPatch {
                label: Some(label),
                variants: Some(Some(variants)),
                ..Default::default()
            };
            landing.update_button(&made[0], &button, patch).unwrap();
        };
        let drawn = |landing: &Landing| {
            let button = &landing.segments[0].buttons[0];
            ["Same", "Join", "Stay"].map(|text| button.picture_of(text).map(|file| file.font))
        };
        let labels = press(&[3, 3, 1]);
        vary(&mut landing, &["Join", "Stay"]);
        labels.set(&mut landing).await.unwrap();
        assert_eq!(drawn(&landing), [Some(Font::Inter); 3]);
        assert_eq!(labels.set(&mut landing).await.unwrap(), 0, "nothing is drawn again");
        ui(&mut landing, "font", "Lato");
        labels.set(&mut landing).await.unwrap();
        assert_eq!(drawn(&landing), [Some(Font::Lato); 3]);
        vary(&mut landing, &["Leave"]);
        labels.set(&mut landing).await.unwrap();
        assert_eq!(drawn(&landing), [Some(Font::Lato), None, None], "pictures of former labels are dropped");
        let text = serde_json::to_string(&landing).unwrap();
        assert_eq!(serde_json::from_str::<Landing>(&text).unwrap(), landing);
    }

    #[test]
    fn labels_are_legible_on_their_backgrounds() {
        for fill in [Fill::Solid, Fill::Outline, Fill::Gradient, Fill::Shadow] {
            for colour in ["#ffff00", "#000000", "#ffffff", "#d4145a", "#777777"] {
                let colour = Rgb::parse(colour).unwrap();
                let buttons = ButtonsUi { fill: Some(fill), color: Some(colour), ..ButtonsUi::default() };
                let background = if matches!(fill, Fill::Solid | Fill::Gradient) { colour } else { CARD };
                assert!(foreground(&buttons).contrast(background) >= 4.0, "{fill:?} {colour}");
            }
        }
    }
}
