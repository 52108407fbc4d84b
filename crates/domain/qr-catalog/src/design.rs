//! Designs: shapes and colours of codes.

mod parts;
mod read;
#[cfg(test)]
mod tests;

use kernel::{ErrorKind, Location, Rgb, ValidationErrors};
pub use parts::{CallToAction, Frame, Logo};
use serde_json::Value;

kernel::words! {
    /// Shape of the modules, the small squares that hold the data.
    Module {
        /// Joined squares.
        Square = "square",
        /// Joined squares with slightly rounded outer corners.
        Rounded = "rounded",
        /// Joined blobs with rounded outer and inner corners.
        Fluid = "fluid",
        /// Separate circles.
        Dots = "dots",
        /// Separate squares with gaps.
        Mosaic = "mosaic",
        /// Joined squares with round upper left and lower right corners.
        Leaf = "leaf",
        /// Vertical bars with round ends.
        BarsV = "bars_v",
        /// Horizontal bars with round ends.
        BarsH = "bars_h",
        /// Separate squares, turned by 45 degrees.
        Diamond = "diamond",
    }
}

kernel::words! {
    /// Shape of the three eye frames, by which cameras locate a code.
    EyeFrame {
        /// Square frame.
        Square = "square",
        /// Square frame with corners rounded as far as every decoder accepts.
        Rounded = "rounded",
        /// Circular frame; not every decoder reads it.
        Circle = "circle",
        /// Square frame with two very round opposite corners; not every decoder reads it.
        Leaf = "leaf",
    }
}

kernel::words! {
    /// Shape of the dot in the middle of an eye frame.
    EyeDot {
        /// Square dot.
        Square = "square",
        /// Square dot with round corners.
        Rounded = "rounded",
        /// Circular dot.
        Dot = "dot",
        /// Square dot with two very round opposite corners.
        Leaf = "leaf",
        /// Square dot, turned by 45 degrees, with cut tips.
        Diamond = "diamond",
    }
}

kernel::words! {
    /// Direction of the foreground gradient over the whole code.
    GradientKind {
        /// Single colour.
        Solid = "solid",
        /// From the upper left to the lower right, at 45 degrees.
        Linear = "linear",
        /// From the middle to the corners.
        Radial = "radial",
    }
}

impl GradientKind {
    /// Minimum and maximum number of stops.
    pub fn stops(self) -> (usize, usize) {
        match self {
            Self::Solid => (1, 1),
            Self::Linear | Self::Radial => (2, 4),
        }
    }
}

/// Colour at a position of a gradient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// Position from 0 (start) to 1 (end).
    pub position: f64,
    /// Colour at this position.
    pub colour: Rgb,
}

/// Colours of the foreground.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradient {
    pub(crate) kind: GradientKind,
    pub(crate) stops: Vec<Stop>,
}

impl Gradient {
    /// Direction of the gradient.
    pub fn kind(&self) -> GradientKind {
        self.kind
    }

    /// Colours in order of position; their number fits the kind.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }
}

/// Valid and scannable design: well-formed, and with enough contrast.
///
/// The JSON form is the same in the API, in the store and in serde.
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
    /// Minimum contrast of every foreground colour against the background (WCAG 2.2).
    pub const MIN_CONTRAST: f64 = 4.5;

    /// Minimum lightness of the background, as readers compute it ([`lightness`]). On a white page readers take a
    /// darker background for foreground.
    pub const MIN_BACKGROUND: f64 = 0.70;

    /// Lightness from which every reader accepts the background. Some readers fail on a darker background.
    pub const LIGHT_BACKGROUND: f64 = 0.88;

    /// Maximum corner radius of the card, as a share of its side.
    pub const MAX_CARD_RADIUS: f64 = 0.5;

    /// Parses a complete design, or returns all errors with paths relative to the design. Unknown fields are errors.
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        let design = read::design(node)?;
        design.check_contrast()?;
        Ok(design)
    }

    /// Shape of the modules.
    pub fn module(&self) -> Module {
        self.module
    }

    /// Shape of the eye frames.
    pub fn eye_frame(&self) -> EyeFrame {
        self.eye_frame
    }

    /// Shape of the eye dots.
    pub fn eye_dot(&self) -> EyeDot {
        self.eye_dot
    }

    /// Colours of the foreground.
    pub fn fg_grad(&self) -> &Gradient {
        &self.fg_grad
    }

    /// Colour of the background.
    pub fn bg(&self) -> Rgb {
        self.bg
    }

    /// Corner radius of the card as a share of its side, 0 to 0.5.
    pub fn card_radius(&self) -> f64 {
        self.card_radius
    }

    /// Logo in the middle, if any.
    pub fn logo(&self) -> Option<&Logo> {
        self.logo.as_ref()
    }

    /// Frame around the card, if any.
    pub fn frame(&self) -> Option<&Frame> {
        self.frame.as_ref()
    }

    /// Converts to the JSON form that [`Design::parse`] reads. Missing parts are omitted.
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

    /// Lowest contrast of a foreground colour against the background. Checking the stops is enough: screens mix colours
    /// so that luminance between two stops bends downwards.
    pub fn contrast_min(&self) -> f64 {
        self.fg_grad.stops.iter().map(|stop| stop.colour.contrast(self.bg)).fold(21.0, f64::min)
    }

    /// Checks that the background is light and every foreground colour is clearly darker.
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

/// Lightness of a colour for a reader, from 0 to 1. Readers mix the stored channel values (ITU-R BT.601). For the eye
/// and in WCAG luminance, pure cyan is as bright as light grey; for a reader, it is much darker.
pub fn lightness(colour: Rgb) -> f64 {
    let [red, green, blue] = colour.channels().map(f64::from);
    (0.299 * red + 0.587 * green + 0.114 * blue) / 255.0
}

/// Rounds down, so that 4.499 is not shown as the required 4.5.
pub(crate) fn floor_to_hundredths(value: f64) -> f64 {
    (value * 100.0).floor() / 100.0
}

/// Writes a whole number without a decimal point.
fn number(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and at most 1")]
    if value.fract() == 0.0 { Value::from(value as i64) } else { Value::from(value) }
}
