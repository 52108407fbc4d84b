DROP TABLE preset_assignments;
DROP TABLE notification_presets;
