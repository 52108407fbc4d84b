use kernel::{OwnerId, UnixTime};

use crate::OwnerName;

/// What an owner pays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Plan {
    /// For a try.
    Free,
    /// For one creator.
    Pro,
    /// For an agency with many creators.
    Agency,
}

impl Plan {
    /// Every plan, smallest first.
    pub const ALL: [Self; 3] = [Self::Free, Self::Pro, Self::Agency];

    /// The plan of this name; names are exact.
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// The name, as it is stored and typed.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
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
