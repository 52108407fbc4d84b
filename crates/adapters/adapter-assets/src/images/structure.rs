//! Finds the end of a picture in its file. Decoders accept a missing end; here a truncated picture
//! is refused.

use super::{PictureError, PictureFormat};

/// Returns the length of the picture in the file.
pub(super) fn end(format: PictureFormat, bytes: &[u8]) -> Result<usize, PictureError> {
    let end = match format {
        PictureFormat::Png => png(bytes),
        PictureFormat::Jpeg => jpeg(bytes),
        PictureFormat::Webp => webp(bytes),
    };
    end.filter(|end| *end <= bytes.len()).ok_or(PictureError::Truncated(format))
}

/// Finds the end of a PNG: a signature, then chunks of length, name, content and checksum, up to
/// `IEND`.
fn png(bytes: &[u8]) -> Option<usize> {
    let mut at = 8_usize;
    loop {
        let length = u32::from_be_bytes(array(bytes, at)?);
        let name = array::<4>(bytes, at + 4)?;
        at = at.checked_add(12)?.checked_add(usize::try_from(length).ok()?)?;
        if at > bytes.len() {
            return None;
        }
        if &name == b"IEND" {
            return Some(at);
        }
    }
}

/// Finds the end of a JPEG: segments with lengths, and coded data after the start of each scan, up
/// to the next marker.
fn jpeg(bytes: &[u8]) -> Option<usize> {
    let mut at = 2_usize;
    loop {
        let marker = next_marker(bytes, &mut at)?;
        match marker {
            0xD9 => return Some(at),
            // Markers without a segment.
            0x01 | 0xD0..=0xD8 => {}
            _ => at = at.checked_add(usize::from(u16::from_be_bytes(array(bytes, at)?)))?,
        }
    }
}

/// Moves past the next marker. In coded data, 0xFF followed by 0 is not a marker.
fn next_marker(bytes: &[u8], at: &mut usize) -> Option<u8> {
    loop {
        let found = bytes.get(*at..)?.iter().position(|byte| *byte == 0xFF)?;
        *at += found + 1;
        match bytes.get(*at)? {
            // Fill byte: the marker's own 0xFF follows.
            0xFF => {}
            0x00 => *at += 1,
            marker => {
                *at += 1;
                return Some(*marker);
            }
        }
    }
}

/// Finds the end of a WebP from the length of its container.
fn webp(bytes: &[u8]) -> Option<usize> {
    let length = usize::try_from(u32::from_le_bytes(array(bytes, 4)?)).ok()?;
    length.checked_add(8)
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}
