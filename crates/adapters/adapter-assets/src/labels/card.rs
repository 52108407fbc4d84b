//! Preview card: title and description as outlines over a background, with a stripe.

use std::fmt::Write as _;

use landing_draft::appearance::label_colour;
use landing_draft::reach::{CARD_SIZE, CardLook};
use unicode_linebreak::linebreaks;
use unicode_script::{Script, UnicodeScript as _};
use unicode_segmentation::UnicodeSegmentation as _;

use super::clean_text;
use super::line::{Line, Setting, is_right_to_left, outlined, sorted};

/// Margin at either side, in pixels.
const MARGIN: u32 = 90;
/// Height of the stripe at the bottom, in pixels.
const STRIPE: u32 = 18;
/// Space between title and description, in pixels.
const GAP: u32 = 28;

/// Size and line limit of a card's text.
struct Block {
    /// Letter height in pixels.
    size: u16,
    /// Maximum number of lines. Longer text is cut, and the last line ends with an ellipsis.
    lines: usize,
}

const TITLE: Block = Block { size: 76, lines: 3 };
const DESCRIPTION: Block = Block { size: 36, lines: 4 };

/// Drawn card.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// SVG of [`CARD_SIZE`]; `None` if nothing of the title can be drawn.
    pub(crate) svg: Option<String>,
    /// Characters that no face has, each once, in the order of the texts.
    pub(crate) missing: Vec<String>,
}

/// Draws a card. Characters that no face has are left out and reported.
pub(crate) fn card(look: &CardLook) -> Card {
    let mut missing = Vec::new();
    let title = Paragraph::set(&look.title, look, &TITLE, &mut missing);
    let description = Paragraph::set(&look.description, look, &DESCRIPTION, &mut missing);
    let svg = (!title.lines.is_empty()).then(|| composed(look, &title, &description));
    Card { svg, missing }
}

fn composed(look: &CardLook, title: &Paragraph, description: &Paragraph) -> String {
    let (width, height) = CARD_SIZE;
    let foreground = label_colour(look.background);
    let gap = if description.lines.is_empty() { 0 } else { GAP };
    let filled = title.height() + gap + description.height();
    let mut top = height.saturating_sub(STRIPE).saturating_sub(filled) / 2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <path fill=\"{}\" d=\"M0 0h{width}v{height}H0z\"/><path fill=\"{}\" d=\"M0 {}h{width}v{STRIPE}H0z\"/>\
         <g fill=\"{foreground}\">",
        look.background,
        look.accent,
        height - STRIPE,
    );
    for (paragraph, behind) in [(title, gap), (description, 0)] {
        for line in &paragraph.lines {
            let left =
                if paragraph.right_to_left { (width - MARGIN).saturating_sub(line.width) } else { MARGIN };
            // Writing to a string never fails.
            let _ = write!(svg, "<path transform=\"translate({left} {top})\" d=\"{}\"/>", line.path);
            top += line.height;
        }
        top += behind;
    }
    svg.push_str("</g></svg>");
    svg
}

/// Text of a card in lines.
struct Paragraph {
    lines: Vec<Line>,
    right_to_left: bool,
}

impl Paragraph {
    fn set(text: &str, look: &CardLook, block: &Block, missing: &mut Vec<String>) -> Self {
        let text = clean_text(text);
        let right_to_left = is_right_to_left(&text);
        let (drawn, lacking) = sorted(&text, look.font);
        for cluster in lacking {
            if !missing.iter().any(|known| known == cluster) {
                missing.push(cluster.to_owned());
            }
        }
        let japanese =
            text.chars().any(|character| matches!(character.script(), Script::Hiragana | Script::Katakana));
        let setting = Setting { font: look.font, size: block.size, right_to_left, japanese };
        let lines = broken(&clean_text(&drawn), &setting, block.lines);
        let lines = lines.iter().filter_map(|line| outlined(line, &setting)).collect();
        Self { lines, right_to_left }
    }

    fn height(&self) -> u32 {
        self.lines.iter().map(|line| line.height).sum()
    }
}

/// Breaks a text into lines that fit between the margins: where its script allows a break, or within a word that is
/// longer than a line.
fn broken(text: &str, setting: &Setting, limit: usize) -> Vec<String> {
    let room = CARD_SIZE.0 - 2 * MARGIN;
    let fits = |line: &str| outlined(line.trim_end(), setting).is_none_or(|line| line.width <= room);
    let mut lines = vec![String::new()];
    let mut start = 0;
    for (end, _) in linebreaks(text) {
        let word = text.get(start..end).unwrap_or_default();
        start = end;
        let whole = [word];
        let parts: Vec<&str> = if fits(word) { whole.to_vec() } else { word.graphemes(true).collect() };
        for part in parts {
            let last = lines.last().map(|line| format!("{line}{part}")).unwrap_or_default();
            if fits(&last) {
                lines.pop();
                lines.push(last);
            } else if lines.len() == limit {
                shorten(&mut lines, &fits);
                return lines;
            } else {
                lines.push(part.to_owned());
            }
        }
    }
    lines.retain(|line| !line.trim().is_empty());
    lines
}

/// Ends the last line with an ellipsis.
fn shorten(lines: &mut [String], fits: &impl Fn(&str) -> bool) {
    let Some(last) = lines.last_mut() else { return };
    let mut kept: Vec<&str> = last.trim_end().graphemes(true).collect();
    let mut shortened = format!("{}\u{2026}", kept.concat());
    while !fits(&shortened) && kept.pop().is_some() {
        shortened = format!("{}\u{2026}", kept.concat().trim_end());
    }
    *last = shortened;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kernel::Rgb;
    use landing_draft::appearance::Font;

    use super::*;
    use crate::raster::drawn;

    fn look(title: &str, description: &str) -> CardLook {
        let (background, accent) = (Rgb::new(0xf4, 0xf1, 0xec), Rgb::new(0x5b, 0x2b, 0xd9));
        let (title, description) = (title.to_owned(), description.to_owned());
        CardLook { title, description, font: Font::Inter, background, accent }
    }

    /// Pixels that differ from the background, outside the stripe.
    fn ink(look: &CardLook) -> Vec<(u32, u32)> {
        let png = drawn(&card(look).svg.unwrap(), CARD_SIZE.0, CARD_SIZE.1).unwrap();
        let picture = image::load_from_memory(&png).unwrap().to_rgb8();
        let background = look.background.channels();
        let above = picture.enumerate_pixels().filter(|(_, y, _)| *y < CARD_SIZE.1 - STRIPE);
        above.filter(|(.., pixel)| pixel.0 != background).map(|(x, y, _)| (x, y)).collect()
    }

    #[test]
    fn texts_are_broken_into_lines_that_fit_and_no_more_than_there_is_room_for() {
        let count = |text: &str, block: &Block| {
            Paragraph::set(text, &look(text, ""), block, &mut Vec::new()).lines.len()
        };
        for (text, expected) in [
            ("", 0),
            ("\u{13000}", 0),
            ("Join me", 1),
            ("\u{1F389} \u{2728}", 1),
            ("Join me \u{1F389}\u{2728}", 1),
            ("Two lines are what these words need", 2),
            (&"w".repeat(70), 3),
            (&"many words ".repeat(7), 3),
            ("\u{65E5}\u{672C}", 1),
            (&"\u{65E5}\u{672C}".repeat(10), 2),
            (&"\u{65E5}\u{672C}".repeat(40), 3),
            (&"\u{E2A}\u{E27}\u{E31}\u{E2A}\u{E14}\u{E35}".repeat(10), 2),
        ] {
            assert_eq!(count(text, &TITLE), expected, "{text}");
        }
        assert_eq!(count(&"many words ".repeat(20), &DESCRIPTION), 4);
    }

    #[test]
    fn a_card_is_drawn_in_every_script_and_lacks_nothing() {
        for title in [
            "Ada & friends <3",
            "\u{65E5}\u{672C}\u{8A9E}\u{306E}\u{30BF}\u{30A4}\u{30C8}\u{30EB}",
            "\u{4F60}\u{597D}\u{FF0C}\u{4E16}\u{754C}\u{3002}",
            "\u{7E41}\u{9AD4}\u{4E2D}\u{6587}",
            "\u{C548}\u{B155}\u{D558}\u{C138}\u{C694}",
            "\u{642}\u{646}\u{627}\u{62A}\u{64A}\u{60C} 2026",
            "\u{5E9}\u{5DC}\u{5D5}\u{5DD} Ada",
            "\u{E2A}\u{E27}\u{E31}\u{E2A}\u{E14}\u{E35}\u{E04}\u{E48}\u{E30}",
            "\u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947}",
            "\u{9AC}\u{9BE}\u{982}\u{9B2}\u{9BE}, \u{BA4}\u{BAE}\u{BBF}\u{BB4}\u{BCD}, \u{C24}\u{C46}\u{C32}\u{C41}\u{C17}\u{C41}",
            "Dev \u{1F469}\u{200D}\u{1F4BB}",
            "\u{2764}\u{FE0F}\u{200D}\u{1F525} 1\u{FE0F}\u{20E3} \u{1F1E9}\u{1F1EA}",
            "\u{1D4D7}\u{1D4EE}\u{1D4F5}\u{1D4F5}\u{1D4F8}",
            "\u{39A}\u{3B1}\u{3BB}\u{3B7}\u{3BC}\u{3AD}\u{3C1}\u{3B1} \u{41F}\u{440}\u{438}\u{432}\u{435}\u{442} Xin ch\u{E0}o",
        ] {
            for font in Font::ALL {
                let card = card(&CardLook { font, ..look(title, title) });
                assert_eq!(card.missing, Vec::<String>::new(), "{title} {font:?}");
                assert!(card.svg.is_some(), "{title}");
            }
        }
    }

    #[test]
    fn what_no_face_has_is_reported_once() {
        let hieroglyph = "\u{13080}";
        let card = card(&look(&format!("Hi {hieroglyph}{hieroglyph}"), &format!("{hieroglyph} \u{10FFFF}")));
        assert_eq!(card.missing, [hieroglyph, "\u{10FFFF}"]);
        assert_eq!(card.svg, super::card(&look("Hi", "")).svg, "the rest is drawn");
        assert_eq!(
            super::card(&look(hieroglyph, "Hi")),
            Card { svg: None, missing: vec![hieroglyph.to_owned()] }
        );
    }

    #[test]
    fn a_paragraph_from_right_to_left_begins_at_the_right_margin() {
        let edges = |title: &str| {
            let ink = ink(&look(title, ""));
            (ink.iter().map(|(x, _)| *x).min().unwrap(), ink.iter().map(|(x, _)| *x).max().unwrap())
        };
        let (left, right) = edges("\u{642}\u{646}\u{627}\u{62A}\u{64A} Ada");
        assert!(left > 500 && (1095..=1110).contains(&right), "{left} {right}");
        let (left, right) = edges("Ada \u{642}\u{646}\u{627}\u{62A}\u{64A}");
        assert!((90..=105).contains(&left) && right < 700, "{left} {right}");
    }

    #[test]
    fn arabic_letters_are_joined_unless_they_are_kept_apart() {
        let pieces = |title: &str| {
            let mut ink: HashSet<(u32, u32)> = ink(&look(title, "")).into_iter().collect();
            let mut count = 0;
            while let Some(start) = ink.iter().next().copied() {
                count += 1;
                let mut reached = vec![start];
                while let Some((x, y)) = reached.pop() {
                    if ink.remove(&(x, y)) {
                        reached.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
                    }
                }
            }
            count
        };
        assert_eq!(pieces("\u{645}\u{62D}\u{645}\u{62F}"), 1);
        assert_eq!(pieces("\u{645}\u{200C}\u{62D}\u{200C}\u{645}\u{200C}\u{62F}"), 4);
    }

    #[test]
    fn signs_that_belong_together_are_one_picture() {
        let width = |title: &str| {
            let ink = ink(&look(title, ""));
            ink.iter().map(|(x, _)| *x).max().unwrap() - ink.iter().map(|(x, _)| *x).min().unwrap()
        };
        let (developer, woman) = (width("\u{1F469}\u{200D}\u{1F4BB}"), width("\u{1F469}"));
        assert!(developer < woman * 3 / 2, "{developer} {woman}");
    }

    #[test]
    fn a_card_is_a_picture_of_its_size_with_ink_on_it() {
        let look = look(&"Every letter that fits ".repeat(3), &"and more words below ".repeat(9));
        let png = drawn(&card(&look).svg.unwrap(), CARD_SIZE.0, CARD_SIZE.1).unwrap();
        let picture = image::load_from_memory(&png).unwrap().to_rgb8();
        assert_eq!(picture.dimensions(), CARD_SIZE);
        assert_eq!(picture.get_pixel(600, CARD_SIZE.1 - 5).0, look.accent.channels());
        assert!(png.len() < 300_000, "{} bytes", png.len());
        let ink = ink(&look);
        assert!(ink.len() > 10_000, "{} pixels of text", ink.len());
        let at_edge = |(x, y): &&(u32, u32)| !(80..1120).contains(x) || !(20..600).contains(y);
        assert_eq!(ink.iter().filter(at_edge).count(), 0, "nothing reaches into the margins");
    }
}
