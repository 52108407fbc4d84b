diesel::table! {
    touches (owner_id, touch_id) {
        owner_id -> BigInt,
        touch_id -> Uuid,
        hostname -> Text,
        kind -> Text,
        at -> Timestamptz,
        source -> Text,
        code_id -> Nullable<BigInt>,
        smart_link_id -> Nullable<BigInt>,
        link_id -> Nullable<BigInt>,
        button -> Nullable<Text>,
        country -> Nullable<Text>,
        device -> Nullable<Text>,
        visitor -> Binary,
        fbclid -> Nullable<Text>,
        ttclid -> Nullable<Text>,
        bot -> Bool,
        repeated -> Bool,
        browser -> Nullable<Text>,
        referrer -> Nullable<Text>,
        arm -> Nullable<Text>,
        click_ids -> Nullable<Jsonb>,
        user_agent -> Nullable<Text>,
    }
}

diesel::table! {
    touch_repeats (owner_id, repeat_key) {
        owner_id -> BigInt,
        repeat_key -> Binary,
        counted_at -> Timestamptz,
        counted_by -> Uuid,
    }
}

diesel::table! {
    funnel_days (owner_id, hostname, day, source, link_id) {
        owner_id -> BigInt,
        hostname -> Text,
        day -> Date,
        source -> Text,
        link_id -> BigInt,
        scans -> BigInt,
        visits -> BigInt,
        clicks -> BigInt,
        subs -> BigInt,
        revenue_cents -> BigInt,
    }
}

diesel::table! {
    funnel_splits (owner_id, hostname, split, day, key) {
        owner_id -> BigInt,
        hostname -> Text,
        split -> Text,
        day -> Date,
        key -> Text,
        visits -> BigInt,
        clicks -> BigInt,
        subs -> BigInt,
        revenue_cents -> BigInt,
    }
}

diesel::table! {
    source_totals (owner_id, hostname, source) {
        owner_id -> BigInt,
        hostname -> Text,
        source -> Text,
        scans -> BigInt,
        visits -> BigInt,
        clicks -> BigInt,
        subs -> BigInt,
        revenue_cents -> BigInt,
    }
}
