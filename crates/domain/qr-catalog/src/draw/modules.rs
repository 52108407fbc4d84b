use super::matrix::Matrix;
use super::pen::{ONE, Pen};
use super::trace::{self, Corners};
use crate::design::Module;

/// Half of a dot's width.
const DOT: i32 = 50;
/// Side of a tile, which covers 0.84 of the module's area.
const TILE: i32 = 92;
/// Width of a bar. A single module still covers 0.7 of its area.
const BAR: i32 = 84;
/// Distance from the middle of a gem to its tips, which are cut off at the module's edge. A gem covers 0.68 of the
/// area.
const GEM: i32 = 60;

/// Draws all modules except the eyes.
pub(super) fn draw(pen: &mut Pen, matrix: &Matrix, module: Module) {
    let corners = |leading, trailing, inner| Corners { leading, trailing, inner };
    match module {
        Module::Square => trace::draw(pen, matrix, corners(0, 0, 0)),
        Module::Rounded => trace::draw(pen, matrix, corners(35, 35, 0)),
        Module::Fluid => trace::draw(pen, matrix, corners(50, 50, 40)),
        Module::Leaf => trace::draw(pen, matrix, corners(70, 0, 0)),
        Module::Dots => each(pen, matrix, dot),
        Module::Mosaic => each(pen, matrix, tile),
        Module::Diamond => each(pen, matrix, gem),
        Module::BarsV => bars_v(pen, matrix),
        Module::BarsH => bars_h(pen, matrix),
    }
}

/// Draws each module separately, at its upper left corner.
fn each(pen: &mut Pen, matrix: &Matrix, shape: fn(&mut Pen, i32, i32)) {
    for (x, y) in matrix.dark() {
        shape(pen, x * ONE, y * ONE);
    }
}

fn dot(pen: &mut Pen, x: i32, y: i32) {
    pen.start(x, y + DOT);
    pen.arc(DOT, true, 2 * DOT, 0);
    pen.arc(DOT, true, -2 * DOT, 0);
    pen.close();
}

fn tile(pen: &mut Pen, x: i32, y: i32) {
    let gap = (ONE - TILE) / 2;
    pen.start(x + gap, y + gap);
    pen.line(TILE, 0);
    pen.line(0, TILE);
    pen.line(-TILE, 0);
    pen.close();
}

fn gem(pen: &mut Pen, x: i32, y: i32) {
    // Rest of a side between two cut tips, and width of a cut.
    let (side, cut) = (ONE - GEM, 2 * GEM - ONE);
    pen.start(x + side, y);
    for (dx, dy) in [(cut, 0), (side, side), (0, cut), (-side, side), (-cut, 0), (-side, -side), (0, -cut)] {
        pen.line(dx, dy);
    }
    pen.close();
}

fn bars_v(pen: &mut Pen, matrix: &Matrix) {
    let gap = (ONE - BAR) / 2;
    for (x, y) in matrix.dark().filter(|(x, y)| !matrix.is_dark(*x, y - 1)) {
        let straight = run(|step| matrix.is_dark(x, y + step)) - BAR;
        pen.start(x * ONE + gap, y * ONE + BAR / 2);
        pen.arc(BAR / 2, true, BAR, 0);
        pen.line(0, straight);
        pen.arc(BAR / 2, true, -BAR, 0);
        pen.close();
    }
}

fn bars_h(pen: &mut Pen, matrix: &Matrix) {
    let gap = (ONE - BAR) / 2;
    for (x, y) in matrix.dark().filter(|(x, y)| !matrix.is_dark(x - 1, *y)) {
        let straight = run(|step| matrix.is_dark(x + step, y)) - BAR;
        pen.start(x * ONE + BAR / 2, y * ONE + gap);
        pen.line(straight, 0);
        pen.arc(BAR / 2, true, 0, BAR);
        pen.line(-straight, 0);
        pen.arc(BAR / 2, true, 0, -BAR);
        pen.close();
    }
}

/// Length of a run of dark modules.
fn run(is_dark: impl Fn(i32) -> bool) -> i32 {
    (1..).find(|step| !is_dark(*step)).unwrap_or(1) * ONE
}
