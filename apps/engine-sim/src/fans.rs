use std::collections::HashMap;

use crate::population::{Population, Traits};
use crate::time::DAY;
use crate::wire::Fan;

/// Fans of an account: the population, overlaid with fans that events changed or added.
#[derive(Debug)]
pub(crate) struct Fans {
    population: Population,
    /// Fans of the population that events changed.
    changed: HashMap<u64, Fan>,
    /// Fans that came later, and their positions.
    newcomers: Vec<Fan>,
    places: HashMap<String, usize>,
}

/// Conditions on listed fans; absent conditions match all.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) tier: Option<String>,
    pub(crate) status: Option<String>,
    pub(crate) countries: Vec<String>,
    pub(crate) min_spent: Option<i64>,
    pub(crate) max_spent: Option<i64>,
    /// Earliest "last seen" that matches.
    pub(crate) seen_since: Option<i64>,
}

impl Filter {
    /// Returns the time `days` before `now`.
    pub(crate) fn seen_within(now: i64, days: i64) -> i64 {
        now.saturating_sub(days.saturating_mul(DAY))
    }

    fn fits(&self, fan: &Traits) -> bool {
        let country = |code: [u8; 2]| self.countries.iter().any(|one| one.as_bytes() == code);
        self.tier.as_ref().is_none_or(|tier| tier == fan.tier)
            && self.status.as_ref().is_none_or(|status| status == fan.status)
            && (self.countries.is_empty() || fan.country.is_some_and(country))
            && self.fits_numbers(fan.spent, fan.last_seen)
    }

    fn fits_shown(&self, fan: &Fan) -> bool {
        let country = |code: &String| self.countries.contains(code);
        self.tier.as_ref().is_none_or(|tier| *tier == fan.tier)
            && self.status.as_ref().is_none_or(|status| *status == fan.status)
            && (self.countries.is_empty() || fan.country.as_ref().is_some_and(country))
            && self
                .fits_numbers(fan.total_spent_cents, fan.last_seen_at.as_deref().and_then(crate::time::parse))
    }

    fn fits_numbers(&self, spent: i64, last_seen: Option<i64>) -> bool {
        self.min_spent.is_none_or(|least| spent >= least)
            && self.max_spent.is_none_or(|most| spent <= most)
            && self.seen_since.is_none_or(|since| last_seen.is_some_and(|seen| seen >= since))
    }
}

impl Fans {
    pub(crate) fn new(population: Population) -> Self {
        Self { population, changed: HashMap::new(), newcomers: Vec::new(), places: HashMap::new() }
    }

    pub(crate) fn population(&self) -> &Population {
        &self.population
    }

    pub(crate) fn len(&self) -> u64 {
        self.population.len() + self.newcomers.len() as u64
    }

    pub(crate) fn get(&self, fan_id: &str) -> Option<Fan> {
        if let Some(index) = self.population.index_of(fan_id) {
            return Some(self.changed.get(&index).cloned().unwrap_or_else(|| self.population.fan(index)));
        }
        self.newcomers.get(*self.places.get(fan_id)?).cloned()
    }

    /// Returns the fan at `index`, in list order.
    pub(crate) fn at(&self, index: u64) -> Option<Fan> {
        match index.checked_sub(self.population.len()) {
            Some(place) => self.newcomers.get(place as usize).cloned(),
            None => Some(self.changed.get(&index).cloned().unwrap_or_else(|| self.population.fan(index))),
        }
    }

    /// Replaces the fan with the same id, or appends the fan.
    pub(crate) fn put(&mut self, fan: Fan) {
        if let Some(index) = self.population.index_of(&fan.fan_id) {
            self.changed.insert(index, fan);
            return;
        }
        match self.places.get(&fan.fan_id).and_then(|place| self.newcomers.get_mut(*place)) {
            Some(old) => *old = fan,
            None => {
                self.places.insert(fan.fan_id.clone(), self.newcomers.len());
                self.newcomers.push(fan);
            }
        }
    }

    /// Returns an unused id.
    pub(crate) fn next_id(&self) -> String {
        let mut index = self.len();
        loop {
            let id = self.population.fan_id(index);
            if !self.places.contains_key(&id) {
                return id;
            }
            index += 1;
        }
    }

    /// Returns at most `limit` fans from `start` on, and the start of the next page if there is
    /// another fan.
    pub(crate) fn page(&self, filter: &Filter, start: u64, limit: usize) -> (Vec<Fan>, Option<u64>) {
        let mut found = Vec::new();
        for index in start..self.len() {
            let Some(fan) = self.fitting(filter, index) else { continue };
            if found.len() == limit {
                return (found, Some(index));
            }
            found.push(fan);
        }
        (found, None)
    }

    fn fitting(&self, filter: &Filter, index: u64) -> Option<Fan> {
        if index >= self.population.len() || self.changed.contains_key(&index) {
            return self.at(index).filter(|fan| filter.fits_shown(fan));
        }
        let traits = self.population.traits(index);
        filter.fits(&traits).then(|| self.population.show(index, &traits))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::population::TIERS;

    fn fans(count: u64) -> Fans {
        Fans::new(Population::new(1, count, 1_795_190_400))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]

        #[test]
        fn pages_of_every_size_join_to_the_list_of_those_who_fit(limit in 1_usize..200, tier in 0_usize..4) {
            let fans = fans(500);
            let filter = Filter { tier: Some(TIERS[tier].to_string()), ..Filter::default() };
            let mut paged = Vec::new();
            let mut start = Some(0);
            while let Some(from) = start {
                let (page, next) = fans.page(&filter, from, limit);
                prop_assert!(page.len() == limit || next.is_none());
                paged.extend(page);
                start = next;
            }
            let all = (0..500).filter_map(|index| fans.at(index));
            let all: Vec<Fan> = all.filter(|fan| fan.tier == TIERS[tier]).collect();
            prop_assert!(!all.is_empty());
            prop_assert_eq!(paged, all);
        }
    }

    #[test]
    fn what_changed_is_what_is_filtered() {
        let mut fans = fans(10);
        let mut fan = fans.at(3).unwrap();
        fan.country = Some("IS".to_string());
        fans.put(fan.clone());
        let newcomer = Fan { fan_id: fans.next_id(), ..fan.clone() };
        fans.put(newcomer.clone());
        fans.put(Fan { fan_id: "named".to_string(), ..fan.clone() });
        let filter = Filter { countries: vec!["IS".to_string()], ..Filter::default() };
        let ids: Vec<String> = fans.page(&filter, 0, 9).0.into_iter().map(|fan| fan.fan_id).collect();
        assert_eq!(ids, [fan.fan_id, newcomer.fan_id, "named".to_string()]);
        assert_eq!(fans.get("named").unwrap().country.as_deref(), Some("IS"));
        assert_eq!(fans.len(), 12);
    }

    #[test]
    fn every_condition_counts() {
        let fans = fans(2_000);
        let since = Filter::seen_within(1_795_190_400, 2);
        for (filter, holds) in [
            (
                Filter { min_spent: Some(60_000), ..Filter::default() },
                (|fan: &Fan| fan.total_spent_cents >= 60_000) as fn(&Fan) -> bool,
            ),
            (Filter { max_spent: Some(0), ..Filter::default() }, |fan: &Fan| fan.total_spent_cents == 0),
            (Filter { status: Some("expired".to_string()), ..Filter::default() }, |fan: &Fan| {
                fan.status == "expired"
            }),
            (Filter { seen_since: Some(since), ..Filter::default() }, |fan: &Fan| fan.last_seen_at.is_some()),
        ] {
            let (found, _) = fans.page(&filter, 0, 5_000);
            assert!(!found.is_empty() && found.len() < 2_000 && found.iter().all(holds), "{filter:?}");
        }
    }
}
