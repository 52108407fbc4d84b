DROP TABLE awaited_clicks;
CREATE UNIQUE INDEX pixel_deliveries_by_event ON pixel_deliveries (owner_id, event_id, platform);
DROP INDEX pixel_deliveries_by_link;
