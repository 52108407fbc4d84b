-- Routing, not tenant data: who gave a hostname up last, and when. Printed codes and links of the name are still around, so
-- another owner has to wait, and then to prove that the name is theirs.
CREATE TABLE released_hostnames (
    hostname    text        PRIMARY KEY,
    owner_id    bigint      NOT NULL,
    released_at timestamptz NOT NULL
);

CREATE INDEX released_hostnames_by_time ON released_hostnames (released_at);
