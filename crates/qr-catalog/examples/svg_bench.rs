//! Drawing codes, beside the SVG that the crate of the matrix draws by itself.
//!
//! `cargo run --release -p qr-catalog --example svg_bench`

use std::hint::black_box;
use std::time::{Duration, Instant};

use fast_qr::convert::svg::SvgBuilder;
use fast_qr::{ECL, QRBuilder};
use qr_catalog::catalog::catalog;
use qr_catalog::draw::{DrawOptions, draw};

const URL: &str = "https://links.example-creator.com/qr/spring-2027";
const ROUNDS: usize = 2_000;

fn main() {
    let bare = rounds(|| {
        let code = QRBuilder::new(black_box(URL)).ecl(ECL::Q).build();
        code.map_or(0, |code| SvgBuilder::default().to_str(&code).len())
    });
    let matrix = rounds(|| QRBuilder::new(black_box(URL)).ecl(ECL::Q).build().map_or(0, |code| code.size));
    print("matrix alone", &matrix, &bare);
    print("bare svg", &bare, &bare);
    // One palette with a gradient shows all families at their slowest.
    for preset in catalog().iter().filter(|preset| preset.palette == "rose") {
        let ours = rounds(|| {
            let drawing = draw(&preset.design, black_box(URL), &DrawOptions::default());
            drawing.map_or(0, |drawing| drawing.svg.len())
        });
        print(preset.family, &ours, &bare);
    }
}

/// The times of all rounds, shortest first, and the length of what was made.
fn rounds(work: impl Fn() -> usize) -> (Vec<Duration>, usize) {
    let mut length = 0;
    let mut taken: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            length = black_box(work());
            began.elapsed()
        })
        .collect();
    taken.sort();
    (taken, length)
}

fn at(taken: &[Duration], percent: usize) -> f64 {
    let found = taken.get(taken.len() * percent / 100).copied().unwrap_or_default();
    found.as_secs_f64() * 1e6
}

fn print(name: &str, (taken, length): &(Vec<Duration>, usize), (bare, _): &(Vec<Duration>, usize)) {
    let (median, low, high) = (at(taken, 50), at(taken, 10), at(taken, 90));
    println!(
        "{name:>12}: median {median:6.1} us, {low:.1} to {high:.1} (10-90 %), {:.2} x, {length} bytes",
        median / at(bare, 50)
    );
}
