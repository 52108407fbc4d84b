diesel::table! {
    broadcast_gates (owner_id) {
        owner_id -> BigInt,
        is_open -> Bool,
        epoch -> BigInt,
    }
}

diesel::table! {
    broadcasts (owner_id, broadcast_id) {
        owner_id -> BigInt,
        broadcast_id -> BigInt,
        definition -> Jsonb,
        digests -> Jsonb,
        start_at -> Nullable<Timestamptz>,
        status -> Text,
        reason -> Nullable<Text>,
        account_id -> Nullable<Text>,
        gate_epoch -> Nullable<BigInt>,
        launched_at -> Nullable<Timestamptz>,
        alarms_since -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        revision -> BigInt,
    }
}

diesel::table! {
    broadcast_audit (owner_id, broadcast_id, revision) {
        owner_id -> BigInt,
        broadcast_id -> BigInt,
        revision -> BigInt,
        at -> Timestamptz,
        key_prefix -> Nullable<Text>,
        from_status -> Text,
        from_reason -> Nullable<Text>,
        to_status -> Text,
        to_reason -> Nullable<Text>,
        key_name -> Nullable<Text>,
        member_id -> Nullable<BigInt>,
    }
}

// The counters of campaigns. The table keeps its name: a program of the version before reads it during a rolling upgrade.
diesel::table! {
    broadcast_figures (owner_id, broadcast_id) {
        owner_id -> BigInt,
        broadcast_id -> BigInt,
        plan_step -> BigInt,
        plan_cursor -> Nullable<Text>,
        plan_began_at -> Nullable<Timestamptz>,
        plan_complete -> Bool,
        plan_failures -> Integer,
        plan_retry_at -> Nullable<Timestamptz>,
        matched -> BigInt,
        pending -> BigInt,
        sent -> BigInt,
        failed -> BigInt,
        unknown -> BigInt,
        taken -> BigInt,
        under_way -> BigInt,
        replied -> BigInt,
        purchased -> BigInt,
        revenue_cents -> BigInt,
        apart_cents -> Jsonb,
    }
}

diesel::table! {
    broadcast_tallies (owner_id, broadcast_id, kind, moment) {
        owner_id -> BigInt,
        broadcast_id -> BigInt,
        kind -> Text,
        moment -> Timestamptz,
        rows -> BigInt,
    }
}

diesel::table! {
    broadcast_rows (owner_id, broadcast_id, fan_id) {
        owner_id -> BigInt,
        broadcast_id -> BigInt,
        fan_id -> Text,
        sequence -> BigInt,
        tier -> Nullable<Text>,
        country -> Nullable<Text>,
        state -> Text,
        detail -> Nullable<Text>,
        due_at -> Timestamptz,
        gives_up -> Bool,
        lease -> BigInt,
        claimed_at -> Nullable<Timestamptz>,
        submitted_at -> Nullable<Timestamptz>,
        text_digest -> Nullable<Binary>,
        unanswered -> Integer,
        answered_at -> Nullable<Timestamptz>,
        message_id -> Nullable<Text>,
        replied -> Bool,
        opted_out -> Bool,
        purchased -> Bool,
    }
}

diesel::table! {
    broadcast_fans (owner_id, fan_id) {
        owner_id -> BigInt,
        fan_id -> Text,
        opted_out -> Bool,
        replied_at -> Nullable<Timestamptz>,
        online_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    broadcast_paces (owner_id, account_id) {
        owner_id -> BigInt,
        account_id -> Text,
        next -> BigInt,
        held_until -> BigInt,
        day -> BigInt,
        taken -> BigInt,
        line -> BigInt,
        last_gap -> BigInt,
    }
}
