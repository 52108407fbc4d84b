//! Buttons of a segment.

use kernel::Rgb;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::appearance::Font;
use crate::experiment::Variants;
use crate::file::FileName;
use crate::id::{ButtonId, SegmentId};
use crate::rule::Rule;
use crate::schedule::{Schedule, ScheduleChange};
use crate::target::Target;
use crate::text::{Icon, Label};

/// A button, which serde writes as it is stored. Its segment and position are its place in the [`Landing`](crate::landing::Landing).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Button {
    pub(crate) id: ButtonId,
    pub(crate) label: Label,
    pub(crate) url: Target,
    pub(crate) stamped_url: Option<String>,
    pub(crate) icon: Icon,
    pub(crate) hidden: bool,
    #[serde(rename = "match")]
    pub(crate) rule: Option<Rule>,
    pub(crate) variants: Option<Variants>,
    #[serde(default, skip_serializing_if = "Schedule::is_always")]
    pub(crate) schedule: Schedule,
    pub(crate) label_file: Option<LabelFile>,
    /// Left out where nothing is known. A program that does not know the field leaves it out when it writes, which does no
    /// harm: the label is tried to be drawn once more.
    #[serde(default, skip_serializing_if = "LiveText::is_unknown")]
    pub(crate) live_text: LiveText,
}

/// A label's picture, and what it shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelFile {
    /// The name of the file.
    pub file: FileName,
    /// The text that it shows.
    pub text: String,
    /// The font that it is set in.
    #[serde(rename = "face")]
    pub font: Font,
    /// The colour of its text.
    pub colour: Rgb,
}

/// A label as it was tried to be drawn in vain, so that it is not tried again at each edit.
///
/// It is remembered, and no content: landings that differ in nothing else are equal.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(transparent)]
pub struct LiveText(Option<Undrawn>);

/// A label that has no picture, because it can't be drawn or is too long for one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undrawn {
    /// What it says.
    pub text: String,
    /// The font that it was to be set in.
    #[serde(rename = "face")]
    pub font: Font,
    /// The colour that its text was to be.
    pub colour: Rgb,
}

impl LiveText {
    /// What is known of the label.
    pub fn known(&self) -> Option<&Undrawn> {
        self.0.as_ref()
    }

    fn is_unknown(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn text(&self) -> Option<&str> {
        self.0.as_ref().map(|known| known.text.as_str())
    }
}

/// What can't be read is not known: the label is tried to be drawn once more.
impl<'de> Deserialize<'de> for LiveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let known = Option::<Value>::deserialize(deserializer)?;
        Ok(Self(known.and_then(|known| Undrawn::deserialize(known).ok())))
    }
}

impl From<Option<Undrawn>> for LiveText {
    fn from(known: Option<Undrawn>) -> Self {
        Self(known)
    }
}

impl PartialEq for LiveText {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A button to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewButton {
    /// What it says.
    pub label: Label,
    /// Where it leads.
    pub url: Target,
    /// Its icon's file name.
    pub icon: Icon,
    /// Kept, but not shown.
    pub hidden: bool,
    /// For whom it is shown; `None` is for everyone.
    #[serde(rename = "match")]
    pub rule: Option<Rule>,
    /// What it is instead for the arms of its segment's experiment.
    pub variants: Option<Variants>,
    /// When it is shown.
    #[serde(default, skip_serializing_if = "Schedule::is_always")]
    pub schedule: Schedule,
    /// Where it is put among the segment's buttons, from 0; `None` is last.
    pub position: Option<usize>,
}

impl NewButton {
    /// A visible button for everyone, put last.
    pub fn leading_to(label: Label, url: Target) -> Self {
        Self {
            label,
            url,
            icon: Icon::default(),
            hidden: false,
            rule: None,
            variants: None,
            schedule: Schedule::default(),
            position: None,
        }
    }
}

/// A partial change of a button; `None` keeps what is there.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ButtonPatch {
    /// Another label.
    pub label: Option<Label>,
    /// Another destination; a stamped address goes with the old one.
    pub url: Option<Target>,
    /// Another icon.
    pub icon: Option<Icon>,
    /// Hidden or shown.
    pub hidden: Option<bool>,
    /// Another condition, or none.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        rename = "match",
        deserialize_with = "kernel::named"
    )]
    pub rule: Option<Option<Rule>>,
    /// Other variants, or none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub variants: Option<Option<Variants>>,
    /// Another beginning or end, or none.
    #[serde(flatten)]
    pub schedule: ScheduleChange,
    /// Another place among the buttons, from 0.
    pub position: Option<usize>,
    /// Another segment of the same landing; without a `position` it is put last there.
    pub tier: Option<SegmentId>,
}

impl Button {
    pub(crate) fn new(id: ButtonId, new: NewButton) -> Self {
        let NewButton { label, url, icon, hidden, rule, variants, schedule, position: _ } = new;
        Self {
            id,
            label,
            url,
            icon,
            hidden,
            rule,
            variants,
            schedule,
            stamped_url: None,
            label_file: None,
            live_text: LiveText::default(),
        }
    }

    /// Everything but the place, which concerns the others too, and the schedule, which is judged first.
    pub(crate) fn apply(&mut self, patch: ButtonPatch) {
        if let Some(url) = patch.url.filter(|url| *url != self.url) {
            self.url = url;
            self.stamped_url = None;
        }
        set(&mut self.label, patch.label);
        set(&mut self.icon, patch.icon);
        set(&mut self.hidden, patch.hidden);
        set(&mut self.rule, patch.rule);
        set(&mut self.variants, patch.variants);
    }

    /// Its id.
    pub fn id(&self) -> ButtonId {
        self.id
    }

    /// What it says.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// Where it leads, as typed.
    pub fn url(&self) -> &Target {
        &self.url
    }

    /// The funnel link's address that it was given, for a button whose url is `funnel:paid` or `funnel:ftl`.
    pub fn stamped_url(&self) -> Option<&str> {
        self.stamped_url.as_deref()
    }

    /// The picture of its label; `None` while the label is live text.
    pub fn label_file(&self) -> Option<&LabelFile> {
        self.label_file.as_ref()
    }

    /// What is known of its label, where that has no picture.
    pub fn live_text(&self) -> &LiveText {
        &self.live_text
    }

    /// Its icon's file name.
    pub fn icon(&self) -> &Icon {
        &self.icon
    }

    /// Whether it is kept back from every visitor.
    pub fn hidden(&self) -> bool {
        self.hidden
    }

    /// For whom it is shown; `None` is for everyone.
    pub fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    /// What it is instead for the arms of its segment's experiment.
    pub fn variants(&self) -> Option<&Variants> {
        self.variants.as_ref()
    }

    /// When it is shown.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// A button as it was stored.
    pub fn restore(
        id: ButtonId,
        new: NewButton,
        stamped_url: Option<String>,
        label_file: Option<LabelFile>,
        live_text: LiveText,
    ) -> Self {
        Self { stamped_url, label_file, live_text, ..Self::new(id, new) }
    }
}

/// Puts a new value in place of the old one, if there is a new one.
pub(crate) fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}
