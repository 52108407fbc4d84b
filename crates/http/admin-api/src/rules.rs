//! The rules of every input of the API. Each is what the domain says of the input alone: whether things exist, and what a caller may do, is
//! for the operation.

mod bodies;
mod queries;

use http_kit::extract;

/// A body by its rules.
pub(crate) type Json<T, R = Rules> = extract::Json<T, R>;

/// A query by its rules.
pub(crate) type Query<T, R = Rules> = extract::Query<T, R>;

pub(crate) use bodies::{BannerRules, LookRules, NewPresetRules, PresetRules};

/// The rules of a type that means the same in each operation.
#[derive(Debug)]
pub(crate) enum Rules {}

/// Types that have a shape and no rules.
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

/// Types with what is wrong with one.
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
