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

/// Button in its stored form. The segment and the position follow from the button's place in the
/// [`Landing`](crate::landing::Landing).
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
    /// Omitted if unknown. An older program drops the field when it saves, which only costs another attempt to render
    /// the label.
    #[serde(default, skip_serializing_if = "LiveText::is_unknown")]
    pub(crate) live_text: LiveText,
    /// Pictures of the labels of variants. An older program drops them, and its variants are live text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) variant_files: Vec<LabelFile>,
}

/// Picture of a label, with the look for which it was rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelFile {
    /// Name of the picture file.
    pub file: FileName,
    /// Text in the picture.
    pub text: String,
    /// Font of the text.
    #[serde(rename = "face")]
    pub font: Font,
    /// Colour of the text.
    pub colour: Rgb,
}

/// Record of a failed attempt to render a label, so that edits don't repeat the attempt.
///
/// A cache, not content: landings that differ only here are equal.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(transparent)]
pub struct LiveText(Option<Undrawn>);

/// Label without a picture, because the font can't render the label or the label is too long for one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undrawn {
    /// Text of the label.
    pub text: String,
    /// Font of the failed attempt.
    #[serde(rename = "face")]
    pub font: Font,
    /// Text colour of the failed attempt.
    pub colour: Rgb,
}

impl LiveText {
    /// Returns the failed attempt, if any.
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

/// Ignores invalid records, which only costs another attempt to render the label.
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

/// Button to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewButton {
    /// Label of the button.
    pub label: Label,
    /// Destination of the button.
    pub url: Target,
    /// File name of the icon.
    pub icon: Icon,
    /// Whether the button is stored but not shown.
    pub hidden: bool,
    /// Condition on visitors; `None` shows the button to everyone.
    #[serde(rename = "match")]
    pub rule: Option<Rule>,
    /// Variants for the arms of the segment's experiment.
    pub variants: Option<Variants>,
    /// Period in which the button is shown.
    #[serde(default, skip_serializing_if = "Schedule::is_always")]
    pub schedule: Schedule,
    /// Position among the segment's buttons, from 0; `None` is last.
    pub position: Option<usize>,
}

impl NewButton {
    /// Creates a visible button for everyone, at the last position.
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

/// Partial change of a button. `None` keeps a field.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ButtonPatch {
    /// New label.
    pub label: Option<Label>,
    /// New destination; the change removes a stamped URL.
    pub url: Option<Target>,
    /// New icon.
    pub icon: Option<Icon>,
    /// Whether to hide the button.
    pub hidden: Option<bool>,
    /// New condition; `Some(None)` removes the condition.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        rename = "match",
        deserialize_with = "kernel::named"
    )]
    pub rule: Option<Option<Rule>>,
    /// New variants; `Some(None)` removes the variants.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub variants: Option<Option<Variants>>,
    /// New start or end of the period.
    #[serde(flatten)]
    pub schedule: ScheduleChange,
    /// New position among the buttons, from 0.
    pub position: Option<usize>,
    /// New segment of the same landing. Without a `position`, the button becomes the last one there.
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
            variant_files: Vec::new(),
        }
    }

    /// Applies everything but the position, which affects other buttons, and the schedule, which is validated first.
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

    /// Id of the button.
    pub fn id(&self) -> ButtonId {
        self.id
    }

    /// Label of the button.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// Destination as typed.
    pub fn url(&self) -> &Target {
        &self.url
    }

    /// URL of the stamped funnel link, for a button whose `url` is `funnel:paid` or `funnel:ftl`.
    pub fn stamped_url(&self) -> Option<&str> {
        self.stamped_url.as_deref()
    }

    /// Picture of the label; `None` while the label is live text.
    pub fn label_file(&self) -> Option<&LabelFile> {
        self.label_file.as_ref()
    }

    /// Picture with exactly this text: that of the label or of a variant's label.
    pub fn picture_of(&self, text: &str) -> Option<&LabelFile> {
        self.label_file.iter().chain(&self.variant_files).find(|file| file.text == text)
    }

    /// Labels of the variants.
    #[cfg(any(feature = "transfer", feature = "use-cases"))]
    pub(crate) fn variant_labels(&self) -> impl Iterator<Item = &str> {
        let variants = self.variants.iter().flat_map(Variants::iter);
        variants.filter_map(|variant| variant.label.as_ref()).map(Label::as_str)
    }

    /// Record of a failed attempt to render the label.
    pub fn live_text(&self) -> &LiveText {
        &self.live_text
    }

    /// File name of the icon.
    pub fn icon(&self) -> &Icon {
        &self.icon
    }

    /// Whether the button is hidden from all visitors.
    pub fn hidden(&self) -> bool {
        self.hidden
    }

    /// Condition on visitors; `None` shows the button to everyone.
    pub fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    /// Variants for the arms of the segment's experiment.
    pub fn variants(&self) -> Option<&Variants> {
        self.variants.as_ref()
    }

    /// Period in which the button is shown.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Recreates a stored button.
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

/// Replaces a value if there is a new one.
pub(crate) fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}
