//! Geo-segments: which visitors get which buttons.

use kernel::{CountryCode, Language};
use serde::{Deserialize, Serialize};

use crate::button::{Button, set};
use crate::experiment::Experiment;
use crate::id::SegmentId;
use crate::rule::Rule;
use crate::schedule::{Schedule, ScheduleChange};
use crate::text::SegmentName;

/// A segment with its buttons, which serde writes as it is stored. Its position is its place in the [`Landing`](crate::landing::Landing).
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

/// A segment to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewSegment {
    /// What it is called.
    pub name: SegmentName,
    /// Whose visitors it is for; empty is any country.
    pub countries: Vec<CountryCode>,
    /// Whether it becomes the catch-all in place of the present one. The first segment always does.
    pub is_default: bool,
    /// Further conditions; `None` is always.
    #[serde(rename = "match")]
    pub rule: Option<Rule>,
    /// Its experiment.
    pub experiment: Option<Experiment>,
    /// The page's language.
    pub lang: Option<Language>,
    /// When it is tried; the default serves at any time.
    #[serde(default, skip_serializing_if = "Schedule::is_always")]
    pub schedule: Schedule,
    /// Where it is put among the segments, from 0; `None` is last.
    pub position: Option<usize>,
}

impl NewSegment {
    /// A segment for everyone, put last.
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

/// A partial change of a segment; `None` keeps what is there.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SegmentPatch {
    /// Another name.
    pub name: Option<SegmentName>,
    /// Other countries.
    pub countries: Option<Vec<CountryCode>>,
    /// `true` makes it the default in place of the present one; `false` is refused on the default.
    pub is_default: Option<bool>,
    /// Other conditions, or none.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        rename = "match",
        deserialize_with = "kernel::named"
    )]
    pub rule: Option<Option<Rule>>,
    /// Another experiment, or none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub experiment: Option<Option<Experiment>>,
    /// Another language, or none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub lang: Option<Option<Language>>,
    /// Another beginning or end, or none.
    #[serde(flatten)]
    pub schedule: ScheduleChange,
    /// Another place among the segments, from 0.
    pub position: Option<usize>,
}

impl Segment {
    pub(crate) fn new(id: SegmentId, new: NewSegment) -> Self {
        let NewSegment { name, countries, is_default, rule, experiment, lang, schedule, position: _ } = new;
        Self { id, name, countries, is_default, rule, experiment, lang, schedule, buttons: Vec::new() }
    }

    /// Everything but the default flag and the position, which concern the other segments too, and the schedule, which is
    /// judged first.
    pub(crate) fn apply(&mut self, patch: SegmentPatch) {
        set(&mut self.name, patch.name);
        set(&mut self.countries, patch.countries);
        set(&mut self.rule, patch.rule);
        set(&mut self.experiment, patch.experiment);
        set(&mut self.lang, patch.lang);
    }

    /// Its id, the `tier` of its buttons.
    pub fn id(&self) -> SegmentId {
        self.id
    }

    /// What it is called.
    pub fn name(&self) -> &SegmentName {
        &self.name
    }

    /// Whose visitors it is for; empty is any country.
    pub fn countries(&self) -> &[CountryCode] {
        &self.countries
    }

    /// Whether it is the catch-all.
    pub fn is_default(&self) -> bool {
        self.is_default
    }

    /// Further conditions; `None` is always.
    pub fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    /// Its experiment.
    pub fn experiment(&self) -> Option<&Experiment> {
        self.experiment.as_ref()
    }

    /// The page's language.
    pub fn lang(&self) -> Option<&Language> {
        self.lang.as_ref()
    }

    /// When it is tried; the default serves at any time.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Its buttons by position.
    pub fn buttons(&self) -> &[Button] {
        &self.buttons
    }

    /// A segment as it was stored.
    pub fn restore(id: SegmentId, new: NewSegment, buttons: Vec<Button>) -> Self {
        Self { buttons, ..Self::new(id, new) }
    }
}
