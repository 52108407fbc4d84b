CREATE TABLE conversion_pixels (
    owner_id       bigint      NOT NULL,
    provider_id    text        NOT NULL,
    platform       text        NOT NULL CHECK (platform IN ('meta', 'tiktok')),
    pixel_id       text        NOT NULL,
    -- Sealed; see secret_keys.
    token          bytea       NOT NULL,
    event_map_json text        NOT NULL,
    active         boolean     NOT NULL,
    -- A new random number with each token and each pixel id, so that a refusal of earlier ones changes nothing.
    revision       bigint      NOT NULL,
    updated_at     timestamptz NOT NULL,
    -- The platform's refusal of the token or the pixel; null while they work.
    last_error     text,
    PRIMARY KEY (owner_id, provider_id, platform),
    FOREIGN KEY (owner_id, provider_id) REFERENCES funnel_links (owner_id, provider_id)
);
