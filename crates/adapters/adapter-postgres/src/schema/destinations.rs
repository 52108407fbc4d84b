diesel::table! {
    destination_checks (owner_id) {
        owner_id -> BigInt,
        gather_at -> Timestamptz,
        due_at -> Timestamptz,
        failing -> Bool,
        lease -> BigInt,
        locked_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    destinations (owner_id, destination_id) {
        owner_id -> BigInt,
        destination_id -> BigInt,
        url -> Text,
        domains -> Array<Text>,
        state -> Text,
        failing_since -> Nullable<Timestamptz>,
        checked_at -> Nullable<Timestamptz>,
        last_status -> Nullable<Integer>,
        last_error -> Nullable<Text>,
        next_look_at -> Timestamptz,
    }
}
