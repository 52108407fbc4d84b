diesel::table! {
    qr_codes (owner_id, code_id) {
        owner_id -> BigInt,
        code_id -> BigInt,
        hostname -> Text,
        slug -> Text,
        title -> Text,
        channel -> Text,
        source -> Text,
        design -> Jsonb,
        active -> Bool,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}
