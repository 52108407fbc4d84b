//! Messages of a campaign, common and by tier.

use std::collections::BTreeMap;

use kernel::{ErrorKind, Location, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::audience::FanTier;
use crate::text::{MediaId, Text};

/// Unvalidated message, with variants by tier.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MessageInput {
    /// Text of the message.
    pub text: Option<String>,
    /// Ids of the media, in order.
    pub media_ids: Option<Vec<String>>,
    /// Price of the media, in cents; 0 by default.
    pub price_cents: Option<i64>,
    /// Variants by tier, under the word of the tier.
    pub tiers: BTreeMap<String, TierInput>,
}

/// Variant for one tier. Absent fields use the common message.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TierInput {
    /// Text of the message.
    pub text: Option<String>,
    /// Ids of the media, in order.
    pub media_ids: Option<Vec<String>>,
    /// Price of the media, in cents.
    pub price_cents: Option<i64>,
}

/// Validated message: a text, media, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "TierInput", into = "TierInput")]
pub struct Message {
    text: Option<Text>,
    media_ids: Vec<MediaId>,
    price_cents: i64,
}

crate::text::by_input!(Message: TierInput);

impl Message {
    /// Maximum length of a text without media, in characters.
    pub const MAX_BARE_TEXT: usize = 1000;
    /// Maximum number of media in a message.
    pub const MAX_MEDIA: usize = 100;
    /// Allowed prices above 0, in cents.
    pub const PRICES: std::ops::RangeInclusive<i64> = 300..=20_000;

    /// Text of the message; `None` for media only.
    pub fn text(&self) -> Option<&Text> {
        self.text.as_ref()
    }

    /// Ids of the media, in order.
    pub fn media_ids(&self) -> &[MediaId] {
        &self.media_ids
    }

    /// Price of the media, in cents; 0 if free.
    pub fn price_cents(&self) -> i64 {
        self.price_cents
    }

    /// Validates a message. Errors are located at `text`, `media_ids`, `media_ids.<n>` and `price_cents`.
    fn parse(input: &TierInput) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let here = Location::root();
        let shows = input.media_ids.as_ref().is_some_and(|ids| !ids.is_empty());
        let written = input.text.as_deref().filter(|text| !(shows && text.is_empty()));
        if written.is_none() && !shows {
            errors.push(here.at("text"), ErrorKind::Missing, "must have a text, media, or both");
        }
        let text = written.and_then(|text| errors.take(&here.at("text"), Text::parse(text)));
        let long = text.as_ref().is_some_and(|text| text.as_str().chars().count() > Self::MAX_BARE_TEXT);
        if long && !shows {
            let message = format!("has more than {} characters without media", Self::MAX_BARE_TEXT);
            errors.push(here.at("text"), ErrorKind::TooLong, message);
        }
        let media_ids = media(&mut errors, input.media_ids.as_deref().unwrap_or_default());
        let price_cents = input.price_cents.unwrap_or(0);
        check_price(&mut errors, price_cents, shows);
        errors.into_result().map(|()| Self { text, media_ids, price_cents })
    }

    fn to_input(&self) -> TierInput {
        TierInput {
            text: self.text.as_ref().map(|text| text.as_str().to_owned()),
            media_ids: Some(self.media_ids.iter().map(|id| id.as_str().to_owned()).collect()),
            price_cents: Some(self.price_cents),
        }
    }
}

fn media(errors: &mut ValidationErrors, ids: &[String]) -> Vec<MediaId> {
    let at = Location::root().at("media_ids");
    if ids.len() > Message::MAX_MEDIA {
        let message = format!("has more than {} entries", Message::MAX_MEDIA);
        errors.push(at, ErrorKind::TooLong, message);
        return Vec::new();
    }
    let mut read: Vec<MediaId> = Vec::new();
    for (index, id) in ids.iter().enumerate() {
        match errors.take(&at.at(index), MediaId::parse(id)) {
            Some(id) if read.contains(&id) => {
                errors.push(at.at(index), ErrorKind::Duplicate, "is named twice");
            }
            id => read.extend(id),
        }
    }
    read
}

fn check_price(errors: &mut ValidationErrors, cents: i64, shows: bool) {
    let at = Location::root().at("price_cents");
    let (least, most) = (*Message::PRICES.start(), *Message::PRICES.end());
    if cents != 0 && cents < least {
        errors.push(at.clone(), ErrorKind::GreaterThanEqual, format!("must be 0, or {least} to {most}"));
    }
    if cents > most {
        errors.push(at.clone(), ErrorKind::LessThanEqual, format!("must be 0, or {least} to {most}"));
    }
    if cents > 0 && !shows {
        errors.push(at, ErrorKind::Value, "a price needs media");
    }
}

/// Messages of a campaign: a common message, and variants for some tiers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "MessageInput", into = "MessageInput")]
pub struct Messages {
    common: Message,
    tiers: BTreeMap<FanTier, Message>,
}
crate::text::by_input!(Messages: MessageInput);

impl Messages {
    /// Validates the messages of a campaign.
    ///
    /// Errors of the common message are at `text`, `media_ids` and `price_cents`. Errors of a variant are at
    /// `tiers.<tier>.<field>`, and an unknown tier is at `tiers.<word>`. Variants are checked only if the common
    /// message is valid, because they inherit its fields.
    pub fn parse(input: &MessageInput) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let own = TierInput {
            text: input.text.clone(),
            media_ids: input.media_ids.clone(),
            price_cents: input.price_cents,
        };
        let common = errors.take(&Location::root(), Message::parse(&own));
        let mut tiers = BTreeMap::new();
        for (word, over) in &input.tiers {
            let at = Location::root().at("tiers").at(word.as_str());
            let Some(tier) = FanTier::parse(word) else {
                errors.push(at, ErrorKind::Enum, format!("{word:?} is not a known tier"));
                continue;
            };
            let merged = TierInput {
                text: over.text.clone().or_else(|| own.text.clone()),
                media_ids: over.media_ids.clone().or_else(|| own.media_ids.clone()),
                price_cents: over.price_cents.or(own.price_cents),
            };
            if common.is_some() {
                tiers.extend(errors.take(&at, Message::parse(&merged)).map(|message| (tier, message)));
            }
        }
        errors.into_result()?;
        common.map(|common| Self { common, tiers }).ok_or_else(ValidationErrors::none)
    }

    /// Returns the messages in the form for [`Self::parse`], with all fields of each variant.
    pub fn to_input(&self) -> MessageInput {
        let TierInput { text, media_ids, price_cents } = self.common.to_input();
        let in_full = |message: &Message| {
            let input = message.to_input();
            // An absent text would inherit the common text.
            TierInput { text: Some(input.text.unwrap_or_default()), ..input }
        };
        let tiers = self.tiers.iter().map(|(tier, message)| (tier.as_str().to_owned(), in_full(message)));
        MessageInput { text, media_ids, price_cents, tiers: tiers.collect() }
    }

    /// Returns the message for a fan of this tier.
    pub fn for_tier(&self, tier: Option<FanTier>) -> &Message {
        tier.and_then(|tier| self.tiers.get(&tier)).unwrap_or(&self.common)
    }

    /// Whether some tiers have their own message.
    pub fn has_tiers(&self) -> bool {
        !self.tiers.is_empty()
    }
}

#[cfg(test)]
mod tests;
