diesel::table! {
    engine_connections (owner_id) {
        owner_id -> BigInt,
        revision -> BigInt,
        base_url -> Text,
        platform_account_id -> Text,
        token -> Binary,
        event_secret -> Binary,
        previous_event_secret -> Nullable<Binary>,
        event_secret_changed_at -> Timestamptz,
        connected_at -> Timestamptz,
        refused_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    engine_accounts (platform_account_id) {
        platform_account_id -> Text,
        owner_id -> BigInt,
    }
}

diesel::table! {
    platform_accounts (owner_id, platform_account_id) {
        owner_id -> BigInt,
        platform_account_id -> Text,
        number -> BigInt,
        connected_at -> Timestamptz,
        currency -> Nullable<Text>,
    }
}

diesel::table! {
    event_cursors (owner_id) {
        owner_id -> BigInt,
        platform_account_id -> Text,
        cursor -> Nullable<Text>,
        due_at -> Timestamptz,
        failures -> Integer,
        lease -> BigInt,
        locked_until -> Nullable<Timestamptz>,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    link_pulls (owner_id) {
        owner_id -> BigInt,
        platform_account_id -> Text,
        due_at -> Timestamptz,
        failures -> Integer,
        lease -> BigInt,
        locked_until -> Nullable<Timestamptz>,
        updated_at -> Timestamptz,
    }
}

diesel::allow_tables_to_appear_in_same_query!(engine_connections, engine_accounts);
