//! Events of an account, behind `EventLog`.

use async_trait::async_trait;
use attribution::event_log::{EventLog, LogError, LogPage};
use kernel::OwnerId;
use serde_json::value::RawValue;

use crate::answer::json;
use crate::transport::Call;
use crate::wire::Page;
use crate::{EngineClient, EngineError, Failure};

impl From<EngineError> for LogError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::NotConnected => Self::NotConnected,
            EngineError::Failed(Failure::TooLarge) => Self::TooLong,
            EngineError::Failed(failure) => Self::Failed(failure.into()),
            EngineError::Store(error) => Self::Store(error),
        }
    }
}

#[async_trait]
impl EventLog for EngineClient {
    /// Calls GET `/v1/events`. A page with events must have a new cursor; otherwise the answer is
    /// invalid.
    async fn page<'a>(
        &self,
        owner: OwnerId,
        account: &str,
        after: Option<&'a str>,
        limit: u32,
    ) -> Result<LogPage, LogError> {
        let connected = self.connection(owner).await?.filter(|found| found.account.as_str() == account);
        let account = connected.ok_or(LogError::NotConnected)?.number;
        let mut call = Call::get("events", &["v1", "events"]).query("limit", limit);
        if let Some(after) = after {
            call = call.query("after", after);
        }
        let (engine, asked_from) = (self.only(account), after.map(str::to_owned));
        let page = engine.call(owner, &call, move |answer| {
            // Events are parsed one by one later, so that one invalid event does not fail the page.
            let page: Page<Box<RawValue>> = json(answer)?;
            let stuck = page.next_cursor.is_none() || page.next_cursor == asked_from;
            if stuck && !page.items.is_empty() {
                return Err(Failure::Malformed("events without a cursor to go on from".to_owned()));
            }
            let events = page.items.into_iter().map(Box::<str>::from).collect();
            Ok(LogPage { account, events, next_cursor: page.next_cursor })
        });
        Ok(page.await?)
    }
}
