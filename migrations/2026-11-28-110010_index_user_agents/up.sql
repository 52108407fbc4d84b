-- User agents to remove, the oldest of an owner first.
CREATE INDEX CONCURRENTLY touches_with_user_agent ON touches (owner_id, touch_id) WHERE user_agent IS NOT NULL;
