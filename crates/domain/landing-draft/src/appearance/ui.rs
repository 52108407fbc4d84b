use kernel::{ErrorKind, Location, Rgb, ValidationErrors, words};
use serde_json::Value;

use super::{Font, number_node};
use crate::age_gate::AgeGateUi;
use crate::reading::{Fields, alone, section, text, written};

words! {
    /// Shape of button corners.
    Shape {
        /// Clearly rounded corners.
        Rounded = "rounded",
        /// Half circles at both ends.
        Pill = "pill",
        /// Slightly rounded corners.
        Square = "square",
        /// No rounding.
        Sharp = "sharp",
    }
}

words! {
    /// Fill of buttons.
    Fill {
        /// Solid button colour.
        Solid = "solid",
        /// Border in the button colour, without a fill.
        Outline = "outline",
        /// Frosted glass.
        Glass = "glass",
        /// Gradient from the button colour to a darker one.
        Gradient = "gradient",
        /// Background colour, with a hard shadow in the button colour.
        Shadow = "shadow",
    }
}

words! {
    /// Animation of buttons.
    Animation {
        /// No animation.
        None = "none",
        /// Buttons slowly grow and shrink.
        Pulse = "pulse",
        /// Buttons shake from time to time.
        Shake = "shake",
        /// Buttons hop.
        Bounce = "bounce",
        /// A light around the buttons comes and goes.
        Glow = "glow",
        /// A light runs across the buttons.
        Shine = "shine",
    }
}

words! {
    /// Speed of the animation.
    AnimSpeed {
        /// Slower than usual.
        Slow = "slow",
        /// Usual speed.
        Normal = "normal",
        /// Faster than usual.
        Fast = "fast",
    }
}

words! {
    /// Alignment of labels in their buttons.
    Align {
        /// Left-aligned.
        Left = "left",
        /// Centred.
        Center = "center",
        /// Right-aligned.
        Right = "right",
    }
}

/// Look of buttons. `None` means the stock look.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ButtonsUi {
    /// Shape of the corners.
    pub shape: Option<Shape>,
    /// Fill style.
    pub fill: Option<Fill>,
    /// Button colour.
    pub color: Option<Rgb>,
    /// Animation style.
    pub animation: Option<Animation>,
    /// Speed of the animation.
    pub anim_speed: Option<AnimSpeed>,
    /// Font of the labels.
    pub font: Option<Font>,
    /// Alignment of the labels.
    pub align: Option<Align>,
}

/// Content and look of the profile card. `None` means the stock look.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ProfileUi {
    /// Font of the name.
    pub name_font: Option<Font>,
    /// Font size of the name in px, 10-48.
    pub name_size: Option<f64>,
    /// Short line next to the name, at most 60 characters.
    pub status_text: Option<String>,
    /// Text about the person, at most 400 characters; may have several lines.
    pub bio: Option<String>,
    /// Font of the text about the person.
    pub bio_font: Option<Font>,
    /// Font size of the text about the person in px, 10-48.
    pub bio_size: Option<f64>,
}

/// Settings of the look, by section. `None` means the stock look.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ui {
    /// Look of buttons.
    pub buttons: Option<ButtonsUi>,
    /// Profile card.
    pub profile: Option<ProfileUi>,
    /// 18+ gate.
    pub gate: Option<AgeGateUi>,
}

/// Replacement of whole sections. The outer `None` keeps a section; `Some(None)` resets the section.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UiPatch {
    /// Look of buttons.
    pub buttons: Option<Option<ButtonsUi>>,
    /// Profile card.
    pub profile: Option<Option<ProfileUi>>,
    /// 18+ gate.
    pub gate: Option<Option<AgeGateUi>>,
}

impl UiPatch {
    /// Parses `{"buttons"?, "profile"?, "gate"?}`, each an object or null. The error lists every invalid field with its
    /// path.
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let fields = Fields::of(node, &Location::root(), &Self::KEYS, &mut errors);
        let patch = fields.map(|fields| Self::read(&fields, &mut errors)).unwrap_or_default();
        errors.into_result().map(|()| patch)
    }

    /// Keys of the sections.
    pub(crate) const KEYS: [&str; 3] = ["buttons", "profile", "gate"];

    pub(crate) fn read(fields: &Fields<'_>, errors: &mut ValidationErrors) -> Self {
        Self {
            buttons: section(fields, "buttons", errors, ButtonsUi::read),
            profile: section(fields, "profile", errors, ProfileUi::read),
            gate: section(fields, "gate", errors, AgeGateUi::read),
        }
    }
}

impl Ui {
    /// Replaces the sections in the patch.
    pub fn apply(&mut self, patch: UiPatch) {
        crate::button::set(&mut self.buttons, patch.buttons);
        crate::button::set(&mut self.profile, patch.profile);
        crate::button::set(&mut self.gate, patch.gate);
    }

    /// Parses the output of [`Ui::to_json`].
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        let mut ui = Self::default();
        ui.apply(UiPatch::parse(node)?);
        Ok(ui)
    }

    /// Returns the sections as they were set; null for the stock look.
    pub fn to_json(&self) -> Value {
        Value::from_iter([
            ("buttons", self.buttons.as_ref().map_or(Value::Null, |section| section.to_json())),
            ("profile", self.profile.as_ref().map_or(Value::Null, |section| section.to_json())),
            ("gate", self.gate.as_ref().map_or(Value::Null, |section| section.to_json())),
        ])
    }

    /// Returns the font for rendering labels.
    pub fn label_font(&self) -> Font {
        self.buttons.and_then(|buttons| buttons.font).unwrap_or(Font::Inter)
    }
}

const COLOUR: &str = "must be a colour in the form #rrggbb";

impl ButtonsUi {
    const KEYS: [&str; 7] = ["shape", "fill", "color", "animation", "anim_speed", "font", "align"];

    fn read(node: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<Self> {
        let fields = Fields::of(node, at, &Self::KEYS, errors)?;
        Some(Self {
            shape: fields.word("shape", errors, Shape::WORDS, Shape::parse),
            fill: fields.word("fill", errors, Fill::WORDS, Fill::parse),
            color: fields.parsed("color", errors, ErrorKind::Pattern, COLOUR, Rgb::parse),
            animation: fields.word("animation", errors, Animation::WORDS, Animation::parse),
            anim_speed: fields.word("anim_speed", errors, AnimSpeed::WORDS, AnimSpeed::parse),
            font: fields.parsed("font", errors, ErrorKind::Enum, Font::EXPECTED, Font::parse),
            align: fields.word("align", errors, Align::WORDS, Align::parse),
        })
    }

    fn to_json(self) -> Value {
        written([
            ("shape", self.shape.map(|shape| shape.as_str().into())),
            ("fill", self.fill.map(|fill| fill.as_str().into())),
            ("color", self.color.map(|colour| colour.to_string().into())),
            ("animation", self.animation.map(|animation| animation.as_str().into())),
            ("anim_speed", self.anim_speed.map(|speed| speed.as_str().into())),
            ("font", self.font.map(|font| font.name().into())),
            ("align", self.align.map(|align| align.as_str().into())),
        ])
    }
}

impl ProfileUi {
    const KEYS: [&str; 6] = ["name_font", "name_size", "status_text", "bio", "bio_font", "bio_size"];

    fn read(node: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<Self> {
        let fields = Fields::of(node, at, &Self::KEYS, errors)?;
        Some(Self {
            name_font: fields.parsed("name_font", errors, ErrorKind::Enum, Font::EXPECTED, Font::parse),
            name_size: fields.number("name_size", 10.0, 48.0, errors),
            status_text: text(&fields, "status_text", 60, false, errors),
            bio: text(&fields, "bio", 400, true, errors),
            bio_font: fields.parsed("bio_font", errors, ErrorKind::Enum, Font::EXPECTED, Font::parse),
            bio_size: fields.number("bio_size", 10.0, 48.0, errors),
        })
    }

    fn to_json(&self) -> Value {
        written([
            ("name_font", self.name_font.map(|font| font.name().into())),
            ("name_size", self.name_size.map(number_node)),
            ("status_text", self.status_text.as_deref().map(Value::from)),
            ("bio", self.bio.as_deref().map(Value::from)),
            ("bio_font", self.bio_font.map(|font| font.name().into())),
            ("bio_size", self.bio_size.map(number_node)),
        ])
    }
}

/// Returns dark or light text, whichever has more contrast with `background`.
pub fn label_colour(background: Rgb) -> Rgb {
    const DARK: Rgb = Rgb::new(0x1d, 0x1a, 0x22);
    const LIGHT: Rgb = Rgb::new(0xff, 0xff, 0xff);
    if DARK.contrast(background) >= LIGHT.contrast(background) { DARK } else { LIGHT }
}

kernel::json_value!(Ui, Ui::parse);
kernel::json_value!(ButtonsUi, |node: &Value| alone(node, ButtonsUi::read));
kernel::json_value!(ProfileUi, |node: &Value| alone(node, ProfileUi::read));

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: Vec<(&str, Value)>) -> Value {
        Value::from_iter(entries)
    }

    fn errors(section: &str, key: &str, value: Value) -> Option<String> {
        let body = map(vec![(section, map(vec![(key, value)]))]);
        UiPatch::parse(&body).err().map(|errors| errors.to_string())
    }

    #[test]
    fn every_bound_one_below_at_and_above() {
        for key in ["name_size", "bio_size"] {
            for (size, ok) in [(9.0, false), (9.99, false), (10.0, true), (48.0, true), (48.5, false)] {
                assert_eq!(errors("profile", key, Value::from(size)).is_none(), ok, "{key} {size}");
            }
        }
        for (key, max) in [("status_text", 60), ("bio", 400)] {
            assert!(errors("profile", key, Value::from("é".repeat(max))).is_none());
            assert!(errors("profile", key, Value::from("é".repeat(max + 1))).is_some());
        }
        assert!(errors("profile", "bio", "two\nlines".into()).is_none());
        assert!(errors("profile", "status_text", "two\nlines".into()).is_some());
    }

    #[test]
    fn the_message_begins_with_the_path() {
        for (section, key, value, expected) in [
            (
                "buttons",
                "shape",
                "round".into(),
                "buttons.shape: must be one of: rounded, pill, square, sharp",
            ),
            ("buttons", "color", "red".into(), "buttons.color: must be a colour in the form #rrggbb"),
            (
                "buttons",
                "font",
                "Comic Sans".into(),
                "buttons.font: must be one of: Inter, Roboto, Open Sans, Lato, Montserrat, Poppins, Raleway, \
                 Nunito, Oswald, Playfair Display, Bebas Neue, Pacifico",
            ),
            ("buttons", "glitter", true.into(), "buttons.glitter: unknown field"),
            ("gate", "enabled", "yes".into(), "gate.enabled: must be true or false"),
            ("gate", "mode", "captcha".into(), "gate.mode: must be one of: confirm, birthdate"),
            ("footer", "x", Value::Null, "footer: unknown field"),
        ] {
            assert_eq!(errors(section, key, value).as_deref(), Some(expected));
        }
        assert_eq!(
            UiPatch::parse(&map(vec![("gate", Value::from(1))])).unwrap_err().to_string(),
            "gate: must be an object"
        );
    }

    #[test]
    fn sections_are_replaced_as_a_whole_and_null_resets() {
        let mut ui = Ui::default();
        let apply = |ui: &mut Ui, node: Value| ui.apply(UiPatch::parse(&node).unwrap());
        apply(&mut ui, map(vec![("buttons", map(vec![("shape", "pill".into()), ("fill", "glass".into())]))]));
        apply(&mut ui, map(vec![("buttons", map(vec![("color", "#FF00AA".into())]))]));
        let buttons = ui.buttons.unwrap();
        assert_eq!((buttons.shape, buttons.fill, buttons.color), (None, None, Rgb::parse("#ff00aa")));
        apply(&mut ui, map(vec![("gate", map(vec![("enabled", true.into())]))]));
        assert!(ui.buttons.is_some(), "a section that is not named stays");
        apply(&mut ui, map(vec![("buttons", Value::Null)]));
        assert!(ui.buttons.is_none());
        assert_eq!(Ui::parse(&ui.to_json()), Ok(ui));
    }

    #[test]
    fn every_word_reads_back() {
        for shape in [Shape::Rounded, Shape::Pill, Shape::Square, Shape::Sharp] {
            assert_eq!(Shape::parse(shape.as_str()), Some(shape));
        }
        for font in Font::ALL {
            assert_eq!(Font::parse(font.name()), Some(font));
        }
    }

    #[test]
    fn labels_are_legible_on_every_background() {
        for background in ["#000000", "#ffffff", "#777777", "#ff0000", "#00ff00", "#0000ff", "#ffff00"] {
            let background = Rgb::parse(background).unwrap();
            assert!(label_colour(background).contrast(background) >= 4.0, "{background}");
        }
    }
}
