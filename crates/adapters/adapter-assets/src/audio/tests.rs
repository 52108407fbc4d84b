use proptest::prelude::*;

use super::*;

fn wav() -> Vec<u8> {
    wav_with(&[])
}

/// Builds one second of silence at 8 kHz with other chunks around it.
fn wav_with(others: &[u8]) -> Vec<u8> {
    let format = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0];
    let samples = [0; 1600];
    let mut chunks = b"WAVEfmt \x10\0\0\0".to_vec();
    chunks.extend_from_slice(&format);
    chunks.extend_from_slice(others);
    chunks.extend_from_slice(b"data");
    chunks.extend_from_slice(&1600_u32.to_le_bytes());
    chunks.extend_from_slice(&samples);
    [b"RIFF".as_slice(), &(chunks.len() as u32).to_le_bytes(), &chunks].concat()
}

fn page(flags: u8, number: u8, content: &[u8]) -> Vec<u8> {
    let mut page = b"OggS\0".to_vec();
    page.push(flags);
    page.extend_from_slice(&[0; 8]);
    page.extend_from_slice(&[9, 9, 9, 9, number, 0, 0, 0, 0, 0, 0, 0, 1, content.len() as u8]);
    page.extend_from_slice(content);
    let sum = ogg::checksum(&page).to_le_bytes();
    page[22..26].copy_from_slice(&sum);
    page
}

fn ogg() -> Vec<u8> {
    [page(2, 0, b"OpusHead\x01\x02"), page(0, 1, b"OpusTags"), page(4, 2, &[7; 200])].concat()
}

/// Builds frames of MPEG 1 layer 3 with 128 kbit/s and 44.1 kHz.
fn mp3() -> Vec<u8> {
    let mut frame = vec![0; 417];
    frame[..4].copy_from_slice(&[0xFF, 0xFB, 0x90, 0x64]);
    frame.repeat(5)
}

fn tag() -> Vec<u8> {
    [b"ID3\x04\0\0\0\0\x01\x10".as_slice(), &[b'x'; 144]].concat()
}

#[test]
fn each_kind_is_accepted_by_content() {
    for (bytes, extension, content_type) in [
        (wav(), Extension::Wav, "audio/wav"),
        (ogg(), Extension::Ogg, "audio/ogg"),
        (mp3(), Extension::Mp3, "audio/mpeg"),
    ] {
        let sound = accept_sound(&bytes).unwrap();
        assert_eq!((sound.extension, sound.content_type), (extension, content_type));
        assert_eq!(sound.bytes, bytes);
        assert_eq!(sound.name().extension(), extension);
    }
}

#[test]
fn what_is_not_heard_is_dropped() {
    let hidden = b"LIST\x09\0\0\0<script>x\0";
    assert_eq!(accept_sound(&wav_with(hidden)).unwrap().bytes, wav());
    assert_eq!(accept_sound(&[wav(), b"<html>".to_vec()].concat()).unwrap().bytes, wav());
    assert_eq!(accept_sound(&[ogg(), b"PK\x03\x04".to_vec()].concat()).unwrap().bytes, ogg());
    let end = [b"TAG".as_slice(), &[b' '; 125]].concat();
    assert_eq!(accept_sound(&[tag(), mp3(), end].concat()).unwrap().bytes, mp3());
    assert_eq!(accept_sound(&[tag(), vec![0; 50], mp3(), vec![0; 9]].concat()).unwrap().bytes, mp3());
}

#[test]
fn a_file_that_lost_its_end_is_refused_and_says_so() {
    for bytes in [wav(), ogg(), mp3(), [tag(), mp3()].concat()] {
        for kept in [bytes.len() - 1, bytes.len() - 30] {
            assert_eq!(accept_sound(&bytes[..kept]), Err(SoundError::Truncated), "{kept}");
        }
    }
    // The page marked as last is missing.
    assert_eq!(accept_sound(&ogg()[..ogg().len() - 228]), Err(SoundError::Truncated));
    assert_eq!(accept_sound(b"RIFF\x04\0\0\0WAVE"), Err(SoundError::Damaged("it has no samples")));
    assert_eq!(accept_sound(&tag()), Err(SoundError::Damaged("no frame follows its tag")));
}

#[test]
fn a_file_that_is_not_what_it_says_is_refused() {
    let damaged = |bytes: &[u8]| {
        let refused = accept_sound(bytes).unwrap_err();
        assert!(matches!(refused, SoundError::Damaged(_)), "{refused:?}");
    };
    let mut page_changed = ogg();
    page_changed[200] ^= 1;
    damaged(&page_changed);
    damaged(&page(0, 0, b"OpusHead"));
    damaged(&page(2, 0, b"\x80theora"));
    damaged(&[page(2, 0, b"\x01vorbis"), page(2, 0, b"\x01vorbis")].concat());
    damaged(&[mp3(), b"<html>".to_vec()].concat());
    for (at, byte) in [(20, 0x11), (22, 0), (22, 99), (32, 3), (34, 0)] {
        let mut bytes = wav();
        bytes[at] = byte;
        damaged(&bytes);
    }
}

#[test]
fn other_content_is_refused_by_its_kind() {
    for (bytes, found) in [
        (&b"<html></html>"[..], "HTML or XML"),
        (b"fLaC\0\0\0\x22", "FLAC"),
        (b"\0\0\0\x18ftypM4A ", "MP4"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        // A single frame header is not accepted.
        (b"\xff\xfb\x90\x64", "unknown"),
        (b"words", "unknown"),
    ] {
        assert_eq!(accept_sound(bytes), Err(SoundError::Unsupported { found }));
    }
    assert_eq!(accept_sound(b""), Err(SoundError::Empty));
    let long = vec![0; MAX_SOUND_BYTES + 1];
    assert!(matches!(accept_sound(&long), Err(SoundError::TooLarge { .. })));
}

proptest! {
    #[test]
    fn random_and_changed_bytes_never_panic(
        start in 0..5_usize, bytes in prop::collection::vec(any::<u8>(), 0..300),
        at in any::<prop::sample::Index>(), byte in any::<u8>(),
    ) {
        let starts: [&[u8]; 5] = [b"", b"RIFF\xff\0\0\0WAVE", b"OggS\0\x02", b"ID3\x04\0\0", b"\xff\xfb\x90\x64"];
        let _ = accept_sound(&[starts[start], &bytes].concat());
        for mut whole in [wav(), ogg(), mp3()] {
            let at = at.index(whole.len());
            whole[at] = byte;
            let _ = accept_sound(&whole);
        }
    }
}
