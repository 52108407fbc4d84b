//! Small files for uploads.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Builds a grey picture of 4 x 4 pixels, with a comment that must be removed.
pub(crate) fn png() -> Vec<u8> {
    png_of(90)
}

/// Builds the picture in another grey.
pub(crate) fn png_of(grey: u8) -> Vec<u8> {
    png_sized(4, grey)
}

/// Builds a grey square with sides of `side` pixels.
pub(crate) fn png_sized(side: u32, grey: u8) -> Vec<u8> {
    let mut header = [side.to_be_bytes(), side.to_be_bytes()].concat();
    header.extend([8, 0, 0, 0, 0]);
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::fast());
    let row = [vec![0], vec![grey; side.try_into().unwrap()]].concat();
    (0..side).for_each(|_| rows.write_all(&row).unwrap());
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let chunks = [(b"IHDR", header), (b"tEXt", b"Comment\0taken at home".to_vec())];
    for (kind, data) in chunks.into_iter().chain([(b"IDAT", rows.finish().unwrap()), (b"IEND", vec![])]) {
        let mut sum = flate2::Crc::new();
        sum.update(kind);
        sum.update(&data);
        file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        file.extend(kind);
        file.extend(data);
        file.extend(sum.sum().to_be_bytes());
    }
    file
}

/// Builds a tenth of a second of silence.
pub(crate) fn wav() -> Vec<u8> {
    let samples = [128; 800];
    let mut file = b"RIFF".to_vec();
    file.extend((36 + 800_u32).to_le_bytes());
    file.extend(b"WAVEfmt ");
    for word in [16_u32, 0x0001_0001, 8000, 8000, 0x0008_0001] {
        file.extend(word.to_le_bytes());
    }
    file.extend(b"data");
    file.extend(800_u32.to_le_bytes());
    file.extend(samples);
    file
}
