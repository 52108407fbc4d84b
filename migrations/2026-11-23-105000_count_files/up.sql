-- What each owner uploaded. Two owners who upload the same content share a file, which counts for both.
CREATE TABLE owner_files (
    owner_id bigint      NOT NULL REFERENCES owners,
    file     text        NOT NULL,
    bytes    bigint      NOT NULL CHECK (bytes >= 0),
    kept_at  timestamptz NOT NULL,
    PRIMARY KEY (owner_id, file)
);

-- Their sums, so that no upload adds up all before it. An owner who never uploaded has no row.
CREATE TABLE owner_file_totals (
    owner_id bigint NOT NULL REFERENCES owners,
    files    bigint NOT NULL CHECK (files >= 0),
    bytes    bigint NOT NULL CHECK (bytes >= 0),
    PRIMARY KEY (owner_id)
);
