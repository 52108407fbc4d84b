use kernel::Clock as _;
use serde_json::{Value, json};

use super::{SentMessage, State};
use crate::reply::Refusal;
use crate::rng::{Rng, of_text};
use crate::story::{Emitter, net};
use crate::time;
use crate::wire::{Fan, NewMessage, RequestAction, Transaction};

const REACTION: u64 = 5;

/// Rejects an invalid message.
fn check(message: &NewMessage) -> Result<(), Refusal> {
    let bare = message.media_ids.is_empty();
    if message.text.is_empty() && bare {
        return Err(Refusal::invalid("a message needs text or media"));
    }
    if bare && message.text.chars().count() > 1_000 {
        return Err(Refusal::invalid("a text without media has at most 1000 characters"));
    }
    if message.price_cents != 0 && (bare || !(300..=20_000).contains(&message.price_cents)) {
        return Err(Refusal::invalid("price_cents is 0, or 300 to 20000 with media"));
    }
    Ok(())
}

impl State {
    /// Delivers `message`, and simulates the fan's reaction. Returns the message's id.
    pub(crate) fn send(&mut self, message: NewMessage, key: &str) -> Result<String, Refusal> {
        check(&message)?;
        let fan = self.fans.get(&message.fan_id).ok_or(Refusal::NotFound("fan"))?;
        if fan.opted_out || fan.blocked {
            return Err(Refusal::FanUnreachable);
        }
        let message_id = self.next_id("msg");
        self.react(&fan, &message, key);
        self.messages.push(SentMessage {
            message_id: message_id.clone(),
            fan_id: message.fan_id,
            text: message.text,
            media_ids: message.media_ids,
            price_cents: message.price_cents,
            idempotency_key: key.to_string(),
            sent_at: precise_now(),
        });
        Ok(message_id)
    }

    fn react(&mut self, fan: &Fan, message: &NewMessage, key: &str) {
        let behaviour = self.behaviour;
        let mut rng = Rng::of(self.seed, REACTION, of_text(key));
        let (buys, replies, leaves) =
            (rng.chance(behaviour.buy), rng.chance(behaviour.reply), rng.chance(behaviour.opt_out));
        let mut emitter = Emitter::of_known(self, fan, time::now());
        if buys && message.price_cents > 0 {
            let transaction_id = emitter.new_id("tr");
            let currency = emitter.currency();
            emitter.emit(
                "new_transaction",
                &Transaction {
                    transaction_id,
                    kind: "message".to_string(),
                    gross_cents: message.price_cents,
                    net_cents: net(message.price_cents),
                    currency,
                    content_ids: message.media_ids.iter().filter_map(|id| id.parse().ok()).collect(),
                    bundle_key: None,
                    bundle_name: None,
                    media_in_msg: message.media_ids.len() as i64,
                },
            );
        }
        if replies {
            let message_id = emitter.new_id("msg");
            emitter.emit("message_received", &json!({"message_id": message_id}));
        }
        if leaves {
            emitter.emit("fan_opted_out", &json!({}));
        }
    }

    /// Applies a response to a fan's request.
    pub(crate) fn respond(&mut self, request_id: i64, action: RequestAction) -> Result<Value, Refusal> {
        let request = self.requests.get_mut(&request_id).ok_or(Refusal::NotFound("request"))?;
        let next = match action.action.as_str() {
            "start" => "in_progress",
            "fulfill" if action.media_ids.as_ref().is_none_or(Vec::is_empty) => {
                return Err(Refusal::invalid("fulfill needs media_ids"));
            }
            "fulfill" => "fulfilled",
            "decline" if action.reason.as_deref().unwrap_or_default().trim().is_empty() => {
                return Err(Refusal::invalid("decline needs a reason"));
            }
            "decline" => "declined",
            _ => return Err(Refusal::invalid("action is none of start, fulfill, decline")),
        };
        let open = request.status == "new" || (request.status == "in_progress" && next != "in_progress");
        if !open {
            return Err(Refusal::InvalidTransition);
        }
        request.status = next.to_string();
        request.responses.push(action);
        Ok(json!({}))
    }
}

fn precise_now() -> String {
    let millis = time::SystemClock.now().millis();
    jiff::Timestamp::from_millisecond(millis).unwrap_or_default().to_string()
}
