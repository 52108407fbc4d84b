//! In-memory store that runs plans like the PostgreSQL store, but is short enough to review.

use std::collections::{BTreeMap, BTreeSet};

use attribution::Counting;
use attribution::assign::{Basis, LinkId};
use attribution::event::{EngineEvent, FanAction, FanEvent, FanFacts};
use conversion_pixel::{ConversionType, EventMap, Platform, Switches};
use kernel::{CountryCode, UnixTime};
use touches::{TouchId, Traits, UserAgent};

use super::late_clicks::{Hashes, Paid, Waiting, plan_late};
use super::third_message::{self, Message, third_messages};
use super::*;
use crate::testing::{NOW, host};

/// Stored conversion.
#[derive(Debug, Clone)]
struct Stored {
    id: i64,
    kind: ConversionType,
    event: FanEvent,
    belongs: Option<Attributed>,
}

/// Stored profile of a fan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Fan {
    username: Option<(UnixTime, String, String)>,
    messages: i64,
    has_third_message: bool,
}

/// All data of one owner.
#[derive(Debug, Clone, Default)]
pub(super) struct Store {
    events: BTreeSet<String>,
    clicks: Vec<ClickFact>,
    links: Vec<LinkFact>,
    pixels: Pixels,
    conversions: Vec<Stored>,
    fans: BTreeMap<String, Fan>,
    awaited: Vec<AwaitedClick>,
    stats: BTreeMap<StatsKey, Stats>,
    splits: BTreeMap<SplitKey, Stats>,
    /// Name, state and JSON by conversion, link and platform.
    deliveries: BTreeMap<(i64, String, Platform), (String, String)>,
}

/// Comparable contents of a store, without the ids of conversions.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) conversions: BTreeSet<String>,
    pub(super) stats: Vec<(StatsKey, Stats)>,
    pub(super) splits: Vec<(SplitKey, Stats)>,
    pub(super) deliveries: BTreeSet<String>,
    pub(super) usernames: Vec<(String, Option<String>)>,
    pub(super) waiting: usize,
}

impl Store {
    /// Creates a store with a link on each of two domains, a third link without a domain, and pixels of both platforms.
    pub(super) fn with_links() -> Self {
        let link = |id, provider_id: &str, domain| LinkFact {
            id: LinkId::new(id),
            provider_id: provider_id.to_owned(),
            url: format!("https://platform.example/{provider_id}"),
            domain,
        };
        let pixel = |platform, refused| PixelFact {
            platform,
            event_map: EventMap::default(),
            switches: Switches { send_user_agent: true, ..Switches::default() },
            refused,
        };
        let pixels = || vec![pixel(Platform::Meta, false), pixel(Platform::TikTok, true)];
        Self {
            links: vec![
                link(1, "p1", Some(host())),
                link(2, "p2", Some(kernel::Hostname::parse("b.example").unwrap())),
                link(3, "p3", None),
            ],
            pixels: ["p1", "p2"].into_iter().map(|id| (id.to_owned(), pixels())).collect(),
            ..Self::default()
        }
    }

    fn facts(&self, wanted: &Wanted) -> Facts {
        let clicks: Vec<_> =
            self.clicks.iter().filter(|click| wanted.clicks.contains(&click.id)).cloned().collect();
        let of_clicks: BTreeSet<_> = clicks.iter().filter_map(|click| click.link).collect();
        let links = self.links.iter().filter(|link| {
            wanted.providers.contains(&link.provider_id)
                || wanted.links.contains(&link.id)
                || of_clicks.contains(&link.id)
        });
        Facts::new(clicks, links.cloned().collect::<Vec<_>>())
    }

    /// Processes a batch, and returns the number of new events.
    pub(super) fn take_in(&mut self, events: &[EngineEvent]) -> usize {
        let mut fresh = distinct(events);
        fresh.retain(|event| self.events.insert(event.event_id().to_owned()));
        let counting = Counting::default();
        let batch = Batch::of(&fresh, &counting);
        let due = self.update(&batch.fans);
        let mut conversions = conversions(&self.facts(&batch.wanted), &batch);
        self.insert(&mut conversions);
        let messages = third_messages(self.messages_of(&due));
        let facts = self.facts(&third_message::wanted(&messages));
        let mut made = third_message::conversions(&facts, &batch, messages);
        self.insert(&mut made);
        conversions.extend(made);
        let FollowUp { awaited, deliveries, stats } =
            follow_up(&conversions, &self.pixels, &Accounts::new(), NOW).unwrap();
        self.awaited.extend(awaited);
        self.queue(&deliveries);
        self.count(stats);
        fresh.len()
    }

    /// Stores a click, and updates the conversions that waited for the click.
    pub(super) fn store_click(&mut self, click: ClickFact) {
        let (found, left) = self.awaited.drain(..).partition(|one| one.click == click.id);
        self.awaited = left;
        self.clicks.push(click);
        let found: Vec<AwaitedClick> = found;
        let waiting: Vec<_> = found.into_iter().map(|one| self.waiting(one.conversion, one.hashes)).collect();
        let facts = self.facts(&late_clicks::wanted(&waiting));
        let late = plan_late(&facts, waiting).unwrap();
        self.count(late.stats);
        for (taken_at, moved) in late.moved {
            for conversion in &moved {
                self.deliveries.retain(|(id, ..), _| *id != conversion.id);
                let stored = self.conversions.iter_mut().find(|stored| stored.id == conversion.id).unwrap();
                stored.belongs = conversion.belongs.clone();
            }
            let deliveries = deliveries(&moved, &self.pixels, &Accounts::new(), taken_at);
            self.queue(&deliveries);
        }
    }

    fn insert(&mut self, conversions: &mut [NewConversion<'_>]) {
        for conversion in conversions {
            conversion.id = i64::try_from(self.conversions.len()).unwrap() + 1;
            self.conversions.push(Stored {
                id: conversion.id,
                kind: conversion.kind,
                // Personal data of fans is not stored.
                event: FanEvent {
                    fan: FanFacts {
                        fan_id: conversion.event.fan.fan_id.clone(),
                        username: conversion.event.fan.username.clone(),
                        country: conversion.event.fan.country,
                        ..FanFacts::default()
                    },
                    ..conversion.event.clone().into_owned()
                },
                belongs: conversion.belongs.clone(),
            });
        }
    }

    fn update(&mut self, updates: &[FanUpdate<'_>]) -> Vec<String> {
        let mut due = Vec::new();
        for update in updates {
            let fan = self.fans.entry(update.fan_id.to_owned()).or_default();
            let said = |said: LatestValue<'_>| (said.at, said.event_id.to_owned(), said.text.to_owned());
            fan.username = fan.username.take().max(update.username.map(said));
            fan.messages += update.messages;
            if fan.messages >= 3 && !fan.has_third_message {
                fan.has_third_message = true;
                due.push(update.fan_id.to_owned());
            }
        }
        due
    }

    fn messages_of(&self, fans: &[String]) -> Vec<Message> {
        let messages = self.conversions.iter().filter(|stored| {
            stored.kind == ConversionType::MessageReceived && fans.contains(&stored.event.fan.fan_id)
        });
        let message = |stored: &Stored| Message {
            fan_id: stored.event.fan.fan_id.clone(),
            event_id: stored.event.event_id.clone(),
            occurred_at: stored.event.occurred_at,
            attribution: stored.belongs.as_ref().map(|belongs| belongs.attribution.clone()),
            click_ref: stored.event.click_ref.clone(),
            source: stored.belongs.as_ref().map(|belongs| belongs.source.clone()).unwrap_or_default(),
            username: stored.event.fan.username.clone(),
            country: stored.event.fan.country,
        };
        messages.map(message).collect()
    }

    fn waiting(&self, id: i64, hashes: Hashes) -> Waiting {
        let stored = self.conversions.iter().find(|stored| stored.id == id).unwrap();
        let attribution = stored.belongs.as_ref().map(|belongs| &belongs.attribution);
        let paid = match &stored.event.action {
            FanAction::NewTransaction(paid) => Some(Paid {
                transaction_id: paid.transaction_id.clone(),
                kind: paid.kind,
                net_cents: paid.net_cents,
                currency: paid.currency.clone(),
                is_apart: false,
            }),
            _ => None,
        };
        Waiting {
            id,
            kind: stored.kind,
            event_id: stored.event.event_id.clone(),
            fan_id: stored.event.fan.fan_id.clone(),
            country: stored.event.fan.country,
            occurred_at: stored.event.occurred_at,
            taken_at: NOW,
            domain: attribution.map(|attribution| attribution.domain.clone()),
            link: attribution.and_then(|attribution| attribution.link),
            source: stored.belongs.as_ref().map(|belongs| belongs.source.clone()).unwrap_or_default(),
            click_ref: stored.event.click_ref.clone(),
            paid,
            hashes,
        }
    }

    fn queue(&mut self, deliveries: &[NewDelivery<'_>]) {
        for NewDelivery { provider_id, conversion, event, progress } in deliveries {
            let key = (*conversion, (*provider_id).to_owned(), event.platform);
            let sent = (format!("{} {}", event.name, progress.state.as_str()), event.json.clone());
            assert_eq!(self.deliveries.insert(key, sent), None, "a delivery is made once");
        }
    }

    fn count(&mut self, stats: DailyStats) {
        fn add<K: Ord>(to: &mut BTreeMap<K, Stats>, changes: BTreeMap<K, Stats>) {
            for (key, change) in changes {
                let stats = to.entry(key).or_default();
                stats.subs += change.subs;
                stats.revenue_cents += change.revenue_cents;
            }
        }
        add(&mut self.stats, stats.days);
        add(&mut self.splits, stats.splits);
    }

    /// Returns the comparable contents, with or without the conversions of third messages.
    pub(super) fn shown(&self, with_third: bool) -> Shown {
        let names: BTreeMap<_, _> = self
            .conversions
            .iter()
            .filter(|stored| with_third || stored.kind != ConversionType::FanSent3Messages)
            .map(|stored| (stored.id, format!("{} {}", stored.event.event_id, stored.kind.as_str())))
            .collect();
        let described = |stored: &Stored| {
            let belongs = stored.belongs.as_ref().map(|belongs| {
                let by = belongs.attribution.basis.as_str();
                (&belongs.attribution.domain, belongs.attribution.link, by, &belongs.source)
            });
            Some(format!("{} {belongs:?}", names.get(&stored.id)?))
        };
        let sent = |((id, link, platform), (state, json)): (&(i64, String, Platform), &(String, String))| {
            Some(format!("{} {link} {platform:?} {state} {json}", names.get(id)?))
        };
        Shown {
            conversions: self.conversions.iter().filter_map(described).collect(),
            stats: self
                .stats
                .iter()
                .filter(|(_, stats)| **stats != Stats::default())
                .map(|(key, stats)| (key.clone(), *stats))
                .collect(),
            splits: self
                .splits
                .iter()
                .filter(|(_, stats)| **stats != Stats::default())
                .map(|(key, stats)| (key.clone(), *stats))
                .collect(),
            deliveries: self.deliveries.iter().filter_map(sent).collect(),
            usernames: self
                .fans
                .iter()
                .map(|(id, fan)| (id.clone(), fan.username.as_ref().map(|(.., name)| name.clone())))
                .collect(),
            waiting: self.awaited.len(),
        }
    }

    /// Number of conversions of third messages.
    pub(super) fn third_messages(&self) -> usize {
        self.conversions.iter().filter(|stored| stored.kind == ConversionType::FanSent3Messages).count()
    }

    /// Number of conversions that are attributed by a click.
    pub(super) fn by_click(&self) -> usize {
        let by_click = |stored: &&Stored| {
            stored.belongs.as_ref().is_some_and(|one| matches!(one.attribution.basis, Basis::Click(_)))
        };
        self.conversions.iter().filter(by_click).count()
    }
}

/// Builds click 0 (first domain, link 1, smart link `vip`), 1 (first domain, no link) or 2 (second domain, link 2).
pub(super) fn click(number: usize) -> ClickFact {
    let (domain, link, slug) =
        [("a.example", Some(1), Some("vip")), ("a.example", None, None), ("b.example", Some(2), None)]
            [number];
    ClickFact {
        id: TouchId::from_u128(u128::try_from(number).unwrap() + 1),
        domain: kernel::Hostname::parse(domain).unwrap(),
        source: if number == 0 { "qr-flyer".to_owned() } else { String::new() },
        link: link.map(LinkId::new),
        slug: slug.map(str::to_owned),
        at: NOW.plus_seconds(-7_200),
        fbclid: Some(format!("fb{number}")),
        ttclid: None,
        user_agent: UserAgent::parse(&format!("Mozilla/{number}")),
        traits: Traits {
            country: Some("DE".to_owned()),
            referrer: (number == 2).then(|| "b.example".to_owned()),
            button: (number == 1).then(|| "btn_1".to_owned()),
            ..Traits::default()
        },
    }
}

/// Builds a fan with country and e-mail address.
pub(super) fn fan(id: &str, username: Option<&str>) -> FanFacts {
    FanFacts {
        fan_id: id.to_owned(),
        username: username.map(str::to_owned),
        country: CountryCode::parse("DE"),
        email: Some(format!("{id}@example.com")),
        ..FanFacts::default()
    }
}
