//! Detects the kind of a file from its content. File names and declared types are never trusted.

/// Returns the kind of an uploaded file, as worded in error messages.
pub(crate) fn kind_of(bytes: &[u8]) -> &'static str {
    const STARTS: [(&[u8], &str); 17] = [
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff", "JPEG"),
        (b"GIF87a", "GIF"),
        (b"GIF89a", "GIF"),
        (b"BM", "BMP"),
        (b"II*\0", "TIFF"),
        (b"MM\0*", "TIFF"),
        (b"\0\0\x01\0", "ICO"),
        (b"\xff\x0a", "JPEG XL"),
        (b"%PDF-", "PDF"),
        (b"PK\x03\x04", "ZIP"),
        (b"\x1f\x8b", "GZIP"),
        (b"OggS", "Ogg"),
        (b"ID3", "MP3"),
        (b"fLaC", "FLAC"),
        (b"\x1a\x45\xdf\xa3", "Matroska"),
        (b"MZ", "program"),
    ];
    if let Some((_, kind)) = STARTS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return kind;
    }
    match (bytes.get(..4), bytes.get(4..8), bytes.get(8..12)) {
        (Some(b"RIFF"), _, Some(b"WEBP")) => "WebP",
        (Some(b"RIFF"), _, Some(b"WAVE")) => "WAVE",
        (_, Some(b"ftyp"), Some(brand)) => brand_of(brand),
        _ => markup(bytes),
    }
}

fn brand_of(brand: &[u8]) -> &'static str {
    match brand {
        b"avif" | b"avis" => "AVIF",
        b"heic" | b"heix" | b"hevc" | b"heim" | b"heis" | b"mif1" | b"msf1" => "HEIC",
        _ => "MP4",
    }
}

fn markup(bytes: &[u8]) -> &'static str {
    let head = bytes.get(..bytes.len().min(1024)).unwrap_or_default();
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let head = head.trim_start_matches('\u{feff}').trim_start();
    if !head.starts_with('<') {
        return "unknown";
    }
    if head.contains("<svg") { "SVG" } else { "HTML or XML" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_recognised_by_content() {
        for (bytes, kind) in [
            (b"\x89PNG\r\n\x1a\n....".as_slice(), "PNG"),
            (b"\xff\xd8\xff\xe0", "JPEG"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "WebP"),
            (b"RIFF\x10\0\0\0WAVEfmt ", "WAVE"),
            (b"GIF89a/*<html>", "GIF"),
            (b"\0\0\0\x18ftypheic", "HEIC"),
            (b"\0\0\0\x18ftypavif", "AVIF"),
            (b"\xef\xbb\xbf <?xml version='1.0'?><SVG>", "SVG"),
            (b"\n<!doctype html>", "HTML or XML"),
            (b"", "unknown"),
            (b"hello", "unknown"),
        ] {
            assert_eq!(kind_of(bytes), kind);
        }
    }
}
