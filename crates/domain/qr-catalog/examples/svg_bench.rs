//! Benchmark of drawing codes, compared with the plain SVG from the crate that encodes the matrix.
//!
//! Run with `cargo xtask bench qr`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use dev_kit::report::{Report, Side, Unit};
use fast_qr::convert::svg::SvgBuilder;
use fast_qr::{ECL, QRBuilder};
use qr_catalog::catalog::catalog;
use qr_catalog::draw::{DrawOptions, draw};

const URL: &str = "https://links.example-creator.com/qr/spring-2027";
const ROUNDS: usize = 2_000;
/// Family with the same shapes as the plain SVG.
const PLAIN: &str = "classic";

fn main() {
    // A gradient is the slowest palette.
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
        // At most twice as slow in the plain style, four times in the others.
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
