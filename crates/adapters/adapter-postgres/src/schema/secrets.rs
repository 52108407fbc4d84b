diesel::table! {
    secret_keys (key_id) {
        key_id -> Integer,
        wrapped -> Binary,
        created_at -> Timestamptz,
        retired_at -> Nullable<Timestamptz>,
    }
}
