use super::{SoundError, array, part};

/// Sample formats that browsers play: integers, floats, A-law and µ-law.
const FORMATS: [u16; 4] = [1, 3, 6, 7];
/// Marks a format whose number follows in an extension.
const EXTENSIBLE: u16 = 0xFFFE;
/// Sizes from here on are placeholders of programs that write to a pipe, as is zero. No accepted file is that long.
const PLACEHOLDER: usize = 0x7000_0000;

/// Returns the file with only its format and sample chunks.
///
/// Ignores the length in the file's header, as browsers do: a program that writes to a pipe can't know the length.
pub(super) fn sound(bytes: &[u8]) -> Result<Vec<u8>, SoundError> {
    let chunks = bytes.get(12..).ok_or(SoundError::Truncated)?;
    let (mut format, mut at) = (None, 0);
    // Fewer bytes than a chunk's head are padding or noise.
    while chunks.len().saturating_sub(at) >= 8 {
        let name: [u8; 4] = array(chunks, at)?;
        let size = length(chunks, at + 4)?;
        match (&name, format) {
            (b"fmt ", None) => format = Some(check_format(part(chunks, at + 8, size)?)?),
            (b"data", Some(format)) => {
                let rest = chunks.get(at + 8..).unwrap_or_default();
                let is_unknown = size == 0 || size >= PLACEHOLDER;
                return write(format, if is_unknown { rest } else { part(rest, 0, size)? });
            }
            (b"data", None) => return Err(SoundError::Damaged("the samples come before their format")),
            _ => {
                part(chunks, at + 8, size)?;
            }
        }
        // Chunks begin at even offsets.
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
    let format = if format == EXTENSIBLE { number(24)? } else { format };
    if !FORMATS.contains(&format) {
        return Err(SoundError::Damaged("its samples are compressed in a way that browsers do not play"));
    }
    let whole = u32::from(align) * 8 == u32::from(channels) * u32::from(bits);
    let is_law = matches!(format, 6 | 7);
    if !(1..=8).contains(&channels) || !(1_000..=384_000).contains(&rate) || bits == 0 || !whole {
        return Err(SoundError::Damaged("its sample format is invalid"));
    }
    // A chunk longer than any defined format may hide data.
    if content.len() > 40 || (is_law && bits != 8) {
        return Err(SoundError::Damaged("its sample format is invalid"));
    }
    Ok(content)
}

fn write(format: &[u8], samples: &[u8]) -> Result<Vec<u8>, SoundError> {
    let align = array(format, 12).map(u16::from_le_bytes).map(|align| usize::from(align.max(1)))?;
    // The last sample may be incomplete.
    let samples = part(samples, 0, samples.len() - samples.len() % align)?;
    if samples.is_empty() {
        return Err(SoundError::Damaged("it has no samples"));
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
