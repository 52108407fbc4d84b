CREATE INDEX pixel_deliveries_pending ON pixel_deliveries
    (owner_id, provider_id, platform, next_attempt_at, delivery_id) WHERE state = 'pending';
CREATE INDEX pixel_deliveries_under_way ON pixel_deliveries (owner_id, provider_id, platform, locked_until)
    WHERE locked_until IS NOT NULL;
DROP INDEX pixel_deliveries_pending_at;
DROP INDEX pixel_deliveries_under_way_at;
DROP INDEX pixel_deliveries_with_fields;
