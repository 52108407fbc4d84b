-- When a link is over and where its visitors are sent from then on. A link without a moment never ends.
ALTER TABLE smart_links ADD COLUMN expires_at timestamptz, ADD COLUMN expired_url text;
