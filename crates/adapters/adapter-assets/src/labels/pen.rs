use skrifa::font::glyph::outline::PathSink;

/// Hundredths of a pixel. Points are rounded, and steps are differences of rounded points, so rounding errors of a long
/// label don't add up. Integers also exclude NaN.
type Hundredths = i64;

/// Draws glyphs one after the other into one path of relative steps.
pub(super) struct Pen {
    path: String,
    scale: f32,
    origin: (f32, f32),
    start: (Hundredths, Hundredths),
    at: (Hundredths, Hundredths),
    /// Start of the first step, stored separately: shifting it moves the whole path.
    first: Option<(Hundredths, Hundredths)>,
    command: u8,
    bounds: Option<Bounds>,
}

/// Bounding box of the drawing, in hundredths of a pixel, with y down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) left: Hundredths,
    pub(super) top: Hundredths,
    pub(super) right: Hundredths,
    pub(super) bottom: Hundredths,
}

impl Pen {
    /// Creates a pen; `scale` is in hundredths of a pixel per font unit.
    pub(super) fn new(scale: f32, capacity: usize) -> Self {
        Self {
            path: String::with_capacity(capacity),
            scale,
            origin: (0.0, 0.0),
            start: (0, 0),
            at: (0, 0),
            first: None,
            command: 0,
            bounds: None,
        }
    }

    /// Sets the origin of the next glyph, in font units, with y up.
    pub(super) fn place(&mut self, x: i32, y: i32) {
        self.place_at(x as f32, y as f32);
    }

    /// Sets the origin of the next glyph, in parts of font units.
    pub(super) fn place_at(&mut self, x: f32, y: f32) {
        self.origin = (x, y);
    }

    /// Sets the scale of the next glyphs, in hundredths of a pixel per font unit.
    pub(super) fn scale_to(&mut self, scale: f32) {
        self.scale = scale;
    }

    /// Returns the bounding box; `None` if nothing was drawn.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// Appends the path, shifted by `x` and `y`.
    pub(super) fn write_to(&self, target: &mut String, x: Hundredths, y: Hundredths) {
        let (left, top) = self.first.unwrap_or_default();
        target.push('m');
        push_number(target, left + x);
        push_next(target, top + y);
        target.push_str(&self.path);
    }

    fn point(&mut self, x: f32, y: f32) -> (Hundredths, Hundredths) {
        let x = ((x + self.origin.0) * self.scale).round() as Hundredths;
        let y = ((y + self.origin.1) * -self.scale).round() as Hundredths;
        let bounds = self.bounds.get_or_insert(Bounds { left: x, top: y, right: x, bottom: y });
        bounds.left = bounds.left.min(x);
        bounds.right = bounds.right.max(x);
        bounds.top = bounds.top.min(y);
        bounds.bottom = bounds.bottom.max(y);
        (x, y)
    }

    /// Writes a step. A repeated command needs no letter.
    fn step<const N: usize>(&mut self, command: u8, numbers: [Hundredths; N]) {
        let repeated = self.command == command;
        self.command = command;
        if !repeated {
            self.path.push(char::from(command));
        }
        for (index, number) in numbers.into_iter().enumerate() {
            if index == 0 && !repeated {
                push_number(&mut self.path, number);
            } else {
                push_next(&mut self.path, number);
            }
        }
    }
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        if self.first.is_none() {
            self.first = Some(to);
            // Numbers after a move without a letter mean a line.
            self.command = b'l';
        } else {
            self.command = 0;
            self.step(b'm', [to.0 - self.at.0, to.1 - self.at.1]);
            self.command = b'l';
        }
        self.start = to;
        self.at = to;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        match (to.0 - self.at.0, to.1 - self.at.1) {
            (0, 0) => {}
            (dx, 0) => self.step(b'h', [dx]),
            (0, dy) => self.step(b'v', [dy]),
            (dx, dy) => self.step(b'l', [dx, dy]),
        }
        self.at = to;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (one, to, at) = (self.point(x1, y1), self.point(x, y), self.at);
        self.step(b'q', [one.0 - at.0, one.1 - at.1, to.0 - at.0, to.1 - at.1]);
        self.at = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (one, two, to, at) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y), self.at);
        let steps = [one.0 - at.0, one.1 - at.1, two.0 - at.0, two.1 - at.1, to.0 - at.0, to.1 - at.1];
        self.step(b'c', steps);
        self.at = to;
    }

    fn close(&mut self) {
        self.path.push('z');
        self.command = b'z';
        self.at = self.start;
    }
}

/// Writes a number after another one; a minus sign is a separator itself.
fn push_next(target: &mut String, number: Hundredths) {
    if number >= 0 {
        target.push(' ');
    }
    push_number(target, number);
}

/// Writes hundredths as the shortest decimal.
fn push_number(target: &mut String, number: Hundredths) {
    if number < 0 {
        target.push('-');
    }
    let size = number.unsigned_abs();
    let (whole, tenth, hundredth) = (size / 100, size / 10 % 10, size % 10);
    if whole > 0 || size == 0 {
        push_digits(target, whole);
    }
    if tenth > 0 || hundredth > 0 {
        target.push('.');
        push_digit(target, tenth);
        if hundredth > 0 {
            push_digit(target, hundredth);
        }
    }
}

fn push_digits(target: &mut String, number: u64) {
    if number >= 10 {
        push_digits(target, number / 10);
    }
    push_digit(target, number % 10);
}

fn push_digit(target: &mut String, digit: u64) {
    target.push(char::from(b'0' + (digit % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0, "0"),
            (5, ".05"),
            (50, ".5"),
            (-50, "-.5"),
            (100, "1"),
            (-1205, "-12.05"),
            (123_456, "1234.56"),
        ] {
            let mut target = String::new();
            push_number(&mut target, number);
            assert_eq!(target, text);
        }
    }

    #[test]
    fn steps_are_relative_and_letters_are_not_repeated() {
        let mut pen = Pen::new(100.0, 0);
        pen.move_to(1.0, 1.0);
        pen.line_to(3.0, 2.0);
        pen.line_to(3.0, 2.0);
        pen.line_to(4.0, 4.0);
        pen.line_to(4.0, 1.0);
        pen.close();
        pen.place(10, 0);
        pen.move_to(0.0, 0.0);
        pen.quad_to(1.0, 0.0, 1.0, 1.0);
        pen.quad_to(1.0, 2.0, 0.0, 2.0);
        pen.close();
        let mut path = String::new();
        pen.write_to(&mut path, 0, 500);
        assert_eq!(path, "m1 4 2-1 1-2v3zm9 1q1 0 1-1 0-1-1-1z");
        assert_eq!(pen.bounds(), Some(Bounds { left: 100, top: -400, right: 1100, bottom: 0 }));
    }
}
