//! The content of a landing page: the one value that is drafted, published, copied and compared.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{ErrorKind, Location, ValidationErrors};

use crate::appearance::Appearance;
use crate::banner::Banner;
use crate::button::{Button, ButtonPatch, NewButton};
use crate::id::{ButtonId, SegmentId};
use crate::reach::Reach;
use crate::segment::{NewSegment, Segment, SegmentPatch};

/// Most segments of a landing.
pub const MAX_SEGMENTS: usize = 100;
/// Most buttons of a landing, over all its segments.
pub const MAX_BUTTONS: usize = 500;

/// The content of a landing page.
///
/// Invariants: a landing with segments has exactly one default; segments, and the buttons of each, are at positions
/// 0..n-1 without holes (they are lists); every button belongs to a segment that exists (it is inside it); ids are
/// unique.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Landing {
    pub(crate) segments: Vec<Segment>,
    /// How it looks.
    pub appearance: Appearance,
    /// Its notification banner.
    pub banner: Banner,
    /// How it reaches people.
    pub reach: Reach,
}

/// Why an edit is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LandingError {
    /// The segment in whose buttons something was asked for is not of this landing.
    #[error("this domain has no such segment")]
    SegmentUnknown,
    /// The segment to be changed is not of this landing.
    #[error("this domain has no such segment")]
    SegmentNotFound,
    /// The segment has no such button.
    #[error("this segment has no such button")]
    ButtonNotFound,
    /// The landing would be left without its default segment.
    #[error("a domain needs a default segment; make another one the default first")]
    SegmentDefaultRequired,
    /// A segment with buttons goes only when that is asked for.
    #[error("this segment still has buttons; delete it with force=true")]
    SegmentNotEmpty,
    /// The order does not name each button of the segment exactly once.
    #[error("button_ids must name every button of the segment exactly once")]
    OrderNotPermutation,
    /// Values that this landing can't take: a position past the end, one button too many.
    #[error("{0}")]
    ValidationErrors(ValidationErrors),
}

/// A stored landing that breaks an invariant. Never made by this program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the stored landing is broken: {0}")]
pub struct BrokenLanding(pub &'static str);

impl Landing {
    /// A landing without segments.
    pub fn empty() -> Self {
        Self::default()
    }

    /// A landing as it was stored, apart from its reach, if it keeps the invariants.
    pub fn restore(
        segments: Vec<Segment>,
        appearance: Appearance,
        banner: Banner,
    ) -> Result<Self, BrokenLanding> {
        let landing = Self { segments, appearance, banner, reach: Reach::default() };
        let defaults = landing.segments.iter().filter(|segment| segment.is_default).count();
        let segment_ids: BTreeSet<_> = landing.segments.iter().map(Segment::id).collect();
        let button_ids: BTreeSet<_> = landing.all_buttons().map(Button::id).collect();
        if defaults != landing.segments.len().min(1) {
            Err(BrokenLanding("not exactly one default segment"))
        } else if segment_ids.len() != landing.segments.len() || button_ids.len() != landing.button_count() {
            Err(BrokenLanding("an id appears twice"))
        } else {
            Ok(landing)
        }
    }

    /// The segments by position.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The catch-all segment; `None` only while there are no segments.
    pub fn default_segment(&self) -> Option<&Segment> {
        self.segments.iter().find(|segment| segment.is_default)
    }

    /// How many buttons there are, over all segments.
    pub fn button_count(&self) -> usize {
        self.segments.iter().map(|segment| segment.buttons.len()).sum()
    }

    /// The segment with this id and its position.
    pub fn segment(&self, id: &SegmentId) -> Option<(usize, &Segment)> {
        self.segments.iter().enumerate().find(|(_, segment)| segment.id == *id)
    }

    /// The button with this id, its position and its segment.
    pub fn button(&self, id: &ButtonId) -> Option<(&Segment, usize, &Button)> {
        self.segments.iter().find_map(|segment| {
            let (position, button) =
                segment.buttons.iter().enumerate().find(|(_, button)| button.id == *id)?;
            Some((segment, position, button))
        })
    }

    pub(crate) fn all_buttons(&self) -> impl Iterator<Item = &Button> {
        self.segments.iter().flat_map(|segment| &segment.buttons)
    }

    /// Adds a segment. The first one of a landing becomes its default, whatever it says of itself. One that is there already
    /// was made by the same request, which is repeated: nothing changes.
    pub fn create_segment(&mut self, id: SegmentId, new: NewSegment) -> Result<(), LandingError> {
        if self.segment(&id).is_some() {
            return Ok(());
        }
        if self.segments.len() >= MAX_SEGMENTS {
            return Err(too_many(&format!("a domain has at most {MAX_SEGMENTS} segments")));
        }
        let position = place(new.position, self.segments.len())?;
        let is_default = new.is_default || self.segments.is_empty();
        if is_default {
            self.demote_all();
        }
        self.segments.insert(position, Segment { is_default, ..Segment::new(id, new) });
        Ok(())
    }

    /// Changes what the patch names. Making a segment the default demotes the old one in the same step.
    pub fn update_segment(&mut self, id: &SegmentId, patch: SegmentPatch) -> Result<(), LandingError> {
        let at = self.segments.iter().position(|s| s.id == *id).ok_or(LandingError::SegmentNotFound)?;
        let to = patch.position.map(|to| place(Some(to), self.segments.len() - 1)).transpose()?;
        let was_default = self.segments.get(at).is_some_and(Segment::is_default);
        if was_default && patch.is_default == Some(false) {
            return Err(LandingError::SegmentDefaultRequired);
        }
        let schedule = self.segments.get(at).map(|segment| segment.schedule).unwrap_or_default();
        let schedule = schedule.changed(patch.schedule).map_err(LandingError::ValidationErrors)?;
        if patch.is_default == Some(true) {
            self.demote_all();
        }
        if let Some(segment) = self.segments.get_mut(at) {
            segment.is_default |= patch.is_default == Some(true);
            segment.schedule = schedule;
            segment.apply(patch);
        }
        if let Some(to) = to {
            let segment = self.segments.remove(at);
            self.segments.insert(to, segment);
        }
        Ok(())
    }

    fn demote_all(&mut self) {
        for segment in &mut self.segments {
            segment.is_default = false;
        }
    }

    /// Takes a segment away, with its buttons if `force` says so. The default goes only with the domain.
    pub fn delete_segment(&mut self, id: &SegmentId, force: bool) -> Result<(), LandingError> {
        let (at, segment) = self.segment(id).ok_or(LandingError::SegmentNotFound)?;
        if segment.is_default {
            return Err(LandingError::SegmentDefaultRequired);
        }
        if !segment.buttons.is_empty() && !force {
            return Err(LandingError::SegmentNotEmpty);
        }
        self.segments.remove(at);
        Ok(())
    }

    /// Adds a button to a segment, unless it is there already, as with a segment.
    pub fn create_button(
        &mut self,
        tier: &SegmentId,
        id: ButtonId,
        new: NewButton,
    ) -> Result<(), LandingError> {
        if self.button(&id).is_some() {
            return Ok(());
        }
        let count = self.button_count();
        let buttons = self.buttons_of(tier)?;
        if count >= MAX_BUTTONS {
            return Err(too_many(&format!("a domain has at most {MAX_BUTTONS} buttons")));
        }
        let position = place(new.position, buttons.len())?;
        buttons.insert(position, Button::new(id, new));
        Ok(())
    }

    /// Changes what the patch names; a `tier` moves the button to another segment.
    pub fn update_button(
        &mut self,
        tier: &SegmentId,
        id: &ButtonId,
        mut patch: ButtonPatch,
    ) -> Result<(), LandingError> {
        let target = patch.tier.take().unwrap_or(*tier);
        let moves = target != *tier;
        let buttons = self.buttons_of(tier)?;
        let at = buttons.iter().position(|button| button.id == *id).ok_or(LandingError::ButtonNotFound)?;
        let room = if moves { self.buttons_of(&target)?.len() } else { buttons.len() - 1 };
        let schedule = self
            .buttons_of(tier)?
            .get(at)
            .map(|button| button.schedule)
            .unwrap_or_default()
            .changed(patch.schedule);
        let schedule = schedule.map_err(LandingError::ValidationErrors)?;
        let stays = if moves { room } else { at };
        let to = patch.position.take().map_or(Ok(stays), |to| place(Some(to), room))?;
        let mut button = self.buttons_of(tier)?.remove(at);
        button.schedule = schedule;
        button.apply(patch);
        self.buttons_of(&target)?.insert(to, button);
        Ok(())
    }

    /// Takes a button away.
    pub fn delete_button(&mut self, tier: &SegmentId, id: &ButtonId) -> Result<(), LandingError> {
        let buttons = self.buttons_of(tier)?;
        let at = buttons.iter().position(|button| button.id == *id).ok_or(LandingError::ButtonNotFound)?;
        buttons.remove(at);
        Ok(())
    }

    /// Puts a segment's buttons in this order, which must name each of them exactly once.
    pub fn order_buttons(&mut self, tier: &SegmentId, order: &[ButtonId]) -> Result<(), LandingError> {
        let buttons = self.buttons_of(tier)?;
        if order.len() != buttons.len() {
            return Err(LandingError::OrderNotPermutation);
        }
        let places: BTreeMap<_, _> = order.iter().zip(0_usize..).collect();
        if !buttons.iter().all(|button| places.contains_key(&button.id)) {
            return Err(LandingError::OrderNotPermutation);
        }
        buttons.sort_by_key(|button| places.get(&button.id).copied());
        Ok(())
    }

    fn buttons_of(&mut self, tier: &SegmentId) -> Result<&mut Vec<Button>, LandingError> {
        self.segments
            .iter_mut()
            .find(|segment| segment.id == *tier)
            .map(|segment| &mut segment.buttons)
            .ok_or(LandingError::SegmentUnknown)
    }
}

/// The index to insert at among `count` others: the last by default, never past the end.
fn place(position: Option<usize>, count: usize) -> Result<usize, LandingError> {
    match position {
        None => Ok(count),
        Some(position) if position <= count => Ok(position),
        Some(_) => Err(LandingError::ValidationErrors(ValidationErrors::one(
            Location::root().at("position"),
            ErrorKind::LessThanEqual,
            format!("the last position is {count}"),
        ))),
    }
}

fn too_many(message: &str) -> LandingError {
    LandingError::ValidationErrors(ValidationErrors::one(Location::root(), ErrorKind::TooMany, message))
}

#[cfg(test)]
mod tests;
