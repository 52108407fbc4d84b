//! How a page reaches people beyond its look: its preview where its address is shared, help for visitors inside of apps, and
//! campaign parameters of the addresses that it leads to. Each section is off until it is set.

mod utm;

use kernel::{ErrorKind, Location, Rgb, ValidationErrors, words};
use serde_json::Value;

use crate::appearance::{Font, alone, section, text, written};
use crate::button::set;
use crate::file::FileName;
use crate::reading::Fields;
use crate::visitor::{InApp, Os, Visitor};
use serde::{Deserialize, Serialize};
pub use utm::{Clicked, Template, UtmUi};

words! {
    /// Which picture a preview shows.
    SharePicture {
        /// The card that is drawn from title and description.
        Card = "card",
        /// The picture that was uploaded for it; the card while there is none.
        Upload = "upload",
    }
}

words! {
    /// How visitors inside of an app are helped out of it.
    InAppMode {
        /// Not at all.
        Off = "off",
        /// By a hint.
        Hint = "hint",
        /// The system's browser is opened where the system can be asked to, else by a hint.
        Auto = "auto",
    }
}

/// The preview of a page where its address is shared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShareUi {
    /// Its title, at most 70 characters; the display name where the owner did not say.
    pub title: Option<String>,
    /// Its description, at most 200 characters; the text of the profile where the owner did not say.
    pub description: Option<String>,
    /// Its picture; the card where the owner did not say.
    pub picture: Option<SharePicture>,
}

/// The help for visitors inside of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InAppUi {
    /// How they are helped; not at all where the owner did not say.
    pub mode: Option<InAppMode>,
}

/// The card that was drawn for a preview, and what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareCard {
    /// The name of its file, a PNG of [`CARD_SIZE`].
    pub file: FileName,
    /// What it shows.
    pub look: CardLook,
}

/// What decides the drawing of a card.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CardLook {
    /// The title.
    pub title: String,
    /// The line below it; may be empty.
    pub description: String,
    /// The font of both.
    pub font: Font,
    /// The colour of the background.
    pub background: Rgb,
    /// The colour of the stripe.
    pub accent: Rgb,
}

/// Width and height of a card in pixels, as the platforms that show previews want it.
pub const CARD_SIZE: (u32, u32) = (1200, 630);

/// The sections as they were set; `None` is off.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reach {
    /// The preview.
    pub share: Option<ShareUi>,
    /// The help inside of apps.
    pub in_app: Option<InAppUi>,
    /// The campaign parameters.
    pub utm: Option<UtmUi>,
    /// The picture that was uploaded for the preview.
    pub picture: Option<FileName>,
    /// The card that was drawn for the preview.
    pub card: Option<ShareCard>,
}

/// New sections in place of the old ones, each as a whole. The outer `None` keeps a section, the inner one resets it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReachPatch {
    /// The preview.
    pub share: Option<Option<ShareUi>>,
    /// The help inside of apps.
    pub in_app: Option<Option<InAppUi>>,
    /// The campaign parameters.
    pub utm: Option<Option<UtmUi>>,
}

impl ReachPatch {
    /// The keys of its sections.
    pub(crate) const KEYS: [&str; 3] = ["share", "in_app", "utm"];

    pub(crate) fn read(fields: &Fields<'_>, errors: &mut ValidationErrors) -> Self {
        Self {
            share: section(fields, "share", errors, ShareUi::read),
            in_app: section(fields, "in_app", errors, InAppUi::read),
            utm: section(fields, "utm", errors, UtmUi::read),
        }
    }
}

impl ShareUi {
    /// The longest title, in characters.
    pub const MAX_TITLE: usize = 70;
    /// The longest description, in characters.
    pub const MAX_DESCRIPTION: usize = 200;

    fn read(node: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<Self> {
        let fields = Fields::of(node, at, &["title", "description", "picture"], errors)?;
        let picture = fields.word("picture", errors, SharePicture::WORDS, SharePicture::parse);
        Some(Self {
            title: text(&fields, "title", Self::MAX_TITLE, false, errors),
            description: text(&fields, "description", Self::MAX_DESCRIPTION, false, errors),
            picture,
        })
    }

    fn to_json(&self) -> Value {
        written([
            ("title", self.title.as_deref().map(Value::from)),
            ("description", self.description.as_deref().map(Value::from)),
            ("picture", self.picture.map(|picture| picture.as_str().into())),
        ])
    }
}

impl InAppUi {
    fn read(node: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<Self> {
        let fields = Fields::of(node, at, &["mode"], errors)?;
        Some(Self { mode: fields.word("mode", errors, InAppMode::WORDS, InAppMode::parse) })
    }

    fn to_json(self) -> Value {
        written([("mode", self.mode.map(|mode| mode.as_str().into()))])
    }
}

/// How one visitor is helped out of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WayOut {
    /// By a link that asks Android for the system's browser.
    Intent,
    /// The same, and the page asks by itself once.
    IntentAtOnce,
    /// By a hint at the menu of the app.
    Menu,
}

impl Reach {
    /// Whether visitors inside of apps are helped at all.
    pub fn helps_out(&self) -> bool {
        self.in_app.and_then(|section| section.mode).is_some_and(|mode| mode != InAppMode::Off)
    }

    /// How this visitor is helped, if they are inside of an app that keeps them.
    pub fn way_out(&self, visitor: &Visitor) -> Option<WayOut> {
        let mode = self.in_app?.mode.filter(|mode| *mode != InAppMode::Off)?;
        if !matches!(visitor.in_app, Some(InApp::Instagram | InApp::Tiktok | InApp::Facebook)) {
            return None;
        }
        Some(match (visitor.os, mode) {
            (Some(Os::Android), InAppMode::Auto) => WayOut::IntentAtOnce,
            (Some(Os::Android), _) => WayOut::Intent,
            _ => WayOut::Menu,
        })
    }

    /// The picture of the preview.
    pub fn share_picture(&self) -> Option<&FileName> {
        let share = self.share.as_ref()?;
        let uploaded = self.picture.as_ref().filter(|_| share.picture == Some(SharePicture::Upload));
        uploaded.or(self.card.as_ref().map(|card| &card.file))
    }

    /// Replaces the sections that the patch names.
    pub fn apply(&mut self, patch: ReachPatch) {
        set(&mut self.share, patch.share);
        set(&mut self.in_app, patch.in_app);
        set(&mut self.utm, patch.utm);
    }

    pub(crate) fn is_stock(&self) -> bool {
        *self == Self::default()
    }

    /// The sections that are set, by name.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, Value)> {
        let sections = [
            ("share", self.share.as_ref().map(ShareUi::to_json)),
            ("in_app", self.in_app.map(InAppUi::to_json)),
            ("utm", self.utm.as_ref().map(UtmUi::to_json)),
        ];
        sections.into_iter().filter_map(|(name, section)| Some((name, section?)))
    }

    /// What differs between landings: every section, and the uploaded picture.
    pub(crate) fn compared(&self) -> Value {
        let empty = ReachPatch::KEYS.into_iter().map(|name| (name, Value::Null));
        let picture = Value::from(self.picture.as_ref().map(FileName::as_str));
        empty.chain(self.sections()).chain([("picture", picture)]).collect()
    }

    /// The stored form. What is not set is left out.
    pub fn to_json(&self) -> Value {
        let picture = self.picture.as_ref().map(|file| ("picture", file.as_str().into()));
        let card = self.card.as_ref().map(|card| ("card", card.to_json()));
        self.sections().chain(picture).chain(card).collect()
    }

    /// Reads what [`Reach::to_json`] wrote. What a later version adds is passed over.
    pub fn restore(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let root = Location::root();
        let known: Value = match node {
            Value::Object(fields) => {
                let is_known =
                    |name: &str| ReachPatch::KEYS.contains(&name) || matches!(name, "picture" | "card");
                fields
                    .iter()
                    .filter(|(name, _)| is_known(name))
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .collect()
            }
            other => other.clone(),
        };
        let mut reach = Self::default();
        let keys = ["share", "in_app", "utm", "picture", "card"];
        if let Some(fields) = Fields::of(&known, &root, &keys, &mut errors) {
            reach.apply(ReachPatch::read(&fields, &mut errors));
            let needs = "is not the name of a file";
            reach.picture = fields.parsed("picture", &mut errors, ErrorKind::Pattern, needs, FileName::parse);
            // A card that can't be read is drawn anew at the next edit.
            reach.card = fields.get("card").and_then(ShareCard::read);
        }
        errors.into_result().map(|()| reach)
    }
}

kernel::json_value!(Reach, Reach::restore);
kernel::json_value!(ShareUi, |node: &Value| alone(node, ShareUi::read));
kernel::json_value!(InAppUi, |node: &Value| alone(node, InAppUi::read));
kernel::json_value!(UtmUi, |node: &Value| alone(node, UtmUi::read));

impl ShareCard {
    fn to_json(&self) -> Value {
        let Self { file, look } = self;
        Value::from_iter([
            ("file", Value::from(file.as_str())),
            ("title", look.title.as_str().into()),
            ("description", look.description.as_str().into()),
            ("face", look.font.name().into()),
            ("ground", look.background.to_string().into()),
            ("accent", look.accent.to_string().into()),
        ])
    }

    fn read(node: &Value) -> Option<Self> {
        let text = |name: &str| node.get(name)?.as_str();
        let look = CardLook {
            title: text("title")?.to_owned(),
            description: text("description")?.to_owned(),
            font: Font::parse(text("face")?)?,
            background: Rgb::parse(text("ground")?)?,
            accent: Rgb::parse(text("accent")?)?,
        };
        Some(Self { file: FileName::parse(text("file")?)?, look })
    }
}

/// The background of a card where no canvas colour is set.
pub const STOCK_BACKGROUND: Rgb = Rgb::new(0xf4, 0xf1, 0xec);
/// The stripe of a card where buttons have no colour.
pub(crate) const STOCK_ACCENT: Rgb = Rgb::new(0x5b, 0x2b, 0xd9);

#[cfg(test)]
mod tests;
