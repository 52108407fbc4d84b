DROP TABLE pixel_deliveries;
