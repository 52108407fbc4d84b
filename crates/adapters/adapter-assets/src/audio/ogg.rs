use super::{SoundError, array, part};

/// Start of the first packet of a sound, by codec.
const CODECS: [&[u8]; 4] = [b"\x01vorbis", b"OpusHead", b"\x7fFLAC", b"Speex   "];

const FIRST_PAGE: u8 = 2;
const LAST_PAGE: u8 = 4;

/// Returns the pages from the first to the one marked as last.
pub(super) fn sound(bytes: &[u8]) -> Result<Vec<u8>, SoundError> {
    let (mut at, mut stream) = (0, None);
    loop {
        let page = Page::read(bytes, at)?;
        match stream {
            None if page.flags & FIRST_PAGE == 0 => {
                return Err(SoundError::Damaged("its first page is missing"));
            }
            None if !CODECS.iter().any(|codec| page.content.starts_with(codec)) => {
                return Err(SoundError::Damaged("it holds no sound that browsers play"));
            }
            Some(stream) if stream != page.stream || page.flags & FIRST_PAGE != 0 => {
                return Err(SoundError::Damaged("it holds more than one stream"));
            }
            _ => stream = Some(page.stream),
        }
        at = page.end;
        if page.flags & LAST_PAGE != 0 {
            return Ok(bytes.get(..at).unwrap_or_default().to_vec());
        }
    }
}

struct Page<'a> {
    flags: u8,
    stream: u32,
    content: &'a [u8],
    end: usize,
}

impl<'a> Page<'a> {
    fn read(bytes: &'a [u8], at: usize) -> Result<Self, SoundError> {
        let head: [u8; 27] = array(bytes, at)?;
        let [b'O', b'g', b'g', b'S', 0, flags, .., segments] = head else {
            return Err(SoundError::Damaged("a page does not begin where the last one ends"));
        };
        let lacing = part(bytes, at + 27, usize::from(segments))?;
        let length = lacing.iter().map(|size| usize::from(*size)).sum();
        let content_at = at + 27 + lacing.len();
        let content = part(bytes, content_at, length)?;
        let end = content_at + length;
        let whole = part(bytes, at, end - at)?;
        if checksum(whole) != u32::from_le_bytes(array(bytes, at + 22)?) {
            return Err(SoundError::Damaged("a page's checksum is wrong"));
        }
        Ok(Self { flags, stream: u32::from_le_bytes(array(bytes, at + 14)?), content, end })
    }
}

/// Computes the checksum of a page, with its own four bytes as zeros. The bit order differs from
/// the CRC of zip.
pub(super) fn checksum(page: &[u8]) -> u32 {
    page.iter().enumerate().fold(0, |sum, (at, byte)| {
        let byte = if (22..26).contains(&at) { 0 } else { *byte };
        (0..8).fold(sum ^ (u32::from(byte) << 24), |sum: u32, _| {
            (sum << 1) ^ if sum >> 31 == 1 { 0x04C1_1DB7 } else { 0 }
        })
    })
}
