DROP TABLE released_hostnames;
