//! Parser of designs from JSON, which collects every error.

use std::str::FromStr;

use kernel::{ErrorKind, FileName, Font, Location, ParseError, Rgb, ValidationErrors};
use serde_json::{Map, Value};

use super::{CallToAction, Design, Frame, Gradient, GradientKind, Logo, Stop};

const KEYS: [&str; 6] = ["module", "eye_frame", "eye_dot", "fg_grad", "bg", "card_radius"];
/// Optional fields of a design; null means absent.
const PARTS: [&str; 2] = ["logo", "frame"];

/// Parses the form of a design, without checking its contrast.
pub(super) fn design(node: &Value) -> Result<Design, ValidationErrors> {
    let mut reader = Reader::default();
    let root = Location::root();
    let design = reader.object(node, &root, &KEYS, &PARTS).and_then(|fields| {
        // All fields are read before a missing one ends the parse, so that all errors are reported.
        let module = fields.get("module").and_then(|node| reader.word(node, &root.at("module")));
        let eye_frame = fields.get("eye_frame").and_then(|node| reader.word(node, &root.at("eye_frame")));
        let eye_dot = fields.get("eye_dot").and_then(|node| reader.word(node, &root.at("eye_dot")));
        let fg_grad = fields.get("fg_grad").and_then(|node| reader.gradient(node, &root.at("fg_grad")));
        let bg = fields.get("bg").and_then(|node| reader.colour(node, &root.at("bg")));
        let card_radius = fields
            .get("card_radius")
            .and_then(|node| reader.number(node, &root.at("card_radius"), (0.0, Design::MAX_CARD_RADIUS)));
        let part = |key: &str| fields.get(key).filter(|node| !node.is_null());
        // An invalid part records an error, and then the parse fails as a whole.
        let logo = part("logo").and_then(|node| reader.logo(node, &root.at("logo")));
        let frame = part("frame").and_then(|node| reader.frame(node, &root.at("frame")));
        Some(Design {
            module: module?,
            eye_frame: eye_frame?,
            eye_dot: eye_dot?,
            fg_grad: fg_grad?,
            bg: bg?,
            card_radius: card_radius?,
            logo,
            frame,
        })
    });
    reader.finish(design)
}

#[derive(Default)]
struct Reader {
    errors: ValidationErrors,
}

impl Reader {
    fn finish<T>(self, value: Option<T>) -> Result<T, ValidationErrors> {
        self.errors.into_result()?;
        value.ok_or_else(|| ValidationErrors::one(Location::root(), ErrorKind::Value, "is not a design"))
    }

    fn error<T>(&mut self, at: &Location, kind: ErrorKind, message: impl Into<String>) -> Option<T> {
        self.errors.push(at.clone(), kind, message);
        None
    }

    /// Returns the fields of an object with all of `keys`, any of `parts`, and no others.
    fn object<'a>(
        &mut self,
        node: &'a Value,
        at: &Location,
        keys: &[&str],
        parts: &[&str],
    ) -> Option<&'a Map<String, Value>> {
        let Value::Object(fields) = node else {
            return self.error(at, ErrorKind::ObjectType, "must be an object");
        };
        let is_known = |key: &str| keys.contains(&key) || parts.contains(&key);
        for key in fields.keys().filter(|key| !is_known(key)) {
            self.errors.push(at.at(key.as_str()), ErrorKind::ExtraForbidden, "unknown field");
        }
        for key in keys.iter().filter(|key| !fields.contains_key(**key)) {
            self.errors.push(at.at(*key), ErrorKind::Missing, "is missing");
        }
        Some(fields)
    }

    fn text<'a>(&mut self, node: &'a Value, at: &Location) -> Option<&'a str> {
        match node {
            Value::String(text) => Some(text),
            _ => self.error(at, ErrorKind::StringType, "must be a string"),
        }
    }

    fn word<T: FromStr<Err = ParseError>>(&mut self, node: &Value, at: &Location) -> Option<T> {
        let read = self.text(node, at)?.parse();
        read.map_err(|error: ParseError| self.errors.push(at.clone(), ErrorKind::Enum, error.to_string()))
            .ok()
    }

    fn colour(&mut self, node: &Value, at: &Location) -> Option<Rgb> {
        let text = self.text(node, at)?;
        Rgb::parse(text)
            .or_else(|| self.error(at, ErrorKind::Pattern, "must be a colour in the form #rrggbb"))
    }

    /// Parses a number from `least` to `most`.
    fn number(&mut self, node: &Value, at: &Location, (least, most): (f64, f64)) -> Option<f64> {
        let Some(number) = node.as_f64() else {
            return self.error(at, ErrorKind::NumberType, "must be a number");
        };
        if number < least {
            self.error(at, ErrorKind::GreaterThanEqual, format!("must be at least {least}"))
        } else if number > most {
            self.error(at, ErrorKind::LessThanEqual, format!("must be at most {most}"))
        } else {
            // Turns -0 into 0.
            Some(number.abs())
        }
    }

    fn gradient(&mut self, node: &Value, at: &Location) -> Option<Gradient> {
        let fields = self.object(node, at, &["kind", "stops"], &[])?;
        let kind = fields.get("kind").and_then(|node| self.word::<GradientKind>(node, &at.at("kind")));
        let stops = fields.get("stops").and_then(|node| self.stops(node, &at.at("stops"), kind));
        Some(Gradient { kind: kind?, stops: stops? })
    }

    fn stops(&mut self, node: &Value, at: &Location, kind: Option<GradientKind>) -> Option<Vec<Stop>> {
        let Value::Array(nodes) = node else {
            return self.error(at, ErrorKind::ListType, "must be a list of [position, colour]");
        };
        if let Some(kind) = kind {
            let word = kind.as_str();
            let (fewest, most) = kind.stops();
            self.count(nodes.len(), at, (fewest, most), &format!("stops for {word}"));
        }
        let stops: Vec<_> =
            nodes.iter().enumerate().map(|(index, node)| self.stop(node, &at.at(index))).collect();
        for (index, pair) in (1..).zip(stops.windows(2)) {
            if let [Some(before), Some(after)] = pair
                && before.position >= after.position
            {
                let place = at.at(index).at(0);
                self.errors.push(place, ErrorKind::Value, "must be above the position before it");
            }
        }
        stops.into_iter().collect()
    }

    fn stop(&mut self, node: &Value, at: &Location) -> Option<Stop> {
        let Value::Array(pair) = node else {
            return self.error(at, ErrorKind::ListType, "must be [position, colour]");
        };
        self.count(pair.len(), at, (2, 2), "entries, a position and a colour");
        let position = pair.first().and_then(|node| self.number(node, &at.at(0), (0.0, 1.0)));
        let colour = pair.get(1).and_then(|node| self.colour(node, &at.at(1)));
        Some(Stop { position: position?, colour: colour? })
    }

    fn logo(&mut self, node: &Value, at: &Location) -> Option<Logo> {
        let fields = self.object(node, at, &["file", "size"], &[])?;
        let file = fields.get("file").and_then(|node| {
            let at = at.at("file");
            let file = FileName::parse(self.text(node, &at)?).filter(Logo::takes);
            file.or_else(|| self.error(&at, ErrorKind::Pattern, "must be the name of an uploaded picture"))
        });
        let bounds = (Logo::MIN_SIZE, Logo::MAX_SIZE);
        let size = fields.get("size").and_then(|node| self.number(node, &at.at("size"), bounds));
        Some(Logo { file: file?, size: size? })
    }

    fn frame(&mut self, node: &Value, at: &Location) -> Option<Frame> {
        let fields = self.object(node, at, &["text", "font", "color"], &[])?;
        let text = fields.get("text").and_then(|node| {
            let at = at.at("text");
            let read = CallToAction::parse(self.text(node, &at)?);
            read.map_err(|errors| self.errors.absorb(&at, errors)).ok()
        });
        let font = fields.get("font").and_then(|node| {
            let at = at.at("font");
            let font = Font::parse(self.text(node, &at)?);
            font.or_else(|| self.error(&at, ErrorKind::Enum, Font::EXPECTED))
        });
        let color = fields.get("color").and_then(|node| self.colour(node, &at.at("color")));
        Some(Frame { text: text?, font: font?, color: color? })
    }

    fn count(&mut self, count: usize, at: &Location, (fewest, most): (usize, usize), what: &str) {
        if count < fewest {
            self.errors.push(at.clone(), ErrorKind::TooShort, format!("must have at least {fewest} {what}"));
        }
        if count > most {
            self.errors.push(at.clone(), ErrorKind::TooLong, format!("must have at most {most} {what}"));
        }
    }
}
