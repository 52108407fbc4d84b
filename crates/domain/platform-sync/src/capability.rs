//! Capabilities of a connection: defaults of its kind, narrowed by its key and settings.

mod flag;
mod words;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::kind::PlatformKind;
pub use flag::{Flag, FlagValue};
pub use words::{
    AttributionBasis, Buyers, ContentIds, Costs, CountrySupport, Freshness, LinkAddress, LinkSupport, Once,
    Pull, Push, Revenue, SoldContent, StatsSince, Toggle,
};

/// Settings of a connection, and the limits that its probe found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindSettings {
    /// Whether the owner allows writing: creating links and sending messages.
    pub write: bool,
    /// Whether the contents of sales are looked up, at a price.
    pub sold_content: bool,
    /// Whether the vendor refuses webhooks on the owner's plan.
    pub push_refused: bool,
    /// Capabilities that the key may not use.
    pub key_lacks: BTreeSet<Flag>,
    /// First pause of the join of fans and links, in seconds.
    pub join_seconds: u32,
}

impl Default for KindSettings {
    fn default() -> Self {
        Self {
            write: false,
            sold_content: false,
            push_refused: false,
            key_lacks: BTreeSet::new(),
            join_seconds: 120,
        }
    }
}

/// Capabilities of a connection. [`Capabilities::flags`] has their names on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether the owner allows writing.
    pub write: bool,
    /// Paid links.
    pub paid_links: LinkSupport,
    /// Free-trial links.
    pub trial_links: LinkSupport,
    /// Effect of switching a link off.
    pub toggle: Toggle,
    /// Source of a link's country.
    pub link_country: CountrySupport,
    /// Maximum length of a link's name, in characters.
    pub max_name: u16,
    /// Lifetime of a link's address.
    pub address: LinkAddress,
    /// Whether the platform counts conversions of a link.
    pub conversions: bool,
    /// Meaning of a link's revenue.
    pub revenue: Revenue,
    /// Beginning of the counters.
    pub stats_since: StatsSince,
    /// Bases of attribution, the most exact one first.
    pub attribution: Vec<AttributionBasis>,
    /// Usual delay until an event has its link, in seconds.
    pub attribution_delay: u32,
    /// Pushed events.
    pub push: Push,
    /// Source of events that were not pushed.
    pub pull: Pull,
    /// Whether fans have countries.
    pub fan_country: bool,
    /// Whether fans can opt out on the platform.
    pub opted_out: bool,
    /// Age of the list of fans.
    pub fans_fresh: Freshness,
    /// Form of content ids.
    pub content_ids: ContentIds,
    /// Source of the number of buyers of an item.
    pub buyers: Buyers,
    /// Source of the content of a sale.
    pub sold_content: SoldContent,
    /// Whether messages can be sent.
    pub send: bool,
    /// Protection against a message that is sent twice.
    pub once: Once,
    /// Whether fans can request content.
    pub requests: bool,
    /// Price of calls.
    pub costs: Costs,
}

/// Need of a caller, checked before a call to the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// Creating a paid link.
    CreatePaidLink,
    /// Creating a free-trial link.
    CreateTrialLink,
    /// Sending a message.
    SendMessage,
    /// Selecting fans by country.
    FanCountry,
    /// Answering a content request.
    AnswerRequest,
}

/// Refusal of a [`Need`], naming the flag that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("the connected account lacks the capability {0}")]
pub struct CapabilityMissing(pub Flag);

impl Capabilities {
    /// Returns the capabilities of a connection.
    ///
    /// ```
    /// use platform_sync::{Capabilities, Flag, KindSettings, PlatformKind, Toggle};
    ///
    /// let capabilities = Capabilities::of(PlatformKind::Onlyfans, &KindSettings::default());
    /// assert_eq!(capabilities.toggle, Toggle::HereOnly);
    /// ```
    pub fn of(kind: PlatformKind, settings: &KindSettings) -> Self {
        let mut capabilities = match kind {
            PlatformKind::Engine => Self::engine(),
            PlatformKind::Onlyfans => Self::onlyfans(),
            PlatformKind::Fanvue => Self::fanvue(),
        };
        capabilities.narrow(kind, settings);
        capabilities
    }

    fn engine() -> Self {
        Self {
            write: true,
            paid_links: LinkSupport::Create,
            trial_links: LinkSupport::Create,
            toggle: Toggle::Upstream,
            link_country: CountrySupport::Upstream,
            max_name: 200,
            address: LinkAddress::Stable,
            conversions: true,
            revenue: Revenue::Net,
            stats_since: StatsSince::Ever,
            attribution: vec![AttributionBasis::Click, AttributionBasis::Link],
            attribution_delay: 0,
            push: Push::Yes,
            pull: Pull::Log,
            fan_country: true,
            opted_out: true,
            fans_fresh: Freshness::Now,
            content_ids: ContentIds::Integer,
            buyers: Buyers::Upstream,
            sold_content: SoldContent::Given,
            send: true,
            once: Once::ForEver,
            requests: true,
            costs: Costs::None,
        }
    }

    fn onlyfans() -> Self {
        Self {
            toggle: Toggle::HereOnly,
            link_country: CountrySupport::ByName,
            max_name: 64,
            address: LinkAddress::HoldsUserName,
            conversions: false,
            revenue: Revenue::NetSplit,
            stats_since: StatsSince::Ever,
            attribution: vec![AttributionBasis::Link],
            push: Push::AtAPrice,
            pull: Pull::Reconciliation,
            fan_country: false,
            opted_out: false,
            fans_fresh: Freshness::Hours,
            buyers: Buyers::Ours,
            sold_content: SoldContent::None,
            once: Once::OneDay,
            requests: false,
            costs: Costs::Credits,
            ..Self::engine()
        }
    }

    fn fanvue() -> Self {
        Self {
            trial_links: LinkSupport::None,
            toggle: Toggle::HereOnly,
            link_country: CountrySupport::ByName,
            max_name: 64,
            address: LinkAddress::HoldsUserName,
            conversions: false,
            revenue: Revenue::GrossAndNet,
            pull: Pull::Reconciliation,
            fan_country: false,
            opted_out: false,
            fans_fresh: Freshness::Minutes,
            content_ids: ContentIds::Numbered,
            buyers: Buyers::Ours,
            once: Once::No,
            requests: false,
            ..Self::engine()
        }
    }

    fn narrow(&mut self, kind: PlatformKind, settings: &KindSettings) {
        if kind == PlatformKind::Engine {
            return;
        }
        self.write = settings.write;
        if kind == PlatformKind::Onlyfans {
            self.attribution_delay = settings.join_seconds;
        }
        if kind == PlatformKind::Onlyfans && settings.sold_content {
            self.sold_content = SoldContent::LookedUp;
        }
        if settings.push_refused {
            self.push = Push::None;
        }
        for flag in &settings.key_lacks {
            match flag {
                Flag::LinksPaid => self.paid_links = self.paid_links.min(LinkSupport::Read),
                Flag::LinksTrial => self.trial_links = self.trial_links.min(LinkSupport::Read),
                Flag::EventsPush => self.push = Push::None,
                Flag::MessagesSend => self.send = false,
                Flag::SalesContent => self.sold_content = SoldContent::None,
                _ => {}
            }
        }
    }

    /// Checks a need. A capability that the platform or the key lacks is reported before the owner's switch.
    ///
    /// # Errors
    /// The flag that is missing.
    pub fn check(&self, need: Need) -> Result<(), CapabilityMissing> {
        let (possible, flag, writes) = match need {
            Need::CreatePaidLink => (self.paid_links == LinkSupport::Create, Flag::LinksPaid, true),
            Need::CreateTrialLink => (self.trial_links == LinkSupport::Create, Flag::LinksTrial, true),
            Need::SendMessage => (self.send, Flag::MessagesSend, true),
            Need::FanCountry => (self.fan_country, Flag::FansCountry, false),
            Need::AnswerRequest => (self.requests, Flag::Requests, true),
        };
        match (possible, writes && !self.write) {
            (false, _) => Err(CapabilityMissing(flag)),
            (true, true) => Err(CapabilityMissing(Flag::Write)),
            (true, false) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: PlatformKind, write: bool, lacks: &[Flag]) -> Capabilities {
        let key_lacks = lacks.iter().copied().collect();
        Capabilities::of(kind, &KindSettings { write, key_lacks, ..KindSettings::default() })
    }

    #[test]
    fn a_need_is_refused_with_the_flag_that_is_missing() {
        use PlatformKind::{Engine, Fanvue, Onlyfans};
        for (kind, write, lacks, need, missing) in [
            (Engine, false, &[][..], Need::SendMessage, None),
            (Engine, false, &[], Need::FanCountry, None),
            (Onlyfans, true, &[], Need::CreatePaidLink, None),
            (Onlyfans, true, &[], Need::CreateTrialLink, None),
            (Onlyfans, false, &[], Need::CreateTrialLink, Some(Flag::Write)),
            (Onlyfans, false, &[], Need::SendMessage, Some(Flag::Write)),
            (Onlyfans, true, &[Flag::MessagesSend], Need::SendMessage, Some(Flag::MessagesSend)),
            (Onlyfans, false, &[Flag::LinksPaid], Need::CreatePaidLink, Some(Flag::LinksPaid)),
            (Onlyfans, true, &[], Need::FanCountry, Some(Flag::FansCountry)),
            (Onlyfans, true, &[], Need::AnswerRequest, Some(Flag::Requests)),
            (Fanvue, true, &[], Need::CreateTrialLink, Some(Flag::LinksTrial)),
            (Fanvue, false, &[], Need::CreateTrialLink, Some(Flag::LinksTrial)),
            (Fanvue, true, &[], Need::SendMessage, None),
        ] {
            let found = of(kind, write, lacks).check(need).err().map(|missing| missing.0);
            assert_eq!(found, missing, "{kind} {write} {lacks:?} {need:?}");
        }
    }

    #[test]
    fn settings_and_the_probe_narrow_and_never_widen() {
        let settings = KindSettings {
            sold_content: true,
            push_refused: true,
            join_seconds: 600,
            key_lacks: BTreeSet::from([Flag::LinksTrial, Flag::EventsPush]),
            ..KindSettings::default()
        };
        let onlyfans = Capabilities::of(PlatformKind::Onlyfans, &settings);
        assert_eq!((onlyfans.push, onlyfans.sold_content), (Push::None, SoldContent::LookedUp));
        assert_eq!((onlyfans.trial_links, onlyfans.attribution_delay), (LinkSupport::Read, 600));
        let fanvue = Capabilities::of(PlatformKind::Fanvue, &settings);
        assert_eq!((fanvue.trial_links, fanvue.sold_content), (LinkSupport::None, SoldContent::Given));
        assert_eq!(fanvue.attribution_delay, 0);
    }

    #[test]
    fn flags_are_a_map_by_their_names() {
        let flags = serde_json::to_value(of(PlatformKind::Onlyfans, false, &[])).unwrap();
        for (name, value) in [
            ("write", serde_json::json!(false)),
            ("links.paid", "create".into()),
            ("links.toggle", "here_only".into()),
            ("links.country", "by_name".into()),
            ("links.max_name", 64.into()),
            ("stats.conversions", false.into()),
            ("attribution.by", serde_json::json!(["link"])),
            ("attribution.delay", 120.into()),
            ("events.push", "at_a_price".into()),
            ("content.buyers", "ours".into()),
            ("messages.once", "one_day".into()),
            ("requests", "none".into()),
            ("costs", "credits".into()),
        ] {
            assert_eq!(flags.get(name), Some(&value), "{name}");
        }
        assert_eq!(flags.as_object().map(serde_json::Map::len), Some(Flag::ALL.len()));
    }
}
