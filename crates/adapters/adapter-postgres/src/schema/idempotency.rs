diesel::table! {
    idempotency_keys (owner_id, operation, idempotency_key) {
        owner_id -> BigInt,
        operation -> Text,
        idempotency_key -> Text,
        body_hash -> Binary,
        created_at -> Timestamptz,
        locked_until -> Timestamptz,
        claim -> BigInt,
        status -> Nullable<SmallInt>,
        etag -> Nullable<Text>,
        answer -> Nullable<Jsonb>,
        reserved -> Nullable<BigInt>,
        long_answer_bytes -> Nullable<Integer>,
    }
}
