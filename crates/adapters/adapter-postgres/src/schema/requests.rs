diesel::table! {
    content_requests (owner_id, request_id) {
        owner_id -> BigInt,
        request_id -> BigInt,
        upstream_id -> BigInt,
        fan_id -> Text,
        fan_username -> Text,
        wanted -> Text,
        offered_cents -> BigInt,
        status -> Text,
        media_ids -> Array<Text>,
        reason -> Nullable<Text>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        account_number -> BigInt,
        engine_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    request_answers (owner_id, request_id, action) {
        owner_id -> BigInt,
        request_id -> BigInt,
        action -> Text,
        sequence -> BigInt,
        media_ids -> Array<Text>,
        reason -> Nullable<Text>,
        state -> Text,
        failure -> Nullable<Text>,
        attempts -> Integer,
        next_attempt_at -> Timestamptz,
        lease -> BigInt,
        locked_until -> Nullable<Timestamptz>,
    }
}
