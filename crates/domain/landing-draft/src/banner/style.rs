use kernel::words;
use kernel::{ErrorKind, Location, Rgb, ValidationErrors};
use serde_json::Value;

use crate::appearance::Font;
use crate::appearance::number_node;
use crate::reading::Fields;

words! {
    /// What the banner is made of.
    Theme {
        /// Paper.
        Light = "light",
        /// Slate.
        Dark = "dark",
        /// Frosted glass.
        Glass = "glass",
        /// Clear, bending glass.
        Liquid = "liquid",
    }
}

words! {
    /// Where the banner slides in.
    Position {
        /// At the top.
        Top = "top",
        /// At the bottom.
        Bottom = "bottom",
    }
}

words! {
    /// The shape of the picture.
    AvatarShape {
        /// A circle.
        Circle = "circle",
        /// A square with round corners.
        Rounded = "rounded",
        /// A square.
        Square = "square",
    }
}

/// How a banner looks. What is `None` is as in the stock look.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BannerStyle {
    /// What it is made of.
    pub theme: Option<Theme>,
    /// Where it slides in.
    pub position: Option<Position>,
    /// The shape of the picture.
    pub avatar_shape: Option<AvatarShape>,
    /// The colour of the link.
    pub accent: Option<Rgb>,
    /// The colour of the text.
    pub text_color: Option<Rgb>,
    /// How much it covers, 0.3-1.
    pub opacity: Option<f64>,
    /// The radius of its corners in px, 0-32.
    pub radius: Option<f64>,
    /// How much the page behind it is dimmed, 0-0.8.
    pub dim: Option<f64>,
    /// The font.
    pub font: Option<Font>,
    /// A multiplier of the text's size, 0.85-1.3.
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
    /// Reads a style, or says all that is wrong with it.
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
                font: fields.parsed(
                    "font",
                    &mut errors,
                    ErrorKind::Enum,
                    crate::appearance::FONTS,
                    Font::parse,
                ),
                text_size: fields.number("text_size", 0.85, 1.3, &mut errors),
            };
        }
        errors.into_result().map(|()| style)
    }

    /// The style as it was set; an empty object for the stock look.
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
