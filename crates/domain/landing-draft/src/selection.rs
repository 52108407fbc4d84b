//! Selection of the segment, arm and buttons for a visitor, with explanations.

use kernel::UnixTime;

use crate::button::Button;
use crate::experiment::ArmId;
use crate::id::ButtonId;
use crate::landing::Landing;
use crate::rule::{LeafVerdict, Rule, Truth};
use crate::schedule::{Schedule, Timing};
use crate::segment::Segment;
use crate::target::Target;
use crate::text::{Icon, Label};
use crate::visitor::Visitor;

/// Content of a landing for one visitor.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection<'a> {
    /// Chosen segment.
    pub segment: &'a Segment,
    /// Arm of the segment's experiment, if any.
    pub arm: Option<&'a ArmId>,
    /// Visible buttons, in order.
    pub buttons: Vec<ShownButton<'a>>,
}

/// Button as one visitor sees it: the button itself, or its variant for the visitor's arm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShownButton<'a> {
    /// Id of the button.
    pub id: ButtonId,
    /// Label of the button.
    pub label: &'a Label,
    /// Destination as typed.
    pub url: &'a Target,
    /// URL of the stamped funnel link, unless the variant has its own destination.
    pub stamped_url: Option<&'a str>,
    /// Icon of the button.
    pub icon: &'a Icon,
}

/// Explanation why a segment was or was not chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct SegmentVerdict<'a> {
    /// Segment that was checked.
    pub segment: &'a Segment,
    /// Whether the segment was chosen.
    pub chosen: bool,
    /// Whether the visitor's country matches; `Yes` for a segment without countries.
    pub countries: Truth,
    /// Relation of the moment to the segment's schedule; `None` without a schedule.
    pub timing: Option<Timing>,
    /// Whether the condition holds; `Yes` without a condition.
    pub rule: Truth,
    /// Result of each leaf of the condition.
    pub leaves: Vec<LeafVerdict>,
}

/// Explanation why a button of the chosen segment is or is not shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ButtonVerdict<'a> {
    /// Button that was checked.
    pub button: &'a Button,
    /// Whether the button is shown.
    pub shown: bool,
    /// Whether the button, or its variant for this arm, is hidden.
    pub hidden: bool,
    /// Relation of the moment to the button's schedule; `None` without a schedule.
    pub timing: Option<Timing>,
    /// Whether the condition holds; `Yes` without a condition.
    pub rule: Truth,
    /// Result of each leaf of the condition.
    pub leaves: Vec<LeafVerdict>,
}

impl Landing {
    /// Selects the content for a visitor; `None` if the landing has no segments.
    ///
    /// ```
    /// use kernel::{SortableId, UnixTime};
    /// use landing_draft::{Landing, NewSegment, SegmentId, SegmentName, Visitor, VisitorToken};
    ///
    /// let mut landing = Landing::empty();
    /// let everyone = NewSegment::named(SegmentName::parse("Everyone")?);
    /// landing.create_segment(SegmentId::new(SortableId::from_u128(1)), everyone)?;
    /// let visitor = Visitor::unknown(UnixTime::from_seconds(1_795_176_000), VisitorToken::new([7; 16]));
    /// let selection = landing.select(&visitor).unwrap();
    /// assert_eq!(selection.segment.name().as_str(), "Everyone");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn select(&self, visitor: &Visitor) -> Option<Selection<'_>> {
        let segment = self.in_order_of_trial().find(|segment| segment.serves(visitor))?;
        let arm = segment.experiment().and_then(|experiment| experiment.arm_of(&visitor.token));
        let buttons = segment
            .buttons()
            .iter()
            .filter(|button| {
                !button.hidden_for(arm)
                    && button.schedule().is_open(visitor.now)
                    && judge(button.rule(), visitor).holds()
            })
            .map(|button| button.shown_to(arm))
            .collect();
        Some(Selection { segment, arm, buttons })
    }

    /// Whether [`select`](Self::select) returns the same content for every visitor at any time.
    pub fn is_same_for_everybody(&self) -> bool {
        match self.segments() {
            [] => true,
            // The default segment ignores its own condition.
            [only] => {
                only.is_default()
                    && only.experiment().is_none()
                    && only
                        .buttons()
                        .iter()
                        .all(|button| button.rule().is_none() && button.schedule().is_always())
            }
            _ => false,
        }
    }

    /// Explains every segment, in the order in which they are tried.
    pub fn explain_segments(&self, visitor: &Visitor) -> Vec<SegmentVerdict<'_>> {
        let mut found = false;
        self.in_order_of_trial()
            .map(|segment| {
                let chosen = !found && segment.serves(visitor);
                found |= chosen;
                SegmentVerdict {
                    segment,
                    chosen,
                    countries: segment.countries_hold(visitor),
                    timing: timing(segment.schedule(), visitor),
                    rule: judge(segment.rule(), visitor),
                    leaves: leaves(segment.rule(), visitor),
                }
            })
            .collect()
    }

    /// Segments in the order in which they are tried: the default comes last, whatever its position.
    fn in_order_of_trial(&self) -> impl Iterator<Item = &Segment> {
        let others = self.segments().iter().filter(|segment| !segment.is_default());
        others.chain(self.default_segment())
    }
}

impl Selection<'_> {
    /// Explains every button of the chosen segment, in order of position.
    pub fn explain_buttons(&self, visitor: &Visitor) -> Vec<ButtonVerdict<'_>> {
        let explain = |button| -> ButtonVerdict<'_> {
            let button: &Button = button;
            let (hidden, rule) = (button.hidden_for(self.arm), judge(button.rule(), visitor));
            let shown = !hidden && button.schedule().is_open(visitor.now) && rule.holds();
            let timing = timing(button.schedule(), visitor);
            ButtonVerdict { button, shown, hidden, timing, rule, leaves: leaves(button.rule(), visitor) }
        };
        self.segment.buttons().iter().map(explain).collect()
    }
}

impl Segment {
    /// Whether the segment serves a visitor. The default serves everyone at any time. Other segments need an open
    /// schedule, a matching country and a matching condition.
    fn serves(&self, visitor: &Visitor) -> bool {
        self.is_default()
            || (self.schedule().is_open(visitor.now)
                && self.countries_hold(visitor).holds()
                && judge(self.rule(), visitor).holds())
    }

    /// Whether the segment may serve any visitor at this moment.
    pub fn is_open(&self, now: UnixTime) -> bool {
        self.is_default() || self.schedule().is_open(now)
    }

    fn countries_hold(&self, visitor: &Visitor) -> Truth {
        match visitor.country {
            _ if self.countries().is_empty() => Truth::Yes,
            Some(country) => self.countries().contains(&country).into(),
            None => Truth::Unknown,
        }
    }
}

impl Button {
    fn hidden_for(&self, arm: Option<&ArmId>) -> bool {
        let variant = arm.and_then(|arm| self.variants()?.of(arm));
        variant.and_then(|variant| variant.hidden).unwrap_or(self.hidden())
    }

    /// Returns the button as visitors of this arm see it, even if the button is hidden.
    pub fn shown_to(&self, arm: Option<&ArmId>) -> ShownButton<'_> {
        let variant = arm.and_then(|arm| self.variants()?.of(arm));
        let other_url = variant.and_then(|variant| variant.url.as_ref());
        ShownButton {
            id: self.id(),
            label: variant.and_then(|variant| variant.label.as_ref()).unwrap_or(self.label()),
            url: other_url.unwrap_or(self.url()),
            stamped_url: if other_url.is_none() { self.stamped_url() } else { None },
            icon: variant.and_then(|variant| variant.icon.as_ref()).unwrap_or(self.icon()),
        }
    }
}

fn timing(schedule: &Schedule, visitor: &Visitor) -> Option<Timing> {
    (!schedule.is_always()).then(|| schedule.timing(visitor.now))
}

fn judge(rule: Option<&Rule>, visitor: &Visitor) -> Truth {
    rule.map_or(Truth::Yes, |rule| rule.judge(visitor))
}

fn leaves(rule: Option<&Rule>, visitor: &Visitor) -> Vec<LeafVerdict> {
    rule.map(|rule| rule.verdicts(visitor)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use kernel::CountryCode;
    use serde_json::Value;

    use super::*;
    use crate::button::ButtonPatch;
    use crate::experiment::{Experiment, Variants};
    use crate::schedule::ScheduleChange;
    use crate::segment::SegmentPatch;
    use crate::testing::{landing, leaf, rule, visitor};
    use crate::visitor::Device;

    fn from(country: &str) -> Visitor {
        Visitor { country: CountryCode::parse(country), ..visitor() }
    }

    /// Builds the default "everyone" at 0, "dach" by countries at 1, and "german phones" by country and condition at 2.
    fn three_segments() -> Landing {
        let (mut landing, made) = landing(&[("everyone", 1), ("dach", 1), ("german phones", 1)]);
        let countries =
            |codes: &[&str]| Some(codes.iter().filter_map(|code| CountryCode::parse(code)).collect());
        let phones = rule(Value::from_iter([
            ("v", Value::from(1)),
            ("all", Value::from_iter([leaf("device", "in", ["mobile"])])),
        ]));
        let dach = SegmentPatch { countries: countries(&["DE", "AT", "CH"]), ..SegmentPatch::default() };
        landing.update_segment(&made[1], dach).unwrap();
        let german = SegmentPatch {
            countries: countries(&["DE"]),
            rule: Some(Some(phones)),
            position: Some(0),
            ..SegmentPatch::default()
        };
        landing.update_segment(&made[2], german).unwrap();
        landing
    }

    #[test]
    fn the_first_that_holds_and_the_default_last() {
        let landing = three_segments();
        let german_phone = Visitor { device: Some(Device::Mobile), ..from("DE") };
        let german_desktop = Visitor { device: Some(Device::Desktop), ..from("DE") };
        for (visitor, expected) in [
            (german_phone, "german phones"),
            (german_desktop, "dach"),
            (from("DE"), "dach"),
            (from("AT"), "dach"),
            (from("FR"), "everyone"),
            (visitor(), "everyone"),
        ] {
            let selection = landing.select(&visitor).unwrap();
            assert_eq!(selection.segment.name().as_str(), expected, "{visitor:?}");
            let explained = landing.explain_segments(&visitor);
            let chosen: Vec<_> = explained.iter().filter(|v| v.chosen).map(|v| v.segment.id()).collect();
            assert_eq!(chosen, [selection.segment.id()], "the explanation agrees with the choice");
            assert!(explained.last().unwrap().segment.is_default());
        }
    }

    #[test]
    fn an_empty_landing_serves_nothing() {
        assert_eq!(Landing::empty().select(&visitor()), None);
    }

    #[test]
    fn hidden_buttons_and_those_whose_condition_fails_are_left_out() {
        let (mut landing, made) = landing(&[("everyone", 3)]);
        let ids: Vec<_> = landing.segments()[0].buttons().iter().map(Button::id).collect();
        let hide = ButtonPatch { hidden: Some(true), ..ButtonPatch::default() };
        landing.update_button(&made[0], &ids[0], hide).unwrap();
        let german = rule(Value::from_iter([
            ("v", Value::from(1)),
            ("all", Value::from_iter([leaf("country", "in", ["DE"])])),
        ]));
        let conditional = ButtonPatch { rule: Some(Some(german)), ..ButtonPatch::default() };
        landing.update_button(&made[0], &ids[1], conditional).unwrap();
        for (visitor, expected) in [(from("DE"), vec![ids[1], ids[2]]), (visitor(), vec![ids[2]])] {
            let selection = landing.select(&visitor).unwrap();
            assert_eq!(selection.buttons.iter().map(|b| b.id).collect::<Vec<_>>(), expected);
            let explained = selection.explain_buttons(&visitor);
            let shown: Vec<_> = explained.iter().filter(|v| v.shown).map(|v| v.button.id()).collect();
            assert_eq!(shown, expected, "the explanation agrees with the choice");
        }
    }

    #[test]
    fn a_landing_that_asks_nothing_is_the_same_for_everybody() {
        assert!(Landing::empty().is_same_for_everybody());
        let (plain, made) = landing(&[("everyone", 2)]);
        assert!(plain.is_same_for_everybody());
        assert!(!three_segments().is_same_for_everybody());
        let german = rule(Value::from_iter([
            ("v", Value::from(1)),
            ("all", Value::from_iter([leaf("country", "in", ["DE"])])),
        ]));
        let mut conditional = plain.clone();
        let id = conditional.segments()[0].buttons()[1].id();
        let patch = ButtonPatch { rule: Some(Some(german)), ..ButtonPatch::default() };
        conditional.update_button(&made[0], &id, patch).unwrap();
        assert!(!conditional.is_same_for_everybody());
        let mut tested = plain;
        let arm = |id: &str| Value::from_iter([("id", Value::from(id)), ("weight", Value::from(1))]);
        let experiment = Value::from_iter([
            ("v", Value::from(1)),
            ("key", "k".into()),
            ("arms", Value::from_iter([arm("a"), arm("b")])),
        ]);
        let experiment = Experiment::parse(&experiment).unwrap();
        let patch = SegmentPatch { experiment: Some(Some(experiment)), ..SegmentPatch::default() };
        tested.update_segment(&made[0], patch).unwrap();
        assert!(!tested.is_same_for_everybody());
    }

    #[test]
    fn what_is_not_open_is_passed_over_and_says_so() {
        let (mut landing, made) = landing(&[("everyone", 2), ("sale", 1)]);
        let schedule =
            |from_ts, until_ts| ScheduleChange { from_ts: Some(from_ts), until_ts: Some(until_ts) };
        let sale = SegmentPatch { schedule: schedule(Some(100), Some(200)), ..SegmentPatch::default() };
        landing.update_segment(&made[1], sale).unwrap();
        let timed = landing.segments()[0].buttons()[1].id();
        let timed_patch = ButtonPatch { schedule: schedule(Some(50), Some(300)), ..ButtonPatch::default() };
        landing.update_button(&made[0], &timed, timed_patch).unwrap();
        assert!(!landing.is_same_for_everybody());
        for (now, segment, buttons, segment_timing, button_timing) in [
            (49, "everyone", 1, Timing::NotYet, Some(Timing::NotYet)),
            (50, "everyone", 2, Timing::NotYet, Some(Timing::Open)),
            (100, "sale", 1, Timing::Open, None),
            (200, "everyone", 2, Timing::Over, Some(Timing::Open)),
            (300, "everyone", 1, Timing::Over, Some(Timing::Over)),
        ] {
            let visitor = Visitor { now: UnixTime::from_seconds(now), ..visitor() };
            let selection = landing.select(&visitor).unwrap();
            assert_eq!(
                (selection.segment.name().as_str(), selection.buttons.len()),
                (segment, buttons),
                "{now}"
            );
            let explained = landing.explain_segments(&visitor);
            assert_eq!(explained[0].timing, Some(segment_timing), "{now}");
            let reasons = selection.explain_buttons(&visitor);
            let shown = reasons.iter().filter(|verdict| verdict.shown).count();
            assert_eq!((shown, reasons.last().unwrap().timing), (buttons, button_timing), "{now}");
        }
    }

    #[test]
    fn the_default_serves_at_any_time() {
        let (mut landing, made) = landing(&[("everyone", 1)]);
        let over = ScheduleChange { from_ts: None, until_ts: Some(Some(1)) };
        landing.update_segment(&made[0], SegmentPatch { schedule: over, ..SegmentPatch::default() }).unwrap();
        assert!(landing.select(&visitor()).is_some() && landing.segments()[0].is_open(visitor().now));
        assert!(landing.is_same_for_everybody());
    }

    #[test]
    fn an_arm_shows_its_variants() {
        let (mut landing, made) = landing(&[("everyone", 2)]);
        let arm = |id: &str| Value::from_iter([("id", Value::from(id)), ("weight", Value::from(1))]);
        let experiment = Value::from_iter([
            ("v", Value::from(1)),
            ("key", "k".into()),
            ("arms", Value::from_iter([arm("a"), arm("b")])),
            ("winner", "b".into()),
        ]);
        let experiment = Experiment::parse(&experiment).unwrap();
        let patch = SegmentPatch { experiment: Some(Some(experiment)), ..SegmentPatch::default() };
        landing.update_segment(&made[0], patch).unwrap();
        let ids: Vec<_> = landing.segments()[0].buttons().iter().map(Button::id).collect();
        let variant = |fields: Vec<(&str, Value)>| {
            Variants::parse(&Value::from_iter([Value::from_iter(fields)])).unwrap()
        };
        let relabel = variant(vec![("id", "b".into()), ("label", "Join now".into())]);
        let hide = variant(vec![("id", "b".into()), ("hidden", true.into())]);
        for (id, variants) in [(ids[0], relabel), (ids[1], hide)] {
            let patch = ButtonPatch { variants: Some(Some(variants)), ..ButtonPatch::default() };
            landing.update_button(&made[0], &id, patch).unwrap();
        }
        let visitor = visitor();
        let selection = landing.select(&visitor).unwrap();
        assert_eq!(selection.arm.unwrap().as_str(), "b");
        let shown: Vec<_> = selection.buttons.iter().map(|b| (b.id, b.label.as_str())).collect();
        assert_eq!(shown, [(ids[0], "Join now")]);
        assert_eq!(selection.buttons[0].url.as_typed(), "https://example.com");
    }
}
