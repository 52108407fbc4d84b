//! Outlines around joined modules.

use super::matrix::Matrix;
use super::pen::{ONE, Pen};

/// Corner radii of outlines, in hundredths of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Corners {
    /// Outer corners that point to the upper left or lower right.
    pub(super) leading: i32,
    /// Outer corners that point to the upper right or lower left.
    pub(super) trailing: i32,
    /// Inner corners.
    pub(super) inner: i32,
}

/// Draws every group of joined modules as one clockwise outline, with counterclockwise holes. Modules that touch only
/// at a corner are not joined, so that round corners stay round.
pub(super) fn draw(pen: &mut Pen, matrix: &Matrix, corners: Corners) {
    let mut seen = vec![false; usize::try_from(matrix.size * matrix.size).unwrap_or_default()];
    let mut outline = Vec::new();
    for (x, y) in matrix.dark() {
        // Every outline runs along the upper side of some module.
        if !matrix.is_dark(x, y - 1) && !is_seen(&mut seen, matrix, x, y) {
            outline.clear();
            follow(matrix, (x, y), &mut seen, &mut outline);
            write(pen, &outline, corners);
        }
    }
}

/// Marks the upper side of a module as part of an outline; returns whether it was marked before.
fn is_seen(seen: &mut [bool], matrix: &Matrix, x: i32, y: i32) -> bool {
    let place = usize::try_from(y * matrix.size + x).ok().and_then(|index| seen.get_mut(index));
    place.is_some_and(|place| std::mem::replace(place, true))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heading {
    East,
    South,
    West,
    North,
}

impl Heading {
    fn right(self) -> Self {
        match self {
            Self::East => Self::South,
            Self::South => Self::West,
            Self::West => Self::North,
            Self::North => Self::East,
        }
    }

    fn left(self) -> Self {
        self.right().right().right()
    }

    fn step(self) -> (i32, i32) {
        match self {
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
            Self::North => (0, -1),
        }
    }

    /// Modules to the left and to the right, ahead of a grid point.
    fn ahead(self, x: i32, y: i32) -> [(i32, i32); 2] {
        match self {
            Self::East => [(x, y - 1), (x, y)],
            Self::South => [(x, y), (x - 1, y)],
            Self::West => [(x - 1, y), (x - 1, y - 1)],
            Self::North => [(x - 1, y - 1), (x, y - 1)],
        }
    }
}

/// Turn of an outline.
#[derive(Debug, Clone, Copy)]
struct Corner {
    x: i32,
    y: i32,
    heading: Heading,
    is_outer: bool,
}

impl Corner {
    fn radius(self, corners: Corners) -> i32 {
        match (self.is_outer, self.heading) {
            (false, _) => corners.inner,
            (true, Heading::North | Heading::South) => corners.leading,
            (true, Heading::East | Heading::West) => corners.trailing,
        }
    }

    fn turned(self) -> Heading {
        if self.is_outer { self.heading.right() } else { self.heading.left() }
    }
}

/// Follows an outline with the foreground to the right, until it returns to its start.
fn follow(matrix: &Matrix, start: (i32, i32), seen: &mut [bool], outline: &mut Vec<Corner>) {
    let ((mut x, mut y), mut heading) = (start, Heading::East);
    loop {
        let (dx, dy) = heading.step();
        (x, y) = (x + dx, y + dy);
        let [left, right] = heading.ahead(x, y).map(|(x, y)| matrix.is_dark(x, y));
        if !right {
            outline.push(Corner { x, y, heading, is_outer: true });
            heading = heading.right();
        } else if left {
            outline.push(Corner { x, y, heading, is_outer: false });
            heading = heading.left();
        }
        if (x, y) == start && heading == Heading::East {
            return;
        }
        if heading == Heading::East {
            is_seen(seen, matrix, x, y);
        }
    }
}

fn write(pen: &mut Pen, outline: &[Corner], corners: Corners) {
    let Some(first) = outline.first() else { return };
    let radius = first.radius(corners);
    let (dx, dy) = first.turned().step();
    pen.start(first.x * ONE + dx * radius, first.y * ONE + dy * radius);
    let mut before = *first;
    for corner in outline.iter().skip(1).chain([first]) {
        let radius = corner.radius(corners);
        let (dx, dy) = corner.heading.step();
        let way = (corner.x - before.x).abs() + (corner.y - before.y).abs();
        let length = way * ONE - radius - before.radius(corners);
        pen.line(dx * length, dy * length);
        let (tx, ty) = corner.turned().step();
        if radius > 0 {
            pen.arc(radius, corner.is_outer, (dx + tx) * radius, (dy + ty) * radius);
        }
        before = *corner;
    }
    pen.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(rows: &[&str], corners: Corners) -> String {
        let mut pen = Pen::with_capacity(0, 0);
        draw(&mut pen, &Matrix::from_rows(rows), corners);
        pen.finish()
    }

    const SHARP: Corners = Corners { leading: 0, trailing: 0, inner: 0 };

    #[test]
    fn joined_modules_have_one_outline_and_holes_run_the_other_way() {
        assert_eq!(path(&["##", ".."], SHARP), "M2 0v1h-2v-1h2z");
        assert_eq!(path(&["###", "#.#", "###"], SHARP), "M3 0v3h-3v-3h3zM2 2v-1h-1v1h1z");
        assert_eq!(path(&["#.", ".#"], SHARP), "M1 0v1h-1v-1h1zM2 1v1h-1v-1h1z", "corners do not join");
    }

    #[test]
    fn corners_are_rounded_by_where_they_point() {
        let leaf = Corners { leading: 50, trailing: 0, inner: 0 };
        assert_eq!(path(&["#"], leaf), "M1 0v.5a.5.5 0 0 1-.5.5h-.5v-.5a.5.5 0 0 1 .5-.5h.5z");
        let fluid = Corners { leading: 50, trailing: 50, inner: 25 };
        let bent = path(&["#.", "##"], fluid);
        assert_eq!(bent.matches("0 0 0").count(), 1, "one notch: {bent}");
    }
}
