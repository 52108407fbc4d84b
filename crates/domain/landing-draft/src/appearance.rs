//! Look of a landing: canvas colour, background, buttons, profile card and gate.

mod ui;

use kernel::{ErrorKind, Location, Rgb, ValidationErrors};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use kernel::Font;
pub use ui::{Align, AnimSpeed, Animation, ButtonsUi, Fill, ProfileUi, Shape, Ui, UiPatch, label_colour};

use crate::file::FileName;
use crate::reading::Fields;

/// Look of a landing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Appearance {
    /// Solid backdrop behind the phone card on desktop screens.
    pub canvas_color: Option<Rgb>,
    /// Look of buttons, profile card and gate; used only with the built-in design.
    pub ui: Ui,
    /// Design of the page: built in, or the owner's own document.
    pub design: Design,
    /// Background pictures.
    pub sources: Sources,
}

impl Appearance {
    /// Returns the look as JSON, including the owner's own document.
    pub fn to_json(&self) -> Value {
        let html = match &self.design {
            Design::Builtin => Value::Null,
            Design::CustomHtml(html) => html.as_str().into(),
        };
        let file = |file: &Option<FileName>| Value::from(file.as_ref().map(FileName::as_str));
        Value::from_iter([
            ("canvas_color", Value::from(self.canvas_color.map(|colour| colour.to_string()))),
            ("ui", self.ui.to_json()),
            ("design", Value::from_iter([("kind", self.design.kind().into()), ("html", html)])),
            (
                "sources",
                Value::from_iter([
                    ("mobile", file(&self.sources.mobile)),
                    ("desktop", file(&self.sources.desktop)),
                ]),
            ),
        ])
    }

    /// Parses the output of [`Appearance::to_json`].
    pub fn restore(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let root = Location::root();
        let mut look = Self::default();
        let keys = ["canvas_color", "ui", "design", "sources"];
        let Some(fields) = Fields::of(node, &root, &keys, &mut errors) else { return Err(errors) };
        look.canvas_color = fields.parsed(
            "canvas_color",
            &mut errors,
            ErrorKind::Pattern,
            "must be a colour in the form #rrggbb",
            Rgb::parse,
        );
        if let Some(ui) = fields.get("ui") {
            look.ui = errors.take(&fields.place("ui"), Ui::parse(ui)).unwrap_or_default();
        }
        if let Some(inner) =
            fields.get("design").and_then(|node| Fields::of(node, &root, &["kind", "html"], &mut errors))
        {
            look.design = inner
                .read("html", &mut errors, CustomHtml::parse)
                .map_or(Design::Builtin, Design::CustomHtml);
        }
        if let Some(inner) = fields
            .get("sources")
            .and_then(|node| Fields::of(node, &root, &["mobile", "desktop"], &mut errors))
        {
            let needs = "is not the name of a file";
            look.sources = Sources {
                mobile: inner.parsed("mobile", &mut errors, ErrorKind::Pattern, needs, FileName::parse),
                desktop: inner.parsed("desktop", &mut errors, ErrorKind::Pattern, needs, FileName::parse),
            };
        }
        errors.into_result().map(|()| look)
    }
}

/// Source of the page's design.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Design {
    /// The service renders the page from the settings.
    #[default]
    Builtin,
    /// The owner's own document is served in a sandbox. The settings don't affect it.
    CustomHtml(CustomHtml),
}

impl Design {
    /// Word of the design in the API.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::CustomHtml(_) => "custom_html",
        }
    }
}

/// HTML document of the owner, at most 512 KiB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomHtml(String);

impl CustomHtml {
    /// Maximum length of a document, in bytes.
    pub const MAX: usize = 512 * 1024;

    /// Accepts a document unchanged, unless it is blank or too long.
    pub fn parse(html: &str) -> Result<Self, ValidationErrors> {
        let error = |kind, message| Err(ValidationErrors::one(Location::root(), kind, message));
        if html.trim().is_empty() {
            return error(ErrorKind::TooShort, "must not be empty");
        }
        if html.len() > Self::MAX {
            return error(ErrorKind::TooLong, "is longer than 512 KiB");
        }
        Ok(Self(html.to_owned()))
    }

    /// Text of the document.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

kernel::words! {
    /// Screen type of a background picture.
    SourceVariant {
        /// Phone screens.
        Mobile = "mobile",
        /// All wider screens.
        Desktop = "desktop",
    }
}

/// Background pictures, by screen type.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sources {
    /// Picture for phones.
    pub mobile: Option<FileName>,
    /// Picture for all wider screens.
    pub desktop: Option<FileName>,
}

impl Sources {
    /// Returns the picture for a screen type.
    pub fn get(&self, variant: SourceVariant) -> Option<&FileName> {
        match variant {
            SourceVariant::Mobile => self.mobile.as_ref(),
            SourceVariant::Desktop => self.desktop.as_ref(),
        }
    }

    /// Removes the picture for a screen type.
    pub fn remove(&mut self, variant: SourceVariant) {
        match variant {
            SourceVariant::Mobile => self.mobile = None,
            SourceVariant::Desktop => self.desktop = None,
        }
    }

    /// Replaces the picture for a screen type.
    pub fn set(&mut self, variant: SourceVariant, file: FileName) {
        match variant {
            SourceVariant::Mobile => self.mobile = Some(file),
            SourceVariant::Desktop => self.desktop = Some(file),
        }
    }
}

/// Writes whole numbers as JSON integers.
pub(crate) fn number_node(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and within the bounds of every setting")]
    if value.fract() == 0.0 { Value::from(value as i64) } else { Value::from(value) }
}

kernel::json_value!(Appearance, Appearance::restore);
