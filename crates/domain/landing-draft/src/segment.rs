//! Geo-segments, which assign buttons to visitors.

use kernel::{CountryCode, Language};
use serde::{Deserialize, Serialize};

use crate::button::{Button, set};
use crate::experiment::Experiment;
use crate::id::SegmentId;
use crate::rule::Rule;
use crate::schedule::{Schedule, ScheduleChange};
use crate::text::SegmentName;

/// Segment with its buttons, in its stored form. The position follows from the segment's place in the
/// [`Landing`](crate::landing::Landing).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    pub(crate) id: SegmentId,
    pub(crate) name: SegmentName,
    pub(crate) countries: Vec<CountryCode>,
    pub(crate) is_default: bool,
    #[serde(rename = "match")]
    pub(crate) rule: Option<Rule>,
    #[serde(rename = "ab")]
    pub(crate) experiment: Option<Experiment>,
    pub(crate) lang: Option<Language>,
    #[serde(default, skip_serializing_if = "Schedule::is_always")]
    pub(crate) schedule: Schedule,
    pub(crate) buttons: Vec<Button>,
}

/// Segment to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewSegment {
    /// Name of the segment.
    pub name: SegmentName,
    /// Countries of the segment's visitors; empty for any country.
    pub countries: Vec<CountryCode>,
    /// Whether the segment replaces the current default. The first segment always becomes the default.
    pub is_default: bool,
    /// Further condition on visitors; `None` for none.
    #[serde(rename = "match")]
    pub rule: Option<Rule>,
    /// Experiment of the segment.
    pub experiment: Option<Experiment>,
    /// Language of the page.
    pub lang: Option<Language>,
    /// Period in which the segment is available. Ignored for the default segment.
    #[serde(default, skip_serializing_if = "Schedule::is_always")]
    pub schedule: Schedule,
    /// Position among the segments, from 0; `None` is last.
    pub position: Option<usize>,
}

impl NewSegment {
    /// Creates a segment for everyone, at the last position.
    pub fn named(name: SegmentName) -> Self {
        Self {
            name,
            countries: Vec::new(),
            is_default: false,
            rule: None,
            experiment: None,
            lang: None,
            schedule: Schedule::default(),
            position: None,
        }
    }
}

/// Partial change of a segment. `None` keeps a field.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SegmentPatch {
    /// New name.
    pub name: Option<SegmentName>,
    /// New countries.
    pub countries: Option<Vec<CountryCode>>,
    /// `true` makes the segment the default. `false` is rejected for the default segment.
    pub is_default: Option<bool>,
    /// New condition; `Some(None)` removes the condition.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        rename = "match",
        deserialize_with = "kernel::named"
    )]
    pub rule: Option<Option<Rule>>,
    /// New experiment; `Some(None)` removes the experiment.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub experiment: Option<Option<Experiment>>,
    /// New language; `Some(None)` removes the language.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub lang: Option<Option<Language>>,
    /// New start or end of the period.
    #[serde(flatten)]
    pub schedule: ScheduleChange,
    /// New position among the segments, from 0.
    pub position: Option<usize>,
}

impl Segment {
    pub(crate) fn new(id: SegmentId, new: NewSegment) -> Self {
        let NewSegment { name, countries, is_default, rule, experiment, lang, schedule, position: _ } = new;
        Self { id, name, countries, is_default, rule, experiment, lang, schedule, buttons: Vec::new() }
    }

    /// Applies everything but the default flag and the position, which affect other segments, and the schedule, which
    /// is validated first.
    pub(crate) fn apply(&mut self, patch: SegmentPatch) {
        set(&mut self.name, patch.name);
        set(&mut self.countries, patch.countries);
        set(&mut self.rule, patch.rule);
        set(&mut self.experiment, patch.experiment);
        set(&mut self.lang, patch.lang);
    }

    /// Id of the segment, called `tier` on its buttons.
    pub fn id(&self) -> SegmentId {
        self.id
    }

    /// Name of the segment.
    pub fn name(&self) -> &SegmentName {
        &self.name
    }

    /// Countries of the segment's visitors; empty for any country.
    pub fn countries(&self) -> &[CountryCode] {
        &self.countries
    }

    /// Whether the segment is the catch-all.
    pub fn is_default(&self) -> bool {
        self.is_default
    }

    /// Further condition on visitors; `None` for none.
    pub fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    /// Experiment of the segment.
    pub fn experiment(&self) -> Option<&Experiment> {
        self.experiment.as_ref()
    }

    /// Language of the page.
    pub fn lang(&self) -> Option<&Language> {
        self.lang.as_ref()
    }

    /// Period in which the segment is available. Ignored for the default segment.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Buttons in order of position.
    pub fn buttons(&self) -> &[Button] {
        &self.buttons
    }

    /// Recreates a stored segment.
    pub fn restore(id: SegmentId, new: NewSegment, buttons: Vec<Button>) -> Self {
        Self { buttons, ..Self::new(id, new) }
    }
}
