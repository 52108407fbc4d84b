diesel::table! {
    hostnames (hostname) {
        hostname -> Text,
        owner_id -> BigInt,
    }
}

diesel::table! {
    released_hostnames (hostname) {
        hostname -> Text,
        owner_id -> BigInt,
        released_at -> Timestamptz,
    }
}

diesel::table! {
    domains (owner_id, hostname) {
        owner_id -> BigInt,
        hostname -> Text,
        display_name -> Text,
        created_at -> Timestamptz,
        infra_state -> Text,
        provisioning_error -> Nullable<Text>,
        infra_attempts -> Integer,
        infra_attempted_at -> Nullable<Timestamptz>,
        next_attempt_at -> Nullable<Timestamptz>,
        lease -> BigInt,
        locked_until -> Nullable<Timestamptz>,
        live_version -> Nullable<Integer>,
        links_revision -> BigInt,
        codes_revision -> BigInt,
        link_nonce -> Nullable<Text>,
    }
}

diesel::table! {
    drafts (owner_id, hostname) {
        owner_id -> BigInt,
        hostname -> Text,
        revision -> BigInt,
        button_count -> Integer,
        document -> Jsonb,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    landing_versions (owner_id, hostname, version) {
        owner_id -> BigInt,
        hostname -> Text,
        version -> Integer,
        document -> Jsonb,
        published_at -> Timestamptz,
        published_by -> Text,
        rolled_back_from -> Nullable<Integer>,
    }
}

diesel::allow_tables_to_appear_in_same_query!(hostnames, domains, drafts, landing_versions);

diesel::table! {
    notification_presets (owner_id, preset_id) {
        owner_id -> BigInt,
        preset_id -> BigInt,
        name -> Text,
        content -> Jsonb,
        revision -> BigInt,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    preset_assignments (owner_id, hostname) {
        owner_id -> BigInt,
        hostname -> Text,
        preset_id -> BigInt,
        enabled -> Bool,
    }
}

diesel::allow_tables_to_appear_in_same_query!(preset_assignments, drafts);
