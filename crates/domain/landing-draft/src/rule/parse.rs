use kernel::{CountryCode, ErrorKind, Hostname, Language, Location, UnixTime, ValidationErrors};
use serde_json::{Map, Value};

use super::{
    AppTest, DayOfWeek, Entry, Group, Leaf, MAX_BYTES, MAX_DEPTH, MAX_LEAVES, MAX_VALUES, Membership, Mode,
    Rule, SetOp, TextTest, TimeWindow,
};
use crate::visitor::{Browser, Device, InApp, Os};

type Fields = Map<String, Value>;

impl Rule {
    /// Parses a condition; the error lists every invalid field with its path.
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        Self::read(node, CountryCode::parse)
    }

    /// Parses a stored condition, which may contain country codes that inputs reject.
    pub fn stored(node: &Value) -> Result<Self, ValidationErrors> {
        Self::read(node, CountryCode::stored)
    }

    fn read(node: &Value, country: fn(&str) -> Option<CountryCode>) -> Result<Self, ValidationErrors> {
        let mut reader = Reader { errors: ValidationErrors::none(), leaves: 0, country };
        let here = Location::root();
        let root = reader.root(node, &here);
        if reader.leaves > MAX_LEAVES {
            reader.errors.push(
                here.clone(),
                ErrorKind::TooMany,
                format!("has more than {MAX_LEAVES} conditions"),
            );
        }
        let rule = root.map(|root| Self { root });
        if rule.as_ref().is_some_and(|rule| written_bytes(&rule.to_json()) > MAX_BYTES) {
            reader.errors.push(here, ErrorKind::TooLong, format!("is longer than {MAX_BYTES} bytes"));
        }
        reader.errors.into_result().and(rule.ok_or_else(ValidationErrors::none))
    }
}

/// Estimates the length of the tree as compact JSON, without escapes.
fn written_bytes(node: &Value) -> usize {
    match node {
        Value::Null | Value::Bool(_) => 5,
        Value::Number(_) => 10,
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| written_bytes(item) + 1).sum::<usize>() + 2,
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| key.len() + 4 + written_bytes(value)).sum::<usize>() + 2
        }
    }
}

struct Reader {
    errors: ValidationErrors,
    leaves: usize,
    country: fn(&str) -> Option<CountryCode>,
}

impl Reader {
    fn error<T>(&mut self, at: &Location, kind: ErrorKind, message: impl Into<String>) -> Option<T> {
        self.errors.push(at.clone(), kind, message);
        None
    }

    fn fields<'a>(&mut self, node: &'a Value, at: &Location) -> Option<&'a Fields> {
        match node {
            Value::Object(fields) => Some(fields),
            _ => self.error(at, ErrorKind::ObjectType, "must be an object"),
        }
    }

    fn only(&mut self, fields: &Fields, allowed: &[&str], at: &Location) {
        for key in fields.keys().filter(|key| !allowed.contains(&key.as_str())) {
            self.errors.push(
                at.at(key.as_str()),
                ErrorKind::ExtraForbidden,
                format!("unknown field {key:?}"),
            );
        }
    }

    fn root(&mut self, node: &Value, at: &Location) -> Option<Group> {
        let fields = self.fields(node, at)?;
        match fields.get("v") {
            Some(version) if version.as_i64() == Some(1) => {}
            Some(_) => self.errors.push(at.at("v"), ErrorKind::Enum, "the only version is 1"),
            None => self.errors.push(at.at("v"), ErrorKind::Missing, "the version is missing"),
        }
        self.group(fields, &["v"], at, 1)
    }

    fn group(&mut self, fields: &Fields, besides: &[&str], at: &Location, depth: usize) -> Option<Group> {
        let (mode, entries) = match (fields.get("all"), fields.get("any")) {
            (Some(entries), None) => (Mode::All, entries),
            (None, Some(entries)) => (Mode::Any, entries),
            (None, None) => return self.error(at, ErrorKind::Missing, "must have \"all\" or \"any\""),
            (Some(_), Some(_)) => {
                return self.error(
                    at,
                    ErrorKind::ExtraForbidden,
                    "takes either \"all\" or \"any\", not both",
                );
            }
        };
        self.only(fields, &[besides, &[mode.as_str()]].concat(), at);
        let at = at.at(mode.as_str());
        let Value::Array(entries) = entries else {
            return self.error(&at, ErrorKind::ListType, "must be a list");
        };
        if entries.is_empty() {
            return self.error(&at, ErrorKind::TooShort, "must have at least one condition");
        }
        // All entries are read before any failure returns, so that all errors are reported at once.
        let read: Vec<_> =
            entries.iter().enumerate().map(|(n, entry)| self.entry(entry, &at.at(n), depth + 1)).collect();
        read.into_iter().collect::<Option<Vec<_>>>().map(|entries| Group { mode, entries })
    }

    /// Reads an entry. `depth` is the depth of the entry if it is a group or a negation; leaves add
    /// no depth.
    fn entry(&mut self, node: &Value, at: &Location, depth: usize) -> Option<Entry> {
        let fields = self.fields(node, at)?;
        let nested = !fields.contains_key("field")
            && ["all", "any", "not"].iter().any(|key| fields.contains_key(*key));
        if !nested {
            self.leaves += 1;
            return self.leaf(fields, at).map(Entry::Leaf);
        }
        if depth > MAX_DEPTH {
            return self.error(at, ErrorKind::TooDeep, format!("is nested deeper than {MAX_DEPTH}"));
        }
        match fields.get("not") {
            Some(inner) => {
                self.only(fields, &["not"], at);
                self.entry(inner, &at.at("not"), depth + 1).map(|entry| Entry::Not(Box::new(entry)))
            }
            None => self.group(fields, &[], at, depth).map(Entry::Group),
        }
    }

    fn leaf(&mut self, fields: &Fields, at: &Location) -> Option<Leaf> {
        let field = self.word(fields, "field", at);
        let op = self.word(fields, "op", at);
        let (field, op) = (field?, op?);
        match field {
            "country" => self.members(fields, op, at, &country(self.country)).map(Leaf::Country),
            "device" => self.members(fields, op, at, &word_of(Device::parse)).map(Leaf::Device),
            "os" => self.members(fields, op, at, &word_of(Os::parse)).map(Leaf::Os),
            "browser" => self.members(fields, op, at, &word_of(Browser::parse)).map(Leaf::Browser),
            "in_app" => self.members(fields, op, at, &word_of(app_test)).map(Leaf::InApp),
            "lang" => self.members(fields, op, at, &language).map(Leaf::Lang),
            "channel" => self.members(fields, op, at, &word_of(channel)).map(Leaf::Channel),
            "referrer_host" => self.text(fields, op, at, &host, true).map(Leaf::ReferrerHost),
            "returning" => {
                self.only_op(op, &["eq"], at)?;
                self.flag(fields, at).map(Leaf::Returning)
            }
            "time" => {
                self.only_op(op, &["between"], at)?;
                self.window(fields, at).map(Leaf::Time)
            }
            "date" => {
                self.only_op(op, &["between"], at)?;
                self.dates(fields, at)
            }
            _ => self.query(field, fields, op, at),
        }
    }

    fn query(&mut self, field: &str, fields: &Fields, op: &str, at: &Location) -> Option<Leaf> {
        let parameter = match field.split_once('.') {
            Some(("utm", key)) if is_parameter(key) => format!("utm_{key}"),
            Some(("query", key)) if is_parameter(key) => key.to_owned(),
            _ => {
                let message =
                    format!("must be one of: {}, utm.<name>, query.<name>", Rule::FIELDS.join(", "));
                return self.error(&at.at("field"), ErrorKind::UnknownField, message);
            }
        };
        let test = self.text(fields, op, at, &parameter_value, false)?;
        Some(Leaf::Query { field: field.to_owned(), parameter, test })
    }

    fn word<'a>(&mut self, fields: &'a Fields, key: &str, at: &Location) -> Option<&'a str> {
        match fields.get(key) {
            Some(Value::String(text)) => Some(text),
            Some(_) => self.error(&at.at(key), ErrorKind::StringType, "must be a string"),
            None => self.error(&at.at(key), ErrorKind::Missing, format!("{key:?} is missing")),
        }
    }

    fn only_op(&mut self, op: &str, allowed: &[&str], at: &Location) -> Option<()> {
        if allowed.contains(&op) {
            return Some(());
        }
        let message = format!("this field takes {}, not {op:?}", allowed.join(", "));
        self.error(&at.at("op"), ErrorKind::UnknownOp, message)
    }

    fn values<'a>(&mut self, fields: &'a Fields, at: &Location) -> Option<&'a [Value]> {
        self.only(fields, &["field", "op", "values"], at);
        let here = at.at("values");
        match fields.get("values") {
            None => self.error(&here, ErrorKind::Missing, "\"values\" is missing"),
            Some(Value::Array(values)) if values.is_empty() => {
                self.error(&here, ErrorKind::TooShort, "must have at least one value")
            }
            Some(Value::Array(values)) if values.len() > MAX_VALUES => {
                self.error(&here, ErrorKind::TooLong, format!("has more than {MAX_VALUES} values"))
            }
            Some(Value::Array(values)) => Some(values),
            Some(_) => self.error(&here, ErrorKind::ListType, "must be a list"),
        }
    }

    fn each<T>(&mut self, fields: &Fields, at: &Location, read: ReadValue<'_, T>) -> Option<Vec<T>> {
        let values = self.values(fields, at)?;
        let mut all = Vec::with_capacity(values.len());
        for (index, value) in values.iter().enumerate() {
            let here = at.at("values").at(index);
            match value {
                Value::String(text) => match read(text) {
                    Ok(value) => all.push(value),
                    Err((kind, message)) => self.errors.push(here, kind, message),
                },
                _ => self.errors.push(here, ErrorKind::StringType, "must be a string"),
            }
        }
        (all.len() == values.len()).then_some(all)
    }

    fn members<T>(
        &mut self,
        fields: &Fields,
        op: &str,
        at: &Location,
        read: ReadValue<'_, T>,
    ) -> Option<Membership<T>> {
        self.only_op(op, &["in", "not_in", "eq"], at)?;
        self.membership(fields, op, at, read)
    }

    fn membership<T>(
        &mut self,
        fields: &Fields,
        op: &str,
        at: &Location,
        read: ReadValue<'_, T>,
    ) -> Option<Membership<T>> {
        let op = match op {
            "in" => SetOp::In,
            "not_in" => SetOp::NotIn,
            _ => SetOp::Eq,
        };
        let values = self.each(fields, at, read)?;
        if op == SetOp::Eq && values.len() != 1 {
            return self.error(&at.at("values"), ErrorKind::TooLong, "\"eq\" takes exactly one value");
        }
        Some(Membership { op, values })
    }

    fn text(
        &mut self,
        fields: &Fields,
        op: &str,
        at: &Location,
        read: ReadValue<'_, String>,
        suffix: bool,
    ) -> Option<TextTest> {
        let ops: &[&str] = if suffix {
            &["in", "not_in", "eq", "exists", "suffix"]
        } else {
            &["in", "not_in", "eq", "exists"]
        };
        self.only_op(op, ops, at)?;
        match op {
            "exists" => self.flag(fields, at).map(TextTest::Exists),
            "suffix" => self.each(fields, at, read).map(TextTest::Suffix),
            _ => self.membership(fields, op, at, read).map(TextTest::OneOf),
        }
    }

    fn flag(&mut self, fields: &Fields, at: &Location) -> Option<bool> {
        match self.values(fields, at)? {
            [Value::Bool(flag)] => Some(*flag),
            [_] => self.error(&at.at("values").at(0), ErrorKind::BoolType, "must be true or false"),
            _ => self.error(&at.at("values"), ErrorKind::TooLong, "takes exactly one value"),
        }
    }

    fn window(&mut self, fields: &Fields, at: &Location) -> Option<TimeWindow> {
        self.only(fields, &["field", "op", "tz", "days", "from", "to"], at);
        let (zone, from, to) =
            (self.word(fields, "tz", at), self.word(fields, "from", at), self.word(fields, "to", at));
        let days = self.days(fields, at);
        let (zone, from, to, days) = (zone?, from?, to?, days?);
        TimeWindow::parse(zone, days, from, to).or_else(|| {
            let message = "must have a time zone such as Europe/Paris and two different hours such as 18:00";
            self.error(at, ErrorKind::Value, message)
        })
    }

    fn days(&mut self, fields: &Fields, at: &Location) -> Option<Vec<DayOfWeek>> {
        let here = at.at("days");
        let days = match fields.get("days") {
            None => return Some(Vec::new()),
            Some(Value::Array(days)) if days.len() <= 7 => days,
            Some(Value::Array(_)) => return self.error(&here, ErrorKind::TooLong, "has more than 7 days"),
            Some(_) => return self.error(&here, ErrorKind::ListType, "must be a list"),
        };
        let mut all = Vec::with_capacity(days.len());
        for (index, day) in days.iter().enumerate() {
            match day {
                Value::String(word) => match DayOfWeek::parse(word) {
                    Some(day) => all.push(day),
                    None => self.errors.push(
                        here.at(index),
                        ErrorKind::Enum,
                        "must be one of: mon, tue, wed, thu, fri, sat, sun",
                    ),
                },
                _ => self.errors.push(here.at(index), ErrorKind::StringType, "must be a string"),
            }
        }
        (all.len() == days.len()).then_some(all)
    }

    fn dates(&mut self, fields: &Fields, at: &Location) -> Option<Leaf> {
        self.only(fields, &["field", "op", "from_ts", "to_ts"], at);
        let (from, to) = (self.moment(fields, "from_ts", at), self.moment(fields, "to_ts", at));
        let (from, to) = (from?, to?);
        if to < from {
            return self.error(
                &at.at("to_ts"),
                ErrorKind::GreaterThanEqual,
                "must not be before \"from_ts\"",
            );
        }
        Some(Leaf::Date { from, to })
    }

    fn moment(&mut self, fields: &Fields, key: &str, at: &Location) -> Option<UnixTime> {
        match fields.get(key).map(Value::as_i64) {
            Some(Some(seconds)) => Some(UnixTime::from_seconds(seconds)),
            Some(None) => self.error(&at.at(key), ErrorKind::IntType, "must be Unix seconds"),
            None => self.error(&at.at(key), ErrorKind::Missing, format!("{key:?} is missing")),
        }
    }
}

type ReadValue<'a, T> = &'a dyn Fn(&str) -> Result<T, (ErrorKind, String)>;

/// Returns a reader for the words of a field.
fn word_of<T>(parse: fn(&str) -> Option<T>) -> impl Fn(&str) -> Result<T, (ErrorKind, String)> {
    move |text| parse(text).ok_or_else(|| (ErrorKind::Enum, format!("{text:?} is not a value of this field")))
}

fn country(
    parse: fn(&str) -> Option<CountryCode>,
) -> impl Fn(&str) -> Result<CountryCode, (ErrorKind, String)> {
    move |text| parse(text).ok_or_else(|| (ErrorKind::CountryInvalid, CountryCode::refusal(text)))
}

fn language(text: &str) -> Result<Language, (ErrorKind, String)> {
    Language::parse(text)
        .ok_or_else(|| (ErrorKind::LanguageInvalid, format!("{text:?} is not a language code")))
}

fn app_test(text: &str) -> Option<AppTest> {
    if text == "any" { Some(AppTest::Any) } else { InApp::parse(text).map(AppTest::Is) }
}

/// Accepts `direct`, `qr`, or `qr-` and the slug of a code.
fn channel(text: &str) -> Option<String> {
    let slug = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'_' | b'-');
    let of_code =
        text.strip_prefix("qr-").is_some_and(|rest| (1..=32).contains(&rest.len()) && rest.bytes().all(slug));
    (matches!(text, "direct" | "qr") || of_code).then(|| text.to_owned())
}

fn host(text: &str) -> Result<String, (ErrorKind, String)> {
    Hostname::parse(text)
        .map(|host| host.as_str().to_owned())
        .map_err(|error| (ErrorKind::Pattern, format!("{text:?} {error}")))
}

fn parameter_value(text: &str) -> Result<String, (ErrorKind, String)> {
    if text.chars().count() > 200 {
        return Err((ErrorKind::TooLong, "has more than 200 characters".to_owned()));
    }
    // Some stores can't hold control characters, and no legitimate link contains them.
    if text.chars().any(char::is_control) {
        return Err((ErrorKind::Pattern, "must not contain control characters".to_owned()));
    }
    Ok(text.to_owned())
}

fn is_parameter(key: &str) -> bool {
    (1..=64).contains(&key.len())
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

#[cfg(test)]
mod tests;
