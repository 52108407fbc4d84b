diesel::table! {
    owner_files (owner_id, file) {
        owner_id -> BigInt,
        file -> Text,
        bytes -> BigInt,
        kept_at -> Timestamptz,
    }
}

diesel::table! {
    owner_file_totals (owner_id) {
        owner_id -> BigInt,
        files -> BigInt,
        bytes -> BigInt,
    }
}
