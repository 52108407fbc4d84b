//! Members of an owner's team on the wire.

use deserr::Deserr;
use std::collections::BTreeMap;

use http_kit::extract::Faults;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::words;
use http_kit::wire::{Given, Named, Patch};

/// A new member. Without `tabs` and `caps`, the member has all rights of the owner.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::restriction_of_member, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada", "email": "ada@example.com", "tabs": ["landings"]}))]
pub struct MemberCreate {
    /// Name of the member.
    #[schema(min_length = 1, max_length = 80)]
    #[validate(length(min = 1, max = 80), custom(function = crate::rules::member_name))]
    pub name: String,
    /// E-mail address.
    #[schema(min_length = 3, max_length = 254)]
    #[validate(length(min = 3, max = 254), custom(function = crate::rules::email))]
    pub email: String,
    /// Tabs that the member is restricted to.
    #[deserr(default)]
    #[schema(value_type = Option<Vec<words::Tab>>, min_items = 1)]
    #[validate(length(min = 1), custom(function = crate::rules::tabs))]
    pub tabs: Option<Vec<String>>,
    /// Functions that the member is restricted to, by tab.
    #[deserr(default, from(Option<Named<Vec<String>>>) = Named::optional)]
    #[schema(value_type = Option<BTreeMap<words::Tab, Vec<words::TabFunction>>>)]
    #[validate(custom(function = crate::rules::caps))]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
}

/// A partial change of a member. Only given fields change; null removes a restriction.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::restriction_of_change, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
pub struct MemberUpdate {
    /// New name.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(min_length = 1, max_length = 80, nullable = false)]
    #[validate(length(min = 1, max = 80), custom(function = crate::rules::member_name))]
    pub name: Option<String>,
    /// New e-mail address.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(min_length = 3, max_length = 254, nullable = false)]
    #[validate(length(min = 3, max = 254), custom(function = crate::rules::email))]
    pub email: Option<String>,
    /// New tabs, or null for no restriction.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Option<Vec<words::Tab>>, min_items = 1)]
    #[validate(length(min = 1), custom(function = crate::rules::new_tabs))]
    pub tabs: Patch<Vec<String>>,
    /// New functions by tab, or null for no restriction.
    #[deserr(default, from(Patch<Named<Vec<String>>>) = Named::patched)]
    #[serde(default)]
    #[schema(value_type = Option<BTreeMap<words::Tab, Vec<words::TabFunction>>>)]
    #[validate(custom(function = crate::rules::new_caps))]
    pub caps: Patch<BTreeMap<String, Vec<String>>>,
}

/// A member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Member)]
pub struct MemberOut {
    /// Number of the member.
    pub id: i64,
    /// Name of the member.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Tabs that the rights are restricted to; null for no restriction.
    #[schema(value_type = Option<Vec<words::Tab>>, required)]
    pub tabs: Option<Vec<String>>,
    /// Functions that the rights are restricted to, by tab; null for no restriction.
    #[schema(value_type = Option<BTreeMap<words::Tab, Vec<words::TabFunction>>>, required)]
    pub caps: Option<BTreeMap<String, Vec<String>>>,
    /// Creation time in Unix seconds.
    pub created_at: i64,
}

/// The members, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MemberList {
    /// The members.
    pub items: Vec<MemberOut>,
    /// Cursor of the next page; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}
