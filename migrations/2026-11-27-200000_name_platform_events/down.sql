ALTER TABLE pixel_deliveries DROP COLUMN platform_event_id;
