-- Numbers that never repeat: what the edge remembers of a domain's links and printed codes holds while they stay.
CREATE SEQUENCE edge_revisions;

ALTER TABLE domains
    ADD COLUMN links_revision bigint NOT NULL DEFAULT nextval('edge_revisions'),
    ADD COLUMN codes_revision bigint NOT NULL DEFAULT nextval('edge_revisions');
