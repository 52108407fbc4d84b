// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Members;
use crate::operations::operations;
use crate::types;

operations! {
    Members:

    /// List members.
    ///
    /// The people of the team with their rights, a page at a time.
    fn list() -> json types::MemberList {
        MembersList = GET "/api/admin/members" as "members_list", Paged(items: types::MemberOut);
        /// How many at most.
        "limit" limit: i64;
        /// Where the page before ended.
        "cursor" cursor: &str;
    }

    /// Add a member.
    ///
    /// A member has a name, an address of mail and rights; keys are created for a member or for the owner.
    fn create(json body: &types::MemberCreate) -> json types::MemberOut {
        MembersCreate = POST "/api/admin/members" as "members_create", Keyed;
    }

    /// Remove a member.
    ///
    /// Their keys are refused from the next request on. A member who may do more than the calling key is left alone.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn delete(path id: i64) -> nothing () {
        MembersDelete = DELETE "/api/admin/members/{id}" as "members_delete", Conditional;
    }

    /// Show a member.
    ///
    /// The member with their rights.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: i64) -> json types::MemberOut {
        MembersShow = GET "/api/admin/members/{id}" as "members_show";
    }

    /// Change a member.
    ///
    /// Their keys have the new rights from the next request on. A member who may do more than the calling key is left alone.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn update(path id: i64, json body: &types::MemberUpdate) -> json types::MemberOut {
        MembersUpdate = PATCH "/api/admin/members/{id}" as "members_update", Conditional;
    }
}
