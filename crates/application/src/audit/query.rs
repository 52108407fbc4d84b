//! Filters of the audit log.

use kernel::{ErrorKind, Location, ParseError, UnixTime, ValidationErrors};

use super::action::{Action, Kind, Subject};

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

impl AskedActor {
    /// Parses `cli`, `member:7` or the prefix of a key.
    ///
    /// ```
    /// use application::audit::AskedActor;
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

/// Filter of entries by their action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedAction {
    /// Entries of one action.
    One(Action),
    /// Entries of every action of a kind.
    All(Kind),
}

impl AskedAction {
    /// Parses an action, or a kind of actions.
    pub fn parse(text: &str) -> Option<Self> {
        Action::parse(text).map(Self::One).or_else(|| Kind::parse(text).map(Self::All))
    }

    /// Word that [`Self::parse`] reads.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::One(action) => action.as_str(),
            Self::All(kind) => kind.as_str(),
        }
    }
}

/// Filter of audit entries.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditQuery {
    /// Actor of the entries.
    pub actor: Option<AskedActor>,
    /// Action of the entries.
    pub action: Option<AskedAction>,
    /// Type of the changed object.
    pub subject_type: Option<Subject>,
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
        let action = action.and_then(|text| {
            let found = AskedAction::parse(text);
            if found.is_none() {
                let message = format!(
                    "must be an action such as landing.publish, or all actions of one of: {}",
                    Kind::WORDS.join(", ")
                );
                errors.push(place("action"), ErrorKind::Enum, message);
            }
            found
        });
        let (subject_type, subject_id) = match subject.map(subject_and_id) {
            None => (None, None),
            Some((Some(kind), id)) if !id.contains('\0') => {
                (Some(kind), (!id.is_empty()).then(|| id.to_owned()))
            }
            Some(_) => {
                let message = format!(
                    "must be a type, or a type and an id such as domain:a.example; the types are {}",
                    Subject::WORDS.join(", ")
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
            action,
            subject_type,
            subject_id,
            from: from_ts.map(UnixTime::from_seconds),
            to: to_ts.map(|to| UnixTime::from_seconds(to.saturating_add(1))),
            before: None,
        })
    }
}

/// Splits `domain:a.example`; the type is `None` if it is unknown, and the id may be empty.
fn subject_and_id(text: &str) -> (Option<Subject>, &str) {
    let (kind, id) = text.split_once(':').unwrap_or((text, ""));
    (Subject::parse(kind), id)
}

fn is_word(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
