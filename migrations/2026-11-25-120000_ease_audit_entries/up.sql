-- An entry is written in the transaction of a change of the owner's own rows, which hold the owner already: nothing is gained by looking
-- the owner up and locking its row for each entry too.
ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_owner_id_fkey;
