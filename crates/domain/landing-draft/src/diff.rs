//! Differences between two landings, such as a draft and the live version.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::button::Button;
use crate::landing::Landing;
use crate::segment::Segment;

kernel::words! {
    /// Type of a change.
    ChangeOp {
        /// The value exists only in the new landing.
        Add = "add",
        /// The value exists only in the old landing.
        Remove = "remove",
        /// The value differs.
        Change = "change",
    }
}

/// Difference between two landings. An added or removed segment or button is one change that contains the whole item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Type of the change.
    pub op: ChangeOp,
    /// Path of the value: `segments.<id>`, `segments.<id>.name`, `segments.<id>.buttons.<id>.label` ...
    pub path: String,
    /// Old value; null for an addition.
    pub from: Value,
    /// New value; null for a removal.
    pub to: Value,
}

/// Returns the differences from `old` to `new`. Segments and buttons are matched by id. The result is empty exactly if
/// the landings are equal.
pub fn diff(old: &Landing, new: &Landing) -> Vec<Change> {
    let mut changes = Vec::new();
    // Most parts are equal, and comparing values is cheaper than building JSON.
    if old.appearance != new.appearance {
        compare_trees("appearance", old.appearance.to_json(), new.appearance.to_json(), &mut changes);
    }
    if old.reach != new.reach {
        compare_trees("reach", old.reach.compared(), new.reach.compared(), &mut changes);
    }
    if old.banner != new.banner {
        compare_trees("banner", old.banner.to_json(), new.banner.to_json(), &mut changes);
    }
    if old.segments == new.segments {
        return changes;
    }
    let old = by_id(&old.segments, Segment::id);
    let new = by_id(&new.segments, Segment::id);
    let segments = Keyed { path: "segments", old: &old, new: &new };
    segments.compare(&mut changes, Segment::to_json, |path, (old_at, old), (new_at, new), changes| {
        compare_fields(path, old.fields(old_at), new.fields(new_at), changes);
        let (old, new) = (by_id(&old.buttons, Button::id), by_id(&new.buttons, Button::id));
        let buttons = Keyed { path: &format!("{path}.buttons"), old: &old, new: &new };
        buttons.compare(
            changes,
            |button, _| button.to_json(),
            |path, (old_at, old), (new_at, new), changes| {
                compare_fields(path, old.fields(old_at), new.fields(new_at), changes);
            },
        );
    });
    changes
}

/// Items by id, each with its position. The order of ids equals the order of their texts.
type ById<'a, I, T> = BTreeMap<I, (usize, &'a T)>;

fn by_id<T, I: Ord>(items: &[T], id: impl Fn(&T) -> I) -> ById<'_, I, T> {
    items.iter().enumerate().map(|(position, item)| (id(item), (position, item))).collect()
}

struct Keyed<'a, I, T> {
    path: &'a str,
    old: &'a ById<'a, I, T>,
    new: &'a ById<'a, I, T>,
}

impl<I: Ord + Display, T: PartialEq> Keyed<'_, I, T> {
    fn compare(
        &self,
        changes: &mut Vec<Change>,
        whole: impl Fn(&T, usize) -> Value,
        both: impl Fn(&str, (usize, &T), (usize, &T), &mut Vec<Change>),
    ) {
        for (id, old) in self.old {
            let path = || format!("{}.{id}", self.path);
            match self.new.get(id) {
                Some(new) if new == old => {}
                Some(&new) => both(&path(), *old, new, changes),
                None => {
                    let (at, item) = *old;
                    changes.push(Change {
                        op: ChangeOp::Remove,
                        path: path(),
                        from: whole(item, at),
                        to: Value::Null,
                    });
                }
            }
        }
        for (id, (at, item)) in self.new.iter().filter(|(id, _)| !self.old.contains_key(id)) {
            let path = format!("{}.{id}", self.path);
            changes.push(Change { op: ChangeOp::Add, path, from: Value::Null, to: whole(item, *at) });
        }
    }
}

/// Compares two trees of the same shape field by field.
fn compare_trees(path: &str, old: Value, new: Value, changes: &mut Vec<Change>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) if old.keys().eq(new.keys()) => {
            for ((name, from), to) in old.into_iter().zip(new.into_values()) {
                compare_trees(&format!("{path}.{name}"), from, to, changes);
            }
        }
        (from, to) if from != to => {
            changes.push(Change { op: ChangeOp::Change, path: path.to_owned(), from, to });
        }
        _ => {}
    }
}

type Fields = Vec<(&'static str, Value)>;

const FROM: &str = "from_ts";
const UNTIL: &str = "until_ts";

/// Omits an absent schedule, so that items without a schedule look as they did before schedules existed.
fn said((name, value): &(&'static str, Value)) -> bool {
    !matches!(*name, FROM | UNTIL) || !value.is_null()
}

fn compare_fields(path: &str, old: Fields, new: Fields, changes: &mut Vec<Change>) {
    for ((name, from), (_, to)) in old.into_iter().zip(new) {
        if from != to {
            changes.push(Change { op: ChangeOp::Change, path: format!("{path}.{name}"), from, to });
        }
    }
}

fn position(at: usize) -> Value {
    i64::try_from(at).map_or(Value::Null, Value::from)
}

impl Segment {
    fn fields(&self, at: usize) -> Fields {
        vec![
            ("name", self.name.as_str().into()),
            ("position", position(at)),
            ("countries", Value::from_iter(self.countries.iter().map(|country| country.as_str()))),
            ("is_default", self.is_default.into()),
            ("match", self.rule.as_ref().map(|rule| rule.to_json()).unwrap_or(Value::Null)),
            ("ab", self.experiment.as_ref().map(|ab| ab.to_json()).unwrap_or(Value::Null)),
            ("lang", self.lang.as_ref().map_or("", |lang| lang.as_str()).into()),
            (FROM, self.schedule.from_ts().into()),
            (UNTIL, self.schedule.until_ts().into()),
        ]
    }

    fn to_json(&self, at: usize) -> Value {
        let buttons = Value::from_iter(self.buttons.iter().map(Button::to_json));
        Value::from_iter(self.fields(at).into_iter().filter(said).chain([("buttons", buttons)]))
    }
}

impl Button {
    fn fields(&self, at: usize) -> Fields {
        vec![
            ("label", self.label.as_str().into()),
            ("position", position(at)),
            ("url", self.url.as_typed().into()),
            ("stamped_url", self.stamped_url.as_deref().into()),
            ("icon", self.icon.as_str().into()),
            ("hidden", self.hidden.into()),
            ("match", self.rule.as_ref().map(|rule| rule.to_json()).unwrap_or(Value::Null)),
            ("variants", self.variants.as_ref().map(|variants| variants.to_json()).unwrap_or(Value::Null)),
            (FROM, self.schedule.from_ts().into()),
            (UNTIL, self.schedule.until_ts().into()),
        ]
    }

    fn to_json(&self) -> Value {
        let place = |(name, _): &(&'static str, Value)| *name != "position";
        let id = ("button_id", Value::from(self.id.to_string()));
        Value::from_iter(self.fields(0).into_iter().filter(place).filter(said).chain([id]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::button::ButtonPatch;
    use crate::schedule::ScheduleChange;
    use crate::segment::SegmentPatch;
    use crate::testing::{ids, landing, new_button};
    use crate::text::{Label, SegmentName};

    fn found(old: &Landing, new: &Landing) -> Vec<String> {
        let names: BTreeMap<String, String> = old
            .segments
            .iter()
            .chain(&new.segments)
            .flat_map(|s| {
                let buttons = s.buttons.iter().map(|b| (b.id.to_string(), b.label.as_str().to_owned()));
                buttons.chain([(s.id.to_string(), s.name.as_str().to_owned())])
            })
            .collect();
        // The order of ids from the same millisecond is random.
        let mut found: Vec<_> = diff(old, new)
            .iter()
            .map(|change| {
                let op: &str = change.op.as_str();
                let path: Vec<_> =
                    change.path.split('.').map(|part| names.get(part).map_or(part, String::as_str)).collect();
                format!("{op} {}", path.join("."))
            })
            .collect();
        found.sort();
        found
    }

    #[test]
    fn each_difference_is_found_once() {
        let (old, made) = landing(&[("a", 2), ("b", 1)]);
        assert_eq!(found(&old, &old), [] as [&str; 0]);
        assert_eq!(found(&Landing::empty(), &old), ["add segments.a", "add segments.b"]);
        assert_eq!(found(&old, &Landing::empty()), ["remove segments.a", "remove segments.b"]);

        let mut new = old.clone();
        let rename = SegmentPatch { name: SegmentName::parse("b").ok(), ..SegmentPatch::default() };
        new.update_segment(&made[1], rename).unwrap();
        let button = old.segments[0].buttons[0].id;
        let relabel =
            ButtonPatch { label: Label::parse("a 0").ok(), hidden: Some(true), ..ButtonPatch::default() };
        new.update_button(&made[0], &button, relabel).unwrap();
        new.delete_button(&made[0], &old.segments[0].buttons[1].id).unwrap();
        assert_eq!(
            found(&old, &new),
            ["change segments.a.buttons.a 0.hidden", "remove segments.a.buttons.a 1"]
        );
    }

    #[test]
    fn a_schedule_shows_at_its_ends_and_nowhere_without_one() {
        let (old, made) = landing(&[("a", 1)]);
        let mut new = old.clone();
        let schedule = ScheduleChange { from_ts: Some(Some(5)), until_ts: Some(Some(9)) };
        new.update_segment(&made[0], SegmentPatch { schedule, ..SegmentPatch::default() }).unwrap();
        let button = old.segments[0].buttons[0].id;
        let until = ScheduleChange { until_ts: Some(Some(9)), from_ts: None };
        new.update_button(&made[0], &button, ButtonPatch { schedule: until, ..ButtonPatch::default() })
            .unwrap();
        let expected = [
            "change segments.a.buttons.a 0.until_ts",
            "change segments.a.from_ts",
            "change segments.a.until_ts",
        ];
        assert_eq!(found(&old, &new), expected);
        let whole = |landing: &Landing| diff(&Landing::empty(), landing)[0].to.to_string();
        assert!(!whole(&old).contains("_ts") && whole(&new).contains("until_ts"));
    }

    #[test]
    fn a_new_order_shows_as_positions() {
        let (old, made) = landing(&[("a", 2)]);
        let mut new = old.clone();
        let order: Vec<_> = old.segments[0].buttons.iter().rev().map(Button::id).collect();
        new.order_buttons(&made[0], &order).unwrap();
        assert_eq!(
            found(&old, &new),
            ["change segments.a.buttons.a 0.position", "change segments.a.buttons.a 1.position"]
        );
    }

    #[test]
    fn the_look_and_the_banner_are_compared_down_to_the_values() {
        let old = Landing::empty();
        let mut new = old.clone();
        new.appearance.canvas_color = kernel::Rgb::parse("#ffffff");
        new.banner.content.title = "Hi".to_owned();
        assert_eq!(found(&old, &new), ["change appearance.canvas_color", "change banner.title"]);
    }

    #[test]
    fn an_addition_carries_the_whole() {
        let (old, made) = landing(&[("a", 0)]);
        let mut new = old.clone();
        // The seeded ids start again, so the button's id equals the segment's id except for the prefix.
        new.create_button(&made[0], ids().button(), new_button("fresh")).unwrap();
        let changes = diff(&old, &new);
        let Value::Object(button) = &changes[0].to else { panic!("a whole button is a map") };
        assert_eq!(button.get("label"), Some(&Value::from("fresh")));
        assert_eq!((changes.len(), changes[0].op, &changes[0].from), (1, ChangeOp::Add, &Value::Null));
    }
}
