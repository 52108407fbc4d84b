DROP TABLE link_configs;
DROP TABLE domain_slots;
DROP TABLE funnel_links;
DROP TABLE smart_links;
