DROP TABLE owner_file_totals;
DROP TABLE owner_files;
