//! The view of all slots: of the first account of an owner, which stand in `domain_slots`, and of the others, which stand in
//! `account_slots`.

use crate::schema::links::funnel_links;

diesel::table! {
    slots (owner_id, link_id) {
        owner_id -> BigInt,
        hostname -> Text,
        slot -> Text,
        link_id -> BigInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(funnel_links, slots);
