//! Rules of all inputs. They check an input alone; operations check whether things exist and what a
//! caller may do.

mod bodies;
mod queries;

use http_kit::extract;

/// A body with its rules.
pub(crate) type Json<T, R = Rules> = extract::Json<T, R>;

/// A query with its rules.
pub(crate) type Query<T, R = Rules> = extract::Query<T, R>;

pub(crate) use bodies::{BannerRules, LookRules, NewPresetRules, PresetRules};

/// Rules of types with the same meaning in every operation.
#[derive(Debug)]
pub(crate) enum Rules {}

/// Implements empty rules for types that have only a shape.
macro_rules! without_rules {
    ($($input:ty,)*) => {$(
        impl RulesOf<$input> for Rules {
            fn faults(_: &$input, _: UnixTime) -> Faults {
                Faults::none()
            }
        }
    )*};
}

use without_rules;

/// Implements rules by an expression that returns an input's faults.
macro_rules! rules {
    ($($rules:ty: $input:ty => |$name:ident, $now:pat_param| $faults:expr,)*) => {$(
        impl RulesOf<$input> for $rules {
            fn faults($name: &$input, $now: UnixTime) -> Faults {
                $faults.into()
            }
        }
    )*};
}

use rules;
