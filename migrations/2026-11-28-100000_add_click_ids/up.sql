-- Click ids of ad platforms other than Meta and TikTok, by parameter, such as {"gclid": "..."}. Null where a click has none, and for
-- clicks of before.
ALTER TABLE touches ADD COLUMN click_ids jsonb;
