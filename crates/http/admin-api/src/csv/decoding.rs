//! Text of a file, in the encodings that spreadsheets and browsers write.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Length of the start of a file that shows whether it is UTF-16, in bytes.
const SAMPLE: usize = 4096;

/// Decodes a file. Every line ends with a line feed, so that lines count as in a text editor.
pub(crate) fn decoded(file: &[u8]) -> Result<Cow<'_, str>, String> {
    let known = Encoding::for_bom(file);
    let (encoding, start) = known.or_else(|| utf_16(file).map(|found| (found, 0))).unwrap_or((UTF_8, 0));
    let bytes = file.get(start..).unwrap_or_default();
    if encoding == UTF_8 {
        return match std::str::from_utf8(bytes) {
            Ok(text) => Ok(unified(text.into())),
            Err(_) if known.is_none() && !is_mostly_utf_8(bytes) => {
                Ok(unified(WINDOWS_1252.decode_without_bom_handling(bytes).0))
            }
            Err(error) => {
                let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
                Err(broken(&String::from_utf8_lossy(before), encoding))
            }
        };
    }
    let (text, is_broken) = encoding.decode_without_bom_handling(bytes);
    if is_broken {
        let before = text.split_once(char::REPLACEMENT_CHARACTER).map_or(&*text, |(before, _)| before);
        return Err(broken(before, encoding));
    }
    Ok(unified(text))
}

fn broken(before: &str, encoding: &'static Encoding) -> String {
    let line = unified(before.into()).matches('\n').count() + 1;
    format!("line {line} is not {}; save the file as UTF-8", encoding.name())
}

/// Replaces the line ends of Windows (CR LF) and of old Macs (CR).
fn unified(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text }
}

/// Recognizes UTF-16 without a byte order mark. In names of columns, addresses and markup, one byte of each pair is zero.
fn utf_16(file: &[u8]) -> Option<&'static Encoding> {
    let (mut little, mut big) = (0_usize, 0_usize);
    let sample = file.get(..SAMPLE).unwrap_or(file);
    for pair in sample.chunks_exact(2) {
        match pair {
            [0, 0] => {}
            [0, _] => big += 1,
            [_, 0] => little += 1,
            _ => {}
        }
    }
    let is_clear = |most: usize, least: usize| most > least * 8 && most * 16 > sample.len();
    match () {
        () if is_clear(little, big) => Some(UTF_16LE),
        () if is_clear(big, little) => Some(UTF_16BE),
        () => None,
    }
}

/// Returns whether a file is UTF-8 with a defect. Text of Windows hardly ever has a valid UTF-8 sequence of several bytes.
fn is_mostly_utf_8(file: &[u8]) -> bool {
    let (mut valid, mut broken) = (0_usize, 0_usize);
    for chunk in file.utf8_chunks() {
        valid += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    valid >= broken
}
