//! Content of a landing page: the value that is drafted, published, copied and compared.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{ErrorKind, Location, ValidationErrors};

use crate::appearance::Appearance;
use crate::banner::Banner;
use crate::button::{Button, ButtonPatch, NewButton};
use crate::id::{ButtonId, SegmentId};
use crate::reach::Reach;
use crate::segment::{NewSegment, Segment, SegmentPatch};

/// Maximum number of segments of a landing.
pub const MAX_SEGMENTS: usize = 100;
/// Maximum number of buttons of a landing, over all its segments.
pub const MAX_BUTTONS: usize = 500;

/// Content of a landing page.
///
/// Invariants:
///
/// - A landing with segments has exactly one default segment.
/// - Segments, and the buttons of each segment, have positions 0..n-1 without gaps, because they are lists.
/// - Every button belongs to an existing segment, because the segment contains it.
/// - Ids are unique.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Landing {
    pub(crate) segments: Vec<Segment>,
    /// Look of the page.
    pub appearance: Appearance,
    /// Notification banner of the page.
    pub banner: Banner,
    /// Reach: link preview, help inside apps, and campaign parameters.
    pub reach: Reach,
}

/// Reason why an edit is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LandingError {
    /// The segment of the requested buttons does not exist.
    #[error("this domain has no such segment")]
    SegmentUnknown,
    /// The segment to change does not exist.
    #[error("this domain has no such segment")]
    SegmentNotFound,
    /// The segment has no such button.
    #[error("this segment has no such button")]
    ButtonNotFound,
    /// The edit would leave the landing without a default segment.
    #[error("a domain needs a default segment; make another one the default first")]
    SegmentDefaultRequired,
    /// Deleting a segment with buttons requires the `force` flag.
    #[error("this segment still has buttons; delete it with force=true")]
    SegmentNotEmpty,
    /// The order does not name each button of the segment exactly once.
    #[error("button_ids must name every button of the segment exactly once")]
    OrderNotPermutation,
    /// The landing can't accept these values, such as a position past the end or too many buttons.
    #[error("{0}")]
    ValidationErrors(ValidationErrors),
}

/// Stored landing that breaks an invariant. This program never writes one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the stored landing page is invalid: {0}")]
pub struct BrokenLanding(pub &'static str);

impl Landing {
    /// Creates a landing without segments.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Recreates a stored landing, except for its reach, and checks the invariants.
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

    /// Segments in order of position.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Catch-all segment; `None` only if there are no segments.
    pub fn default_segment(&self) -> Option<&Segment> {
        self.segments.iter().find(|segment| segment.is_default)
    }

    /// Number of buttons over all segments.
    pub fn button_count(&self) -> usize {
        self.segments.iter().map(|segment| segment.buttons.len()).sum()
    }

    /// Finds a segment and its position by id.
    pub fn segment(&self, id: &SegmentId) -> Option<(usize, &Segment)> {
        self.segments.iter().enumerate().find(|(_, segment)| segment.id == *id)
    }

    /// Finds a button, its position and its segment by id.
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

    /// Adds a segment. The first segment always becomes the default. If the id already exists, the call repeats an
    /// earlier request and changes nothing.
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

    /// Applies a patch to a segment. If the segment becomes the default, the old default is demoted in the same step.
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

    /// Deletes a segment; with `force`, also its buttons. The default segment can be deleted only together with the
    /// domain.
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

    /// Adds a button to a segment. If the id already exists, nothing changes.
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

    /// Applies a patch to a button. A `tier` moves the button to another segment.
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

    /// Deletes a button.
    pub fn delete_button(&mut self, tier: &SegmentId, id: &ButtonId) -> Result<(), LandingError> {
        let buttons = self.buttons_of(tier)?;
        let at = buttons.iter().position(|button| button.id == *id).ok_or(LandingError::ButtonNotFound)?;
        buttons.remove(at);
        Ok(())
    }

    /// Reorders the buttons of a segment. `order` must name each of them exactly once.
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

/// Returns the index to insert at among `count` other items: by default the last, and never past the end.
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
