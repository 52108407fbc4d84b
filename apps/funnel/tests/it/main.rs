//! The service over real sockets and a real database.

// Clippy treats the helpers as test code only with an attribute on each module.
#[cfg(test)]
mod accounts;
#[cfg(test)]
mod anything;
#[cfg(test)]
mod appearance;
#[cfg(test)]
mod audit;
#[cfg(test)]
mod backlogs;
#[cfg(test)]
mod balancer;
#[cfg(test)]
mod banners;
#[cfg(test)]
mod body_memory;
#[cfg(test)]
mod broadcasts;
#[cfg(test)]
mod command_failures;
mod configuration;
mod connections;
#[cfg(test)]
mod conversion_list;
#[cfg(test)]
mod conversions;
#[cfg(test)]
mod crashes;
#[cfg(test)]
mod dashboard;
#[cfg(test)]
mod database;
#[cfg(test)]
mod deliveries;
#[cfg(test)]
mod deployment;
#[cfg(test)]
mod deprecated;
#[cfg(test)]
mod destinations;
#[cfg(test)]
mod doctor;
#[cfg(test)]
mod domains;
#[cfg(test)]
mod drafts;
// The fake clock and full disk need Linux.
#[cfg(all(test, target_os = "linux"))]
mod drills;
#[cfg(test)]
mod edge;
#[cfg(test)]
mod engines;
#[cfg(test)]
mod erasure;
#[cfg(test)]
mod errors;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod first_starts;
#[cfg(test)]
mod fleet;
#[cfg(test)]
mod forwarding;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod heavy;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod html;
#[cfg(test)]
mod idempotency;
#[cfg(test)]
mod inputs;
#[cfg(test)]
mod installation;
#[cfg(test)]
mod journey;
#[cfg(test)]
mod kept;
#[cfg(test)]
mod leaks;
#[cfg(test)]
mod library;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod media;
#[cfg(test)]
mod messenger;
#[cfg(test)]
mod money;
#[cfg(test)]
mod neighbours;
#[cfg(test)]
mod node;
#[cfg(test)]
mod operations;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod paging;
#[cfg(test)]
mod pixels;
#[cfg(test)]
mod poison;
#[cfg(test)]
mod pooler;
#[cfg(test)]
mod preconditions;
#[cfg(test)]
mod previews;
#[cfg(test)]
mod process;
#[cfg(test)]
mod program;
#[cfg(test)]
mod propagation;
#[cfg(test)]
mod provisioning;
#[cfg(test)]
mod publishing;
#[cfg(test)]
mod qr;
#[cfg(test)]
mod qr_print;
#[cfg(test)]
mod races;
#[cfg(test)]
mod reach;
#[cfg(test)]
mod real;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod rekeying;
#[cfg(test)]
mod repeats;
#[cfg(test)]
mod replicas;
#[cfg(test)]
mod restore;
#[cfg(test)]
mod rights;
#[cfg(test)]
mod schedule;
#[cfg(test)]
mod shape;
#[cfg(test)]
mod smart_links;
#[cfg(test)]
mod starts;
#[cfg(test)]
mod statistics;
#[cfg(test)]
mod styled;
#[cfg(test)]
mod support;
#[cfg(test)]
mod telemetry;
#[cfg(test)]
mod touches;
#[cfg(test)]
mod traces;
#[cfg(test)]
mod transfer;
#[cfg(test)]
mod transfer_archive;
#[cfg(test)]
mod transfer_hostile;
#[cfg(test)]
mod transfer_memory;
#[cfg(test)]
mod upgrade;
#[cfg(test)]
mod vault;
#[cfg(test)]
mod visitors;
#[cfg(test)]
mod webhook_log;
#[cfg(test)]
mod webhooks;
