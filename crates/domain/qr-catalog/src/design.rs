//! What a code looks like (specification 'QR code', 'Design object'; decisions, section 8).

mod read;
#[cfg(test)]
mod tests;

use kernel::{ErrorKind, Location, Rgb, ValidationErrors};
use serde_json::Value;
use strum::{EnumIter, EnumString, IntoStaticStr, VariantNames};

/// The shape of the modules, the small squares that hold the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Module {
    /// Squares, joined.
    Square,
    /// Joined, with outer corners a little round.
    Rounded,
    /// Joined into blobs, round outside and in the notches.
    Fluid,
    /// Circles.
    Dots,
    /// Squares with a gap between them.
    Mosaic,
    /// Joined, with the upper left and the lower right corner round.
    Leaf,
    /// Capsules, joined downwards.
    BarsV,
    /// Capsules, joined sideways.
    BarsH,
    /// Squares on their corners.
    Diamond,
}

/// The shape of the three frames by which cameras find a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum EyeFrame {
    /// A square.
    Square,
    /// A square with corners as round as every decoder reads.
    Rounded,
    /// A circle; not every decoder reads it.
    Circle,
    /// A square with two opposite corners very round; not every decoder reads it.
    Leaf,
}

/// The shape of what stands in the middle of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum EyeDot {
    /// A square.
    Square,
    /// A square with round corners.
    Rounded,
    /// A circle.
    Dot,
    /// A square with two opposite corners very round.
    Leaf,
    /// A square on its corner, its tips cut off.
    Diamond,
}

/// How the colour runs over the whole code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum GradientKind {
    /// One colour.
    Solid,
    /// From the upper left to the lower right, at 45 degrees.
    Linear,
    /// From the middle to the corners.
    Radial,
}

impl GradientKind {
    /// The fewest and the most stops that it takes.
    pub fn stops(self) -> (usize, usize) {
        match self {
            Self::Solid => (1, 1),
            Self::Linear | Self::Radial => (2, 4),
        }
    }
}

/// A colour at a place of a gradient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// The place, 0 at the beginning and 1 at the end.
    pub position: f64,
    /// The colour.
    pub colour: Rgb,
}

/// The colours of the ink.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradient {
    pub(crate) kind: GradientKind,
    pub(crate) stops: Vec<Stop>,
}

impl Gradient {
    /// How the colour runs.
    pub fn kind(&self) -> GradientKind {
        self.kind
    }

    /// The colours, their positions rising; as many as the kind takes.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }
}

/// A design that scans: in form, and with enough contrast.
///
/// It is read from and written to JSON, so that the wire and the store share one form.
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    pub(crate) module: Module,
    pub(crate) eye_frame: EyeFrame,
    pub(crate) eye_dot: EyeDot,
    pub(crate) fg_grad: Gradient,
    pub(crate) bg: Rgb,
    pub(crate) card_radius: f64,
}

impl Design {
    /// The least contrast of every colour of the ink against the ground (WCAG 2.2).
    pub const MIN_CONTRAST: f64 = 4.5;

    /// The least lightness of the ground, as readers take it from colours ([`lightness`]). On a white page a darker ground is
    /// taken for ink itself.
    pub const MIN_GROUND: f64 = 0.70;

    /// From this lightness on, the ground is no matter; a darker one is not read by all.
    pub const LIGHT_GROUND: f64 = 0.88;

    /// The largest radius of the card's corners, as a share of its side.
    pub const MAX_CARD_RADIUS: f64 = 0.5;

    /// Reads a full design, or tells all that is wrong with it, at places relative to it. Unknown fields are errors.
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        let design = read::design(node)?;
        design.check_contrast()?;
        Ok(design)
    }

    /// The shape of the modules.
    pub fn module(&self) -> Module {
        self.module
    }

    /// The shape of the eyes' frames.
    pub fn eye_frame(&self) -> EyeFrame {
        self.eye_frame
    }

    /// The shape of the eyes' middles.
    pub fn eye_dot(&self) -> EyeDot {
        self.eye_dot
    }

    /// The colours of the ink.
    pub fn fg_grad(&self) -> &Gradient {
        &self.fg_grad
    }

    /// The colour of the ground.
    pub fn bg(&self) -> Rgb {
        self.bg
    }

    /// The radius of the card's corners as a share of its side, 0-0.5.
    pub fn card_radius(&self) -> f64 {
        self.card_radius
    }

    /// The form that [`Design::parse`] reads.
    pub fn to_json(&self) -> Value {
        let stop = |stop: &Stop| Value::Array(vec![number(stop.position), stop.colour.to_string().into()]);
        let stops = Value::Array(self.fg_grad.stops.iter().map(stop).collect());
        Value::from_iter([
            ("module", name_of(self.module)),
            ("eye_frame", name_of(self.eye_frame)),
            ("eye_dot", name_of(self.eye_dot)),
            ("fg_grad", Value::from_iter([("kind", name_of(self.fg_grad.kind)), ("stops", stops)])),
            ("bg", self.bg.to_string().into()),
            ("card_radius", number(self.card_radius)),
        ])
    }

    /// The contrast of the weakest colour of the ink against the ground. No colour between two stops is weaker than
    /// both: luminance bends downwards between them, as screens mix colours.
    pub fn contrast_min(&self) -> f64 {
        self.fg_grad.stops.iter().map(|stop| stop.colour.contrast(self.bg)).fold(21.0, f64::min)
    }

    /// The ground must be light, and every colour of the ink clearly darker.
    fn check_contrast(&self) -> Result<(), ValidationErrors> {
        let mut errors = ValidationErrors::none();
        if lightness(self.bg) < Self::MIN_GROUND {
            let message = "must be light: on a white page readers take a darker ground for ink";
            errors.push(Location::root().at("bg"), ErrorKind::LowContrast, message);
        }
        let stops = Location::root().at("fg_grad").at("stops");
        for (index, stop) in self.fg_grad.stops.iter().enumerate() {
            let contrast = stop.colour.contrast(self.bg);
            if stop.colour.luminance() >= self.bg.luminance() {
                let message = "must be darker than bg: readers look for dark on light";
                errors.push(stops.at(index), ErrorKind::LowContrast, message);
            } else if contrast < Self::MIN_CONTRAST {
                let message = format!(
                    "has a contrast of {:.2}:1 against bg; at least {}:1 is needed",
                    floor_to_hundredths(contrast),
                    Self::MIN_CONTRAST
                );
                errors.push(stops.at(index), ErrorKind::LowContrast, message);
            }
        }
        errors.into_result()
    }
}

/// How light a colour is to a reader, which mixes channels as they are stored (ITU-R BT.601), from 0 to 1. A pure cyan is as
/// bright as a light grey to the eye and in WCAG luminance, and much darker than that to a reader.
pub fn lightness(colour: Rgb) -> f64 {
    let [red, green, blue] = colour.channels().map(f64::from);
    (0.299 * red + 0.587 * green + 0.114 * blue) / 255.0
}

/// Rounded down, so that 4.499 never reads as the 4.5 that it is not.
pub(crate) fn floor_to_hundredths(value: f64) -> f64 {
    (value * 100.0).floor() / 100.0
}

fn name_of(word: impl Into<&'static str>) -> Value {
    let word: &str = word.into();
    word.into()
}

/// A whole number is written as one.
fn number(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and at most 1")]
    if value.fract() == 0.0 { Value::from(value as i64) } else { Value::from(value) }
}
