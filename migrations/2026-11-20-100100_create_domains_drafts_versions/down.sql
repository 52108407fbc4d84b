DROP TABLE landing_versions;
DROP TABLE drafts;
DROP TABLE domains;
DROP TABLE hostnames;
