// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Members;
use crate::operations::operations;
use crate::types;

operations! {
    Members:

    /// List members.
    ///
    /// The people of the team with their rights, in pages.
    fn list() -> json types::MemberList {
        MembersList = GET "/api/admin/members" as "members_list", Paged(items: types::Member);
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Add a member.
    ///
    /// A member has a name, an e-mail address and rights. Nobody can grant more than the calling key may do now
    /// (`scope_escalation`). A member without a restriction has all rights of the owner, so only an unrestricted key can
    /// create one.
    fn create(json body: &types::MemberCreate) -> json types::Member {
        MembersCreate = POST "/api/admin/members" as "members_create", Keyed;
    }

    /// Remove a member.
    ///
    /// Keys of the member are rejected from the next request on. A member who may do more than the calling key can't be
    /// removed (`beyond_own_rights`).
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn delete(path id: i64) -> nothing () {
        MembersDelete = DELETE "/api/admin/members/{id}" as "members_delete", Conditional;
    }

    /// Show a member.
    ///
    /// The member with their rights. A removed member is `member_not_found`.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: i64) -> json types::Member {
        MembersShow = GET "/api/admin/members/{id}" as "members_show";
    }

    /// Change a member.
    ///
    /// The keys of the member have the new rights from the next request on. `tabs` and `caps` are checked together with the
    /// fields that stay. Nobody can grant more than the calling key may do now (`scope_escalation`), or change a member who
    /// may do more (`beyond_own_rights`), not even oneself.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn update(path id: i64, json body: &types::MemberUpdate) -> json types::Member {
        MembersUpdate = PATCH "/api/admin/members/{id}" as "members_update", Conditional;
    }
}
