//! The stored form of a landing: one versioned JSON document.
//!
//! The form is this adapter's own and changes only by adding optional fields or a new `v`, because documents of published
//! versions are kept for ever. Reading goes through the same constructors as every other input, so a document that
//! breaks a rule is noticed here and not on a page.

use std::sync::Arc;

use kernel::{CountryCode, Language, Rgb, StoreError, ValidationErrors};
use landing_draft::appearance::{Appearance, Font};
use landing_draft::banner::Banner;
use landing_draft::button::{Button, LabelFile, LiveText, NewButton, Undrawn};
use landing_draft::experiment::{Experiment, Variants};
use landing_draft::file::FileName;
use landing_draft::id::{ButtonId, SegmentId};
use landing_draft::landing::Landing;
use landing_draft::rule::Rule;
use landing_draft::segment::{NewSegment, Segment};
use landing_draft::target::Target;
use landing_draft::text::{Icon, Label, SegmentName};
use offload::offload;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::corrupt;
use crate::json::RawJson;

/// A landing as a column of type `jsonb` has it. It is read from the row's bytes and written to them at once: a tree of JSON in
/// between costs as much as all the rest.
#[derive(Debug, Serialize, Deserialize)]
struct Document {
    v: u32,
    segments: Vec<SegmentDocument>,
    #[serde(default)]
    appearance: Option<Value>,
    #[serde(default)]
    banner: Option<Value>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SegmentDocument {
    id: String,
    name: String,
    countries: Vec<String>,
    is_default: bool,
    #[serde(rename = "match")]
    rule: Option<Value>,
    ab: Option<Value>,
    lang: Option<String>,
    buttons: Vec<ButtonDocument>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ButtonDocument {
    id: String,
    label: String,
    url: String,
    stamped_url: Option<String>,
    icon: String,
    hidden: bool,
    #[serde(rename = "match")]
    rule: Option<Value>,
    variants: Option<Value>,
    #[serde(default)]
    label_file: Option<LabelFileDocument>,
    /// Left out where nothing is known. A program that does not know the field leaves it out when it writes, which does no
    /// harm: the label is tried to be drawn once more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    live_text: Option<UndrawnDocument>,
}

#[derive(Debug, Serialize, Deserialize)]
struct LabelFileDocument {
    file: String,
    text: String,
    #[serde(rename = "face")]
    font: String,
    colour: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct UndrawnDocument {
    text: String,
    #[serde(rename = "face")]
    font: String,
    colour: String,
}

const VERSION: u32 = 1;

/// The document of a landing as the database takes it, written where that holds up nobody.
pub(crate) async fn written(landing: &Arc<Landing>) -> Result<RawJson, StoreError> {
    let (weight, landing) = (landing.weight(), Arc::clone(landing));
    let text = offload(weight, move || serde_json::to_vec(&write(&landing))).await.map_err(lost)?;
    Ok(RawJson::from(text.map_err(corrupt)?))
}

/// The landing of a document as it came from the database, read where that holds up nobody.
pub(crate) async fn of_raw(document: RawJson) -> Result<Landing, StoreError> {
    let size = document.len();
    offload(size, move || read(document.parse().map_err(corrupt)?)).await.map_err(lost)?
}

fn lost(lost: offload::Lost) -> StoreError {
    StoreError::Failed(lost.into())
}

fn write(landing: &Landing) -> Document {
    let segments = landing.segments().iter().map(SegmentDocument::of).collect();
    let appearance = Some(landing.appearance.to_json());
    let banner = Some(landing.banner.to_json());
    Document { v: VERSION, segments, appearance, banner }
}

fn read(document: Document) -> Result<Landing, StoreError> {
    if document.v != VERSION {
        return Err(corrupt(format!("a document of version {}", document.v)));
    }
    let segments: Vec<_> =
        document.segments.into_iter().map(SegmentDocument::read).collect::<Result<_, _>>()?;
    let appearance = tree(document.appearance, Appearance::restore)?.unwrap_or_default();
    let banner = tree(document.banner, Banner::restore)?.unwrap_or_default();
    Landing::restore(segments, appearance, banner).map_err(corrupt)
}

impl SegmentDocument {
    fn of(segment: &Segment) -> Self {
        Self {
            id: segment.id().to_string(),
            name: segment.name().as_str().to_owned(),
            countries: segment.countries().iter().map(ToString::to_string).collect(),
            is_default: segment.is_default(),
            rule: segment.rule().map(|rule| rule.to_json()),
            ab: segment.experiment().map(|ab| ab.to_json()),
            lang: segment.lang().map(ToString::to_string),
            buttons: segment.buttons().iter().map(ButtonDocument::of).collect(),
        }
    }

    fn read(self) -> Result<Segment, StoreError> {
        let countries = self.countries.iter().map(|code| CountryCode::parse(code));
        let new = NewSegment {
            name: SegmentName::parse(&self.name).map_err(corrupt)?,
            countries: countries.collect::<Option<_>>().ok_or_else(|| corrupt("a country code"))?,
            is_default: self.is_default,
            rule: tree(self.rule, Rule::parse)?,
            experiment: tree(self.ab, Experiment::parse)?,
            lang: self
                .lang
                .map(|lang| Language::parse(&lang).ok_or_else(|| corrupt("a language")))
                .transpose()?,
            position: None,
        };
        let id = SegmentId::parse(&self.id).ok_or_else(|| corrupt("a segment id"))?;
        let buttons = self.buttons.into_iter().map(ButtonDocument::read).collect::<Result<_, _>>()?;
        Ok(Segment::restore(id, new, buttons))
    }
}

impl ButtonDocument {
    fn of(button: &Button) -> Self {
        Self {
            id: button.id().to_string(),
            label: button.label().as_str().to_owned(),
            url: button.url().as_typed().to_owned(),
            stamped_url: button.stamped_url().map(str::to_owned),
            icon: button.icon().as_str().to_owned(),
            hidden: button.hidden(),
            rule: button.rule().map(|rule| rule.to_json()),
            variants: button.variants().map(|variants| variants.to_json()),
            label_file: button.label_file().map(|label| LabelFileDocument {
                file: label.file.as_str().to_owned(),
                text: label.text.clone(),
                font: label.font.name().to_owned(),
                colour: label.colour.to_string(),
            }),
            live_text: button.live_text().known().map(|undrawn| UndrawnDocument {
                text: undrawn.text.clone(),
                font: undrawn.font.name().to_owned(),
                colour: undrawn.colour.to_string(),
            }),
        }
    }

    fn read(self) -> Result<Button, StoreError> {
        let new = NewButton {
            label: Label::parse(&self.label).map_err(corrupt)?,
            url: Target::parse(&self.url).map_err(corrupt)?,
            icon: Icon::parse(&self.icon).map_err(corrupt)?,
            hidden: self.hidden,
            rule: tree(self.rule, Rule::parse)?,
            variants: tree(self.variants, Variants::parse)?,
            position: None,
        };
        let id = ButtonId::parse(&self.id).ok_or_else(|| corrupt("a button id"))?;
        let label_file = self.label_file.map(LabelFileDocument::read).transpose()?;
        let live_text = LiveText::from(self.live_text.and_then(UndrawnDocument::read));
        Ok(Button::restore(id, new, self.stamped_url, label_file, live_text))
    }
}

impl UndrawnDocument {
    /// What can't be read is not known: the label is tried to be drawn once more.
    fn read(self) -> Option<Undrawn> {
        Some(Undrawn { font: Font::parse(&self.font)?, colour: Rgb::parse(&self.colour)?, text: self.text })
    }
}

impl LabelFileDocument {
    fn read(self) -> Result<LabelFile, StoreError> {
        Ok(LabelFile {
            file: FileName::parse(&self.file).ok_or_else(|| corrupt("a file name"))?,
            font: Font::parse(&self.font).ok_or_else(|| corrupt("a font"))?,
            colour: Rgb::parse(&self.colour).ok_or_else(|| corrupt("a colour"))?,
            text: self.text,
        })
    }
}

fn tree<T>(
    value: Option<Value>,
    parse: fn(&Value) -> Result<T, ValidationErrors>,
) -> Result<Option<T>, StoreError> {
    value.filter(|value| !value.is_null()).map(|value| parse(&value)).transpose().map_err(corrupt)
}
