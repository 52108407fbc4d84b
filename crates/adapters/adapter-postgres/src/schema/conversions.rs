diesel::table! {
    engine_events (owner_id, event_id) {
        owner_id -> BigInt,
        event_id -> Text,
        kind -> Text,
        taken_at -> Timestamptz,
    }
}

diesel::table! {
    engine_transactions (owner_id, transaction_key, is_refund) {
        owner_id -> BigInt,
        transaction_key -> Text,
        is_refund -> Bool,
        kind -> Nullable<Text>,
        gross_cents -> Nullable<BigInt>,
        net_cents -> Nullable<BigInt>,
        currency -> Nullable<Text>,
        fan_key -> Nullable<Text>,
    }
}

diesel::table! {
    raw_events (owner_id, event_id) {
        owner_id -> BigInt,
        event_id -> Text,
        raw -> Nullable<Jsonb>,
        taken_at -> Timestamptz,
        fan_id -> Nullable<Text>,
        sealed -> Nullable<Binary>,
    }
}

diesel::table! {
    quarantined_events (owner_id, platform_account_id, event_id) {
        owner_id -> BigInt,
        platform_account_id -> Text,
        event_id -> Text,
        kind -> Text,
        fan_id -> Nullable<Text>,
        cause -> Text,
        sealed -> Binary,
        quarantined_at -> Timestamptz,
        due_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    fan_events (owner_id, sequence) {
        owner_id -> BigInt,
        sequence -> BigInt,
        event_id -> Text,
        fan_id -> Text,
        username -> Nullable<Text>,
        kind -> Text,
        occurred_at -> Timestamptz,
        data -> Jsonb,
        taken_at -> Timestamptz,
    }
}

diesel::table! {
    awaited_clicks (owner_id, click_id, conversion_id) {
        owner_id -> BigInt,
        click_id -> Uuid,
        conversion_id -> BigInt,
        hashes -> Jsonb,
        taken_at -> Timestamptz,
    }
}

diesel::table! {
    fans (owner_id, fan_id) {
        owner_id -> BigInt,
        fan_id -> Text,
        username -> Nullable<Text>,
        username_at -> Nullable<Timestamptz>,
        username_by -> Nullable<Text>,
        country -> Nullable<Text>,
        country_at -> Nullable<Timestamptz>,
        country_by -> Nullable<Text>,
        messages -> BigInt,
        third_message_at -> Nullable<Timestamptz>,
        online_at -> Nullable<Timestamptz>,
        opted_out_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    conversions (owner_id, conversion_id) {
        owner_id -> BigInt,
        conversion_id -> BigInt,
        event_id -> Text,
        kind -> Text,
        fan_id -> Text,
        occurred_at -> Timestamptz,
        hostname -> Nullable<Text>,
        link_id -> Nullable<BigInt>,
        basis -> Nullable<Text>,
        click_ref -> Nullable<Text>,
        source -> Text,
        username -> Nullable<Text>,
        country -> Nullable<Text>,
        trial -> Nullable<Bool>,
        price_cents -> Nullable<BigInt>,
        transaction_id -> Nullable<Text>,
        transaction_kind -> Nullable<Text>,
        gross_cents -> Nullable<BigInt>,
        net_cents -> BigInt,
        purchase -> Bool,
        currency -> Nullable<Text>,
        content_ids -> Nullable<Array<BigInt>>,
        bundle_key -> Nullable<Text>,
        bundle_name -> Nullable<Text>,
        media_in_msg -> Nullable<BigInt>,
        taken_at -> Timestamptz,
        apart_net_cents -> Nullable<BigInt>,
        apart_gross_cents -> Nullable<BigInt>,
    }
}
