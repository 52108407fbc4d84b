ALTER TABLE audit_entries ADD FOREIGN KEY (owner_id) REFERENCES owners;
