use std::fmt;

/// One step on the way to a value inside a body: a field's name or a list's index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The name of a field.
    Key(String),
    /// The zero-based index in a list.
    Index(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// Where a value stands, from the outermost field inwards. Displays as `buttons.0.url`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Location(Vec<Step>);

impl Location {
    /// The place of the whole value.
    pub fn root() -> Self {
        Self::default()
    }

    /// This place, one step further in.
    #[must_use]
    pub fn at(&self, step: impl Into<Step>) -> Self {
        let mut steps = self.0.clone();
        steps.push(step.into());
        Self(steps)
    }

    /// The steps, outermost first.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// This place as seen from `outer`.
    #[must_use]
    pub fn within(&self, outer: &Location) -> Self {
        Self(outer.0.iter().chain(&self.0).cloned().collect())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, step) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str(".")?;
            }
            match step {
                Step::Key(key) => f.write_str(key)?,
                Step::Index(index) => write!(f, "{index}")?,
            }
        }
        Ok(())
    }
}

macro_rules! fault_kinds {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// What is wrong with a value, as a stable word that machines may rely on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum FaultKind { $($(#[$doc])* $name,)* }

        impl FaultKind {
            /// Every kind, for documentation and tests.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The stable snake_case word, the `type` of the validation list.
            pub fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }
        }
    };
}

fault_kinds! {
    /// A required field is absent.
    Missing = "missing",
    /// A field that the body's shape does not have.
    ExtraForbidden = "extra_forbidden",
    /// Not a string.
    StringType = "string_type",
    /// Not an integer.
    IntType = "int_type",
    /// Not a number.
    NumberType = "number_type",
    /// Not a boolean.
    BoolType = "bool_type",
    /// Not a list.
    ListType = "list_type",
    /// Not an object.
    ObjectType = "object_type",
    /// Null where a value is needed, or a value where null is needed.
    NullType = "null_type",
    /// Fewer characters or entries than allowed.
    TooShort = "too_short",
    /// More characters or entries than allowed.
    TooLong = "too_long",
    /// Below the smallest allowed number.
    GreaterThanEqual = "greater_than_equal",
    /// Above the largest allowed number.
    LessThanEqual = "less_than_equal",
    /// Not one of the listed words.
    Enum = "enum",
    /// Does not have the required form.
    Pattern = "pattern",
    /// The same entry twice.
    Duplicate = "duplicate",
    /// The body is not JSON.
    JsonInvalid = "json_invalid",
    /// A NUL character, which no text of ours may hold.
    NulCharacter = "nul_character",
    /// Not an address of an allowed kind.
    UrlInvalid = "url_invalid",
    /// Not a two-letter country code.
    CountryInvalid = "country_invalid",
    /// Not a language code such as `de` or `pt-BR`.
    LanguageInvalid = "language_invalid",
    /// A name outside the dictionary of tabs.
    UnknownTab = "unknown_tab",
    /// A name outside the dictionary of a tab's functions.
    UnknownFunction = "unknown_function",
    /// A condition over a field that does not exist.
    UnknownField = "unknown_field",
    /// An operator that the field does not take.
    UnknownOp = "unknown_op",
    /// Nested deeper than allowed.
    TooDeep = "too_deep",
    /// More of a thing than allowed, over several places together.
    TooMany = "too_many",
    /// A colour that stands out too little from the one behind it.
    LowContrast = "low_contrast",
    /// Any other value that breaks a rule; the message says which.
    Value = "value_error",
}

/// One thing that is wrong with an input: where, what kind, and a sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The place inside the input.
    pub location: Location,
    /// The stable word for machines.
    pub kind: FaultKind,
    /// A sentence for a person; not a contract.
    pub message: String,
}

/// All that is wrong with an input. An `Err(Faults)` is never empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Nothing wrong so far.
    pub fn none() -> Self {
        Self::default()
    }

    /// A single fault.
    pub fn one(location: Location, kind: FaultKind, message: impl Into<String>) -> Self {
        let mut faults = Self::none();
        faults.push(location, kind, message);
        faults
    }

    /// Notes one more fault.
    pub fn push(&mut self, location: Location, kind: FaultKind, message: impl Into<String>) {
        self.0.push(Fault { location, kind, message: message.into() });
    }

    /// Takes over the faults of an inner value that stands at `outer`.
    pub fn absorb(&mut self, outer: &Location, inner: Faults) {
        self.0.extend(
            inner.0.into_iter().map(|fault| Fault { location: fault.location.within(outer), ..fault }),
        );
    }

    /// The value of `result`, or `None` with its faults noted as standing at `outer`.
    pub fn take<T>(&mut self, outer: &Location, result: Result<T, Faults>) -> Option<T> {
        result.map_err(|inner| self.absorb(outer, inner)).ok()
    }

    /// `Ok` when nothing is wrong.
    pub fn into_result(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The faults in the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Faults {
    type Item = &'a Fault;
    type IntoIter = std::slice::Iter<'a, Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, fault) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{}: {}", fault.location, fault.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_faults_are_placed_where_the_inner_value_stands() {
        let inner = Faults::one(Location::root().at("values").at(2), FaultKind::Value, "no such country");
        let mut outer = Faults::none();
        outer.absorb(&Location::root().at("match"), inner);
        assert_eq!(outer.to_string(), "match.values.2: no such country");
    }

    #[test]
    fn words_are_unique_snake_case() {
        let mut words: Vec<_> = FaultKind::ALL.iter().map(|kind| kind.word()).collect();
        assert!(words.iter().all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_')));
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), FaultKind::ALL.len());
    }
}
