-- Claims are made for one platform, owner by owner. What changes the deliveries of one pixel finds them by the same indexes.
CREATE INDEX pixel_deliveries_pending_at ON pixel_deliveries
    (platform, owner_id, provider_id, next_attempt_at, delivery_id) WHERE state = 'pending';
CREATE INDEX pixel_deliveries_under_way_at ON pixel_deliveries (platform, owner_id, provider_id, locked_until)
    WHERE locked_until IS NOT NULL;
DROP INDEX pixel_deliveries_pending;
DROP INDEX pixel_deliveries_under_way;

-- Deliveries whose event still has its fields, for the job that empties old ones.
CREATE INDEX pixel_deliveries_with_fields ON pixel_deliveries (platform, created_at) WHERE event_json <> '{}';
