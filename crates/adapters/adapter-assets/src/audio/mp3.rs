use super::{SoundError, array, part};

/// Bit rates of layer 3 in kbit/s by header index, for MPEG 1 and for MPEG 2 and 2.5. Index 0 means "free", which
/// hardly any file uses; the last index is forbidden.
const RATES_1: [u32; 16] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const RATES_2: [u32; 16] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0];

/// Prefix of an APE tag, which some programs write before the frames.
const APE: &[u8] = b"APETAGEX";

/// Minimum number of consecutive frames; a single header may occur in any file.
const FEWEST_FRAMES: usize = 2;

/// Parsed frame header.
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

    /// Whether the frame has this kind; `None` means any.
    fn is(self, kind: Option<(u8, u8)>) -> bool {
        kind.is_none_or(|kind| kind == self.kind)
    }
}

/// Returns whether a file begins like an MP3, possibly after a tag.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(APE) || is_start(bytes, 0, None)
}

/// Returns only the complete frames. Like a browser, skips tags, an incomplete last frame and noise between frames.
pub(super) fn sound(bytes: &[u8]) -> Result<Vec<u8>, SoundError> {
    let start = after_tags(bytes)?;
    let (mut at, mut kind) = (start, None);
    let (mut sound, mut frames) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(next) = (at..bytes.len()).find(|at| is_start(bytes, *at, kind)) {
        at = next;
        while let Some(frame) = Frame::at(bytes, at).filter(|frame| frame.is(kind)) {
            // An incomplete frame ends the file.
            let Ok(content) = part(bytes, at, frame.length) else { return finished(sound, frames) };
            sound.extend_from_slice(content);
            (at, frames, kind) = (at + frame.length, frames + 1, Some(frame.kind));
        }
    }
    match kind {
        None => Err(SoundError::Damaged("no frame follows its tag")),
        Some(_) => finished(sound, frames),
    }
}

fn finished(sound: Vec<u8>, frames: usize) -> Result<Vec<u8>, SoundError> {
    if frames < FEWEST_FRAMES { Err(SoundError::Damaged("it has too few frames")) } else { Ok(sound) }
}

/// Returns whether a frame begins here: a header may occur by chance, so a second header must follow the frame.
fn is_start(bytes: &[u8], at: usize, kind: Option<(u8, u8)>) -> bool {
    let Some(frame) = Frame::at(bytes, at).filter(|frame| frame.is(kind)) else { return false };
    Frame::at(bytes, at + frame.length).is_some_and(|next| next.kind == frame.kind)
}

/// Returns the offset behind all leading tags.
fn after_tags(bytes: &[u8]) -> Result<usize, SoundError> {
    let mut at = 0;
    loop {
        let rest = bytes.get(at..).ok_or(SoundError::Truncated)?;
        if rest.starts_with(b"ID3") {
            let [_, _, _, _, _, flags, sizes @ ..]: [u8; 10] = array(rest, 0)?;
            // Four times seven bits.
            let size = sizes.iter().fold(0_usize, |size, byte| size << 7 | usize::from(byte & 0x7F));
            at += size + if flags & 0x10 == 0 { 10 } else { 20 };
        } else if rest.starts_with(APE) {
            let size = u32::from_le_bytes(array(rest, 12)?);
            at = at.saturating_add(usize::try_from(size).unwrap_or(usize::MAX)).saturating_add(32);
        } else {
            return Ok(at);
        }
    }
}
