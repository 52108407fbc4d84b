use std::collections::BTreeMap;
use std::ops::ControlFlow;

use deserr::{Deserr, IntoValue, Map as _, MergeWithError as _, Value, ValuePointerRef};
use kernel::ErrorKind;

use super::Patch;
use crate::extract::Faults;

/// Values by name, as which a map is read: `#[deserr(from(Named<String>) = Named::get)]`. deserr 0.6 itself loses the
/// errors of a map's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named<T>(BTreeMap<String, T>);

impl<T> Named<T> {
    /// Returns the map.
    pub fn get(self) -> BTreeMap<String, T> {
        self.0
    }

    /// Returns the map of an optional field.
    pub fn optional(field: Option<Self>) -> Option<BTreeMap<String, T>> {
        field.map(Self::get)
    }

    /// Returns the change of a field.
    pub fn patched(field: Patch<Self>) -> Patch<BTreeMap<String, T>> {
        field.map(Self::get)
    }
}

impl<T: Deserr<Faults>> Deserr<Faults> for Named<T> {
    fn deserialize_from_value<V: IntoValue>(
        value: Value<V>,
        at: ValuePointerRef<'_>,
    ) -> Result<Self, Faults> {
        let Value::Map(fields) = value else {
            return Err(Faults::at(at, ErrorKind::ObjectType, "must be an object"));
        };
        let (mut named, mut faults) = (BTreeMap::new(), None);
        for (name, value) in fields.into_iter() {
            let here = at.push_key(&name);
            match T::deserialize_from_value(value.into_value(), here) {
                Ok(value) => drop(named.insert(name, value)),
                Err(found) => match Faults::merge(faults, found, here) {
                    ControlFlow::Continue(all) => faults = Some(all),
                    ControlFlow::Break(all) => return Err(all),
                },
            }
        }
        faults.map_or(Ok(Self(named)), Err)
    }
}
