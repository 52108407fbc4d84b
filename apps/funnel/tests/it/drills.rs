//! Failure drills on the real program: something breaks under steady load and recovers without
//! help. Afterwards nothing acknowledged is lost, and nothing was done twice.
//!
//! The suite breaks things for a few seconds. This runs longer and prints observations:
//!
//! ```sh
//! FUNNEL_DRILL_SECONDS=10 cargo nextest run -p funnel --test it -E 'test(drills)' --no-capture
//! ```

#[cfg(test)]
mod campaign;
#[cfg(test)]
mod clock;
#[cfg(test)]
mod database;
#[cfg(test)]
mod disk;
#[cfg(test)]
mod distributed;
#[cfg(test)]
mod hostile_tenant;
#[cfg(test)]
mod load;
#[cfg(test)]
mod machine;
#[cfg(test)]
mod roles;
#[cfg(test)]
mod site;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod upstreams;
