use super::client::Clients;
use super::lookup::EdgeLookup;
use super::recorder::TouchRecorder;

/// What the request of a visitor needs. Together, because each thing that a handler is given is looked up for it.
#[derive(Clone)]
pub struct Visits {
    /// What is known of hosts.
    pub lookup: EdgeLookup,
    /// Who is asking.
    pub clients: Clients,
    /// Where it is written down.
    pub recorder: TouchRecorder,
}
