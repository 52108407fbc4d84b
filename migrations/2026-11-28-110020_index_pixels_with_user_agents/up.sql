-- Owners whose clicks keep the user agent: each load of a host's links asks for them.
CREATE INDEX CONCURRENTLY conversion_pixels_with_user_agent ON conversion_pixels (owner_id) WHERE active AND send_user_agent;
