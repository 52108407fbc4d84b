use kernel::{ErrorKind, Location, ValidationErrors};
use serde::{Deserialize, Serialize};

kernel::words! {
    /// Kind of operation that a key may call. Neither scope implies the other.
    Scope {
        /// Operations that change nothing.
        Read = "read",
        /// Operations that change something.
        Write = "write",
    }
}

impl Scope {
    const fn bit(self) -> u8 {
        match self {
            Self::Read => 1,
            Self::Write => 2,
        }
    }
}

/// Non-empty set of scopes. serde writes the list of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<Scope>")]
pub struct Scopes(u8);

/// Reason why a list is not a valid set of [`Scopes`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScopesError {
    /// Unknown scope; `invalid_scope` in the API.
    #[error("{0:?} is not a scope; scopes are read and write")]
    Unknown(String),
    /// Empty list; the error is at `scopes`.
    #[error(transparent)]
    Empty(ValidationErrors),
}

impl TryFrom<Vec<String>> for Scopes {
    type Error = ScopesError;

    fn try_from(words: Vec<String>) -> Result<Self, ScopesError> {
        Self::parse(&words)
    }
}

impl From<Scopes> for Vec<Scope> {
    fn from(scopes: Scopes) -> Self {
        scopes.iter().collect()
    }
}

impl Scopes {
    /// Both scopes.
    pub const ALL: Self = Self(3);

    /// Set with a single scope.
    pub const fn only(scope: Scope) -> Self {
        Self(scope.bit())
    }

    /// Parses a list of words; duplicates are allowed.
    pub fn parse<S: AsRef<str>>(words: &[S]) -> Result<Self, ScopesError> {
        let bits = words.iter().try_fold(0, |bits, word| match word.as_ref().parse::<Scope>() {
            Ok(scope) => Ok(bits | scope.bit()),
            Err(_) => Err(ScopesError::Unknown(word.as_ref().to_owned())),
        })?;
        Self::from_bits(bits).ok_or_else(|| {
            let place = Location::root().at("scopes");
            ScopesError::Empty(ValidationErrors::one(
                place,
                ErrorKind::TooShort,
                "must have at least one scope",
            ))
        })
    }

    /// Decodes the stored form: bit 0 is read, bit 1 is write. `None` for an empty set or other bits.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if matches!(bits, 1..=3) { Some(Self(bits)) } else { None }
    }

    /// Returns the stored form: bit 0 is read, bit 1 is write.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the scope is in the set.
    pub const fn contains(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Whether `other` has every scope of this set.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Scopes in order, read first.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |&scope| self.contains(scope))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let read = Scopes::only(Scope::Read);
        let unknown = |word: &str| Err(ScopesError::Unknown(word.to_owned()));
        for (words, expected) in [
            (&["read"][..], Ok(read)),
            (&["write"], Ok(Scopes::only(Scope::Write))),
            (&["write", "read"], Ok(Scopes::ALL)),
            (&["read", "read"], Ok(read)),
            (&["read", "admin"], unknown("admin")),
            (&["READ"], unknown("READ")),
            (&[""], unknown("")),
        ] {
            assert_eq!(Scopes::parse(words), expected, "{words:?}");
        }
        let Err(ScopesError::Empty(errors)) = Scopes::parse::<&str>(&[]) else { panic!("an empty list") };
        let error = errors.iter().next().unwrap();
        assert_eq!((error.location.to_string().as_str(), error.kind), ("scopes", ErrorKind::TooShort));
    }

    #[test]
    fn stored_form() {
        for bits in 0..=u8::MAX {
            assert_eq!(Scopes::from_bits(bits).map(Scopes::bits), (1..=3).contains(&bits).then_some(bits));
        }
        assert_eq!(Scopes::ALL.iter().map(Scope::as_str).collect::<Vec<_>>(), ["read", "write"]);
        assert!(!Scopes::only(Scope::Write).contains(Scope::Read));
    }
}
