use fast_qr::{ECL, QRBuilder};

use super::TooLong;
use super::eyes::EYE;

/// Modules of a code without the three eyes, which are drawn separately.
#[derive(Debug, Clone)]
pub(super) struct Matrix {
    pub(super) size: i32,
    width: usize,
    foreground: Vec<bool>,
}

impl Matrix {
    /// Encodes `url` at level H with a logo, otherwise at level Q.
    pub(super) fn of(url: &str, has_logo: bool) -> Result<Self, TooLong> {
        let level = if has_logo { ECL::H } else { ECL::Q };
        let code = QRBuilder::new(url).ecl(level).build().map_err(|_| TooLong)?;
        let width = code.size;
        let size = i32::try_from(width).map_err(|_| TooLong)?;
        let mut foreground: Vec<_> =
            code.data.iter().take(width * width).map(|module| module.value()).collect();
        let eye = usize::try_from(EYE).unwrap_or_default();
        for (y, row) in foreground.chunks_mut(width).enumerate() {
            let (top, bottom) = (y < eye, y >= width - eye);
            for (x, module) in row.iter_mut().enumerate() {
                let (left, right) = (x < eye, x >= width - eye);
                *module &= !((top && (left || right)) || (bottom && left));
            }
        }
        Ok(Self { size, width, foreground })
    }

    /// Clears a square of `side` modules in the middle.
    pub(super) fn clear_middle(&mut self, side: i32) {
        let middle = |at: usize| {
            let begin = (self.size - side) / 2;
            i32::try_from(at).is_ok_and(|at| (begin..begin + side).contains(&at))
        };
        let places = (0..self.width).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        for ((x, y), module) in places.zip(&mut self.foreground) {
            *module &= !(middle(x) && middle(y));
        }
    }

    #[cfg(test)]
    pub(super) fn from_rows(rows: &[&str]) -> Self {
        let foreground = rows.iter().flat_map(|row| row.bytes().map(|byte| byte == b'#')).collect();
        Self { size: i32::try_from(rows.len()).unwrap(), width: rows.len(), foreground }
    }

    /// Whether a module is dark; modules outside the code are light.
    pub(super) fn is_dark(&self, x: i32, y: i32) -> bool {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return false };
        x < self.width && self.foreground.get(y * self.width + x) == Some(&true)
    }

    /// Iterates over the dark modules, row by row.
    pub(super) fn dark(&self) -> impl Iterator<Item = (i32, i32)> {
        let places = (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y)));
        places.zip(&self.foreground).filter_map(|(place, dark)| dark.then_some(place))
    }
}
