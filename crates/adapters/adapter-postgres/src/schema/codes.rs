use super::landing::domains;
use super::touches::source_totals;

diesel::table! {
    qr_codes (owner_id, code_id) {
        owner_id -> BigInt,
        code_id -> BigInt,
        hostname -> Text,
        slug -> Text,
        title -> Text,
        channel -> Text,
        source -> Text,
        design -> Jsonb,
        active -> Bool,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        smart_link -> Nullable<Text>,
    }
}

diesel::allow_tables_to_appear_in_same_query!(domains, qr_codes, source_totals);
