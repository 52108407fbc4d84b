diesel::table! {
    content_days (owner_id, day, content_id) {
        owner_id -> BigInt,
        day -> Date,
        content_id -> BigInt,
        sales -> BigInt,
        revenue_cents -> Numeric,
    }
}

diesel::table! {
    content_totals (owner_id, content_id) {
        owner_id -> BigInt,
        content_id -> BigInt,
        sales -> BigInt,
        revenue_cents -> Numeric,
    }
}
