//! Landing domains, segments, buttons, copies, publishing and simulation.

mod button;
mod copying;
mod domain;
mod publishing;
mod segment;
mod simulation;

pub use button::{ButtonCreate, ButtonList, ButtonOrder, ButtonOut, ButtonUpdate};
pub use copying::{BulkCopy, BulkCopyOut, BulkCopyResult, CopyFrom};
pub use domain::{DnsRecordOut, DomainList, DomainOut, DomainQuery, DomainRegister, DomainSort, DomainState};
pub use publishing::{
    ChangeOp, ChangeOut, DiffOut, NoFields, PublishOut, Rollback, VersionList, VersionOut, VersionQuery,
};
pub use segment::{CountryIn, SegmentCreate, SegmentDeleteQuery, SegmentList, SegmentOut, SegmentUpdate};
pub use simulation::{
    ButtonReason, LeafReason, SegmentReason, SimulateQuery, SimulatedButton, SimulatedSegment, Simulation,
    Timing, Truth,
};
