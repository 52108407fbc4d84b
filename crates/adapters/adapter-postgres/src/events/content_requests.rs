//! What fans ask for, among what they did.

use attribution::event::{FanAction, FanEvent};
use content_vault::request::NewRequest;
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use kernel::OwnerId;

use super::moment;
use crate::requests;

/// Keeps the requests for content of a batch, each once.
pub(super) async fn keep(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    deeds: &[&FanEvent],
) -> QueryResult<()> {
    let asked: Vec<_> = deeds.iter().filter_map(|event| request(event)).collect();
    requests::receive(transaction, owner, &asked).await.map(|_| ())
}

fn request(event: &FanEvent) -> Option<NewRequest> {
    let FanAction::ContentRequestCreated { account, request_id, text, offered_cents } = &event.deed else {
        return None;
    };
    Some(NewRequest {
        account: *account,
        upstream_id: *request_id,
        fan_id: event.fan.fan_id.clone(),
        fan_username: event.fan.username.clone().unwrap_or_default(),
        text: text.clone(),
        offered_cents: *offered_cents,
        created_at: moment(event),
    })
}
