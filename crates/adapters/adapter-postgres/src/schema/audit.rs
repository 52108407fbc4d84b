diesel::table! {
    audit_entries (owner_id, entry_id) {
        owner_id -> BigInt,
        entry_id -> BigInt,
        at -> Timestamptz,
        key_prefix -> Nullable<Text>,
        member_id -> Nullable<BigInt>,
        cli -> Bool,
        action -> Text,
        subject_type -> Text,
        subject_id -> Text,
        request_id -> Nullable<Text>,
        before -> Nullable<Jsonb>,
        after -> Nullable<Jsonb>,
    }
}
