diesel::table! {
    owners (owner_id) {
        owner_id -> BigInt,
        name -> Text,
        plan -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    members (owner_id, member_id) {
        owner_id -> BigInt,
        member_id -> BigInt,
        name -> Text,
        email -> Text,
        restriction -> Nullable<Jsonb>,
        created_at -> Timestamptz,
        removed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    api_keys (owner_id, key_id) {
        owner_id -> BigInt,
        key_id -> BigInt,
        prefix -> Text,
        token_hash -> Binary,
        pepper_id -> Nullable<BigInt>,
        name -> Text,
        scopes -> SmallInt,
        restriction -> Nullable<Jsonb>,
        member_id -> Nullable<BigInt>,
        created_at -> Timestamptz,
        expires_at -> Nullable<Timestamptz>,
        revoked_at -> Nullable<Timestamptz>,
        last_used_at -> Nullable<Timestamptz>,
        line_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    key_prefixes (prefix) {
        prefix -> Text,
        owner_id -> BigInt,
        key_id -> BigInt,
    }
}

diesel::table! {
    sessions (owner_id, session_id) {
        owner_id -> BigInt,
        session_id -> Text,
        key_id -> BigInt,
        browser -> Nullable<Text>,
        created_at -> Timestamptz,
        seen_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::allow_tables_to_appear_in_same_query!(owners, members, api_keys, key_prefixes);
