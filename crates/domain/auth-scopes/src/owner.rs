use kernel::{OwnerId, UnixTime};

use crate::OwnerName;
use crate::words::{ParseError, words};

/// What an owner pays for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case", parse_err_ty = ParseError, parse_err_fn = ParseError::of)]
pub enum Plan {
    /// For a try.
    Free,
    /// For one creator.
    Pro,
    /// For an agency with many creators.
    Agency,
}

words!(Plan);

impl Plan {
    /// Every plan, smallest first.
    pub const ALL: [Self; 3] = [Self::Free, Self::Pro, Self::Agency];
}

/// A tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// Its number.
    pub id: OwnerId,
    /// What it is called.
    pub name: OwnerName,
    /// Its plan.
    pub plan: Plan,
    /// When it was created.
    pub created_at: UnixTime,
}

/// A tenant to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOwner {
    /// What it is called.
    pub name: OwnerName,
    /// Its plan.
    pub plan: Plan,
    /// When it was created.
    pub created_at: UnixTime,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_plans() {
        assert_eq!(Plan::ALL.map(Plan::as_str), ["free", "pro", "agency"]);
        assert_eq!(Plan::ALL.map(|plan| Plan::parse(plan.as_str())), Plan::ALL.map(Some));
        assert_eq!(Plan::parse("Free"), None);
    }
}
