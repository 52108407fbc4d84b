use kernel::{OwnerId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::OwnerName;

kernel::words! {
    /// Plan that an owner pays for.
    Plan {
        /// Trial plan.
        Free = "free",
        /// Plan for one creator.
        Pro = "pro",
        /// Plan for an agency with many creators.
        Agency = "agency",
    }
}

/// Owner: a tenant of the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// Number of the owner.
    pub id: OwnerId,
    /// Name of the owner.
    pub name: OwnerName,
    /// Plan of the owner.
    pub plan: Plan,
    /// Time of the creation.
    pub created_at: UnixTime,
}

/// Owner to be stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewOwner {
    /// Name of the owner.
    pub name: OwnerName,
    /// Plan of the owner.
    pub plan: Plan,
    /// Time of the creation.
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
