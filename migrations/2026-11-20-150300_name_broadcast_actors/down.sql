ALTER TABLE broadcast_audit
    DROP COLUMN key_name,
    DROP COLUMN member_id;
