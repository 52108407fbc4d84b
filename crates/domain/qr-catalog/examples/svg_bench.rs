//! Drawing codes, beside the SVG that the crate of the matrix draws by itself.
//!
//! `cargo xtask bench qr` runs it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bench_report::{Report, Side, Unit};
use fast_qr::convert::svg::SvgBuilder;
use fast_qr::{ECL, QRBuilder};
use qr_catalog::catalog::catalog;
use qr_catalog::draw::{DrawOptions, draw};

const URL: &str = "https://links.example-creator.com/qr/spring-2027";
const ROUNDS: usize = 2_000;
/// The family whose shapes are those of the bare crate.
const PLAIN: &str = "classic";

fn main() {
    // One palette with a gradient shows all families at their slowest.
    for preset in catalog().iter().filter(|preset| preset.palette == "rose") {
        let (mut bare, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            bare.push(time(|| {
                let code = QRBuilder::new(black_box(URL)).ecl(ECL::Q).build();
                code.map_or(0, |code| SvgBuilder::default().to_str(&code).len())
            }));
            ours.push(time(|| {
                let drawing = draw(&preset.design, black_box(URL), &DrawOptions::default());
                drawing.map_or(0, |drawing| drawing.svg.len())
            }));
        }
        // At most twice as long in the plain style, four times in the others.
        let goal = if preset.family == PLAIN { 0.5 } else { 0.25 };
        Report {
            bench: "qr",
            case: preset.family,
            limit: Side::times("the bare crate's own SVG", Unit::Micros, bare).with_tails(),
            ours: Side::times("draw", Unit::Micros, ours).with_tails(),
            goal: Some(goal),
        }
        .print();
    }
}

fn time(work: impl Fn() -> usize) -> Duration {
    let began = Instant::now();
    black_box(work());
    began.elapsed()
}
