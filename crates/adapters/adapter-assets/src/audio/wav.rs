use super::{SoundError, array, part};

/// Uncompressed formats that browsers play: integer, float and extensible.
const FORMATS: [u16; 3] = [1, 3, 0xFFFE];

/// Returns the file with only its format and sample chunks.
pub(super) fn sound(bytes: &[u8]) -> Result<Vec<u8>, SoundError> {
    let end = 8 + length(bytes, 4)?;
    let chunks = bytes.get(12..end).ok_or(SoundError::Truncated)?;
    let (mut format, mut at) = (None, 0);
    while at < chunks.len() {
        let name: [u8; 4] = array(chunks, at)?;
        let size = length(chunks, at + 4)?;
        let content = part(chunks, at + 8, size)?;
        match (&name, format) {
            (b"fmt ", None) => format = Some(check_format(content)?),
            (b"data", Some(format)) => return write(format, content),
            (b"data", None) => return Err(SoundError::Damaged("the samples come before their format")),
            _ => {}
        }
        // Chunks start at even offsets.
        at += 8 + size + size % 2;
    }
    Err(SoundError::Damaged("it has no samples"))
}

fn length(bytes: &[u8], at: usize) -> Result<usize, SoundError> {
    usize::try_from(u32::from_le_bytes(array(bytes, at)?)).map_err(|_| SoundError::Truncated)
}

fn check_format(content: &[u8]) -> Result<&[u8], SoundError> {
    let number = |at| array(content, at).map(u16::from_le_bytes);
    let (format, channels, align, bits) = (number(0)?, number(2)?, number(12)?, number(14)?);
    let rate = u32::from_le_bytes(array(content, 4)?);
    if !FORMATS.contains(&format) {
        return Err(SoundError::Damaged("its samples are compressed in a way that browsers do not play"));
    }
    let whole = u32::from(align) * 8 == u32::from(channels) * u32::from(bits);
    if !(1..=8).contains(&channels) || !(1_000..=384_000).contains(&rate) || bits == 0 || !whole {
        return Err(SoundError::Damaged("its format makes no sense"));
    }
    // The content is longer than any defined format, so it may hide other data.
    if content.len() > 40 {
        return Err(SoundError::Damaged("its format makes no sense"));
    }
    Ok(content)
}

fn write(format: &[u8], samples: &[u8]) -> Result<Vec<u8>, SoundError> {
    let align = array(format, 12).map(u16::from_le_bytes)?;
    if samples.is_empty() || !samples.len().is_multiple_of(usize::from(align.max(1))) {
        return Err(SoundError::Damaged("its samples are not whole"));
    }
    let mut chunks = b"WAVE".to_vec();
    for (name, content) in [(b"fmt ", format), (b"data", samples)] {
        chunks.extend_from_slice(name);
        chunks.extend_from_slice(&size(content)?);
        chunks.extend_from_slice(content);
        chunks.resize(chunks.len().next_multiple_of(2), 0);
    }
    let mut file = b"RIFF".to_vec();
    file.extend_from_slice(&size(&chunks)?);
    file.append(&mut chunks);
    Ok(file)
}

fn size(content: &[u8]) -> Result<[u8; 4], SoundError> {
    u32::try_from(content.len()).map(u32::to_le_bytes).map_err(|_| SoundError::Truncated)
}
