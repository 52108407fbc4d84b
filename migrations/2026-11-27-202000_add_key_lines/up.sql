-- The oldest key of the line that rotations made of this key, each key in place of the one before; null for a key that no rotation made,
-- and for one that was made by a rotation before this column was there. What a key made outlives its rotations by it.
ALTER TABLE api_keys ADD COLUMN line_id bigint;
