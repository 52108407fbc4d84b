use std::sync::Arc;

use landing_draft::in_app::Escapes;
use landing_draft::ports::ServedFiles;
use runtime::InFlight;

use super::client::Clients;
use super::engine_push::EventReceiver;
use super::lookup::EdgeLookup;
use super::recorder::TouchRecorder;

/// Services for the requests of one worker. They are one value, because actix looks up each handler
/// argument separately.
#[derive(Clone)]
pub struct EdgeServices {
    /// Lookup of host data.
    pub lookup: EdgeLookup,
    /// Reader of client data.
    pub clients: Clients,
    /// Recorder of touches.
    pub recorder: TouchRecorder,
    /// Ways out of apps that pages offer.
    pub escapes: Escapes,
    /// Uploaded and rendered files, and fonts.
    pub files: Arc<dyn ServedFiles>,
    /// Receiver of pushed events.
    pub events: EventReceiver,
    /// Running requests, which a stop waits for.
    pub in_flight: InFlight,
}
