//! Events in the form of the engine protocol, as the service takes them.

use kernel::UnixTime;
use serde_json::{Map, Value, json};

use crate::inbox::{FanRef, Movement};
use crate::links::{LinkKind, PlatformLinkId};

/// Head of an event: everything but its type and data.
#[derive(Debug, Clone, Copy)]
pub struct EventHead<'a> {
    /// Natural id.
    pub id: &'a str,
    /// Time of the event.
    pub at: UnixTime,
    /// Fan.
    pub fan: &'a FanRef,
    /// Link of the fan.
    pub link: Option<&'a PlatformLinkId>,
    /// Reference of the click.
    pub click_ref: Option<&'a str>,
}

impl EventHead<'_> {
    /// Returns a new subscriber. The link tells whether the subscription is a free trial.
    pub fn subscriber(&self, price_cents: Option<i64>) -> Value {
        let trial = self.link.is_some_and(|link| link.kind() == LinkKind::FreeTrial);
        let price_cents = price_cents.filter(|cents| !trial && *cents >= 0).unwrap_or_default();
        self.event("new_subscriber", json!({ "trial": trial, "price_cents": price_cents }))
    }

    /// Returns a movement of money.
    pub fn transaction(&self, movement: &Movement, content_ids: &[i64]) -> Value {
        let data = json!({
            "transaction_id": movement.id,
            "kind": movement.kind.as_str(),
            "gross_cents": movement.gross_cents,
            "net_cents": movement.net_cents,
            "currency": movement.currency,
            "content_ids": content_ids,
        });
        self.event("new_transaction", data)
    }

    /// Returns a message of the fan.
    pub fn message(&self, message_id: &str) -> Value {
        self.event("message_received", json!({ "message_id": message_id }))
    }

    /// Returns an arrival of the fan.
    pub fn online(&self) -> Value {
        self.event("fan_online", json!({}))
    }

    fn event(&self, kind: &str, data: Value) -> Value {
        let mut fan = Map::from_iter([("fan_id".to_owned(), json!(self.fan.id))]);
        if let Some(username) = &self.fan.username {
            fan.insert("username".to_owned(), json!(username));
        }
        let mut event = Map::from_iter([
            ("event_id".to_owned(), json!(self.id)),
            ("type".to_owned(), json!(kind)),
            ("occurred_at".to_owned(), json!(self.at.rfc3339())),
            ("fan".to_owned(), Value::Object(fan)),
            ("data".to_owned(), data),
        ]);
        if let Some(link) = self.link {
            event.insert("link".to_owned(), json!({ "provider_id": link.to_string() }));
        }
        if let Some(click_ref) = self.click_ref {
            event.insert("click_ref".to_owned(), json!(click_ref));
        }
        Value::Object(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inbox::SaleKind;

    #[test]
    fn events_have_the_form_of_the_engine_protocol() {
        let fan = FanRef { id: "900001".to_owned(), username: Some("u".to_owned()) };
        let link = PlatformLinkId::Trial(7);
        let at = UnixTime::from_seconds(1_795_176_000);
        let head = EventHead { id: "of:tx:1", at, fan: &fan, link: Some(&link), click_ref: None };
        let movement = Movement {
            id: "of:tx:1".to_owned(),
            fan: fan.clone(),
            at,
            kind: SaleKind::Tip,
            gross_cents: 500,
            net_cents: 400,
            currency: "USD".to_owned(),
        };
        let expected = json!({"event_id": "of:tx:1", "type": "new_transaction", "occurred_at": "2026-11-20T12:00:00.000Z",
            "fan": {"fan_id": "900001", "username": "u"}, "link": {"provider_id": "t7"},
            "data": {"transaction_id": "of:tx:1", "kind": "tip", "gross_cents": 500, "net_cents": 400, "currency": "USD", "content_ids": [3]}});
        assert_eq!(head.transaction(&movement, &[3]), expected);

        let campaign = PlatformLinkId::Campaign(7);
        let anonymous = FanRef { username: None, ..fan.clone() };
        let plain = EventHead { fan: &anonymous, link: None, click_ref: Some("a1"), ..head };
        let paid = EventHead { link: Some(&campaign), ..head };
        for (event, kind, data) in [
            (head.subscriber(Some(400)), "new_subscriber", json!({"trial": true, "price_cents": 0})),
            (paid.subscriber(Some(400)), "new_subscriber", json!({"trial": false, "price_cents": 400})),
            (plain.subscriber(None), "new_subscriber", json!({"trial": false, "price_cents": 0})),
            (plain.message("31"), "message_received", json!({"message_id": "31"})),
            (plain.online(), "fan_online", json!({})),
        ] {
            assert_eq!((&event["type"], &event["data"]), (&json!(kind), &data));
        }
        let plain = plain.online();
        assert_eq!(
            (plain.get("link"), &plain["click_ref"], &plain["fan"]),
            (None, &json!("a1"), &json!({"fan_id": "900001"}))
        );
    }
}
