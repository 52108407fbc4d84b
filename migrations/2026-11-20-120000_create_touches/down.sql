DROP TABLE source_totals;
DROP TABLE funnel_days;
DROP TABLE touch_repeats;
DROP TABLE touches;
