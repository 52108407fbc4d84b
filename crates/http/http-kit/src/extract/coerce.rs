use std::any::TypeId;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use kernel::{ErrorKind, Location, ValidationErrors};
use serde_json::{Map, Number, Value};
use utoipa::IntoParams;
use utoipa::openapi::schema::{ArrayItems, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

/// Type of a parameter. All parameters arrive as texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parameter {
    is_list: bool,
    scalar: Scalar,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scalar {
    Text,
    Integer,
    Number,
    Boolean,
}

/// Types of the parameters of a query.
#[derive(Debug)]
pub(super) struct Parameters(HashMap<String, Parameter>);

static KNOWN: LazyLock<RwLock<HashMap<TypeId, Arc<Parameters>>>> = LazyLock::new(RwLock::default);

impl Parameters {
    /// Returns the parameters of `T` by the document, which is built once per process.
    pub(super) fn of<T: IntoParams + 'static>() -> Arc<Self> {
        let id = TypeId::of::<T>();
        if let Some(known) = KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Arc::clone(known);
        }
        let described = T::into_params(|| None).into_iter();
        let described = described.map(|one| (one.name, parameter(one.schema.as_ref())));
        let parameters = Arc::new(Self(described.collect()));
        KNOWN.write().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&parameters));
        parameters
    }

    /// Converts query texts to JSON values of the parameters' types. Unparsable texts remain, so that reading them
    /// reports the expected type. Skips unknown names, and empty or `null` values.
    pub(super) fn object(&self, pairs: &[(String, String)]) -> Value {
        let mut fields = Map::new();
        for (name, text) in pairs {
            let Some(parameter) = self.0.get(name) else { continue };
            if text.is_empty() || text == "null" {
                continue;
            }
            let value = parameter.scalar.read(text);
            if parameter.is_list {
                let list = fields.entry(name.as_str()).or_insert_with(|| Value::Array(Vec::new()));
                if let Some(list) = list.as_array_mut() {
                    list.push(value);
                }
            } else {
                fields.insert(name.clone(), value);
            }
        }
        Value::Object(fields)
    }

    /// Returns errors for repeated scalar parameters. They are ambiguous, and an intermediary may have checked another
    /// occurrence.
    pub(super) fn repeated(&self, pairs: &[(String, String)]) -> ValidationErrors {
        let is_scalar = |name: &&str| self.0.get(*name).is_some_and(|one| !one.is_list);
        let mut errors = ValidationErrors::none();
        for name in twice(pairs.iter().map(|(name, _)| name.as_str())).filter(is_scalar) {
            errors.push(Location::root().at(name), ErrorKind::Duplicate, "appears twice");
        }
        errors
    }
}

fn parameter(schema: Option<&RefOr<Schema>>) -> Parameter {
    match schema {
        Some(RefOr::T(Schema::Array(list))) => {
            let scalar = match &list.items {
                ArrayItems::RefOrSchema(items) => parameter(Some(items)).scalar,
                ArrayItems::False => Scalar::Text,
            };
            Parameter { is_list: true, scalar }
        }
        Some(RefOr::T(Schema::Object(object))) => {
            Parameter { is_list: false, scalar: Scalar::of(&object.schema_type) }
        }
        // The alternatives of a nullable type: null and another.
        Some(RefOr::T(Schema::OneOf(several))) => {
            let found = several.items.iter().map(|item| parameter(Some(item)));
            let text = Parameter { is_list: false, scalar: Scalar::Text };
            found.into_iter().find(|one| *one != text).unwrap_or(text)
        }
        _ => Parameter { is_list: false, scalar: Scalar::Text },
    }
}

impl Scalar {
    fn of(schema: &SchemaType) -> Self {
        let has = |wanted: &Type| match schema {
            SchemaType::Type(one) => one == wanted,
            SchemaType::Array(several) => several.contains(wanted),
            SchemaType::AnyValue => false,
        };
        if has(&Type::Integer) {
            Self::Integer
        } else if has(&Type::Number) {
            Self::Number
        } else if has(&Type::Boolean) {
            Self::Boolean
        } else {
            Self::Text
        }
    }

    fn read(self, text: &str) -> Value {
        let read = match self {
            Self::Integer => text.parse::<i64>().ok().map(Value::from),
            Self::Number => text.parse::<f64>().ok().and_then(Number::from_f64).map(Value::Number),
            Self::Boolean => match text {
                "true" | "1" => Some(Value::Bool(true)),
                "false" | "0" => Some(Value::Bool(false)),
                _ => None,
            },
            Self::Text => None,
        };
        read.unwrap_or_else(|| Value::String(text.to_owned()))
    }
}

/// Returns each repeated item, at its second occurrence.
fn twice<N: Copy + Eq + Hash>(names: impl Iterator<Item = N>) -> impl Iterator<Item = N> {
    let mut times = HashMap::new();
    names.filter(move |name| {
        let times = times.entry(*name).or_insert(0_usize);
        *times += 1;
        *times == 2
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::hash::Hasher;

    use super::*;

    /// A name that counts its comparisons.
    #[derive(Clone, Copy)]
    struct Counted<'a>(usize, &'a Cell<usize>);

    impl PartialEq for Counted<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.1.set(self.1.get() + 1);
            self.0 == other.0
        }
    }

    impl Eq for Counted<'_> {}

    impl Hash for Counted<'_> {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.1.set(self.1.get() + 1);
            self.0.hash(state);
        }
    }

    #[test]
    fn each_name_is_reported_where_it_comes_the_second_time() {
        let repeated = |names: &str| twice(names.chars()).collect::<String>();
        for (names, expected) in [("", ""), ("abc", ""), ("aa", "a"), ("aaaa", "a"), ("abcba", "ba")] {
            assert_eq!(repeated(names), expected, "{names}");
        }
    }

    #[test]
    fn names_are_looked_at_a_few_times_each_however_many_there_are() {
        for count in [1_000, 30_000] {
            for different in [1, count] {
                let looks = Cell::new(0);
                let names = (0..count).map(|index| Counted(index % different, &looks));
                assert_eq!(twice(names).count(), usize::from(different == 1));
                // Each name is looked up once, hashed again when the table grows, and compared with the
                // few of the same hash.
                assert!(looks.get() <= count * 6, "{} looks at {count} names", looks.get());
            }
        }
    }
}
