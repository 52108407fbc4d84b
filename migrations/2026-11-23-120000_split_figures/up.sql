ALTER TABLE touches
    -- The browser, or the app whose built-in browser it was.
    ADD COLUMN browser  text,
    -- The host, and nothing else, of the page from which the visitor came.
    ADD COLUMN referrer text,
    -- The arm of an experiment that the page showed: segment/arm/key.
    ADD COLUMN arm      text;

-- Figures of a day in UTC, split by one trait of those who were counted: once for each trait, so a split sums up to the day. What is
-- unknown is stored under ''. A day holds a bounded number of keys that visitors name; what is beyond is stored under 'other'.
CREATE TABLE funnel_splits (
    owner_id      bigint NOT NULL,
    hostname      text   NOT NULL,
    split         text   NOT NULL,
    day           date   NOT NULL,
    key           text   NOT NULL COLLATE "C",
    visits        bigint NOT NULL DEFAULT 0,
    clicks        bigint NOT NULL DEFAULT 0,
    subs          bigint NOT NULL DEFAULT 0,
    revenue_cents bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (owner_id, hostname, split, day, key)
) WITH (fillfactor = 80);
