//! Tests of the ports' MUST clauses on a real PostgreSQL.

// Lints treat helpers as test code only in modules marked `cfg(test)`.
#[cfg(test)]
mod accounts;
#[cfg(test)]
mod audit;
#[cfg(test)]
mod broadcasts;
#[cfg(test)]
mod changes;
#[cfg(test)]
mod codes;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod conversion_list;
#[cfg(test)]
mod deliveries;
#[cfg(test)]
mod desk;
#[cfg(test)]
mod destinations;
#[cfg(test)]
mod distribution;
#[cfg(test)]
mod domains;
#[cfg(test)]
mod drafts;
#[cfg(test)]
mod erased_fans;
#[cfg(test)]
mod events;
#[cfg(test)]
mod expansion;
#[cfg(test)]
mod fan_erasure;
#[cfg(test)]
mod funnel;
#[cfg(test)]
mod funnel_links;
#[cfg(test)]
mod funnel_stats;
#[cfg(test)]
mod idempotency;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod late_clicks;
#[cfg(test)]
mod links;
#[cfg(test)]
mod live;
#[cfg(test)]
mod live_links;
#[cfg(test)]
mod lookups;
#[cfg(test)]
mod members;
#[cfg(test)]
mod migrations;
#[cfg(test)]
mod money;
#[cfg(test)]
mod notified;
#[cfg(test)]
mod pixels;
#[cfg(test)]
mod poison;
#[cfg(test)]
mod poolers;
#[cfg(test)]
mod prepared;
#[cfg(test)]
mod presets;
#[cfg(test)]
mod provisioning;
#[cfg(test)]
mod pulls;
#[cfg(test)]
mod queues;
#[cfg(test)]
mod replica;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod retention;
#[cfg(test)]
mod rotations;
#[cfg(test)]
mod sales;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod smart_links;
#[cfg(test)]
mod spenders;
#[cfg(test)]
mod splits;
#[cfg(test)]
mod states;
#[cfg(test)]
mod team;
#[cfg(test)]
mod tls;
#[cfg(test)]
mod touches;
#[cfg(test)]
mod tracked_links;
#[cfg(test)]
mod uploaded;
#[cfg(test)]
mod vault;
#[cfg(test)]
mod versions;
#[cfg(test)]
mod webhooks;
