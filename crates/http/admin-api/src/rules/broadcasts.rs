//! Rules of broadcasts.

use std::collections::BTreeMap;

use broadcast_gate::audience::{Audience, AudienceInput};
use broadcast_gate::campaign::{CampaignInput, Definition};
use broadcast_gate::message::{MessageInput, Messages};
use broadcast_gate::pace::{OwnPace, PaceInput};
use http_kit::extract::checked;

use super::{Ruled, only};
use crate::broadcasts::convert::{audience_input, campaign_input, tier_input};
use crate::broadcasts::wire::{BroadcastAudience, BroadcastCreate, TierMessage};

pub(crate) fn campaign(body: &BroadcastCreate) -> Ruled {
    checked(Definition::parse(&campaign_input(body.clone())))
}

pub(crate) fn audience(audience: &BroadcastAudience) -> Ruled {
    checked(Audience::parse(&audience_input(audience.clone())))
}

fn of_campaign(field: &str, input: &CampaignInput) -> Ruled {
    checked(only(field, Definition::parse(input)))
}

pub(crate) fn broadcast_title(title: &str) -> Ruled {
    of_campaign("title", &CampaignInput { title: Some(title.to_owned()), ..CampaignInput::default() })
}

pub(crate) fn platform_account(id: &str) -> Ruled {
    let input = CampaignInput { platform_account_id: Some(id.to_owned()), ..CampaignInput::default() };
    of_campaign("platform_account_id", &input)
}

pub(crate) fn audience_countries(codes: &[String]) -> Ruled {
    let input = AudienceInput { countries: codes.to_vec(), ..AudienceInput::default() };
    checked(only("countries", Audience::parse(&input)))
}

pub(crate) fn excluded_fans(ids: &[String]) -> Ruled {
    let input = AudienceInput { exclude_fan_ids: ids.to_vec(), ..AudienceInput::default() };
    checked(only("exclude_fan_ids", Audience::parse(&input)))
}

pub(crate) fn jitter(share: f64) -> Ruled {
    checked(only("jitter", OwnPace::parse(&PaceInput { jitter: Some(share), ..PaceInput::default() })))
}

/// A valid message, to check one of its fields.
fn message() -> MessageInput {
    let (text, media) = (Some("text".to_owned()), Some(vec!["1".to_owned()]));
    MessageInput { text, media_ids: media, price_cents: None, tiers: BTreeMap::new() }
}

pub(crate) fn media_ids(ids: &[String]) -> Ruled {
    let input = MessageInput { media_ids: Some(ids.to_vec()), ..message() };
    checked(only("media_ids", Messages::parse(&input)))
}

pub(crate) fn price_cents(cents: i64) -> Ruled {
    let input = MessageInput { price_cents: Some(cents), ..message() };
    checked(only("price_cents", Messages::parse(&input)))
}

pub(crate) fn tiers(tiers: &BTreeMap<String, TierMessage>) -> Ruled {
    let tiers = tiers.clone().into_iter().map(|(word, tier)| (word, tier_input(tier)));
    let input = MessageInput { tiers: tiers.collect(), ..message() };
    checked(only("tiers", Messages::parse(&input)))
}
