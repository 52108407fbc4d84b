//! A/B experiments of segments (`ab`), and variants of buttons.

use std::fmt;

use kernel::{ErrorKind, Location, ValidationErrors};
use serde_json::{Map, Value};

use crate::target::Target;
use crate::text::{Icon, Label};
use crate::visitor::VisitorToken;

/// Id of an arm: 1-32 characters of `[a-z0-9_-]`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArmId(String);

impl ArmId {
    /// Parses the id of an arm.
    pub fn parse(text: &str) -> Option<Self> {
        let plain =
            text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-'));
        ((1..=32).contains(&text.len()) && plain).then(|| Self(text.to_owned()))
    }

    /// Text of the id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ArmId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

kernel::text_value!(ArmId, "1-32 of a-z, 0-9, _ and -");

impl fmt::Debug for ArmId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Experiment that splits visitors between arms by weight. A visitor always gets the same arm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Experiment {
    key: String,
    arms: Vec<Arm>,
    winner: Option<ArmId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Arm {
    id: ArmId,
    weight: u32,
}

/// Maximum number of arms of an experiment, and of variants of a button.
pub const MAX_ARMS: usize = 20;
/// Maximum weight of an arm.
pub const MAX_WEIGHT: u32 = 10_000;
/// Maximum length of an experiment's key, in characters.
pub const MAX_KEY: usize = 64;

impl Experiment {
    /// Returns the arm of a visitor: the winner if set, or else an arm by weight.
    ///
    /// The visitor's fraction selects from cumulative shares, so a change of weights moves only the visitors whose
    /// share changed arms. A change of `key` assigns all visitors again.
    pub fn arm_of(&self, visitor: &VisitorToken) -> Option<&ArmId> {
        if self.winner.is_some() {
            return self.winner.as_ref();
        }
        let total: u64 = self.arms.iter().map(|arm| u64::from(arm.weight)).sum();
        let point = (u128::from(visitor.fraction(&self.key)) * u128::from(total)) >> 64;
        let mut end = 0_u128;
        self.arms
            .iter()
            .find(|arm| {
                end += u128::from(arm.weight);
                point < end
            })
            .map(|arm| &arm.id)
    }

    /// Approximate size in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        size_of::<Self>() + self.key.len() + self.arms.len() * (size_of::<Arm>() + 16)
    }

    /// Arms with their weights, in order.
    pub fn arms(&self) -> impl Iterator<Item = (&ArmId, u32)> {
        self.arms.iter().map(|arm| (&arm.id, arm.weight))
    }

    /// Key that seeds the assignment of visitors.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Parses `{"v": 1, "key", "arms": [{"id", "weight"}], "winner"}`; the error lists every invalid field.
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let here = Location::root();
        let fields = fields(node, &here, &["v", "key", "arms", "winner"], &mut errors)?;
        match fields.get("v") {
            Some(version) if version.as_i64() == Some(1) => {}
            Some(_) => errors.push(here.at("v"), ErrorKind::Enum, "the only version is 1"),
            None => errors.push(here.at("v"), ErrorKind::Missing, "the version is missing"),
        }
        let key = match fields.get("key") {
            Some(Value::String(key)) => {
                errors.take(&here.at("key"), kernel::check_line(key, 1, MAX_KEY)).map(|()| key.clone())
            }
            Some(_) => note(&mut errors, &here.at("key"), ErrorKind::StringType, "must be a string"),
            None => note(&mut errors, &here.at("key"), ErrorKind::Missing, "\"key\" is missing"),
        };
        let arms = arms(fields.get("arms"), &here.at("arms"), &mut errors);
        let winner = match fields.get("winner") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => {
                let known = arms.iter().map(|arm| &arm.id).find(|id| id.as_str() == text);
                if known.is_none() {
                    errors.push(here.at("winner"), ErrorKind::Enum, "is not the id of an arm");
                }
                known.cloned()
            }
            Some(_) => {
                note(&mut errors, &here.at("winner"), ErrorKind::StringType, "must be an arm's id or null")
            }
        };
        errors.into_result()?;
        Ok(Self { key: key.unwrap_or_default(), arms, winner })
    }

    /// Returns the experiment in the form of the API.
    pub fn to_json(&self) -> Value {
        let arms = self.arms.iter().map(|arm| {
            Value::from_iter([("id", arm.id.as_str().into()), ("weight", Value::from(i64::from(arm.weight)))])
        });
        Value::from_iter([
            ("v", Value::from(1)),
            ("key", self.key.as_str().into()),
            ("arms", Value::from_iter(arms)),
            ("winner", self.winner.as_ref().map(ArmId::as_str).into()),
        ])
    }
}

fn arms(node: Option<&Value>, at: &Location, errors: &mut ValidationErrors) -> Vec<Arm> {
    let Some(items) = list(node, at, errors) else {
        return Vec::new();
    };
    let mut arms: Vec<Arm> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let at = at.at(index);
        let Ok(fields) = fields(item, &at, &["id", "weight"], errors) else { continue };
        let id = arm_id(fields, &at, errors);
        let weight = match fields.get("weight").map(Value::as_i64) {
            Some(Some(weight)) => match u32::try_from(weight) {
                Ok(weight) if weight <= MAX_WEIGHT => Some(weight),
                Ok(_) => note(errors, &at.at("weight"), ErrorKind::LessThanEqual, "must be at most 10000"),
                Err(_) => {
                    note(errors, &at.at("weight"), ErrorKind::GreaterThanEqual, "must be from 0 to 10000")
                }
            },
            Some(None) => note(errors, &at.at("weight"), ErrorKind::IntType, "must be a whole number"),
            None => note(errors, &at.at("weight"), ErrorKind::Missing, "\"weight\" is missing"),
        };
        if let (Some(id), Some(weight)) = (id, weight) {
            if arms.iter().any(|arm| arm.id == id) {
                errors.push(at.at("id"), ErrorKind::Duplicate, "appears twice");
            }
            arms.push(Arm { id, weight });
        }
    }
    if errors.is_empty() && arms.iter().all(|arm| arm.weight == 0) {
        errors.push(at.clone(), ErrorKind::Value, "must have at least one arm with a weight above 0");
    }
    arms
}

/// Replacement of a button's properties for the visitors of one arm. `None` keeps the property of the button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Arm of the variant.
    pub id: ArmId,
    /// Label for this arm.
    pub label: Option<Label>,
    /// Destination for this arm.
    pub url: Option<Target>,
    /// Icon for this arm.
    pub icon: Option<Icon>,
    /// Whether the button is hidden for this arm.
    pub hidden: Option<bool>,
}

/// Variants of a button, at most one per arm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variants(Vec<Variant>);

impl Variants {
    /// Returns the variant for an arm, if any.
    pub fn of(&self, arm: &ArmId) -> Option<&Variant> {
        self.0.iter().find(|variant| variant.id == *arm)
    }

    /// Iterates over the variants in their stored order.
    pub fn iter(&self) -> std::slice::Iter<'_, Variant> {
        self.0.iter()
    }

    /// Parses `[{"id", "label"?, "url"?, "icon"?, "hidden"?}]`; the error lists every invalid field.
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let here = Location::root();
        let mut variants: Vec<Variant> = Vec::new();
        for (index, item) in list(Some(node), &here, &mut errors).unwrap_or_default().iter().enumerate() {
            let at = here.at(index);
            if let Some(variant) = variant(item, &at, &mut errors) {
                if variants.iter().any(|other| other.id == variant.id) {
                    errors.push(at.at("id"), ErrorKind::Duplicate, "appears twice");
                }
                variants.push(variant);
            }
        }
        errors.into_result()?;
        Ok(Self(variants))
    }

    /// Returns the variants in the form of the API.
    pub fn to_json(&self) -> Value {
        Value::from_iter(self.0.iter().map(|variant| {
            let mut fields = vec![("id", Value::from(variant.id.as_str()))];
            fields.extend(variant.label.as_ref().map(|label| ("label", label.as_str().into())));
            fields.extend(variant.url.as_ref().map(|url| ("url", url.as_typed().into())));
            fields.extend(variant.icon.as_ref().map(|icon| ("icon", icon.as_str().into())));
            fields.extend(variant.hidden.map(|hidden| ("hidden", Value::Bool(hidden))));
            Value::from_iter(fields)
        }))
    }
}

fn variant(item: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<Variant> {
    let fields = fields(item, at, &["id", "label", "url", "icon", "hidden"], errors).ok()?;
    let id = arm_id(fields, at, errors);
    let label = text(fields, "label", at, errors).and_then(|t| errors.take(&at.at("label"), Label::parse(t)));
    let url = text(fields, "url", at, errors).and_then(|t| errors.take(&at.at("url"), Target::parse(t)));
    let icon = text(fields, "icon", at, errors).and_then(|t| errors.take(&at.at("icon"), Icon::parse(t)));
    let hidden = match fields.get("hidden") {
        None | Some(Value::Null) => None,
        Some(Value::Bool(hidden)) => Some(*hidden),
        Some(_) => note(errors, &at.at("hidden"), ErrorKind::BoolType, "must be true or false"),
    };
    Some(Variant { id: id?, label, url, icon, hidden })
}

fn note<T>(errors: &mut ValidationErrors, at: &Location, kind: ErrorKind, message: &str) -> Option<T> {
    errors.push(at.clone(), kind, message);
    None
}

/// Returns the fields of an object. The returned error repeats `errors`, which already contains everything.
fn fields<'a>(
    node: &'a Value,
    at: &Location,
    allowed: &[&str],
    errors: &mut ValidationErrors,
) -> Result<&'a Map<String, Value>, ValidationErrors> {
    let Value::Object(fields) = node else {
        errors.push(at.clone(), ErrorKind::ObjectType, "must be an object");
        return Err(errors.clone());
    };
    for key in fields.keys().filter(|key| !allowed.contains(&key.as_str())) {
        errors.push(at.at(key.as_str()), ErrorKind::ExtraForbidden, format!("unknown field {key:?}"));
    }
    Ok(fields)
}

fn list<'a>(node: Option<&'a Value>, at: &Location, errors: &mut ValidationErrors) -> Option<&'a [Value]> {
    match node {
        None => note(errors, at, ErrorKind::Missing, "is missing"),
        Some(Value::Array(items)) if items.is_empty() => {
            note(errors, at, ErrorKind::TooShort, "must have at least one entry")
        }
        Some(Value::Array(items)) if items.len() > MAX_ARMS => {
            note(errors, at, ErrorKind::TooLong, "has more than 20 entries")
        }
        Some(Value::Array(items)) => Some(items),
        Some(_) => note(errors, at, ErrorKind::ListType, "must be a list"),
    }
}

fn text<'a>(
    fields: &'a Map<String, Value>,
    key: &str,
    at: &Location,
    errors: &mut ValidationErrors,
) -> Option<&'a str> {
    match fields.get(key) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text),
        Some(_) => note(errors, &at.at(key), ErrorKind::StringType, "must be a string"),
    }
}

fn arm_id(fields: &Map<String, Value>, at: &Location, errors: &mut ValidationErrors) -> Option<ArmId> {
    match fields.get("id") {
        Some(Value::String(text)) => ArmId::parse(text).or_else(|| {
            note(errors, &at.at("id"), ErrorKind::Pattern, "must be 1 to 32 characters of a-z, 0-9, _ and -")
        }),
        Some(_) => note(errors, &at.at("id"), ErrorKind::StringType, "must be a string"),
        None => note(errors, &at.at("id"), ErrorKind::Missing, "\"id\" is missing"),
    }
}

kernel::json_value!(Experiment, Experiment::parse);
kernel::json_value!(Variants, Variants::parse);

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment(weights: &[(&str, i64)], winner: Option<&str>) -> Value {
        let arms = weights.iter().map(|(id, weight)| {
            Value::from_iter([("id", Value::from(*id)), ("weight", Value::from(*weight))])
        });
        Value::from_iter([
            ("v", Value::from(1)),
            ("key", "hero".into()),
            ("arms", Value::from_iter(arms)),
            ("winner", winner.into()),
        ])
    }

    fn token(n: u32) -> VisitorToken {
        VisitorToken::of_text(&n.to_string())
    }

    fn share_of_first(weights: &[(&str, i64)]) -> Vec<bool> {
        let experiment = Experiment::parse(&experiment(weights, None)).unwrap();
        (0..10_000).map(|n| experiment.arm_of(&token(n)).unwrap().as_str() == "a").collect()
    }

    #[test]
    fn shares_follow_the_weights() {
        let a = share_of_first(&[("a", 30), ("b", 70)]).into_iter().filter(|first| *first).count();
        assert!((2_850..=3_150).contains(&a), "{a} of 10000");
    }

    #[test]
    fn a_change_of_weights_moves_only_the_difference() {
        let before = share_of_first(&[("a", 30), ("b", 70)]);
        let after = share_of_first(&[("a", 40), ("b", 60)]);
        let left_a = before.iter().zip(&after).filter(|(was, is)| **was && !**is).count();
        assert_eq!(left_a, 0, "nobody leaves the arm that grew");
    }

    #[test]
    fn an_arm_without_weight_gets_nobody_and_a_winner_gets_all() {
        assert!(share_of_first(&[("a", 0), ("b", 1)]).into_iter().all(|first| !first));
        let won = Experiment::parse(&experiment(&[("a", 0), ("b", 1)], Some("a"))).unwrap();
        assert!((0..100).all(|n| won.arm_of(&token(n)).unwrap().as_str() == "a"));
    }

    #[test]
    fn every_fault_is_reported_with_its_path() {
        let errors = |result: Result<(), ValidationErrors>| -> Vec<String> {
            result
                .err()
                .unwrap_or_default()
                .iter()
                .map(|f| format!("{} {}", f.location, f.kind.as_str()))
                .collect()
        };
        let ab = |node: &Value| errors(Experiment::parse(node).map(|_| ()));
        assert_eq!(ab(&experiment(&[("a", 0), ("b", 0)], None)), ["arms value_error"]);
        assert_eq!(ab(&experiment(&[("a", 1), ("a", 1)], None)), ["arms.1.id duplicate"]);
        assert_eq!(
            ab(&experiment(&[("A b", -1)], None)),
            ["arms.0.id pattern", "arms.0.weight greater_than_equal"]
        );
        assert_eq!(ab(&experiment(&[("a", 10_001)], None)), ["arms.0.weight less_than_equal"]);
        assert_eq!(ab(&experiment(&[("a", 1)], Some("z"))), ["winner enum"]);
        assert_eq!(
            ab(&Value::from_iter([("x", Value::Null)])),
            ["x extra_forbidden", "v missing", "key missing", "arms missing"]
        );
        let variants = |node: &Value| errors(Variants::parse(node).map(|_| ()));
        let bad = Value::from_iter([Value::from_iter([
            ("id", Value::from("a")),
            ("url", "javascript:alert(1)".into()),
            ("hidden", "no".into()),
        ])]);
        assert_eq!(variants(&bad), ["0.url url_invalid", "0.hidden bool_type"]);
        assert_eq!(variants(&Value::Array(vec![])), [" too_short"]);
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let node = experiment(&[("a", 1), ("b", 2)], Some("b"));
        assert_eq!(Experiment::parse(&node).unwrap().to_json(), node);
        let node = Value::from_iter([
            Value::from_iter([("id", Value::from("a")), ("label", "Hi".into()), ("hidden", true.into())]),
            Value::from_iter([
                ("id", Value::from("b")),
                ("url", "https://x.example".into()),
                ("icon", "x.svg".into()),
            ]),
        ]);
        assert_eq!(Variants::parse(&node).unwrap().to_json(), node);
    }
}
