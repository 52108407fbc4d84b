-- What the key of a change was called then, and the member on whose behalf it acted: keys and members go, the audit stays.
ALTER TABLE broadcast_audit
    ADD COLUMN key_name text,
    ADD COLUMN member_id bigint;
