ALTER TABLE touch_repeats ADD FOREIGN KEY (owner_id) REFERENCES owners;
ALTER TABLE touches ADD FOREIGN KEY (owner_id) REFERENCES owners;
ALTER TABLE broadcast_fans ADD FOREIGN KEY (owner_id) REFERENCES owners;
ALTER TABLE fans ADD FOREIGN KEY (owner_id) REFERENCES owners;
