//! Buttons of a domain as a table of links, as in a spreadsheet.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{ErrorKind, Location, ValidationErrors};
use landing_draft::button::{Button, ButtonPatch, NewButton};
use landing_draft::id::{ButtonId, Ids, SegmentId};
use landing_draft::landing::{Landing, LandingError, MAX_BUTTONS};
use landing_draft::segment::{NewSegment, Segment};
use landing_draft::target::Target;
use landing_draft::text::{Label, SegmentName};

use super::plan::{Action, Fault};

/// Column that identifies a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownBy {
    /// The label: an import changes the address.
    Label,
    /// The address: a plain list has no labels.
    Address,
}

/// Link of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkRow {
    /// Text on the button.
    pub label: Label,
    /// Address that the button leads to.
    pub url: Target,
    /// Id or name of the segment; `None` for the default segment.
    pub segment: Option<String>,
    /// Position among the buttons of the segment, from 0; `None` keeps the position, and puts a new button last.
    pub position: Option<usize>,
}

/// Names the segments in the table. A segment keeps its name if the name is unique and is not an id; otherwise its id
/// is used.
pub fn segment_names(landing: &Landing) -> Vec<String> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for segment in landing.segments() {
        *count.entry(segment.name().as_str()).or_default() += 1;
    }
    let name = |segment: &Segment| {
        let name = segment.name().as_str();
        let is_plain = count.get(name) == Some(&1) && SegmentId::parse(name).is_none();
        if is_plain { name.to_owned() } else { segment.id().to_string() }
    };
    landing.segments().iter().map(name).collect()
}

/// Puts the links of a table onto a landing. Returns the action per row, or the faults; with faults the landing stays
/// unchanged.
///
/// A row matches the button of its segment with the same label and address, else the first unmatched button with the
/// same label. Buttons that are not in the table stay, in their order. A row with a position gets that position; of two
/// rows with the same position, the later comes second. If some rows have a position, rows without one are last. So the
/// same table twice changes nothing.
pub fn put_links(
    landing: &mut Landing,
    rows: &[LinkRow],
    by: KnownBy,
    ids: &Ids,
) -> Result<Vec<Action>, Vec<Option<Fault>>> {
    let mut work = landing.clone();
    let outcomes = put_good_links(&mut work, rows, by, ids);
    if outcomes.iter().any(Result::is_err) {
        return Err(outcomes.into_iter().map(Result::err).collect());
    }
    *landing = work;
    Ok(outcomes.into_iter().flatten().collect())
}

/// Puts links onto a landing like [`put_links`], but leaves out those with faults.
pub fn put_good_links(
    landing: &mut Landing,
    rows: &[LinkRow],
    by: KnownBy,
    ids: &Ids,
) -> Vec<Result<Action, Fault>> {
    let (mut work, table) = (landing.clone(), Table { rows, by, ids });
    let outcomes = table.put(&mut work);
    let place = |landing: &Landing, id: &ButtonId| landing.button(id).map(|(_, place, _)| place);
    let action = |row: &LinkRow, id: ButtonId| {
        let Some((_, before, button)) = landing.button(&id) else { return Action::Created };
        let is_same = by == KnownBy::Address || *button.url() == row.url;
        let stays = row.position.is_none() || place(&work, &id) == Some(before);
        if is_same && stays { Action::Skipped } else { Action::Replaced }
    };
    let actions = rows.iter().zip(outcomes).map(|(row, outcome)| outcome.map(|id| action(row, id))).collect();
    *landing = work;
    actions
}

/// Table that is being put onto a landing.
struct Table<'a> {
    rows: &'a [LinkRow],
    by: KnownBy,
    ids: &'a Ids,
}

type Tiers = [Result<SegmentId, Fault>];
type Outcomes = BTreeMap<usize, Result<ButtonId, Fault>>;

impl Table<'_> {
    /// Puts all rows, and returns the button of each row.
    fn put(&self, landing: &mut Landing) -> Vec<Result<ButtonId, Fault>> {
        let mut tiers = Vec::with_capacity(self.rows.len());
        for (index, row) in self.rows.iter().enumerate() {
            tiers.push(self.segment(landing, index, row));
        }
        let mut found = self.found(landing, &tiers);
        let mut outcomes = Outcomes::new();
        for index in self.turns() {
            let (Some(row), Some(tier)) = (self.rows.get(index), tiers.get(index)) else { continue };
            let outcome = match (tier, found.remove(&index)) {
                (Err(fault), _) => Err(fault.clone()),
                (Ok(tier), Some(id)) => self.update(landing, tier, id, row),
                (Ok(tier), None) => self.create(landing, tier, row),
            };
            outcomes.insert(index, outcome);
        }
        self.order(landing, &tiers, &outcomes);
        outcomes.into_values().collect()
    }

    /// Indexes of the rows in the order of their positions.
    fn turns(&self) -> Vec<usize> {
        let mut turns: Vec<usize> = (0..self.rows.len()).collect();
        turns.sort_by_key(|index| self.rows.get(*index).and_then(|row| row.position).unwrap_or(usize::MAX));
        turns
    }

    /// Matches rows with existing buttons: first by label and address, then by label.
    fn found(&self, landing: &Landing, tiers: &Tiers) -> BTreeMap<usize, ButtonId> {
        let (mut found, mut used) = (BTreeMap::new(), BTreeSet::new());
        for exactly in [true, false] {
            for index in self.turns() {
                let (Some(row), Some(Ok(tier))) = (self.rows.get(index), tiers.get(index)) else { continue };
                let is_row = |button: &&Button| {
                    let (says, does) = (*button.label() == row.label, *button.url() == row.url);
                    match (self.by, exactly) {
                        // An address that a list contains twice is one link.
                        (KnownBy::Address, _) => does,
                        (KnownBy::Label, true) => says && does && !used.contains(&button.id()),
                        (KnownBy::Label, false) => says && !used.contains(&button.id()),
                    }
                };
                let known = buttons_of(landing, tier).iter().find(is_row).map(Button::id);
                if let Some(id) = known.filter(|_| !found.contains_key(&index)) {
                    used.insert(id);
                    found.insert(index, id);
                }
            }
        }
        found
    }

    fn update(
        &self,
        landing: &mut Landing,
        tier: &SegmentId,
        id: ButtonId,
        row: &LinkRow,
    ) -> Result<ButtonId, Fault> {
        if self.by == KnownBy::Label {
            let patch = ButtonPatch { url: Some(row.url.clone()), ..ButtonPatch::default() };
            landing.update_button(tier, &id, patch).map_err(refused)?;
        }
        Ok(id)
    }

    fn create(&self, landing: &mut Landing, tier: &SegmentId, row: &LinkRow) -> Result<ButtonId, Fault> {
        // An earlier row may have created a button with this address.
        let same = buttons_of(landing, tier).iter().find(|button| *button.url() == row.url).map(Button::id);
        if let Some(id) = same.filter(|_| self.by == KnownBy::Address) {
            return Ok(id);
        }
        let id = self.ids.button();
        let new = NewButton::leading_to(row.label.clone(), row.url.clone());
        landing.create_button(tier, id, new).map_err(refused)?;
        Ok(id)
    }

    /// Finds the segment of a row. A landing without segments gets a default segment.
    fn segment(&self, landing: &mut Landing, index: usize, row: &LinkRow) -> Result<SegmentId, Fault> {
        if index >= MAX_BUTTONS {
            let message = format!("a domain has at most {MAX_BUTTONS} buttons");
            return Err(Fault::Invalid(ValidationErrors::one(Location::root(), ErrorKind::TooMany, message)));
        }
        let named = row.segment.as_deref();
        let found = match named {
            None => landing.default_segment(),
            Some(text) => {
                let id = SegmentId::parse(text);
                let by_id = landing.segments().iter().find(|segment| Some(segment.id()) == id);
                by_id.or_else(|| landing.segments().iter().find(|segment| segment.name().as_str() == text))
            }
        };
        if let Some(segment) = found {
            return Ok(segment.id());
        }
        if !landing.segments().is_empty() {
            return Err(Fault::SegmentUnknown);
        }
        let place = Location::root().at("segment");
        let mut errors = ValidationErrors::none();
        let name = errors.take(&place, SegmentName::parse(named.unwrap_or("Everyone")));
        let Some(name) = name else { return Err(Fault::Invalid(errors)) };
        let id = self.ids.segment();
        landing.create_segment(id, NewSegment::named(name)).map_err(refused)?;
        Ok(id)
    }

    /// Moves rows to their positions; other buttons keep their order.
    fn order(&self, landing: &mut Landing, tiers: &Tiers, outcomes: &Outcomes) {
        if self.rows.iter().all(|row| row.position.is_none()) {
            return;
        }
        let mut placed: BTreeMap<SegmentId, Vec<(usize, ButtonId)>> = BTreeMap::new();
        for index in self.turns() {
            let row = (self.rows.get(index), tiers.get(index), outcomes.get(&index));
            if let (Some(row), Some(Ok(tier)), Some(Ok(id))) = row {
                placed.entry(*tier).or_default().push((row.position.unwrap_or(usize::MAX), *id));
            }
        }
        for (tier, placed) in placed {
            let moved: BTreeSet<ButtonId> = placed.iter().map(|(_, id)| *id).collect();
            let others = buttons_of(landing, &tier).iter().map(Button::id).filter(|id| !moved.contains(id));
            let mut order: Vec<ButtonId> = others.collect();
            let mut next = 0;
            for (position, id) in placed {
                let at = position.max(next).min(order.len());
                order.insert(at, id);
                next = at + 1;
            }
            // The order names each button of the segment once, so the landing can't reject it.
            let _ordered = landing.order_buttons(&tier, &order);
        }
    }
}

fn buttons_of<'a>(landing: &'a Landing, tier: &SegmentId) -> &'a [Button] {
    landing.segment(tier).map(|(_, segment)| segment.buttons()).unwrap_or_default()
}

fn refused(error: LandingError) -> Fault {
    match error {
        LandingError::ValidationErrors(errors) => Fault::Invalid(errors),
        other => Fault::Invalid(ValidationErrors::one(Location::root(), ErrorKind::Value, other.to_string())),
    }
}

#[cfg(test)]
mod tests;
