use super::{SoundError, array};

/// Bit rates of layer 3 in kilobits per second by header index, for MPEG 1 and for MPEG 2 and 2.5.
/// Index 0 ("free", rarely used) and the last index (invalid) are 0.
const RATES_1: [u32; 16] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const RATES_2: [u32; 16] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0];

/// Starts of tags that may follow the frames.
const TAGS: [&[u8]; 4] = [b"TAG", b"APETAGEX", b"LYRICSBEGIN", b"ID3"];

/// Minimum number of consecutive frames; fewer could be other data.
const FEWEST_FRAMES: usize = 2;

/// Header of a frame.
#[derive(Clone, Copy)]
struct Frame {
    length: usize,
    /// Version and sampling rate, which all frames of a file share.
    kind: (u8, u8),
}

impl Frame {
    fn read(header: [u8; 4]) -> Option<Self> {
        let [0xFF, second, third, _] = header else { return None };
        let (sync, version, layer) = (second >> 5, second >> 3 & 3, second >> 1 & 3);
        let (rate, sampling) = (third >> 4, third >> 2 & 3);
        if sync != 7 || version == 1 || layer != 1 {
            return None;
        }
        let hertz = *[44_100, 48_000, 32_000].get(usize::from(sampling))?;
        let (rates, hertz, words) = match version {
            3 => (RATES_1, hertz, 144_000),
            2 => (RATES_2, hertz / 2, 72_000),
            _ => (RATES_2, hertz / 4, 72_000),
        };
        let rate = rates.get(usize::from(rate)).filter(|rate| **rate > 0)?;
        let length = words * rate / hertz + u32::from(third >> 1 & 1);
        Some(Self { length: usize::try_from(length).ok()?, kind: (version, sampling) })
    }

    fn at(bytes: &[u8], at: usize) -> Option<Self> {
        Self::read(array(bytes, at).ok()?)
    }
}

/// Returns whether a file without a tag begins with two MP3 frames.
pub(super) fn begins(bytes: &[u8]) -> bool {
    let Some(frame) = Frame::at(bytes, 0) else { return false };
    Frame::at(bytes, frame.length).is_some()
}

/// Returns the frames only.
pub(super) fn sound(bytes: &[u8]) -> Result<Vec<u8>, SoundError> {
    let start = after_tag(bytes)?;
    let first = Frame::at(bytes, start).ok_or(SoundError::Damaged("no frame follows its tag"))?;
    let (mut at, mut frames) = (start, 0);
    while let Some(frame) = Frame::at(bytes, at).filter(|frame| frame.kind == first.kind) {
        at += frame.length;
        frames += 1;
    }
    let rest = bytes.get(at..).ok_or(SoundError::Truncated)?;
    if frames < FEWEST_FRAMES {
        return Err(SoundError::Damaged("it has too few frames"));
    }
    // A partial header means that the file was cut off.
    if rest.len() < 4 && rest.first() == Some(&0xFF) {
        return Err(SoundError::Truncated);
    }
    let is_tag = TAGS.iter().any(|tag| rest.starts_with(tag));
    if !is_tag && rest.iter().any(|byte| *byte != 0) {
        return Err(SoundError::Damaged("something that is no sound follows a frame"));
    }
    Ok(bytes.get(start..at).unwrap_or_default().to_vec())
}

/// Returns the start of the frames. A tag stores its length in four bytes of seven bits each.
fn after_tag(bytes: &[u8]) -> Result<usize, SoundError> {
    if !bytes.starts_with(b"ID3") {
        return Ok(0);
    }
    let [_, _, _, _, _, flags, sizes @ ..]: [u8; 10] = array(bytes, 0)?;
    let size = sizes.iter().fold(0_usize, |size, byte| size << 7 | usize::from(byte & 0x7F));
    let footer = if flags & 0x10 == 0 { 0 } else { 10 };
    let start = 10 + size + footer;
    // Some programs write zeros between the tag and the frames.
    let rest = bytes.get(start..).ok_or(SoundError::Truncated)?;
    Ok(start + rest.iter().take_while(|byte| **byte == 0).count())
}
