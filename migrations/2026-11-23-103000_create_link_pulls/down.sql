DROP TABLE link_pulls;
