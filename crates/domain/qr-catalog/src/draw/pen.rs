/// One module, in the hundredths that all drawing uses.
pub(super) const ONE: i32 = 100;

/// Writer of an SVG path in short form.
#[derive(Debug)]
pub(super) struct Pen {
    out: String,
    /// Start of the code on the card, in hundredths.
    origin: i32,
    command: char,
    last: Last,
}

/// Last token, which decides whether the next number needs a blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Command,
    Whole,
    Decimal,
}

impl Pen {
    /// Creates a pen for a code that starts `margin` modules inside its card.
    pub(super) fn with_capacity(bytes: usize, margin: i32) -> Self {
        Self { out: String::with_capacity(bytes), origin: margin * ONE, command: 'z', last: Last::Command }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Starts an outline at a point of the code.
    pub(super) fn start(&mut self, x: i32, y: i32) {
        // A second pair of numbers after M would be a line.
        self.command = 'z';
        self.command('M');
        self.number(self.origin + x);
        self.number(self.origin + y);
    }

    /// Draws a line, in the short form if horizontal or vertical.
    pub(super) fn line(&mut self, dx: i32, dy: i32) {
        match (dx, dy) {
            (0, 0) => {}
            (dx, 0) => {
                self.command('h');
                self.number(dx);
            }
            (0, dy) => {
                self.command('v');
                self.number(dy);
            }
            (dx, dy) => {
                self.command('l');
                self.number(dx);
                self.number(dy);
            }
        }
    }

    /// Draws an arc of a circle, at most a half circle.
    pub(super) fn arc(&mut self, radius: i32, clockwise: bool, dx: i32, dy: i32) {
        if radius == 0 {
            return self.line(dx, dy);
        }
        self.command('a');
        self.number(radius);
        self.number(radius);
        self.number(0);
        self.number(0);
        self.number(if clockwise { ONE } else { 0 });
        self.number(dx);
        self.number(dy);
    }

    /// Draws a smooth curve to `end` with its control points at `corner`, both relative to the current point.
    pub(super) fn curve(&mut self, corner: (i32, i32), end: (i32, i32)) {
        self.command('c');
        for (dx, dy) in [corner, corner, end] {
            self.number(dx);
            self.number(dy);
        }
    }

    /// Closes the outline.
    pub(super) fn close(&mut self) {
        self.command('z');
    }

    fn command(&mut self, command: char) {
        if self.command != command {
            self.out.push(command);
            self.command = command;
            self.last = Last::Command;
        }
    }

    fn number(&mut self, hundredths: i32) {
        let below_one = hundredths > 0 && hundredths < ONE;
        let parted = hundredths < 0 || (below_one && self.last == Last::Decimal);
        if self.last != Last::Command && !parted {
            self.out.push(' ');
        }
        push_decimal(&mut self.out, hundredths);
        self.last = if hundredths % ONE == 0 { Last::Whole } else { Last::Decimal };
    }
}

/// Formats hundredths as a decimal number without extra zeros: 350 is `3.5`, -5 is `-.05`.
pub(super) fn decimal(hundredths: i32) -> String {
    let mut text = String::new();
    push_decimal(&mut text, hundredths);
    text
}

fn push_decimal(out: &mut String, hundredths: i32) {
    if hundredths < 0 {
        out.push('-');
    }
    let value = hundredths.unsigned_abs();
    let (whole, rest) = (value / 100, value % 100);
    if whole > 0 || rest == 0 {
        push_whole(out, whole);
    }
    if rest > 0 {
        out.push('.');
        push_digit(out, rest / 10);
        if rest % 10 > 0 {
            push_digit(out, rest % 10);
        }
    }
}

fn push_whole(out: &mut String, value: u32) {
    if value >= 10 {
        push_whole(out, value / 10);
    }
    push_digit(out, value % 10);
}

fn push_digit(out: &mut String, digit: u32) {
    out.push(char::from_digit(digit, 10).unwrap_or('0'));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (hundredths, expected) in
            [(0, "0"), (5, ".05"), (50, ".5"), (-50, "-.5"), (100, "1"), (1234, "12.34"), (-10_010, "-100.1")]
        {
            assert_eq!(decimal(hundredths), expected);
        }
    }

    #[test]
    fn blanks_and_commands_stand_only_where_needed() {
        let mut pen = Pen::with_capacity(0, 4);
        pen.start(0, 50);
        pen.line(100, 0);
        pen.line(0, 0);
        pen.arc(50, true, 50, 50);
        pen.arc(50, false, -50, 150);
        pen.line(-25, 25);
        pen.close();
        pen.start(100, 100);
        assert_eq!(pen.finish(), "M4 4.5h1a.5.5 0 0 1 .5.5.5.5 0 0 0-.5 1.5l-.25.25zM5 5");
    }
}
