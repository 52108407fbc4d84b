//! Names and values of the capabilities on the wire.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::Capabilities;

kernel::words! {
    /// Name of a capability.
    Flag {
        /// Owner's switch for writing.
        Write = "write",
        /// Paid links.
        LinksPaid = "links.paid",
        /// Free-trial links.
        LinksTrial = "links.trial",
        /// Effect of switching a link off.
        LinksToggle = "links.toggle",
        /// Source of a link's country.
        LinksCountry = "links.country",
        /// Maximum length of a link's name, in characters.
        LinksMaxName = "links.max_name",
        /// Lifetime of a link's address.
        LinksAddress = "links.address",
        /// Conversions in the platform's counters.
        StatsConversions = "stats.conversions",
        /// Meaning of a link's revenue.
        StatsRevenue = "stats.revenue",
        /// Beginning of the counters.
        StatsSince = "stats.since",
        /// Bases of attribution.
        AttributionBy = "attribution.by",
        /// Usual delay of attribution, in seconds.
        AttributionDelay = "attribution.delay",
        /// Pushed events.
        EventsPush = "events.push",
        /// Source of events that were not pushed.
        EventsPull = "events.pull",
        /// Countries of fans.
        FansCountry = "fans.country",
        /// Opt-outs on the platform.
        FansOptedOut = "fans.opted_out",
        /// Age of the list of fans.
        FansFresh = "fans.fresh",
        /// Form of content ids.
        ContentIds = "content.ids",
        /// Source of the number of buyers.
        ContentBuyers = "content.buyers",
        /// Source of the content of a sale.
        SalesContent = "sales.content",
        /// Sending of messages.
        MessagesSend = "messages.send",
        /// Protection against a message that is sent twice.
        MessagesOnce = "messages.once",
        /// Content requests.
        Requests = "requests",
        /// Price of calls.
        Costs = "costs",
    }
}

/// Value of a capability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum FlagValue {
    /// Switch.
    Switch(bool),
    /// Number.
    Number(u32),
    /// Word.
    Word(&'static str),
    /// Words, the most exact one first.
    Words(Vec<&'static str>),
}

impl Capabilities {
    /// Returns the value of a flag.
    pub fn flag(&self, flag: Flag) -> FlagValue {
        use FlagValue::{Number, Switch, Word, Words};
        match flag {
            Flag::Write => Switch(self.write),
            Flag::LinksPaid => Word(self.paid_links.as_str()),
            Flag::LinksTrial => Word(self.trial_links.as_str()),
            Flag::LinksToggle => Word(self.toggle.as_str()),
            Flag::LinksCountry => Word(self.link_country.as_str()),
            Flag::LinksMaxName => Number(self.max_name.into()),
            Flag::LinksAddress => Word(self.address.as_str()),
            Flag::StatsConversions => Switch(self.conversions),
            Flag::StatsRevenue => Word(self.revenue.as_str()),
            Flag::StatsSince => Word(self.stats_since.as_str()),
            Flag::AttributionBy => Words(self.attribution.iter().map(|basis| basis.as_str()).collect()),
            Flag::AttributionDelay => Number(self.attribution_delay),
            Flag::EventsPush => Word(self.push.as_str()),
            Flag::EventsPull => Word(self.pull.as_str()),
            Flag::FansCountry => Switch(self.fan_country),
            Flag::FansOptedOut => Switch(self.opted_out),
            Flag::FansFresh => Word(self.fans_fresh.as_str()),
            Flag::ContentIds => Word(self.content_ids.as_str()),
            Flag::ContentBuyers => Word(self.buyers.as_str()),
            Flag::SalesContent => Word(self.sold_content.as_str()),
            Flag::MessagesSend => Switch(self.send),
            Flag::MessagesOnce => Word(self.once.as_str()),
            Flag::Requests => Word(if self.requests { "yes" } else { "none" }),
            Flag::Costs => Word(self.costs.as_str()),
        }
    }

    /// Returns all flags by name.
    pub fn flags(&self) -> BTreeMap<&'static str, FlagValue> {
        Flag::ALL.into_iter().map(|flag| (flag.as_str(), self.flag(flag))).collect()
    }
}

impl Serialize for Capabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.flags().serialize(serializer)
    }
}
