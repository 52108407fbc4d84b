DROP TABLE conversion_pixels;
