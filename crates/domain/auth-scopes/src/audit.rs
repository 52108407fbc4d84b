//! Audit log: actor, time, old state and new state of every change.

use std::fmt;

#[cfg(feature = "use-cases")]
use async_trait::async_trait;
use kernel::{ErrorKind, Location, ParseError, UnixTime, ValidationErrors};
#[cfg(feature = "use-cases")]
use kernel::{OwnerId, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Right, Rights};

/// Retention of entries, in days.
pub const KEPT_DAYS: i64 = 400;

/// Maximum number of values shown for one change.
const MOST_VALUES: usize = 100;
/// Maximum size of a shown value, in bytes of JSON.
const LONGEST_VALUE: usize = 1_024;
/// Maximum size of `before` and of `after`, in bytes of JSON.
const MOST_BYTES: usize = 16 * 1_024;

/// Actions by kind: `landing.publish` is action `publish` of kind `landing`.
pub const ACTIONS: &[(&str, &[&str])] = &[
    ("broadcast", &["cancel", "change", "create", "launch", "pause", "resume", "unschedule"]),
    ("destination_health", &["switch"]),
    ("domain", &["delete", "provision", "register", "rename"]),
    ("engine", &["connect", "disconnect"]),
    ("fan", &["erase"]),
    ("funnel_link", &["configure", "provision", "switch"]),
    ("gate", &["close", "open"]),
    ("key", &["mint", "revoke", "rotate"]),
    ("landing", &["edit", "publish", "rollback"]),
    ("member", &["add", "change", "remove"]),
    ("pixel", &["change", "create", "delete", "redrive"]),
    ("preset", &["assign", "change", "create", "delete"]),
    ("qr_code", &["change", "create"]),
    ("request", &["decline", "fulfill", "start"]),
    ("smart_link", &["change", "create", "delete"]),
    ("webhook", &["change", "create", "delete", "redeliver", "redrive", "rotate"]),
];

/// Types of changed objects.
pub const SUBJECTS: &[&str] = &[
    "api_key",
    "broadcast",
    "destination_health",
    "domain",
    "engine",
    "fan",
    "funnel_link",
    "gate",
    "member",
    "pixel",
    "preset",
    "qr_code",
    "request",
    "smart_link",
    "webhook",
];

/// Right to see the things that actions of this kind change. An action of an unknown kind needs the right to see keys, as the log itself
/// does.
///
/// ```
/// use auth_scopes::Right;
/// use auth_scopes::audit::right_to_see;
///
/// assert_eq!(right_to_see("landing.publish"), Right::LandingsView);
/// assert_eq!(right_to_see("member.add"), Right::TeamView);
/// ```
pub fn right_to_see(action: &str) -> Right {
    match action.split_once('.').map_or(action, |(kind, _)| kind) {
        "broadcast" | "gate" => Right::BroadcastsView,
        "destination_health" | "engine" | "funnel_link" | "smart_link" => Right::LinksView,
        "domain" | "landing" => Right::LandingsView,
        "fan" => Right::StatsSources,
        "member" => Right::TeamView,
        "pixel" => Right::LinksPixels,
        "preset" => Right::NotificationsView,
        "qr_code" => Right::QrView,
        "request" => Right::VaultView,
        "webhook" => Right::IntegrationsView,
        _ => Right::KeysView,
    }
}

/// Whether an entry of the log may have this action.
///
/// ```
/// use auth_scopes::audit::is_action;
///
/// assert!(is_action("landing.publish"));
/// assert!(!is_action("landing") && !is_action("landing.dance"));
/// ```
pub fn is_action(text: &str) -> bool {
    text.split_once('.').is_some_and(|(kind, action)| {
        ACTIONS.iter().any(|(known, actions)| *known == kind && actions.contains(&action))
    })
}

/// Actor of a change.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AuditActor {
    /// Public part of the key; `None` on the command line.
    pub key_prefix: Option<String>,
    /// Member who held the key; `None` for the owner.
    pub member_id: Option<i64>,
    /// Whether an operator used the command line.
    pub cli: bool,
}

/// Audit entry of one change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Number of the entry; later entries have higher numbers.
    pub id: i64,
    /// Time of the change.
    pub at: UnixTime,
    /// Actor of the change.
    pub actor: AuditActor,
    /// Action, such as `landing.publish`.
    pub action: String,
    /// Type of the changed object, such as `domain`.
    pub subject_type: String,
    /// Id of the changed object.
    pub subject_id: String,
    /// Id of the request that made the change.
    pub request_id: Option<String>,
    /// Changed values before the change; `None` for a new object.
    pub before: Option<Value>,
    /// Changed values after the change; `None` for a deleted object.
    pub after: Option<Value>,
}

impl AuditEntry {
    /// Returns the entry for a reader with these rights. Removes the values if the reader may not see the changed
    /// object.
    #[must_use]
    pub fn shown_to(self, rights: Rights) -> Self {
        if rights.contains(right_to_see(&self.action)) {
            self
        } else {
            Self { before: None, after: None, ..self }
        }
    }
}

/// Filter of entries by their actor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskedActor {
    /// Entries of the key with this prefix.
    Key(String),
    /// Entries of a member, with any key.
    Member(i64),
    /// Entries of the command line.
    Cli,
}

kernel::text_value!(AskedActor: ParseError);

/// Writes the form that [`AskedActor::parse`] reads.
impl fmt::Display for AskedActor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(prefix) => f.write_str(prefix),
            Self::Member(id) => write!(f, "member:{id}"),
            Self::Cli => f.write_str("cli"),
        }
    }
}

impl AskedActor {
    /// Parses `cli`, `member:7` or the prefix of a key.
    ///
    /// ```
    /// use auth_scopes::audit::AskedActor;
    ///
    /// assert_eq!(AskedActor::parse("member:7"), Ok(AskedActor::Member(7)));
    /// assert_eq!(AskedActor::parse("cli"), Ok(AskedActor::Cli));
    /// assert!(AskedActor::parse("member:x").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let wrong = ParseError::needs("the prefix of a key, member:<id> or cli");
        match text.strip_prefix("member:") {
            Some(id) => id.parse().map(Self::Member).map_err(|_| wrong),
            None if text == "cli" => Ok(Self::Cli),
            None if is_word(text) => Ok(Self::Key(text.to_owned())),
            None => Err(wrong),
        }
    }
}

/// Filter of audit entries.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditQuery {
    /// Actor of the entries.
    pub actor: Option<AskedActor>,
    /// Action, or a kind for all its actions: `landing` means every `landing.*`.
    pub action: Option<String>,
    /// Type of the changed object.
    pub subject_type: Option<String>,
    /// Id of the changed object.
    pub subject_id: Option<String>,
    /// Earliest time, included.
    pub from: Option<UnixTime>,
    /// Latest time, included.
    pub to: Option<UnixTime>,
    /// Number of an entry; only earlier entries are returned.
    pub before: Option<i64>,
}

impl AuditQuery {
    /// Parses a filter, and returns all errors with their paths. A subject is a type, optionally with an id: `domain`,
    /// `domain:links.example.com`. Times are Unix seconds and include their whole second.
    pub fn parse(
        actor: Option<&str>,
        action: Option<&str>,
        subject: Option<&str>,
        from_ts: Option<i64>,
        to_ts: Option<i64>,
    ) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let place = |name: &'static str| Location::root().at(name);
        let actor = actor.and_then(|text| {
            AskedActor::parse(text)
                .map_err(|error| errors.push(place("actor"), ErrorKind::Pattern, error.to_string()))
                .ok()
        });
        let is_kind = |text: &str| ACTIONS.iter().any(|(kind, _)| *kind == text);
        if action.is_some_and(|text| !is_action(text) && !is_kind(text)) {
            let kinds: Vec<_> = ACTIONS.iter().map(|(kind, _)| *kind).collect();
            let message = format!(
                "must be an action such as landing.publish, or all actions of one of: {}",
                kinds.join(", ")
            );
            errors.push(place("action"), ErrorKind::Enum, message);
        }
        let (subject_type, subject_id) = match subject.map(|text| text.split_once(':').unwrap_or((text, "")))
        {
            None => (None, None),
            Some((kind, id)) if SUBJECTS.contains(&kind) && !id.contains('\0') => {
                (Some(kind.to_owned()), (!id.is_empty()).then(|| id.to_owned()))
            }
            Some(_) => {
                let message = format!(
                    "must be a type, or a type and an id such as domain:a.example; the types are {}",
                    SUBJECTS.join(", ")
                );
                errors.push(place("subject"), ErrorKind::Enum, message);
                (None, None)
            }
        };
        for (name, moment) in [("from_ts", from_ts), ("to_ts", to_ts)] {
            // Limited to the range 1970 to 9999, which calendars support.
            if moment.is_some_and(|moment| !(0..253_402_300_800).contains(&moment)) {
                errors.push(place(name), ErrorKind::Value, "must be Unix seconds before the year 10000");
            }
        }
        if let (Some(from), Some(to)) = (from_ts, to_ts)
            && from > to
        {
            errors.push(place("from_ts"), ErrorKind::LessThanEqual, "must not be after to_ts");
        }
        errors.into_result()?;
        Ok(Self {
            actor,
            action: action.map(str::to_owned),
            subject_type,
            subject_id,
            from: from_ts.map(UnixTime::from_seconds),
            to: to_ts.map(|to| UnixTime::from_seconds(to.saturating_add(1))),
            before: None,
        })
    }
}

fn is_word(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Audit log. Only changes themselves write entries.
#[cfg(feature = "use-cases")]
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Lists at most `limit` entries of the owner, newest first. Entries of other owners MUST look absent.
    async fn list(
        &self,
        owner: OwnerId,
        query: &AuditQuery,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError>;

    /// Deletes a bounded number of entries older than `before`, for all owners. Returns the number of deleted entries.
    async fn purge(&self, before: UnixTime) -> Result<u64, StoreError>;
}

/// Differences between two states of an object, in bounded size. Equal fields are left out. Long values are replaced by
/// their length. Fields beyond the size limit are only counted.
///
/// ```
/// use auth_scopes::audit::difference;
/// use serde_json::json;
///
/// let (before, after) = difference(Some(json!({"a": 1, "b": 2})), Some(json!({"a": 1, "b": 3})));
/// assert_eq!((before, after), (Some(json!({"b": 2})), Some(json!({"b": 3}))));
/// let (before, after) = difference(None, Some(json!({"a": 1})));
/// assert_eq!((before, after), (None, Some(json!({"a": 1}))));
/// ```
pub fn difference(before: Option<Value>, after: Option<Value>) -> (Option<Value>, Option<Value>) {
    match (before, after) {
        (Some(Value::Object(before)), Some(Value::Object(mut after))) => {
            let mut changes = Vec::new();
            for (name, from) in before {
                let to = after.remove(&name);
                if to.as_ref() != Some(&from) {
                    changes.push((name, Some(from), to));
                }
            }
            changes.extend(after.into_iter().map(|(name, to)| (name, None, Some(to))));
            changed(changes)
        }
        (before, after) => (before.map(bounded), after.map(bounded)),
    }
}

/// Computes the bounded difference from a list of changed values, each with its name.
pub fn changed(changes: Vec<(String, Option<Value>, Option<Value>)>) -> (Option<Value>, Option<Value>) {
    let (mut before, mut after) = (BoundedFields::default(), BoundedFields::default());
    for (name, from, to) in changes {
        before.insert(&name, from);
        after.insert(&name, to);
    }
    (Some(before.value()), Some(after.value()))
}

fn bounded(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut shown = BoundedFields::default();
            fields.into_iter().for_each(|(name, value)| shown.insert(&name, Some(value)));
            shown.value()
        }
        value => cut(value),
    }
}

/// Replaces a long value by its length.
fn cut(value: Value) -> Value {
    let bytes = value.to_string().len();
    if bytes <= LONGEST_VALUE { value } else { Value::from_iter([("cut_bytes", Value::from(bytes))]) }
}

/// Object with a limit on the number and size of its values.
#[derive(Default)]
struct BoundedFields {
    values: Map<String, Value>,
    bytes: usize,
    left_out: u64,
}

impl BoundedFields {
    fn insert(&mut self, name: &str, value: Option<Value>) {
        let Some(value) = value.map(cut) else { return };
        let bytes = name.len() + value.to_string().len();
        if self.values.len() >= MOST_VALUES || self.bytes + bytes > MOST_BYTES {
            self.left_out += 1;
            return;
        }
        self.bytes += bytes;
        self.values.insert(name.to_owned(), value);
    }

    fn value(mut self) -> Value {
        if self.left_out > 0 {
            self.values.insert("left_out".to_owned(), self.left_out.into());
        }
        Value::Object(self.values)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_kind_of_action_names_the_right_that_shows_its_values() {
        for (kind, _) in ACTIONS {
            let is_key = right_to_see(kind) == Right::KeysView;
            assert_eq!(is_key, *kind == "key", "{kind} has no right of its own");
        }
    }

    #[test]
    fn values_are_shown_to_those_who_may_see_what_they_are_about() {
        let entry = |action: &str| AuditEntry {
            id: 1,
            at: UnixTime::from_seconds(1),
            actor: AuditActor::default(),
            action: action.to_owned(),
            subject_type: "domain".to_owned(),
            subject_id: "a.example".to_owned(),
            request_id: None,
            before: None,
            after: Some(json!({ "a": 1 })),
        };
        let rights: Rights = [Right::KeysView, Right::QrView].into_iter().collect();
        for (action, is_shown) in
            [("key.mint", true), ("qr_code.create", true), ("landing.edit", false), ("member.add", false)]
        {
            let hidden = AuditEntry { after: None, ..entry(action) };
            let expected = if is_shown { entry(action) } else { hidden };
            assert_eq!(entry(action).shown_to(rights), expected, "{action}");
        }
    }

    #[test]
    fn a_difference_shows_what_differs_and_nothing_else() {
        for (before, after, shown) in [
            (json!({"a": 1}), json!({"a": 1}), (json!({}), json!({}))),
            (json!({"a": 1, "b": [1]}), json!({"b": [2], "a": 1}), (json!({"b": [1]}), json!({"b": [2]}))),
            (json!({"a": 1}), json!({"b": 1}), (json!({"a": 1}), json!({"b": 1}))),
            (json!({"a": null}), json!({}), (json!({"a": null}), json!({}))),
            (json!("a"), json!("b"), (json!("a"), json!("b"))),
        ] {
            let (from, to) = difference(Some(before), Some(after));
            assert_eq!((from.unwrap(), to.unwrap()), shown);
        }
        assert_eq!(difference(Some(json!({"a": 1})), None), (Some(json!({"a": 1})), None));
    }

    #[test]
    fn whatever_was_changed_what_is_reported_is_bounded() {
        let long = json!("x".repeat(5_000));
        let (_, shown) = difference(None, Some(json!({"a": 1, "html": long})));
        assert_eq!(shown, Some(json!({"a": 1, "html": {"cut_bytes": 5_002}})));
        for (count, size) in [(99, 10), (5_000, 10), (100, 900), (5_000, 900)] {
            let changes =
                (0..count).map(|n| (format!("{n:05}"), None, Some(json!("y".repeat(size))))).collect();
            let (before, after) = changed(changes);
            let (before, after) = (before.unwrap(), after.unwrap());
            assert_eq!(before, json!({}));
            let fields = after.as_object().unwrap();
            let left_out = fields.get("left_out").and_then(Value::as_u64).unwrap_or_default();
            let shown = u64::try_from(fields.len()).unwrap() - u64::from(left_out > 0);
            assert_eq!(shown + left_out, count, "{count} {size}");
            assert!(after.to_string().len() < MOST_BYTES + 1_024);
        }
    }

    #[test]
    fn a_query_reports_every_fault_by_the_name_of_its_field() {
        let places = |query: Result<AuditQuery, ValidationErrors>| -> Vec<String> {
            let errors = query.err().unwrap_or_default();
            errors.iter().map(|error| error.location.to_string()).collect()
        };
        let all = AuditQuery::parse(Some("No"), Some("a.b.c"), Some(":x"), Some(-1), Some(i64::MAX));
        assert_eq!(places(all), ["actor", "action", "subject", "from_ts", "to_ts"]);
        assert_eq!(places(AuditQuery::parse(None, None, None, Some(2), Some(1))), ["from_ts"]);
        for (action, taken) in [
            ("landing", true),
            ("landing.publish", true),
            ("webhook.redrive", true),
            ("Landing", false),
            ("", false),
            ("a.", false),
            ("landings", false),
            ("landing.dance", false),
            ("key.publish", false),
            ("landing.publish.x", false),
        ] {
            assert_eq!(AuditQuery::parse(None, Some(action), None, None, None).is_ok(), taken, "{action:?}");
        }
        for (subject, kind, id) in [
            ("domain", "domain", None),
            ("domain:a.example", "domain", Some("a.example")),
            ("engine:x:y", "engine", Some("x:y")),
        ] {
            let query = AuditQuery::parse(None, None, Some(subject), None, None).unwrap();
            assert_eq!((query.subject_type.as_deref(), query.subject_id.as_deref()), (Some(kind), id));
        }
        for subject in ["", ":x", "Domain", "domains", "key:7", "landing"] {
            assert_eq!(places(AuditQuery::parse(None, None, Some(subject), None, None)), ["subject"]);
        }
    }
}
