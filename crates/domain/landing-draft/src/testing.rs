//! Builders for the tests of this crate.

use std::sync::Arc;

use kernel::UnixTime;
use kernel::fixed::{FixedClock, SeededEntropy};
use serde_json::Value;

use crate::button::NewButton;
use crate::id::{Ids, SegmentId};
use crate::landing::Landing;
use crate::rule::Rule;
use crate::segment::NewSegment;
use crate::target::Target;
use crate::text::{Label, SegmentName};
use crate::visitor::{Visitor, VisitorToken};

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

pub(crate) fn ids() -> Ids {
    Ids::new(Arc::new(FixedClock::at(NOW)), Arc::new(SeededEntropy::new(1)))
}

/// Generator whose ids differ from all ids of [`ids`].
pub(crate) fn other_ids() -> Ids {
    Ids::new(Arc::new(FixedClock::at(NOW)), Arc::new(SeededEntropy::new(2)))
}

pub(crate) fn visitor() -> Visitor {
    Visitor::unknown(NOW, VisitorToken::new([7; 16]))
}

pub(crate) fn leaf<V: Into<Value>>(field: &str, op: &str, values: impl IntoIterator<Item = V>) -> Value {
    Value::from_iter([("field", Value::from(field)), ("op", op.into()), ("values", Value::from_iter(values))])
}

pub(crate) fn rule(node: Value) -> Rule {
    Rule::parse(&node).unwrap_or_else(|errors| panic!("{errors}"))
}

pub(crate) fn new_segment(name: &str) -> NewSegment {
    NewSegment::named(SegmentName::parse(name).unwrap_or_else(|errors| panic!("{errors}")))
}

pub(crate) fn new_button(label: &str) -> NewButton {
    let label = Label::parse(label).unwrap_or_else(|errors| panic!("{errors}"));
    let url = Target::parse("https://example.com").unwrap_or_else(|errors| panic!("{errors}"));
    NewButton::leading_to(label, url)
}

/// Builds a landing with these segments, the first as the default, each with this number of
/// buttons.
pub(crate) fn landing(segments: &[(&str, usize)]) -> (Landing, Vec<SegmentId>) {
    let ids = ids();
    let mut landing = Landing::empty();
    let mut made = Vec::new();
    for (name, buttons) in segments {
        let id = ids.segment();
        landing.create_segment(id, new_segment(name)).unwrap_or_else(|error| panic!("{error}"));
        for n in 0..*buttons {
            let button = new_button(&format!("{name} {n}"));
            landing.create_button(&id, ids.button(), button).unwrap_or_else(|error| panic!("{error}"));
        }
        made.push(id);
    }
    (landing, made)
}
