ALTER TABLE content_requests DROP COLUMN account_number, DROP COLUMN engine_id;
DROP VIEW slots;
DROP TABLE account_slots, platform_accounts;
