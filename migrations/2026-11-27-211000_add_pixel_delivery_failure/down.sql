ALTER TABLE pixel_deliveries DROP COLUMN last_failure;
