-- A batch of events or of touches looks once whether its owners are there, and holds an owner of events until it is done, so that
-- not every row has to be checked by itself.
ALTER TABLE fans DROP CONSTRAINT fans_owner_id_fkey;
ALTER TABLE broadcast_fans DROP CONSTRAINT broadcast_fans_owner_id_fkey;
ALTER TABLE touches DROP CONSTRAINT touches_owner_id_fkey;
ALTER TABLE touch_repeats DROP CONSTRAINT touch_repeats_owner_id_fkey;
