use kernel::{OwnerId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::OwnerName;

kernel::words! {
    /// What an owner pays for.
    Plan {
        /// For a try.
        Free = "free",
        /// For one creator.
        Pro = "pro",
        /// For an agency with many creators.
        Agency = "agency",
    }
}

/// A tenant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
