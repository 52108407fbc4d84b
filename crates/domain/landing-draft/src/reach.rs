//! Reach of a page: its preview in shared links, help for visitors inside apps, and campaign parameters of outgoing
//! links. Each section is off until it is set.

mod utm;

use kernel::{ErrorKind, Location, Rgb, ValidationErrors, words};
use serde_json::Value;

use crate::appearance::Font;
use crate::button::set;
use crate::file::{FileName, PictureSize, StoredPicture};
use crate::in_app::{InAppHelp, InAppUi};
use crate::reading::{Fields, alone, section, text, written};
use crate::visitor::Visitor;
pub use utm::{Clicked, Template, UtmUi};

words! {
    /// Picture of a preview.
    SharePicture {
        /// Card rendered from the title and the description.
        Card = "card",
        /// Uploaded picture; the card if there is none.
        Upload = "upload",
    }
}

/// Preview of a page in shared links.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShareUi {
    /// Title, at most 70 characters; by default the display name.
    pub title: Option<String>,
    /// Description, at most 200 characters; by default the text of the profile.
    pub description: Option<String>,
    /// Picture of the preview; by default the card.
    pub picture: Option<SharePicture>,
}

/// Rendered preview card, with the look for which it was rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareCard {
    /// Name of the file, a PNG of [`CARD_SIZE`].
    pub file: FileName,
    /// Look of the card.
    pub look: CardLook,
    /// Characters of the texts that no font can draw; unknown for cards of earlier versions.
    pub missing: Option<Vec<String>>,
}

/// Content and look of a card.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CardLook {
    /// Title on the card.
    pub title: String,
    /// Line below the title; may be empty.
    pub description: String,
    /// Font of the title and the description.
    pub font: Font,
    /// Colour of the background.
    pub background: Rgb,
    /// Colour of the stripe.
    pub accent: Rgb,
}

/// Width and height of a card in pixels, as platforms with link previews require.
pub const CARD_SIZE: (u32, u32) = (1200, 630);

/// Settings of the reach, by section. `None` means off.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reach {
    /// Preview of shared links.
    pub share: Option<ShareUi>,
    /// Help for visitors inside apps.
    pub in_app: Option<InAppUi>,
    /// Campaign parameters.
    pub utm: Option<UtmUi>,
    /// Uploaded picture for the preview.
    pub picture: Option<FileName>,
    /// Size of the uploaded picture; unknown for pictures of earlier versions.
    pub picture_size: Option<PictureSize>,
    /// Rendered card for the preview.
    pub card: Option<ShareCard>,
}

/// Replacement of whole sections. The outer `None` keeps a section; `Some(None)` resets the section.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReachPatch {
    /// Preview of shared links.
    pub share: Option<Option<ShareUi>>,
    /// Help for visitors inside apps.
    pub in_app: Option<Option<InAppUi>>,
    /// Campaign parameters.
    pub utm: Option<Option<UtmUi>>,
}

impl ReachPatch {
    /// Keys of the sections.
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
    /// Maximum length of a title, in characters.
    pub const MAX_TITLE: usize = 70;
    /// Maximum length of a description, in characters.
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

impl Reach {
    /// Whether visitors inside apps get help.
    pub fn helps_out(&self) -> bool {
        self.in_app.is_some_and(InAppUi::helps)
    }

    /// Returns the help for this visitor to leave an app; `None` if the page offers none or the visitor's app needs
    /// none.
    pub fn in_app_help(&self, visitor: &Visitor) -> Option<InAppHelp> {
        self.in_app?.help(visitor)
    }

    /// Returns the picture of the preview.
    pub fn share_picture(&self) -> Option<&FileName> {
        let share = self.share.as_ref()?;
        let uploaded = self.picture.as_ref().filter(|_| share.picture == Some(SharePicture::Upload));
        uploaded.or(self.card.as_ref().map(|card| &card.file))
    }

    /// Returns the size of the picture of the preview, if known.
    pub fn share_picture_size(&self) -> Option<PictureSize> {
        let shown = self.share_picture()?;
        if self.picture.as_ref() == Some(shown) {
            return self.picture_size;
        }
        let (width, height) = CARD_SIZE;
        Some(PictureSize { width, height })
    }

    /// Sets the uploaded picture for the preview.
    pub fn set_picture(&mut self, picture: StoredPicture) {
        self.picture = Some(picture.file);
        self.picture_size = picture.size;
    }

    /// Removes the uploaded picture for the preview.
    pub fn remove_picture(&mut self) {
        (self.picture, self.picture_size) = (None, None);
    }

    /// Replaces the sections in the patch.
    pub fn apply(&mut self, patch: ReachPatch) {
        set(&mut self.share, patch.share);
        set(&mut self.in_app, patch.in_app);
        set(&mut self.utm, patch.utm);
    }

    pub(crate) fn is_stock(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the sections that are set, by name.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, Value)> {
        let sections = [
            ("share", self.share.as_ref().map(ShareUi::to_json)),
            ("in_app", self.in_app.map(InAppUi::to_json)),
            ("utm", self.utm.as_ref().map(UtmUi::to_json)),
        ];
        sections.into_iter().filter_map(|(name, section)| Some((name, section?)))
    }

    /// Returns the values to compare between landings: every section, and the uploaded picture.
    pub(crate) fn compared(&self) -> Value {
        let empty = ReachPatch::KEYS.into_iter().map(|name| (name, Value::Null));
        let picture = Value::from(self.picture.as_ref().map(FileName::as_str));
        empty.chain(self.sections()).chain([("picture", picture)]).collect()
    }

    /// Returns the stored form. Unset values are left out.
    pub fn to_json(&self) -> Value {
        let picture = self.picture.as_ref().map(|file| ("picture", file.as_str().into()));
        let size = self.picture_size.map(|PictureSize { width, height }| {
            ("picture_size", Value::from_iter([("width", Value::from(width)), ("height", height.into())]))
        });
        let card = self.card.as_ref().map(|card| ("card", card.to_json()));
        self.sections().chain(picture).chain(size).chain(card).collect()
    }

    /// Parses the output of [`Reach::to_json`]. Fields of later versions are ignored.
    pub fn restore(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let root = Location::root();
        let known: Value = match node {
            Value::Object(fields) => {
                let is_known = |name: &str| {
                    ReachPatch::KEYS.contains(&name) || matches!(name, "picture" | "picture_size" | "card")
                };
                fields
                    .iter()
                    .filter(|(name, _)| is_known(name))
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .collect()
            }
            other => other.clone(),
        };
        let mut reach = Self::default();
        let keys = ["share", "in_app", "utm", "picture", "picture_size", "card"];
        if let Some(fields) = Fields::of(&known, &root, &keys, &mut errors) {
            reach.apply(ReachPatch::read(&fields, &mut errors));
            let needs = "is not the name of a file";
            reach.picture = fields.parsed("picture", &mut errors, ErrorKind::Pattern, needs, FileName::parse);
            reach.picture_size = fields.get("picture_size").and_then(picture_size);
            // The next edit renders a new card in place of an invalid one.
            reach.card = fields.get("card").and_then(ShareCard::read);
        }
        errors.into_result().map(|()| reach)
    }
}

kernel::json_value!(Reach, Reach::restore);
kernel::json_value!(ShareUi, |node: &Value| alone(node, ShareUi::read));
kernel::json_value!(UtmUi, |node: &Value| alone(node, UtmUi::read));

/// Reads a size. Previews do without an invalid one.
fn picture_size(node: &Value) -> Option<PictureSize> {
    let side = |name: &str| u32::try_from(node.get(name)?.as_u64()?).ok().filter(|side| *side > 0);
    Some(PictureSize { width: side("width")?, height: side("height")? })
}

impl ShareCard {
    fn to_json(&self) -> Value {
        let Self { file, look, missing } = self;
        let missing = missing.as_ref().map(|missing| ("missing", Value::from(missing.clone())));
        let fields = [
            ("file", Value::from(file.as_str())),
            ("title", look.title.as_str().into()),
            ("description", look.description.as_str().into()),
            ("face", look.font.name().into()),
            ("ground", look.background.to_string().into()),
            ("accent", look.accent.to_string().into()),
        ];
        fields.into_iter().chain(missing).collect()
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
        let texts = |list: &Vec<Value>| list.iter().map(|text| text.as_str().map(str::to_owned)).collect();
        let missing = node.get("missing").and_then(Value::as_array).and_then(texts);
        Some(Self { file: FileName::parse(text("file")?)?, look, missing })
    }
}

/// Background of a card if no canvas colour is set.
pub const STOCK_BACKGROUND: Rgb = Rgb::new(0xf4, 0xf1, 0xec);
/// Stripe of a card if the buttons have no colour.
pub(crate) const STOCK_ACCENT: Rgb = Rgb::new(0x5b, 0x2b, 0xd9);

#[cfg(test)]
mod tests;
