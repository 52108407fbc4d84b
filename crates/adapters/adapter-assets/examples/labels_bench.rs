//! Renders 500 labels of 20 characters in all fonts, for several rounds on one core.
//!
//! The baseline reads the outlines of the same characters from the same files, without shaping or output.
//!
//! `cargo xtask bench labels` runs it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use adapter_assets::{Label, render_label};
use dev_kit::report::{Report, Side, Unit};
use kernel::Rgb;
use landing_draft::appearance::Font;
use skrifa::font::glyph::outline::PathSink;
use skrifa::{DrawMemory, ScalerFont};

const LABELS: usize = 500;
const CHARS: usize = 20;
const ROUNDS: usize = 15;
const INK: Rgb = Rgb::new(255, 255, 255);

fn main() {
    let labels = labels();
    // The first round parses the fonts.
    let (bytes, drawn) = render(&labels);
    let fonts: Vec<_> = Font::ALL.into_iter().filter_map(parse).collect();
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare.push(time(|| outlines(&labels, &fonts)));
        ours.push(time(|| render(&labels)));
    }
    Report {
        bench: "labels",
        case: &format!(
            "{drawn} of {LABELS} labels of {CHARS} characters drawn, {} bytes each",
            bytes / drawn.max(1)
        ),
        limit: Side::times("outlines alone", Unit::Millis, bare),
        ours: Side::times("labels", Unit::Millis, ours),
        goal: None,
    }
    .print();
}

/// Builds different words for each label; every tenth label is Cyrillic, which some fonts lack.
fn labels() -> Vec<(String, usize)> {
    let latin = "Join my VIP club today, get new photos & videos AVATo ";
    let cyrillic = "Смотреть новые фото и видео каждый день ";
    let label = |number: usize| {
        let source = if number % 10 == 9 { cyrillic } else { latin };
        let text: String = source.chars().cycle().skip(number % 41).take(CHARS - 3).collect();
        (format!("{text}{number:03}"), number % Font::ALL.len())
    };
    (0..LABELS).map(label).collect()
}

fn render(labels: &[(String, usize)]) -> (usize, usize) {
    let mut found = (0, 0);
    for (text, font) in labels {
        let Some(font) = Font::ALL.get(*font) else { continue };
        let label = black_box(render_label(text, *font, 32, INK));
        black_box(label.file_name());
        if let Label::Outlined { svg, .. } = label {
            found = (found.0 + svg.len(), found.1 + 1);
        }
    }
    found
}

fn parse(font: Font) -> Option<ScalerFont> {
    let files: [&[u8]; 12] = [
        include_bytes!("../fonts/inter.ttf"),
        include_bytes!("../fonts/roboto.ttf"),
        include_bytes!("../fonts/open-sans.ttf"),
        include_bytes!("../fonts/lato.ttf"),
        include_bytes!("../fonts/montserrat.ttf"),
        include_bytes!("../fonts/poppins.ttf"),
        include_bytes!("../fonts/raleway.ttf"),
        include_bytes!("../fonts/nunito.ttf"),
        include_bytes!("../fonts/oswald.ttf"),
        include_bytes!("../fonts/playfair-display.ttf"),
        include_bytes!("../fonts/bebas-neue.ttf"),
        include_bytes!("../fonts/pacifico.ttf"),
    ];
    Some(ScalerFont::unhinted(skrifa::Font::new(*files.get(font as usize)?, 0)?, None))
}

/// Sums all points, so that the compiler can't skip any.
struct Sum(f32);

impl PathSink for Sum {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0 += x + y;
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0 += x + y;
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0 += x1 + y1 + x + y;
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0 += x1 + y1 + x2 + y2 + x + y;
    }
    fn close(&mut self) {}
}

fn outlines(labels: &[(String, usize)], fonts: &[ScalerFont]) {
    let mut sum = Sum(0.0);
    for (text, font) in labels {
        let Some(font) = fonts.get(*font) else { continue };
        let charmap = font.font().charmap();
        let glyphs = text.chars().filter_map(|character| charmap.map_unicode(character));
        for outline in glyphs.filter_map(|glyph| font.outline(glyph)) {
            let _ = outline.draw(DrawMemory::Scratch, &mut sum);
        }
    }
    black_box(sum.0);
}

fn time<T>(work: impl Fn() -> T) -> Duration {
    let began = Instant::now();
    black_box(work());
    began.elapsed()
}
