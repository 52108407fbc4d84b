use kernel::OwnerId;
use serde_json::value::RawValue;

use crate::transport::Call;
use crate::wire::{self, Page};
use crate::{EngineClient, EngineError, EventPage, Failure};

impl EngineClient {
    /// GET `/v1/events`: the events after a cursor, oldest first, or from the beginning. A page with events but without a
    /// cursor, or with the cursor that was asked from, would be read again and again: it is an answer of the wrong shape.
    pub async fn events(
        &self,
        owner: OwnerId,
        after: Option<&str>,
        limit: u32,
    ) -> Result<EventPage, EngineError> {
        let mut call = Call::get("events", &["v1", "events"]).query("limit", limit);
        if let Some(after) = after {
            call = call.query("after", after);
        }
        self.call(owner, &call, |answer| {
            // Each event is read by itself later, so that one which is no value spoils no page.
            let page: Page<Box<RawValue>> = wire::json(answer)?;
            let stuck = page.next_cursor.is_none() || page.next_cursor.as_deref() == after;
            if stuck && !page.items.is_empty() {
                return Err(Failure::Malformed("events without a cursor to go on from".to_owned()));
            }
            let items = page.items.into_iter().map(Box::<str>::from).collect();
            Ok(EventPage { items, next_cursor: page.next_cursor })
        })
        .await
    }
}
