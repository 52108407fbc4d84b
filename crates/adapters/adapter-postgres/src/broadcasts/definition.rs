//! The stored form of what a campaign is to do. It is read by the rules that it was written by.

use std::collections::BTreeMap;

use broadcast_gate::audience::{AudienceInput, FanTier};
use broadcast_gate::campaign::{CampaignInput, Definition};
use broadcast_gate::message::{MessageInput, TierInput};
use broadcast_gate::pace::PaceInput;
use broadcast_gate::stop::AutoStopInput;
use broadcast_gate::text::TextDigest;
use kernel::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::corrupt;

#[derive(Serialize, Deserialize)]
struct StoredDefinition {
    title: Option<String>,
    mode: Option<String>,
    audience: Option<StoredAudience>,
    message: Option<StoredMessage>,
    start_at: Option<i64>,
    operator_id: Option<i64>,
    platform_account_id: Option<String>,
    pace: Option<StoredPace>,
    auto_stop: Option<StoredStop>,
}

#[derive(Serialize, Deserialize)]
struct StoredAudience {
    tier: Option<String>,
    status: Option<String>,
    countries: Vec<String>,
    min_spent_cents: Option<i64>,
    max_spent_cents: Option<i64>,
    last_seen_days: Option<i64>,
    exclude_fan_ids: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct StoredTier {
    text: Option<String>,
    media_ids: Option<Vec<String>>,
    price_cents: Option<i64>,
}

#[derive(Serialize, Deserialize)]
struct StoredMessage {
    #[serde(flatten)]
    common: StoredTier,
    tiers: BTreeMap<String, StoredTier>,
}

#[derive(Serialize, Deserialize)]
struct StoredPace {
    per_minute: Option<i64>,
    per_day: Option<i64>,
    jitter: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct StoredStop {
    max_sends: Option<i64>,
    max_per_day: Option<i64>,
    revenue_cents: Option<i64>,
    end_at: Option<i64>,
    on_reply: Option<bool>,
}

/// The definition as it is stored.
pub(super) fn write(definition: &Definition) -> Result<Value, StoreError> {
    let input = definition.to_input();
    let stored = StoredDefinition {
        title: input.title,
        mode: input.mode,
        audience: input.audience.map(stored_audience),
        message: input.message.map(stored_message),
        start_at: input.start_at,
        operator_id: input.operator_id,
        platform_account_id: input.platform_account_id,
        pace: input.pace.map(|PaceInput { per_minute, per_day, jitter }| StoredPace {
            per_minute,
            per_day,
            jitter,
        }),
        auto_stop: input.auto_stop.map(stored_stop),
    };
    serde_json::to_value(stored).map_err(|error| StoreError::Failed(error.into()))
}

/// A stored definition.
pub(super) fn read(stored: Value) -> Result<Definition, StoreError> {
    let stored: StoredDefinition = serde_json::from_value(stored).map_err(corrupt)?;
    let input = CampaignInput {
        title: stored.title,
        mode: stored.mode,
        audience: stored.audience.map(audience),
        message: stored.message.map(message),
        start_at: stored.start_at,
        operator_id: stored.operator_id,
        platform_account_id: stored.platform_account_id,
        pace: stored.pace.map(|StoredPace { per_minute, per_day, jitter }| PaceInput {
            per_minute,
            per_day,
            jitter,
        }),
        auto_stop: stored.auto_stop.map(stop),
    };
    Definition::parse(&input).map_err(corrupt)
}

/// The digest of the text of each tier, and under '' of who has none.
pub(super) fn digests(definition: &Definition) -> Value {
    let tiers = FanTier::ALL.iter().map(|tier| Some(*tier)).chain([None]);
    let digest = |tier: Option<FanTier>| {
        let digest = TextDigest::of(definition.messages().for_tier(tier).text()?);
        let hex = digest.bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        Some((tier.map_or("", FanTier::as_str).to_owned(), Value::String(hex)))
    };
    Value::Object(tiers.filter_map(digest).collect::<Map<_, _>>())
}

/// The digest of the text that a tier gets, from what [`digests`] wrote.
pub(super) fn digest(digests: &Value, tier: Option<FanTier>) -> Option<TextDigest> {
    let hex = digests.get(tier.map_or("", FanTier::as_str))?.as_str()?;
    let mut bytes = [0; 32];
    for (byte, place) in bytes.iter_mut().zip(0..) {
        *byte = u8::from_str_radix(hex.get(2 * place..2 * place + 2)?, 16).ok()?;
    }
    Some(TextDigest::from_bytes(bytes))
}

fn stored_audience(input: AudienceInput) -> StoredAudience {
    let AudienceInput {
        tier,
        status,
        countries,
        min_spent_cents,
        max_spent_cents,
        last_seen_days,
        exclude_fan_ids,
    } = input;
    StoredAudience {
        tier,
        status,
        countries,
        min_spent_cents,
        max_spent_cents,
        last_seen_days,
        exclude_fan_ids,
    }
}

fn audience(stored: StoredAudience) -> AudienceInput {
    let StoredAudience {
        tier,
        status,
        countries,
        min_spent_cents,
        max_spent_cents,
        last_seen_days,
        exclude_fan_ids,
    } = stored;
    AudienceInput {
        tier,
        status,
        countries,
        min_spent_cents,
        max_spent_cents,
        last_seen_days,
        exclude_fan_ids,
    }
}

fn stored_message(input: MessageInput) -> StoredMessage {
    let MessageInput { text, media_ids, price_cents, tiers } = input;
    let tier = |TierInput { text, media_ids, price_cents }| StoredTier { text, media_ids, price_cents };
    StoredMessage {
        common: StoredTier { text, media_ids, price_cents },
        tiers: tiers.into_iter().map(|(word, input)| (word, tier(input))).collect(),
    }
}

fn message(stored: StoredMessage) -> MessageInput {
    let StoredMessage { common: StoredTier { text, media_ids, price_cents }, tiers } = stored;
    let tier = |StoredTier { text, media_ids, price_cents }| TierInput { text, media_ids, price_cents };
    let tiers = tiers.into_iter().map(|(word, stored)| (word, tier(stored))).collect();
    MessageInput { text, media_ids, price_cents, tiers }
}

fn stored_stop(input: AutoStopInput) -> StoredStop {
    let AutoStopInput { max_sends, max_per_day, revenue_cents, end_at, on_reply } = input;
    StoredStop { max_sends, max_per_day, revenue_cents, end_at, on_reply }
}

fn stop(stored: StoredStop) -> AutoStopInput {
    let StoredStop { max_sends, max_per_day, revenue_cents, end_at, on_reply } = stored;
    AutoStopInput { max_sends, max_per_day, revenue_cents, end_at, on_reply }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition() -> Definition {
        let tier = TierInput { text: Some("Hi whale".into()), ..TierInput::default() };
        let input = CampaignInput {
            title: Some("Sommer 🎁".into()),
            mode: Some("tiered".into()),
            audience: Some(AudienceInput {
                tier: Some("whale".into()),
                status: Some("active".into()),
                countries: vec!["DE".into(), "AT".into()],
                min_spent_cents: Some(1),
                max_spent_cents: Some(99),
                last_seen_days: Some(30),
                exclude_fan_ids: vec!["f 1".into()],
            }),
            message: Some(MessageInput {
                text: None,
                media_ids: Some(vec!["10".into()]),
                price_cents: Some(500),
                tiers: [("whale".to_owned(), tier)].into(),
            }),
            start_at: Some(1_795_176_000),
            operator_id: Some(3),
            platform_account_id: Some("acct_1".into()),
            pace: Some(PaceInput { per_minute: Some(5), per_day: Some(9), jitter: Some(0.125) }),
            auto_stop: Some(AutoStopInput {
                max_sends: Some(1),
                max_per_day: Some(2),
                revenue_cents: Some(3),
                end_at: Some(1_795_176_999),
                on_reply: Some(true),
            }),
        };
        Definition::parse(&input).unwrap()
    }

    #[test]
    fn a_definition_is_read_back() {
        let definition = definition();
        assert_eq!(read(write(&definition).unwrap()).unwrap(), definition);
    }

    #[test]
    fn digests_are_found_by_tier() {
        let (definition, found) = (definition(), digests(&definition()));
        for tier in FanTier::ALL.iter().map(|tier| Some(*tier)).chain([None]) {
            let expected = definition.messages().for_tier(tier).text().map(TextDigest::of);
            assert_eq!(digest(&found, tier), expected, "{tier:?}");
        }
        assert!(digest(&found, Some(FanTier::Whale)).is_some() && digest(&found, None).is_none());
    }
}
