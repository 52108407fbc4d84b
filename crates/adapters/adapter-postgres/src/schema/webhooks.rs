diesel::table! {
    webhook_endpoints (owner_id, endpoint_id) {
        owner_id -> BigInt,
        endpoint_id -> Text,
        url -> Text,
        events -> Array<Text>,
        description -> Text,
        active -> Bool,
        disabled_reason -> Nullable<Text>,
        failing_since -> Nullable<Timestamptz>,
        secret -> Binary,
        previous_secret -> Nullable<Binary>,
        previous_until -> Nullable<Timestamptz>,
        rotation_id -> Nullable<Text>,
        created_at -> Timestamptz,
        answer_ms -> Integer,
        made_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    webhook_deliveries (owner_id, delivery_id) {
        owner_id -> BigInt,
        delivery_id -> BigInt,
        endpoint_id -> Text,
        message_id -> Text,
        event_type -> Text,
        body -> Text,
        subject -> Text,
        state -> Text,
        attempts -> Integer,
        next_attempt_at -> Timestamptz,
        lease -> BigInt,
        locked_until -> Nullable<Timestamptz>,
        last_status -> Nullable<Integer>,
        last_answer -> Nullable<Text>,
        created_at -> Timestamptz,
        attempt_log -> Jsonb,
        redriven_at -> Nullable<Timestamptz>,
    }
}

diesel::allow_tables_to_appear_in_same_query!(webhook_endpoints, webhook_deliveries);
