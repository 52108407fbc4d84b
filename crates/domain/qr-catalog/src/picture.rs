//! Names of pictures of codes, by which a cache or a browser knows that it has one already.

use sha2::{Digest as _, Sha256};

/// The name of a picture: a digest of all that decides what it looks like, so equal names are equal pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PictureName([u8; 32]);

impl PictureName {
    /// The name of a drawing itself.
    pub fn of_drawing(svg: &str) -> Self {
        Self(Sha256::digest(svg.as_bytes()).into())
    }

    /// The name of a drawing as a PNG of `size` x `size` pixels. Versions of the program may rasterize differently, so each has
    /// names of its own.
    pub fn of_png(svg: &str, size: u32) -> Self {
        let digest = Sha256::new_with_prefix(env!("CARGO_PKG_VERSION"));
        Self(digest.chain_update(size.to_be_bytes()).chain_update(svg).finalize().into())
    }

    /// The name in hexadecimal digits.
    pub fn text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_one_drawing_in_one_size() {
        const SVG: &str = "<svg><path/></svg>";
        let names = [
            PictureName::of_drawing(SVG),
            PictureName::of_png(SVG, 128),
            PictureName::of_png(SVG, 256),
            PictureName::of_png("<svg/>", 128),
        ];
        for (n, one) in names.iter().enumerate() {
            assert!(names.iter().skip(n + 1).all(|other| other != one));
            assert_eq!(one.text().len(), 64);
        }
    }
}
