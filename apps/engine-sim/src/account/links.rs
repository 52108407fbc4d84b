use std::collections::HashSet;
use std::path::Path;

use super::State;
use crate::input::is_country;
use crate::reply::Refusal;
use crate::rng::Rng;
use crate::time::{self, DAY, rfc3339};
use crate::wire::{Conversions, Link, LinkDay, NewLink};

/// Lengths of free trials on the platform, in days.
const TRIALS: [u32; 8] = [1, 3, 7, 14, 30, 90, 180, 360];

const LINK: u64 = 3;

/// A link and its results.
#[derive(Debug)]
pub(crate) struct LinkRecord {
    pub(crate) link: Link,
    /// Whether the link was created at runtime instead of by the seed.
    made_here: bool,
    /// Lifetime totals, dated to the last day with an event.
    so_far: Option<LinkDay>,
    spenders: HashSet<String>,
}

impl LinkRecord {
    fn new(link: Link) -> Self {
        Self { link, made_here: false, so_far: None, spenders: HashSet::new() }
    }

    /// Returns the counters, dated to the day of `at`.
    fn day(&mut self, at: i64) -> &mut LinkDay {
        let day = time::day(at);
        let stats = self.so_far.get_or_insert_with(|| empty(&self.link.provider_id, day.clone()));
        if stats.day < day {
            stats.day = day;
        }
        stats
    }

    pub(crate) fn clicked(&mut self, at: i64) {
        self.day(at).clicks += 1;
    }

    pub(crate) fn subscribed(&mut self, at: i64) {
        self.day(at).subscribers += 1;
    }

    pub(crate) fn paid(&mut self, at: i64, fan_id: &str, gross: i64, net: i64) {
        let first = gross > 0 && self.spenders.insert(fan_id.to_string());
        let day = self.day(at);
        day.revenue_cents += gross;
        day.spenders += i64::from(first);
        day.conversions.count += i64::from(gross > 0);
        day.conversions.revenue_net_cents += net;
    }

    /// Lifetime totals of the link; zeros dated today if it has none.
    fn stats(&self) -> LinkDay {
        self.so_far.clone().unwrap_or_else(|| empty(&self.link.provider_id, time::day(time::now())))
    }
}

fn empty(provider_id: &str, day: String) -> LinkDay {
    LinkDay {
        provider_id: provider_id.to_string(),
        day,
        clicks: 0,
        subscribers: 0,
        revenue_cents: 0,
        spenders: 0,
        conversions: Conversions::default(),
    }
}

/// Builds the seeded links, alternating between paid links and free trials. Some free trials are
/// not permanent.
pub(super) fn seeded(seed: u64, count: u32, anchor: i64, base: &str) -> Vec<LinkRecord> {
    (0..count).map(|index| LinkRecord::new(seeded_link(seed, u64::from(index), anchor, base))).collect()
}

/// Reads the links that an earlier run saved in `file`, and moves them to `base`.
pub(super) fn kept(file: Option<&Path>, base: &str) -> Result<Vec<LinkRecord>, Refusal> {
    let Some(text) = file.filter(|file| file.exists()).map(std::fs::read) else { return Ok(Vec::new()) };
    let text = text.map_err(|error| Refusal::invalid(format!("the file of links: {error}")))?;
    let mut links: Vec<Link> = crate::input::body(&text)?;
    for link in &mut links {
        link.url = format!("{base}/{}", link.provider_id);
    }
    Ok(links.into_iter().map(|link| LinkRecord { made_here: true, ..LinkRecord::new(link) }).collect())
}

fn seeded_link(seed: u64, index: u64, anchor: i64, base: &str) -> Link {
    let mut rng = Rng::of(seed, LINK, index);
    let provider_id = format!("lnk_{:08x}", rng.next() >> 32);
    let trial = index % 2 == 1;
    let country = (trial && rng.chance(0.8)).then(|| rng.pick(&["US", "GB", "DE", "FR", "CA"]));
    let place = rng.pick(&["story", "bio", "reels", "forum", "promo", "newsletter"]);
    Link {
        url: format!("{base}/{provider_id}"),
        name: format!("{place} {index}"),
        kind: kind(trial).to_string(),
        offer: if trial { "ftl" } else { "paid" }.to_string(),
        country: country.map(str::to_string),
        trial_days: trial.then(|| rng.pick(&TRIALS)),
        permanent: !trial || rng.chance(0.6),
        active: rng.chance(0.9),
        created_at: rfc3339(anchor - rng.amount(1, 400) * DAY),
        provider_id,
    }
}

fn kind(trial: bool) -> &'static str {
    if trial { "free_trial" } else { "tracking_link" }
}

/// Rejects an invalid new link.
fn check(new: &NewLink) -> Result<(), Refusal> {
    let trial = match new.offer.as_str() {
        "paid" => false,
        "ftl" => true,
        _ => return Err(Refusal::invalid("offer is neither paid nor ftl")),
    };
    if new.name.trim().is_empty() || new.name.chars().count() > 200 {
        return Err(Refusal::invalid("name has 1 to 200 characters"));
    }
    if new.country.as_deref().is_some_and(|country| !is_country(country)) {
        return Err(Refusal::invalid("country is two upper-case letters or null"));
    }
    match new.trial_days {
        None if trial => Err(Refusal::invalid("a free trial needs trial_days")),
        Some(_) if !trial => Err(Refusal::invalid("trial_days of a paid link is null")),
        Some(days) if !TRIALS.contains(&days) => {
            Err(Refusal::invalid("trial_days is one of 1, 3, 7, 14, 30, 90, 180, 360"))
        }
        _ => Ok(()),
    }
}

impl State {
    pub(crate) fn create_link(&mut self, new: NewLink) -> Result<Link, Refusal> {
        check(&new)?;
        let provider_id = self.next_id("lnk");
        let link = Link {
            kind: kind(new.offer == "ftl").to_string(),
            url: format!("{}/{provider_id}", self.link_base),
            offer: new.offer,
            name: new.name,
            country: new.country,
            trial_days: new.trial_days,
            permanent: true,
            active: true,
            created_at: rfc3339(time::now()),
            provider_id,
        };
        self.links.push(LinkRecord { made_here: true, ..LinkRecord::new(link.clone()) });
        self.keep_links()?;
        Ok(link)
    }

    pub(crate) fn link_mut(&mut self, provider_id: &str) -> Result<&mut LinkRecord, Refusal> {
        let found = self.links.iter_mut().find(|record| record.link.provider_id == provider_id);
        found.ok_or(Refusal::NotFound("link"))
    }

    pub(crate) fn switch_link(&mut self, provider_id: &str, active: bool) -> Result<Link, Refusal> {
        let link = &mut self.link_mut(provider_id)?.link;
        link.active = active;
        let link = link.clone();
        self.keep_links()?;
        Ok(link)
    }

    /// Saves the created links to the file, if there is one.
    pub(crate) fn keep_links(&self) -> Result<(), Refusal> {
        let Some(file) = &self.links_file else { return Ok(()) };
        let made: Vec<&Link> =
            self.links.iter().filter(|record| record.made_here).map(|record| &record.link).collect();
        let fresh = file.with_extension("new");
        let written = serde_json::to_vec(&made)
            .map_err(std::io::Error::from)
            .and_then(|text| std::fs::write(&fresh, text))
            .and_then(|()| std::fs::rename(&fresh, file));
        written.map_err(|error| Refusal::invalid(format!("the file of links: {error}")))
    }

    /// Returns at most `limit` links from `start` on, in order of creation, and the start of the
    /// next page.
    pub(crate) fn links_page(
        &self,
        offer: Option<&str>,
        start: u64,
        limit: usize,
    ) -> (Vec<Link>, Option<u64>) {
        let mut found = Vec::new();
        for (index, record) in self.links.iter().enumerate().skip(start as usize) {
            if offer.is_some_and(|offer| record.link.offer != offer) {
                continue;
            }
            if found.len() == limit {
                return (found, Some(index as u64));
            }
            found.push(record.link.clone());
        }
        (found, None)
    }

    /// Returns the statistics of the links that exist.
    pub(crate) fn link_stats(&self, provider_ids: &[String]) -> Vec<LinkDay> {
        let wanted = self.links.iter().filter(|record| provider_ids.contains(&record.link.provider_id));
        wanted.map(LinkRecord::stats).collect()
    }
}
