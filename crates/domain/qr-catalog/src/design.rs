//! What a code looks like.

mod parts;
mod read;
#[cfg(test)]
mod tests;

use kernel::{ErrorKind, Location, Rgb, ValidationErrors};
pub use parts::{CallToAction, Frame, Logo};
use serde_json::Value;

kernel::words! {
    /// The shape of the modules, the small squares that hold the data.
    Module {
        /// Squares, joined.
        Square = "square",
        /// Joined, with outer corners a little round.
        Rounded = "rounded",
        /// Joined into blobs, round outside and in the notches.
        Fluid = "fluid",
        /// Circles.
        Dots = "dots",
        /// Squares with a gap between them.
        Mosaic = "mosaic",
        /// Joined, with the upper left and the lower right corner round.
        Leaf = "leaf",
        /// Capsules, joined downwards.
        BarsV = "bars_v",
        /// Capsules, joined sideways.
        BarsH = "bars_h",
        /// Squares on their corners.
        Diamond = "diamond",
    }
}

kernel::words! {
    /// The shape of the three frames by which cameras find a code.
    EyeFrame {
        /// A square.
        Square = "square",
        /// A square with corners as round as every decoder reads.
        Rounded = "rounded",
        /// A circle; not every decoder reads it.
        Circle = "circle",
        /// A square with two opposite corners very round; not every decoder reads it.
        Leaf = "leaf",
    }
}

kernel::words! {
    /// The shape of what is in the middle of a frame.
    EyeDot {
        /// A square.
        Square = "square",
        /// A square with round corners.
        Rounded = "rounded",
        /// A circle.
        Dot = "dot",
        /// A square with two opposite corners very round.
        Leaf = "leaf",
        /// A square on its corner, its tips cut off.
        Diamond = "diamond",
    }
}

kernel::words! {
    /// How the colour runs over the whole code.
    GradientKind {
        /// One colour.
        Solid = "solid",
        /// From the upper left to the lower right, at 45 degrees.
        Linear = "linear",
        /// From the middle to the corners.
        Radial = "radial",
    }
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

/// The colours of the foreground.
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
/// It is read from and written to JSON, by serde too, so that the wire and the store share one form.
///
/// ```
/// use qr_catalog::{Design, Module, preset};
///
/// let design = &preset("fluid-rose").unwrap().design;
/// assert_eq!(design.module(), Module::Fluid);
/// let stored = serde_json::to_string(design).unwrap();
/// assert_eq!(&serde_json::from_str::<Design>(&stored).unwrap(), design);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    pub(crate) module: Module,
    pub(crate) eye_frame: EyeFrame,
    pub(crate) eye_dot: EyeDot,
    pub(crate) fg_grad: Gradient,
    pub(crate) bg: Rgb,
    pub(crate) card_radius: f64,
    pub(crate) logo: Option<Logo>,
    pub(crate) frame: Option<Frame>,
}

kernel::json_value!(Design, Design::parse);

impl Design {
    /// The least contrast of every colour of the foreground against the background (WCAG 2.2).
    pub const MIN_CONTRAST: f64 = 4.5;

    /// The least lightness of the background, as readers take it from colours ([`lightness`]). On a white page a darker background
    /// is taken for the foreground.
    pub const MIN_BACKGROUND: f64 = 0.70;

    /// From this lightness on, every reader takes the background; a darker one is not read by all.
    pub const LIGHT_BACKGROUND: f64 = 0.88;

    /// The largest radius of the card's corners, as a share of its side.
    pub const MAX_CARD_RADIUS: f64 = 0.5;

    /// Reads a full design, or returns all that is wrong with it, at places relative to it. Unknown fields are errors.
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

    /// The colours of the foreground.
    pub fn fg_grad(&self) -> &Gradient {
        &self.fg_grad
    }

    /// The colour of the background.
    pub fn bg(&self) -> Rgb {
        self.bg
    }

    /// The radius of the card's corners as a share of its side, 0-0.5.
    pub fn card_radius(&self) -> f64 {
        self.card_radius
    }

    /// The picture in the middle, if there is one.
    pub fn logo(&self) -> Option<&Logo> {
        self.logo.as_ref()
    }

    /// The frame, if there is one.
    pub fn frame(&self) -> Option<&Frame> {
        self.frame.as_ref()
    }

    /// The form that [`Design::parse`] reads. What a design does not have is left out.
    pub fn to_json(&self) -> Value {
        let stop = |stop: &Stop| Value::Array(vec![number(stop.position), stop.colour.to_string().into()]);
        let stops = Value::Array(self.fg_grad.stops.iter().map(stop).collect());
        let mut fields: Vec<(_, Value)> = vec![
            ("module", self.module.as_str().into()),
            ("eye_frame", self.eye_frame.as_str().into()),
            ("eye_dot", self.eye_dot.as_str().into()),
            ("fg_grad", Value::from_iter([("kind", self.fg_grad.kind.as_str().into()), ("stops", stops)])),
            ("bg", self.bg.to_string().into()),
            ("card_radius", number(self.card_radius)),
        ];
        if let Some(Logo { file, size }) = &self.logo {
            let logo: [(_, Value); 2] = [("file", file.as_str().into()), ("size", number(*size))];
            fields.push(("logo", Value::from_iter(logo)));
        }
        if let Some(Frame { text, font, color }) = &self.frame {
            let frame: [(_, Value); 3] = [
                ("text", text.as_str().into()),
                ("font", font.name().into()),
                ("color", color.to_string().into()),
            ];
            fields.push(("frame", Value::from_iter(frame)));
        }
        Value::from_iter(fields)
    }

    /// The contrast of the weakest colour of the foreground against the background. No colour between two stops is weaker than
    /// both: luminance bends downwards between them, as screens mix colours.
    pub fn contrast_min(&self) -> f64 {
        self.fg_grad.stops.iter().map(|stop| stop.colour.contrast(self.bg)).fold(21.0, f64::min)
    }

    /// The background must be light, and every colour of the foreground clearly darker.
    fn check_contrast(&self) -> Result<(), ValidationErrors> {
        let mut errors = ValidationErrors::none();
        if lightness(self.bg) < Self::MIN_BACKGROUND {
            let message =
                "must be light: on a white page readers take a darker background for the foreground";
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

/// A whole number is written as one.
fn number(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and at most 1")]
    if value.fract() == 0.0 { Value::from(value as i64) } else { Value::from(value) }
}
