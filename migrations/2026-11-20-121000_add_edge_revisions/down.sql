ALTER TABLE domains DROP COLUMN links_revision, DROP COLUMN codes_revision;

DROP SEQUENCE edge_revisions;
