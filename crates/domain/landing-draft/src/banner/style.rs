use kernel::words;
use kernel::{ErrorKind, Location, Rgb, ValidationErrors};
use serde_json::Value;

use crate::appearance::Font;
use crate::appearance::number_node;
use crate::reading::Fields;

words! {
    /// Material of the banner.
    Theme {
        /// White paper.
        Light = "light",
        /// Dark slate.
        Dark = "dark",
        /// Frosted glass.
        Glass = "glass",
        /// Clear glass that refracts the background.
        Liquid = "liquid",
    }
}

words! {
    /// Edge of the screen where the banner slides in.
    Position {
        /// Top edge.
        Top = "top",
        /// Bottom edge.
        Bottom = "bottom",
    }
}

words! {
    /// Shape of the picture.
    AvatarShape {
        /// Circle.
        Circle = "circle",
        /// Square with rounded corners.
        Rounded = "rounded",
        /// Square with sharp corners.
        Square = "square",
    }
}

/// Look of a banner. `None` means the stock look.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BannerStyle {
    /// Material of the banner.
    pub theme: Option<Theme>,
    /// Edge of the screen where the banner slides in.
    pub position: Option<Position>,
    /// Shape of the picture.
    pub avatar_shape: Option<AvatarShape>,
    /// Colour of the link.
    pub accent: Option<Rgb>,
    /// Colour of the text.
    pub text_color: Option<Rgb>,
    /// Opacity of the banner, 0.3-1.
    pub opacity: Option<f64>,
    /// Radius of the corners in px, 0-32.
    pub radius: Option<f64>,
    /// Dimming of the page behind the banner, 0-0.8.
    pub dim: Option<f64>,
    /// Font of the texts.
    pub font: Option<Font>,
    /// Factor for the text size, 0.85-1.3.
    pub text_size: Option<f64>,
}

const KEYS: [&str; 10] = [
    "theme",
    "position",
    "avatar_shape",
    "accent",
    "text_color",
    "opacity",
    "radius",
    "dim",
    "font",
    "text_size",
];

impl BannerStyle {
    /// Parses a style; the error lists every invalid field.
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let mut style = Self::default();
        if let Some(fields) = Fields::of(node, &Location::root(), &KEYS, &mut errors) {
            style = Self {
                theme: fields.word("theme", &mut errors, Theme::WORDS, Theme::parse),
                position: fields.word("position", &mut errors, Position::WORDS, Position::parse),
                avatar_shape: fields.word(
                    "avatar_shape",
                    &mut errors,
                    AvatarShape::WORDS,
                    AvatarShape::parse,
                ),
                accent: colour(&fields, "accent", &mut errors),
                text_color: colour(&fields, "text_color", &mut errors),
                opacity: fields.number("opacity", 0.3, 1.0, &mut errors),
                radius: fields.number("radius", 0.0, 32.0, &mut errors),
                dim: fields.number("dim", 0.0, 0.8, &mut errors),
                font: fields.parsed("font", &mut errors, ErrorKind::Enum, Font::EXPECTED, Font::parse),
                text_size: fields.number("text_size", 0.85, 1.3, &mut errors),
            };
        }
        errors.into_result().map(|()| style)
    }

    /// Returns the style as it was set; an empty object for the stock look.
    pub fn to_json(self) -> Value {
        let fields = [
            ("theme", self.theme.map(|theme| theme.as_str().into())),
            ("position", self.position.map(|position| position.as_str().into())),
            ("avatar_shape", self.avatar_shape.map(|shape| shape.as_str().into())),
            ("accent", self.accent.map(|colour| colour.to_string().into())),
            ("text_color", self.text_color.map(|colour| colour.to_string().into())),
            ("opacity", self.opacity.map(number_node)),
            ("radius", self.radius.map(number_node)),
            ("dim", self.dim.map(number_node)),
            ("font", self.font.map(|font| font.name().into())),
            ("text_size", self.text_size.map(number_node)),
        ];
        Value::from_iter(fields.into_iter().filter_map(|(key, value)| Some((key, value?))))
    }
}

fn colour(fields: &Fields<'_>, key: &str, errors: &mut ValidationErrors) -> Option<Rgb> {
    fields.parsed(key, errors, ErrorKind::Pattern, "must be a colour in the form #rrggbb", Rgb::parse)
}

kernel::json_value!(BannerStyle, BannerStyle::parse);
