//! Detection of a picture's end within its file. Decoders tolerate a missing end; this module rejects truncated
//! pictures.

use super::{PictureError, PictureFormat};

/// Returns the size of the picture within the file, in bytes.
pub(super) fn end(format: PictureFormat, bytes: &[u8]) -> Result<usize, PictureError> {
    let end = match format {
        PictureFormat::Png => png(bytes),
        PictureFormat::Jpeg => jpeg(bytes),
        PictureFormat::Webp => webp(bytes),
    };
    end.filter(|end| *end <= bytes.len()).ok_or(PictureError::Truncated(format))
}

/// PNG: a signature, then chunks of length, name, content and checksum, up to `IEND`.
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

/// JPEG: segments with their lengths; after the start of a scan, coded data up to the next marker.
fn jpeg(bytes: &[u8]) -> Option<usize> {
    let mut at = 2_usize;
    loop {
        let marker = next_marker(bytes, &mut at)?;
        match marker {
            0xD9 => return Some(at),
            // Markers without a length.
            0x01 | 0xD0..=0xD8 => {}
            _ => at = at.checked_add(usize::from(u16::from_be_bytes(array(bytes, at)?)))?,
        }
    }
}

/// Returns the first EXIF data of a JPEG, without their name. Some programs append new data and leave the old ones,
/// and browsers read the first.
pub(super) fn first_exif(bytes: &[u8]) -> Option<&[u8]> {
    let mut at = 2_usize;
    loop {
        match next_marker(bytes, &mut at)? {
            0x01 | 0xD0..=0xD8 => {}
            // End of the picture, or start of its coded data.
            0xD9 | 0xDA => return None,
            marker => {
                let end = at.checked_add(usize::from(u16::from_be_bytes(array(bytes, at)?)))?;
                let segment = bytes.get(at + 2..end)?;
                if let Some(exif) = segment.strip_prefix(b"Exif\0").filter(|_| marker == 0xE1) {
                    return exif.get(1..);
                }
                at = end;
            }
        }
    }
}

/// Returns whether a WebP has lost details: its pixels are in a chunk `VP8 `, possibly after others.
pub(super) fn is_lossy_webp(bytes: &[u8]) -> bool {
    let mut at = 12_usize;
    while let (Some(name), Some(length)) = (array::<4>(bytes, at), array(bytes, at + 4)) {
        match &name {
            b"VP8 " => return true,
            b"VP8L" => return false,
            _ => {}
        }
        let Ok(length) = usize::try_from(u32::from_le_bytes(length)) else { return false };
        let Some(next) = length.checked_next_multiple_of(2).and_then(|length| at.checked_add(length + 8))
        else {
            return false;
        };
        at = next;
    }
    false
}

/// Returns the next marker, and moves behind it. In coded data a zero follows 0xFF, so that 0xFF is no marker.
fn next_marker(bytes: &[u8], at: &mut usize) -> Option<u8> {
    loop {
        let found = bytes.get(*at..)?.iter().position(|byte| *byte == 0xFF)?;
        *at += found + 1;
        match bytes.get(*at)? {
            // Padding: the marker's own 0xFF follows.
            0xFF => {}
            0x00 => *at += 1,
            marker => {
                *at += 1;
                return Some(*marker);
            }
        }
    }
}

/// WebP: a container with its length.
fn webp(bytes: &[u8]) -> Option<usize> {
    let length = usize::try_from(u32::from_le_bytes(array(bytes, 4)?)).ok()?;
    length.checked_add(8)
}

pub(super) fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}
