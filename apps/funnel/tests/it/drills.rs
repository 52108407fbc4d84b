//! Failure drills on the real program: something breaks under steady load and recovers without
//! help. Afterwards nothing acknowledged is lost, and nothing was done twice.
//!
//! The suite breaks things for a few seconds. This runs longer and prints observations:
//!
//! ```sh
//! FUNNEL_DRILL_SECONDS=10 cargo nextest run -p funnel --test it -E 'test(drills)' --no-capture
//! ```

mod campaign;
mod clock;
mod database;
mod disk;
mod distributed;
mod hostile_tenant;
mod load;
mod machine;
mod roles;
mod site;
mod snapshots;
mod stage;
mod upstreams;
