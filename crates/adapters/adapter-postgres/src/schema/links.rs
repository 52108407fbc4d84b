diesel::table! {
    smart_links (owner_id, smart_link_id) {
        owner_id -> BigInt,
        smart_link_id -> BigInt,
        hostname -> Text,
        slug -> Text,
        name -> Text,
        policy -> Jsonb,
        active -> Bool,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        expires_at -> Nullable<Timestamptz>,
        expired_url -> Nullable<Text>,
    }
}

diesel::table! {
    funnel_links (owner_id, link_id) {
        owner_id -> BigInt,
        link_id -> BigInt,
        provider_id -> Text,
        offer -> Text,
        name -> Text,
        url -> Text,
        country -> Nullable<Text>,
        trial_days -> Nullable<Integer>,
        permanent -> Bool,
        active -> Bool,
        created_at -> Timestamptz,
        switched_at -> Nullable<Timestamptz>,
        figures_day -> Nullable<Date>,
        clicks -> Nullable<BigInt>,
        subscribers -> Nullable<BigInt>,
        revenue_cents -> Nullable<BigInt>,
        spenders -> Nullable<BigInt>,
        conversions -> Nullable<BigInt>,
        revenue_net_cents -> Nullable<BigInt>,
    }
}

diesel::table! {
    domain_slots (owner_id, hostname, slot) {
        owner_id -> BigInt,
        hostname -> Text,
        slot -> Text,
        link_id -> BigInt,
    }
}

diesel::table! {
    account_slots (owner_id, account_number, hostname, slot) {
        owner_id -> BigInt,
        account_number -> BigInt,
        hostname -> Text,
        slot -> Text,
        link_id -> BigInt,
    }
}

diesel::table! {
    link_configs (owner_id, hostname) {
        owner_id -> BigInt,
        hostname -> Text,
        trial_countries -> Array<Text>,
        paid_countries -> Text,
        default_paid -> Bool,
        trial_days -> Nullable<Integer>,
    }
}
