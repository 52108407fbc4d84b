//! Wire types of members.

use crate::members::wire::{MemberCreate, MemberOut, MemberUpdate};
use auth_scopes::{Member, MemberPatch, MemberRequest, Restriction};

/// Converts a member.
pub fn member_out(member: &Member) -> MemberOut {
    let restriction = member.restriction.as_ref();
    MemberOut {
        id: member.id.get(),
        name: member.name.as_str().to_owned(),
        email: member.email.as_str().to_owned(),
        tabs: restriction.and_then(Restriction::tab_words),
        caps: restriction.and_then(Restriction::cap_words).map(|caps| caps.into_iter().collect()),
        created_at: member.created_at.seconds(),
    }
}

/// Converts the body of a new member.
pub fn member_request(body: MemberCreate) -> MemberRequest {
    MemberRequest {
        name: body.name,
        email: body.email,
        tabs: body.tabs,
        caps: body.caps.map(|caps| caps.into_iter().collect()),
    }
}

/// Converts the change of a member.
pub fn member_patch(body: MemberUpdate) -> MemberPatch {
    MemberPatch {
        name: body.name,
        email: body.email,
        tabs: body.tabs.into_option(),
        caps: body.caps.map(|caps| caps.into_iter().collect()).into_option(),
    }
}
