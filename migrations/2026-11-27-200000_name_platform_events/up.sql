-- What the platform knows the event by. Where it is null, a program of an earlier release made the delivery, and event_id is sent.
-- event_id goes on to be the number of the conversion, by which a conversion's deliveries are found.
ALTER TABLE pixel_deliveries ADD COLUMN platform_event_id text;
