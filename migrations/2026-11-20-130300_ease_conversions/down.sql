DROP FUNCTION fits(numeric);
ALTER TABLE fans RESET (fillfactor);
ALTER TABLE conversions ADD FOREIGN KEY (owner_id) REFERENCES owners;
ALTER TABLE engine_events ADD FOREIGN KEY (owner_id) REFERENCES owners;
