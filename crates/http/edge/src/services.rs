use std::sync::Arc;

use landing_draft::ports::ServedFiles;
use runtime::InFlight;

use super::client::Clients;
use super::events::EventReceiver;
use super::lookup::EdgeLookup;
use super::recorder::TouchRecorder;

/// What the requests of one worker need. Together, because each thing that a handler is given is looked up for it.
#[derive(Clone)]
pub struct EdgeServices {
    /// What is known of hosts.
    pub lookup: EdgeLookup,
    /// Who is asking.
    pub clients: Clients,
    /// Where it is written down.
    pub recorder: TouchRecorder,
    /// Uploaded and rendered files, and fonts.
    pub files: Arc<dyn ServedFiles>,
    /// Where engines push events.
    pub events: EventReceiver,
    /// What a stop waits for.
    pub in_flight: InFlight,
}
