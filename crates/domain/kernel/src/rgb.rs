use std::fmt;

/// Opaque colour, written `#rrggbb` in lower case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb([u8; 3]);

impl Rgb {
    /// Creates a colour from its channels.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue])
    }

    /// Parses `#rrggbb` in either case. Colour names, short forms and alpha channels are rejected.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let value = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = value.to_be_bytes();
        Some(Self([red, green, blue]))
    }

    /// Red, green and blue channel, in this order.
    pub const fn channels(self) -> [u8; 3] {
        self.0
    }

    /// Relative luminance (WCAG 2.2), from 0 for black to 1 for white.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Contrast ratio with another colour (WCAG 2.2), from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl fmt::Debug for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::text_value!(Rgb, "a colour, #rrggbb");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for (text, expected) in [
            ("#ff00AA", Some("#ff00aa")),
            ("#000000", Some("#000000")),
            ("", None),
            ("ff00aa", None),
            ("#fff", None),
            ("#ff00aa80", None),
            ("#gg0000", None),
            ("#+f00aa", None),
            ("red", None),
            ("#ÿÿÿ", None),
        ] {
            assert_eq!(Rgb::parse(text).map(|colour| colour.to_string()).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        let (black, white) = (Rgb::new(0, 0, 0), Rgb::new(255, 255, 255));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((white.contrast(white) - 1.0).abs() < 1e-9);
        let grey = Rgb::new(0x76, 0x76, 0x76);
        assert!((grey.contrast(white) - 4.54).abs() < 0.01);
    }
}
