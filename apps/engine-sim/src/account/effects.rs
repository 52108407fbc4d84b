use serde_json::Value;

use super::{ContentRequest, Origin, State};
use crate::time;
use crate::wire::{Event, EventFan, Fan, NewSubscriber, Transaction};

/// Spending from which a fan is a whale, in cents.
const WHALE: i64 = 50_000;

impl State {
    /// Updates counters and fans for `event`. Unknown types and data only update the fan's last
    /// visit.
    pub(crate) fn apply(&mut self, event: &Event) {
        let at = time::parse(&event.occurred_at).unwrap_or_else(time::now);
        let provider_id = event.link.as_ref().map(|link| link.provider_id.clone());
        let Some(who) = &event.fan else { return };
        let mut fan = self.fans.get(&who.fan_id).unwrap_or_else(|| newcomer(who));
        fan.last_seen_at = Some(time::rfc3339(at));
        match event.kind.as_str() {
            "new_subscriber" => self.subscribed(event, &mut fan, at),
            "new_transaction" => self.paid(event, &mut fan, at),
            "fan_online" => fan.online = true,
            "fan_opted_out" => fan.opted_out = true,
            "content_request_created" => self.requested(&event.data, &who.fan_id),
            _ => {}
        }
        let origin = self.origins.entry(who.fan_id.clone()).or_default();
        origin.provider_id = origin.provider_id.take().or(provider_id);
        origin.click_ref = origin.click_ref.take().or_else(|| event.click_ref.clone());
        self.fans.put(fan);
    }

    fn subscribed(&mut self, event: &Event, fan: &mut Fan, at: i64) {
        let Ok(data) = serde_json::from_value::<NewSubscriber>(event.data.clone()) else { return };
        fan.status = "active".into();
        if data.trial && fan.total_spent_cents == 0 {
            fan.tier = "trial".into();
        }
        if let Some(record) = event.link.as_ref().and_then(|link| self.link_mut(&link.provider_id).ok()) {
            record.subscribed(at);
        }
    }

    fn paid(&mut self, event: &Event, fan: &mut Fan, at: i64) {
        let Ok(data) = serde_json::from_value::<Transaction>(event.data.clone()) else { return };
        fan.total_spent_cents = (fan.total_spent_cents + data.gross_cents).max(0);
        if fan.total_spent_cents >= WHALE {
            fan.tier = "whale".into();
        } else if fan.total_spent_cents > 0 {
            fan.tier = "spender".into();
        }
        if let Some(record) = event.link.as_ref().and_then(|link| self.link_mut(&link.provider_id).ok()) {
            record.paid(at, &fan.fan_id, data.gross_cents, data.net_cents);
        }
        let items = self.content.iter_mut().filter(|item| data.content_ids.contains(&item.content_id));
        for item in items {
            match data.kind.as_str() {
                "tip" => item.tips_cents += data.gross_cents,
                "message" | "post" => item.buyers_count += 1,
                _ => {}
            }
        }
    }

    fn requested(&mut self, data: &Value, fan_id: &str) {
        let Some(request_id) = data.get("request_id").and_then(Value::as_i64) else { return };
        let text = data.get("text").and_then(Value::as_str).unwrap_or_default().to_string();
        let offered_cents = data.get("offered_cents").and_then(Value::as_i64).unwrap_or(0);
        self.requests.entry(request_id).or_insert_with(|| ContentRequest {
            request_id,
            fan_id: fan_id.to_string(),
            text,
            offered_cents,
            status: "new".to_string(),
            responses: Vec::new(),
        });
    }

    /// Returns the link and click that brought the fan, if events reported them.
    pub(crate) fn origin(&self, fan_id: &str) -> Origin {
        self.origins.get(fan_id).cloned().unwrap_or_default()
    }
}

/// Builds a fan first seen in an event.
fn newcomer(who: &EventFan) -> Fan {
    Fan {
        fan_id: who.fan_id.clone(),
        username: who.username.clone().unwrap_or_else(|| format!("u{}", who.fan_id)),
        tier: "free".into(),
        status: "active".into(),
        country: who.country.clone(),
        online: false,
        last_seen_at: None,
        total_spent_cents: 0,
        opted_out: false,
        blocked: false,
    }
}
