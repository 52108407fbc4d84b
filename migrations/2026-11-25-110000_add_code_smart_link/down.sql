ALTER TABLE qr_codes DROP COLUMN smart_link;
