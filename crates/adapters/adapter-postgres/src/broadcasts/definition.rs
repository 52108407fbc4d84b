//! Stored form of a campaign definition. Reading applies the same validation rules as the API.

use broadcast_gate::audience::FanTier;
use broadcast_gate::campaign::Definition;
use broadcast_gate::text::TextDigest;
use kernel::StoreError;
use serde_json::{Map, Value};

use crate::database::error::corrupt;

/// Converts a definition to its stored form.
pub(super) fn write(definition: &Definition) -> Result<Value, StoreError> {
    serde_json::to_value(definition).map_err(|error| StoreError::Failed(error.into()))
}

pub(super) fn read(stored: Value) -> Result<Definition, StoreError> {
    serde_json::from_value(stored).map_err(corrupt)
}

/// Returns the digest of each tier's text; the key '' is for fans without a tier.
pub(super) fn digests(definition: &Definition) -> Value {
    let tiers = FanTier::ALL.iter().map(|tier| Some(*tier)).chain([None]);
    let digest = |tier: Option<FanTier>| {
        let digest = TextDigest::of(definition.messages().for_tier(tier).text()?);
        let hex = digest.bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        Some((tier.map_or("", FanTier::as_str).to_owned(), Value::String(hex)))
    };
    Value::Object(tiers.filter_map(digest).collect::<Map<_, _>>())
}

/// Returns the digest of a tier's text from the output of [`digests`].
pub(super) fn digest(digests: &Value, tier: Option<FanTier>) -> Option<TextDigest> {
    let hex = digests.get(tier.map_or("", FanTier::as_str))?.as_str()?;
    let mut bytes = [0; 32];
    for (byte, place) in bytes.iter_mut().zip(0..) {
        *byte = u8::from_str_radix(hex.get(2 * place..2 * place + 2)?, 16).ok()?;
    }
    Some(TextDigest::from_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use broadcast_gate::audience::AudienceInput;
    use broadcast_gate::campaign::CampaignInput;
    use broadcast_gate::message::{MessageInput, TierInput};
    use broadcast_gate::pace::PaceInput;
    use broadcast_gate::stop::AutoStopInput;

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
