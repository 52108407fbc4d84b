use super::links::funnel_links;

diesel::table! {
    conversion_pixels (owner_id, provider_id, platform) {
        owner_id -> BigInt,
        provider_id -> Text,
        platform -> Text,
        pixel_id -> Text,
        token -> Binary,
        event_map_json -> Text,
        active -> Bool,
        revision -> BigInt,
        updated_at -> Timestamptz,
        last_error -> Nullable<Text>,
        send_user_agent -> Bool,
    }
}

diesel::table! {
    pixel_deliveries (owner_id, delivery_id) {
        owner_id -> BigInt,
        delivery_id -> BigInt,
        provider_id -> Text,
        platform -> Text,
        event_id -> Text,
        platform_event_id -> Nullable<Text>,
        event_name -> Text,
        event_time -> Timestamptz,
        event_json -> Text,
        state -> Text,
        park_reason -> Nullable<Text>,
        attempts -> Integer,
        next_attempt_at -> Timestamptz,
        lease -> BigInt,
        locked_until -> Nullable<Timestamptz>,
        last_verdict -> Nullable<Text>,
        last_status -> Nullable<Integer>,
        last_failure -> Nullable<Text>,
        last_code -> Nullable<BigInt>,
        created_at -> Timestamptz,
    }
}

diesel::allow_tables_to_appear_in_same_query!(conversion_pixels, pixel_deliveries, funnel_links);
