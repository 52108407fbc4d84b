ALTER TABLE domains DROP COLUMN link_nonce;
