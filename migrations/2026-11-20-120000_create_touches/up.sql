CREATE TABLE touches (
    owner_id      bigint      NOT NULL REFERENCES owners,
    -- A v7 UUID of the moment of the touch, so that old ones are stored together. The `aref` of an address is its text.
    touch_id      uuid        NOT NULL,
    hostname      text        NOT NULL,
    kind          text        NOT NULL CHECK (kind IN ('scan', 'visit', 'click')),
    at            timestamptz NOT NULL,
    -- The label of the printed code by which the visitor came; '' without one.
    source        text        NOT NULL,
    code_id       bigint,
    smart_link_id bigint,
    link_id       bigint,
    button        text,
    country       text,
    device        text,
    visitor       bytea       NOT NULL,
    fbclid        text,
    ttclid        text,
    bot           boolean     NOT NULL,
    -- The same visitor did the same less than half an hour before. Neither repeats nor bots count.
    repeated      boolean     NOT NULL,
    PRIMARY KEY (owner_id, touch_id)
);

-- When a visitor's visit or click of one target last counted. The key is a digest of domain, target and visitor.
CREATE TABLE touch_repeats (
    owner_id   bigint      NOT NULL REFERENCES owners,
    repeat_key bytea       NOT NULL,
    counted_at timestamptz NOT NULL,
    -- The touch that counted.
    counted_by uuid        NOT NULL,
    PRIMARY KEY (owner_id, repeat_key)
);

CREATE INDEX touch_repeats_by_age ON touch_repeats (counted_at);

-- Figures of a day in UTC, by the printed code and the funnel link that took part; '' and 0 where none did.
CREATE TABLE funnel_days (
    owner_id      bigint NOT NULL REFERENCES owners,
    hostname      text   NOT NULL,
    day           date   NOT NULL,
    source        text   NOT NULL,
    link_id       bigint NOT NULL,
    scans         bigint NOT NULL DEFAULT 0,
    visits        bigint NOT NULL DEFAULT 0,
    clicks        bigint NOT NULL DEFAULT 0,
    subs          bigint NOT NULL DEFAULT 0,
    revenue_cents bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (owner_id, hostname, day, source, link_id)
);

-- The same over all days and links, so that a list of codes reads one row each.
CREATE TABLE source_totals (
    owner_id      bigint NOT NULL REFERENCES owners,
    hostname      text   NOT NULL,
    source        text   NOT NULL,
    scans         bigint NOT NULL DEFAULT 0,
    visits        bigint NOT NULL DEFAULT 0,
    clicks        bigint NOT NULL DEFAULT 0,
    subs          bigint NOT NULL DEFAULT 0,
    revenue_cents bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (owner_id, hostname, source)
);
