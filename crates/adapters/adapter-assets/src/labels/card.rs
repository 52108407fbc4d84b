//! Draws the preview card as outlines: title and description on a background with a stripe.

use std::fmt::Write as _;

use kernel::Rgb;
use landing_draft::appearance::{Font, label_colour};
use landing_draft::reach::{CARD_SIZE, CardLook};

use super::{Label, Reason, is_emoji, render_label};

/// Left and right margin in pixels.
const MARGIN: u32 = 90;
/// Height of the stripe at the bottom.
const STRIPE: u32 = 18;

/// Style of a text on a card.
struct Block {
    /// Font size in pixels.
    size: u16,
    /// Maximum number of lines. Longer text is cut, and the last line ends with an ellipsis.
    lines: usize,
}

const TITLE: Block = Block { size: 76, lines: 3 };
const DESCRIPTION: Block = Block { size: 36, lines: 4 };

/// A line as outlines.
struct Line {
    svg: String,
    height: u32,
}

/// Draws the card as an SVG of [`CARD_SIZE`]; `None` if the font lacks a letter of the title. A
/// description that can't be drawn is omitted. Emoji are omitted because outlines have one color.
pub(crate) fn card(look: &CardLook) -> Option<String> {
    let foreground = label_colour(look.background);
    let title = lines(&look.title, look.font, &TITLE, foreground)?;
    if title.is_empty() {
        return None;
    }
    let description = lines(&look.description, look.font, &DESCRIPTION, foreground).unwrap_or_default();
    let gap = if description.is_empty() { 0 } else { 28 };
    let height_of = |lines: &[Line]| lines.iter().map(|line| line.height).sum::<u32>();
    let (width, height) = CARD_SIZE;
    let filled = height_of(&title) + gap + height_of(&description);
    let mut top = height.saturating_sub(STRIPE).saturating_sub(filled) / 2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <path fill=\"{}\" d=\"M0 0h{width}v{height}H0z\"/><path fill=\"{}\" d=\"M0 {}h{width}v{STRIPE}H0z\"/>",
        look.background,
        look.accent,
        height - STRIPE,
    );
    for (lines, behind) in [(title, gap), (description, 0)] {
        for line in lines {
            // Writing to a string can't fail.
            let _ = write!(svg, "<g transform=\"translate({MARGIN} {top})\">{}</g>", line.svg);
            top += line.height;
        }
        top += behind;
    }
    svg.push_str("</svg>");
    Some(svg)
}

/// Breaks a text between words into lines that fit between the margins. A word that is too long is
/// broken between letters. `None` if the font lacks a character.
fn lines(text: &str, font: Font, block: &Block, foreground: Rgb) -> Option<Vec<Line>> {
    let Some(plain) = plain(text, font, block, foreground)? else { return Some(Vec::new()) };
    let room = CARD_SIZE.0 - 2 * MARGIN;
    let fits = |line: &str| draw(line, font, block.size, foreground).map(|(_, width)| width <= room);
    let mut broken: Vec<String> = Vec::new();
    for word in plain.split_whitespace() {
        for part in parts(word, &fits)? {
            let joined = broken.last().map(|line| format!("{line} {part}"));
            match joined {
                Some(joined) if fits(&joined)? => {
                    broken.pop();
                    broken.push(joined);
                }
                _ => broken.push(part),
            }
        }
    }
    if broken.len() > block.lines {
        broken.truncate(block.lines);
        if let Some(last) = broken.last_mut() {
            while !fits(&format!("{last}\u{2026}"))? && last.pop().is_some() {}
            last.push('\u{2026}');
        }
    }
    broken.iter().map(|line| draw(line, font, block.size, foreground).map(|(line, _)| line)).collect()
}

/// Removes emoji and other symbols that the font lacks. The inner `None` means that nothing is
/// left; the outer one that the font lacks a letter.
fn plain(text: &str, font: Font, block: &Block, foreground: Rgb) -> Option<Option<String>> {
    let mut plain: String = text.chars().filter(|character| !is_emoji(*character)).collect();
    loop {
        // Each iteration removes a character, so the loop ends.
        match render_label(&plain, font, block.size, foreground) {
            Label::Outlined { .. } => return Some(Some(plain)),
            Label::LiveText(Reason::Blank) => return Some(None),
            Label::LiveText(Reason::MissingGlyph(lacking))
                if !lacking.is_alphanumeric() && plain.contains(lacking) =>
            {
                plain = plain.replace(lacking, "");
            }
            Label::LiveText(_) => return None,
        }
    }
}

/// Splits a word into parts that each fit into a line.
fn parts(word: &str, fits: &impl Fn(&str) -> Option<bool>) -> Option<Vec<String>> {
    if fits(word)? {
        return Some(vec![word.to_owned()]);
    }
    let mut parts = vec![String::new()];
    for character in word.chars() {
        let last = parts.last().map(|part| format!("{part}{character}")).unwrap_or_default();
        if fits(&last)? {
            parts.pop();
            parts.push(last);
        } else {
            parts.push(character.to_string());
        }
    }
    Some(parts)
}

/// Draws a line and returns it with its width.
fn draw(line: &str, font: Font, size: u16, foreground: Rgb) -> Option<(Line, u32)> {
    match render_label(line, font, size, foreground) {
        Label::Outlined { svg, width, height } => Some((Line { svg, height }, width)),
        Label::LiveText(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::drawn;

    fn look(title: &str, description: &str) -> CardLook {
        let (background, accent) = (Rgb::new(0xf4, 0xf1, 0xec), Rgb::new(0x5b, 0x2b, 0xd9));
        let (title, description) = (title.to_owned(), description.to_owned());
        CardLook { title, description, font: Font::Inter, background, accent }
    }

    #[test]
    fn texts_are_broken_into_lines_that_fit_and_no_more_than_there_is_room_for() {
        let count =
            |text: &str, block: &Block| lines(text, Font::Inter, block, Rgb::new(0, 0, 0)).map(|l| l.len());
        for (text, expected) in [
            ("", Some(0)),
            ("\u{1F389} \u{2728}", Some(0)),
            ("Join me", Some(1)),
            ("Join me \u{1F389}\u{2728}", Some(1)),
            ("Two lines are what these words need", Some(2)),
            (&"w".repeat(70), Some(3)),
            (&"many words ".repeat(7), Some(3)),
            ("\u{65E5}\u{672C}", None),
        ] {
            assert_eq!(count(text, &TITLE), expected, "{text}");
        }
        assert_eq!(count(&"many words ".repeat(20), &DESCRIPTION), Some(4));
    }

    #[test]
    fn a_card_is_drawn_where_its_title_can_be() {
        let svg = card(&look("Ada & friends <3", "Everything in one place")).unwrap();
        assert!(svg.contains("aria-label=\"Ada &amp; friends &lt;3\""), "{svg}");
        assert_eq!(
            card(&look("Hi", "\u{65E5}\u{672C}")),
            card(&look("Hi", "")),
            "what can't be drawn is left out"
        );
        assert_eq!(card(&look("\u{65E5}\u{672C}", "")), None);
        assert_eq!(card(&look("\u{1F389}", "")), None);
    }

    #[test]
    fn a_card_is_a_picture_of_its_size_with_ink_on_it() {
        let look = look(&"Every letter that fits ".repeat(3), &"and more words below ".repeat(9));
        let png = drawn(&card(&look).unwrap(), CARD_SIZE.0, CARD_SIZE.1).unwrap();
        let picture = image::load_from_memory(&png).unwrap().to_rgb8();
        assert_eq!(picture.dimensions(), CARD_SIZE);
        let background = look.background.channels();
        let (mut foreground, mut at_edge) = (0, 0);
        for (x, y, pixel) in picture.enumerate_pixels().filter(|(_, y, _)| *y < CARD_SIZE.1 - STRIPE) {
            let is_text = pixel.0 != background;
            foreground += u32::from(is_text);
            at_edge += u32::from(is_text && (!(80..1120).contains(&x) || !(20..600).contains(&y)));
        }
        assert!(foreground > 10_000, "{foreground} pixels of text");
        assert_eq!(at_edge, 0, "nothing reaches into the margins");
        assert_eq!(picture.get_pixel(600, CARD_SIZE.1 - 5).0, look.accent.channels());
        assert!(png.len() < 300_000, "{} bytes", png.len());
    }
}
