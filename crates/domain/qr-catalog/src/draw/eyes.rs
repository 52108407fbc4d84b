use super::pen::{ONE, Pen};
use crate::design::{EyeDot, EyeFrame};

/// Side of an eye, in modules.
pub(super) const EYE: i32 = 7;

/// Corner radii of a square in hundredths of a module: upper left, upper right, lower right, lower left.
type Radii = [i32; 4];

/// Shape of a rounded corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CornerCurve {
    /// Quarter of a circle.
    Circle,
    /// Smooth curve close to the corner, also called a squircle.
    Smooth,
}

/// Outer radii, inner radii and corner curve of an eye frame.
///
/// Tests with decoders limit the radii. With an outer radius above one module, many decoders miss the eye. A hole
/// rounder than its frame makes the others fail too. Decoders like Quirc locate a code by the outermost corners of its
/// eyes. A quarter circle of 0.8 modules shifts these corners so far that one in four small pictures fails. The smooth
/// curve of 0.8 shifts them less than half as far, and about one in a thousand fails.
fn frame(shape: EyeFrame) -> (Radii, Radii, CornerCurve) {
    match shape {
        EyeFrame::Square => ([0; 4], [0; 4], CornerCurve::Circle),
        EyeFrame::Rounded => ([80; 4], [50; 4], CornerCurve::Smooth),
        EyeFrame::Circle => ([350; 4], [250; 4], CornerCurve::Circle),
        EyeFrame::Leaf => ([240, 0, 240, 0], [140, 0, 140, 0], CornerCurve::Circle),
    }
}

/// Draws the three eyes of a code of `size` modules.
pub(super) fn draw(pen: &mut Pen, size: i32, shape: EyeFrame, middle: EyeDot) {
    let far = (size - EYE) * ONE;
    let (outside, inside, curve) = frame(shape);
    // In small pictures, the corners of a square eye dot would merge with a circular frame.
    let least = if shape == EyeFrame::Circle { 60 } else { 0 };
    for (x, y) in [(0, 0), (far, 0), (0, far)] {
        square(pen, (x, y), EYE * ONE, (outside, curve), true);
        square(pen, (x + ONE, y + ONE), (EYE - 2) * ONE, (inside, curve), false);
        dot(pen, x + 2 * ONE, y + 2 * ONE, middle, least);
    }
}

fn dot(pen: &mut Pen, x: i32, y: i32, shape: EyeDot, least: i32) {
    let side = 3 * ONE;
    let round = |radii: Radii| (radii.map(|radius| radius.max(least)), CornerCurve::Circle);
    match shape {
        EyeDot::Square => square(pen, (x, y), side, round([0; 4]), true),
        EyeDot::Rounded => square(pen, (x, y), side, round([80; 4]), true),
        EyeDot::Dot => square(pen, (x, y), side, round([150; 4]), true),
        EyeDot::Leaf => square(pen, (x, y), side, round([130, 0, 130, 0]), true),
        EyeDot::Diamond => {
            // A quarter of each side stays, because decoders do not find a slimmer eye dot.
            let (cut, slope) = (side * 4 / 10, side * 3 / 10);
            pen.start(x + slope, y);
            for (dx, dy) in
                [(cut, 0), (slope, slope), (0, cut), (-slope, slope), (-cut, 0), (-slope, -slope), (0, -cut)]
            {
                pen.line(dx, dy);
            }
            pen.close();
        }
    }
}

/// Draws a square with round corners: clockwise for foreground, counterclockwise for a hole.
fn square(
    pen: &mut Pen,
    (x, y): (i32, i32),
    side: i32,
    (radii, style): (Radii, CornerCurve),
    clockwise: bool,
) {
    let [upper_left, upper_right, lower_right, lower_left] = radii;
    // Counterclockwise is the same square, mirrored at its diagonal.
    let (second, fourth) = if clockwise { (upper_right, lower_left) } else { (lower_left, upper_right) };
    let turn = |(a, b): (i32, i32)| if clockwise { (a, b) } else { (b, a) };
    let corner = |pen: &mut Pen, length: (i32, i32), radius: i32, curve: (i32, i32)| {
        let ((lx, ly), (bx, by)) = (turn(length), turn(curve));
        pen.line(lx, ly);
        match style {
            _ if radius == 0 => {}
            CornerCurve::Circle => pen.arc(radius, clockwise, bx * radius, by * radius),
            CornerCurve::Smooth => {
                pen.curve((lx.signum() * radius, ly.signum() * radius), (bx * radius, by * radius))
            }
        }
    };
    let (sx, sy) = turn((upper_left, 0));
    pen.start(x + sx, y + sy);
    corner(pen, (side - upper_left - second, 0), second, (1, 1));
    corner(pen, (0, side - second - lower_right), lower_right, (-1, 1));
    corner(pen, (lower_right + fourth - side, 0), fourth, (-1, -1));
    corner(pen, (0, fourth + upper_left - side), upper_left, (1, -1));
    pen.close();
}
