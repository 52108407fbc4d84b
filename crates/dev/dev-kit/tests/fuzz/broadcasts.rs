//! Bodies that create broadcasts, after JSON parsing.

use std::collections::BTreeMap;

use broadcast_gate::audience::AudienceInput;
use broadcast_gate::campaign::{CampaignInput, Definition};
use broadcast_gate::message::{Message, MessageInput, TierInput};
use broadcast_gate::pace::PaceInput;
use broadcast_gate::stop::AutoStopInput;
use dev_kit::hostile::Outcome::{Refused, Taken};
use dev_kit::hostile::{any_text, fuzz};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

fn name_of(known: &'static [&'static str]) -> impl Strategy<Value = Option<String>> {
    let known = select(known).prop_map(str::to_owned);
    prop_oneof![1 => Just(None), 16 => known.prop_map(Some), 1 => any_text().prop_map(Some)]
}

fn number() -> impl Strategy<Value = Option<i64>> {
    let some = prop_oneof![16 => 1_i64..100, 8 => 300..20_000_i64, 1 => -1_i64..2, 1 => any::<i64>()];
    of(some)
}

/// Generates ids of media or fans. The wire limits are 100 and 10,000, so larger lists never get
/// this far.
fn ids(most: usize) -> impl Strategy<Value = Vec<String>> {
    let id = prop_oneof![40 => (0_u16..2_000).prop_map(|n| format!("id_{n}")), 1 => any_text()];
    let many = (1..most).prop_map(|count| (0..count).map(|n| format!("id_{n}")).collect());
    prop_oneof![30 => vec(id, 0..6), 1 => many]
}

fn audience() -> impl Strategy<Value = AudienceInput> {
    let tier = name_of(&["all", "whale", "spender", "free", "trial"]);
    let status = name_of(&["active", "expired", "any"]);
    let countries =
        vec(prop_oneof![4 => select(&["DE", "AT", "us"][..]).prop_map(str::to_owned), 1 => any_text()], 0..4);
    (tier, status, countries, number(), number(), number(), ids(11_000)).prop_map(
        |(tier, status, countries, min_spent_cents, max_spent_cents, last_seen_days, exclude_fan_ids)| {
            AudienceInput {
                tier,
                status,
                countries,
                min_spent_cents,
                max_spent_cents,
                last_seen_days,
                exclude_fan_ids,
            }
        },
    )
}

fn tier() -> impl Strategy<Value = TierInput> {
    let text = of(prop_oneof![4 => Just("Hello {name}".to_owned()), 1 => any_text()]);
    (text, of(ids(400)), number()).prop_map(|(text, media_ids, price_cents)| TierInput {
        text,
        media_ids,
        price_cents,
    })
}

fn message() -> impl Strategy<Value = MessageInput> {
    let name =
        prop_oneof![4 => select(&["whale", "free", "trial"][..]).prop_map(str::to_owned), 1 => any_text()];
    let tiers =
        prop_oneof![3 => Just(BTreeMap::new()), 1 => proptest::collection::btree_map(name, tier(), 0..4)];
    (tier(), tiers).prop_map(|(own, tiers)| {
        let TierInput { text, media_ids, price_cents } = own;
        MessageInput { text, media_ids, price_cents, tiers }
    })
}

fn campaign() -> impl Strategy<Value = CampaignInput> {
    let pace = (number(), number(), of(any::<f64>())).prop_map(|(per_minute, per_day, jitter)| PaceInput {
        per_minute,
        per_day,
        jitter,
    });
    let stop = (number(), number(), number(), number(), of(any::<bool>())).prop_map(
        |(max_sends, max_per_day, revenue_cents, end_at, on_reply)| AutoStopInput {
            max_sends,
            max_per_day,
            revenue_cents,
            end_at,
            on_reply,
        },
    );
    let title = name_of(&["News", "A campaign"]);
    let mode = name_of(&["segmented", "tiered", "drip", "online"]);
    let rest = (number(), number(), name_of(&["acct_1"]), of(pace), of(stop));
    (title, mode, of(audience()), of(message()), rest).prop_map(|(title, mode, audience, message, rest)| {
        let (start_at, operator_id, platform_account_id, pace, auto_stop) = rest;
        CampaignInput {
            title,
            mode,
            audience,
            message,
            start_at,
            operator_id,
            platform_account_id,
            pace,
            auto_stop,
        }
    })
}

#[test]
fn campaigns() {
    let check = |input: CampaignInput| {
        let definition = match Definition::parse(&input) {
            Ok(definition) => definition,
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                return Ok(Refused);
            }
        };
        let common = definition.messages().for_tier(None);
        prop_assert!(common.media_ids().len() <= Message::MAX_MEDIA);
        prop_assert!(common.price_cents() == 0 || Message::PRICES.contains(&common.price_cents()));
        Ok(Taken)
    };
    fuzz("broadcast", 1, campaign(), check).unwrap();
}
