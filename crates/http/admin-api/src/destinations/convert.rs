use crate::destinations::wire::{DestinationOut, DestinationState};
use application::destinations::ports::Destination;
use application::destinations::{DestinationUrl, HealthState};
use kernel::{Hostname, Location, ValidationErrors};

use crate::convert::rfc3339;

/// Converts a state of the filter.
pub fn health_state(state: DestinationState) -> HealthState {
    match state {
        DestinationState::Unknown => HealthState::Unknown,
        DestinationState::Ok => HealthState::Ok,
        DestinationState::Broken => HealthState::Broken,
    }
}

/// Parses the address in the field `url`.
pub fn destination_url(text: &str) -> Result<DestinationUrl, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let url = errors.take(&Location::root().at("url"), DestinationUrl::parse(text));
    url.ok_or(errors)
}

/// Converts a destination with its health.
pub fn destination_out(destination: &Destination) -> DestinationOut {
    let health = &destination.health;
    let look = health.last.map(|last| last.look);
    DestinationOut {
        url: destination.url.as_str().to_owned(),
        domains: destination.domains.iter().map(Hostname::to_string).collect(),
        state: health.state.to_string(),
        broken_since: health.broken_since().map(rfc3339),
        last_status: look.and_then(|look| look.status()),
        last_error: look.and_then(|look| look.failure()).map(|failure| failure.to_string()),
        checked_at: health.last.map(|last| rfc3339(last.at)),
        next_check_at: rfc3339(destination.next_look_at),
    }
}
