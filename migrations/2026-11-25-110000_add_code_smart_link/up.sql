-- The slug of the smart link that a scan of the code leads to; the landing page where it is null.
ALTER TABLE qr_codes ADD COLUMN smart_link text;
