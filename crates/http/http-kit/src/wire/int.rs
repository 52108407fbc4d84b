use deserr::{Deserr, IntoValue, Value, ValuePointerRef};
use kernel::ErrorKind;

use super::{Given, Patch};
use crate::extract::Faults;

/// A whole number from `MIN` to `MAX`, as which a field of the type `N` is read:
/// `#[deserr(from(Int<u32, 1, 100>) = Int::get)]`. The document states the same bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Int<N, const MIN: i64, const MAX: i64>(N);

/// A moment in Unix seconds, up to the end of the year 9999.
pub type Seconds = Int<i64, 0, 253_402_300_799>;

impl<N, const MIN: i64, const MAX: i64> Int<N, MIN, MAX> {
    /// Returns the number.
    pub fn get(self) -> N {
        self.0
    }

    /// Returns the number of an optional field.
    pub fn optional(field: Option<Self>) -> Option<N> {
        field.map(Self::get)
    }

    /// Returns the number of a field that may be left out but not be null.
    pub fn given(field: Given<Self>) -> Option<N> {
        field.value().map(Self::get)
    }

    /// Returns the change of a field.
    pub fn patched(field: Patch<Self>) -> Patch<N> {
        field.map(Self::get)
    }
}

impl<N: TryFrom<i64>, const MIN: i64, const MAX: i64> Deserr<Faults> for Int<N, MIN, MAX> {
    fn deserialize_from_value<V: IntoValue>(
        value: Value<V>,
        at: ValuePointerRef<'_>,
    ) -> Result<Self, Faults> {
        // A number beyond 64 bits with a sign is out of bounds, too.
        let value = match value {
            Value::Integer(number) => Value::Integer(number.min(i64::MAX.unsigned_abs())),
            other => other,
        };
        let number = <i64 as Deserr<Faults>>::deserialize_from_value(value, at)?;
        if number < MIN {
            return Err(Faults::at(at, ErrorKind::GreaterThanEqual, format!("must be at least {MIN}")));
        }
        let read = N::try_from(number).ok().filter(|_| number <= MAX).map(Self);
        read.ok_or_else(|| Faults::at(at, ErrorKind::LessThanEqual, format!("must be at most {MAX}")))
    }
}
