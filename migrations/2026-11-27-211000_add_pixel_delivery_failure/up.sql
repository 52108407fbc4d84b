ALTER TABLE pixel_deliveries
    -- Reason why the last attempt got no answer: timeout, dns, tls, refused or connection. Null where an answer came, and for
    -- attempts from before this column.
    ADD COLUMN last_failure text;
