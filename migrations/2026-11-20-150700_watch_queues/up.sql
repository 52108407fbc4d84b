-- How many deliveries wait for a token, and since when. Those that are parked are in the other index too, and stay.
CREATE INDEX pixel_deliveries_waiting_token ON pixel_deliveries (platform, next_attempt_at) WHERE state = 'waiting_token';
