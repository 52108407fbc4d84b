//! Failure drills on the real program: something breaks under a steady load, ends, and nobody lends a hand. Afterwards
//! nothing that was acknowledged is lost, and nothing was done twice.
//!
//! The suite breaks things for some seconds. For longer, and with what was observed on standard output:
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
