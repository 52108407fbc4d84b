DROP TABLE destinations;
DROP TABLE destination_checks;
