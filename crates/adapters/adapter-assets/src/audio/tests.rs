use proptest::prelude::*;

use super::*;

fn wav() -> Vec<u8> {
    wav_with(&[])
}

/// Builds a sound file at 8 kHz with additional chunks.
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
    paged(flags, number, &[content])
}

/// Builds a page of whole packets, and of a packet that the next page continues if the last has a multiple of 255 bytes.
fn paged(flags: u8, number: u8, packets: &[&[u8]]) -> Vec<u8> {
    let mut page = b"OggS\0".to_vec();
    page.push(flags);
    page.extend_from_slice(&[0; 8]);
    page.extend_from_slice(&[9, 9, 9, 9, number, 0, 0, 0, 0, 0, 0, 0]);
    let mut lacing = Vec::new();
    for packet in packets {
        lacing.resize(lacing.len() + packet.len() / 255, 255);
        lacing.extend((packet.len() % 255 > 0).then_some((packet.len() % 255) as u8));
    }
    page.push(lacing.len() as u8);
    page.extend_from_slice(&lacing);
    page.extend_from_slice(&packets.concat());
    let sum = ogg::checksum(&page).to_le_bytes();
    page[22..26].copy_from_slice(&sum);
    page
}

fn ogg() -> Vec<u8> {
    opus(&[page(0, 1, b"OpusTags\0\0\0\0\0\0\0\0")], 2)
}

/// Builds a sound of the codec Opus with these pages of comments.
fn opus(comments: &[Vec<u8>], number: u8) -> Vec<u8> {
    [page(2, 0, b"OpusHead\x01\x02"), comments.concat(), page(4, number, &[7; 200])].concat()
}

/// Builds frames of MPEG 1 layer 3 at 128 kbit/s and 44.1 kHz.
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
    let (end, html) = ([b"TAG".as_slice(), &[b' '; 125]].concat(), b"<html>".to_vec());
    let ape = [b"APETAGEX\xd0\x07\0\0\x05\0\0\0".as_slice(), &[0; 16], b"where"].concat();
    for parts in [
        vec![tag(), mp3(), end.clone()],
        vec![tag(), vec![0; 50], mp3(), vec![0; 9]],
        vec![tag(), tag(), mp3()],
        vec![tag(), ape.clone(), mp3(), ape.clone(), end],
        vec![ape, mp3()],
        vec![mp3(), html.clone()],
        vec![mp3(), vec![0xFF]],
        vec![mp3(), tag()],
    ] {
        assert_eq!(accept_sound(&parts.concat()).unwrap().bytes, mp3(), "{parts:?}");
    }
    let twice = accept_sound(&[tag(), mp3(), html, mp3()].concat()).unwrap();
    assert_eq!(twice.bytes, [mp3(), mp3()].concat(), "noise between frames");
}

#[test]
fn comments_and_pictures_inside_ogg_files_are_dropped() {
    // The picture of a cover continues on other pages.
    let head = b"OpusTags\x04\0\0\0Paul\x01\0\0\0\xff\xff\0\0METADATA_BLOCK_PICTURE=";
    let cover = [head.as_slice(), &[b'x'; 255 * 255]].concat();
    let (first, rest) = cover.split_at(255 * 200);
    let long = opus(&[paged(0, 1, &[first]), page(1, 2, rest)], 3);
    assert_eq!(accept_sound(&long).unwrap().bytes, ogg());
    assert_eq!(accept_sound(&opus(&[page(0, 1, b"OpusTags\x01\0\0\0xxxxx")], 2)).unwrap().bytes, ogg());

    let vorbis = |comments: &[u8]| {
        let setup = [b"\x05vorbis".as_slice(), &[3; 700]].concat();
        [page(2, 0, b"\x01vorbis"), paged(0, 1, &[comments, &setup]), page(4, 2, &[7; 90])].concat()
    };
    let bare = vorbis(b"\x03vorbis\0\0\0\0\0\0\0\0\x01");
    assert_eq!(
        accept_sound(&vorbis(b"\x03vorbis\x02\0\0\0me\x01\0\0\0\x07\0\0\0ADDRESS\x01")).unwrap().bytes,
        bare
    );
    assert_eq!(accept_sound(&bare).unwrap().bytes, bare);

    let flac = |packets: u8, blocks: &[&[u8]]| {
        let head = [b"\x7fFLAC\x01\0\0".as_slice(), &[packets], b"fLaC\0\0\0\x22", &[1; 34]].concat();
        let blocks = blocks.iter().enumerate().map(|(at, block)| page(0, at as u8 + 1, block));
        let blocks = blocks.collect::<Vec<_>>();
        [page(2, 0, &head), blocks.concat(), page(4, blocks.len() as u8 + 1, b"\xff\xf8sound")].concat()
    };
    let bare = flac(1, &[b"\x84\0\0\x08\0\0\0\0\0\0\0\0"]);
    let noted = flac(2, &[b"\x04\0\0\x0a\x02\0\0\0me\0\0\0\0", b"\x86\0\0\x05cover"]);
    assert_eq!(accept_sound(&noted).unwrap().bytes, bare);
    assert_eq!(accept_sound(&bare).unwrap().bytes, bare);
}

#[test]
fn a_file_that_lost_its_end_is_refused_and_says_so() {
    for bytes in [wav(), ogg()] {
        for kept in [bytes.len() - 1, bytes.len() - 30] {
            assert_eq!(accept_sound(&bytes[..kept]), Err(SoundError::Truncated), "{kept}");
        }
    }
    // Cut between two pages, so the page marked as last is missing.
    assert_eq!(accept_sound(&ogg()[..ogg().len() - 228]), Err(SoundError::Truncated));
    assert_eq!(accept_sound(b"RIFF\x04\0\0\0WAVE"), Err(SoundError::Damaged("it has no samples")));
    assert_eq!(accept_sound(&tag()), Err(SoundError::Damaged("no frame follows its tag")));
    // A browser plays an MP3 up to its last complete frame.
    for kept in [1, 30, 414, 416] {
        let cut = &mp3()[..mp3().len() - kept];
        assert_eq!(accept_sound(cut).unwrap().bytes, mp3()[..417 * 4], "{kept}");
    }
    assert_eq!(accept_sound(&mp3()[..500]), Err(SoundError::Damaged("it has too few frames")));
}

#[test]
fn a_wave_file_from_a_pipe_has_its_sizes_set() {
    for size in [0, u32::MAX, 0x7FFF_F000_u32] {
        for odd in [&b""[..], b"x"] {
            let mut piped = wav();
            piped[4..8].copy_from_slice(&size.to_le_bytes());
            piped[40..44].copy_from_slice(&size.to_le_bytes());
            // The pipe was closed in the middle of a sample.
            let piped = [piped.as_slice(), odd].concat();
            assert_eq!(accept_sound(&piped).unwrap().bytes, wav(), "{size:x}");
        }
    }
    let mut header_alone = wav();
    header_alone[4..8].copy_from_slice(&[0; 4]);
    assert_eq!(accept_sound(&header_alone).unwrap().bytes, wav());
    let mut empty = wav()[..44].to_vec();
    empty[40..44].copy_from_slice(&[0; 4]);
    assert_eq!(accept_sound(&empty), Err(SoundError::Damaged("it has no samples")));
}

#[test]
fn telephone_samples_are_accepted_and_other_compression_is_not() {
    let with_format = |format: &[u8]| {
        let chunk = [b"fmt ".as_slice(), &(format.len() as u32).to_le_bytes(), format].concat();
        let chunks = [b"WAVE".as_slice(), &chunk, b"data\x08\0\0\0\x11\x22\x33\x44\x55\x66\x77\x88"].concat();
        [b"RIFF".as_slice(), &(chunks.len() as u32).to_le_bytes(), &chunks].concat()
    };
    let format = |format: u8, bits: u8| {
        let align = bits / 8;
        [format, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, align, 0, bits, 0, 0, 0].to_vec()
    };
    let extended = |sub: u8| {
        let mut long = format(0xFE, 8);
        (long[1], long[16]) = (0xFF, 22);
        [long, vec![8, 0, 4, 0, 0, 0, sub, 0], vec![0; 14]].concat()
    };
    for (format, expected) in [
        (format(7, 8), true),
        (format(6, 8), true),
        (format(3, 32), true),
        (format(7, 16), false),
        (format(2, 8), false),
        (format(0x11, 8), false),
        (extended(7), true),
        (extended(1), true),
        (extended(0x55), false),
        (extended(1)[..18].to_vec(), false),
    ] {
        let bytes = with_format(&format);
        let accepted = accept_sound(&bytes);
        assert_eq!(accepted.is_ok(), expected, "{format:?} {accepted:?}");
        assert!(accepted.is_err() || accepted.unwrap().bytes == bytes);
    }
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
    damaged(&[paged(2, 0, &[b"OpusHead", b"OpusTags"]), page(4, 1, b"sound")].concat());
    damaged(&[page(2, 0, b"OpusHead"), paged(4, 1, &[b"OpusTags", b"sound"])].concat());
    damaged(&[page(2, 0, b"OpusHead"), page(4, 1, b"sound")].concat());
    for (at, byte) in [(20, 0x11), (22, 0), (22, 99), (32, 3), (34, 0)] {
        let mut bytes = wav();
        bytes[at] = byte;
        damaged(&bytes);
    }
}

#[test]
fn speex_is_refused_by_name() {
    let refused = accept_sound(&page(2, 0, b"Speex   1.2")).unwrap_err().to_string();
    assert!(refused.contains("Speex") && refused.contains("Opus"), "{refused}");
}

#[test]
fn a_sound_that_an_earlier_version_stored_is_kept() {
    let noted = opus(&[page(0, 1, b"OpusTags\x01\0\0\0x")], 2);
    for (bytes, expected) in [
        (noted.clone(), true),
        (ogg(), true),
        (mp3(), true),
        (wav(), true),
        ([noted.as_slice(), b"PK"].concat(), false),
        ([tag(), mp3()].concat(), false),
        (noted[..noted.len() - 1].to_vec(), false),
    ] {
        let extension = accept_sound(&bytes).map_or(Extension::Ogg, |sound| sound.extension);
        assert_eq!(is_kept_sound(&bytes, AssetName::of(&bytes, extension)), expected);
    }
}

#[test]
fn other_content_is_refused_by_its_kind() {
    for (bytes, found) in [
        (&b"<html></html>"[..], "HTML or XML"),
        (b"fLaC\0\0\0\x22", "FLAC"),
        (b"\0\0\0\x18ftypM4A ", "MP4"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        // A single frame header is no sound.
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

#[test]
fn sounds_of_real_programs_are_reduced_to_what_is_heard() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sounds");
    for (name, extension) in [
        ("vorbis.ogg", Extension::Ogg),
        ("opus.ogg", Extension::Ogg),
        ("flac.ogg", Extension::Ogg),
        ("mulaw.wav", Extension::Wav),
        ("alaw.wav", Extension::Wav),
        ("pipe-zero.wav", Extension::Wav),
        ("pipe-max.wav", Extension::Wav),
        ("two-tags-cut.mp3", Extension::Mp3),
        ("trailing.mp3", Extension::Mp3),
    ] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let sound = accept_sound(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(sound.extension, extension, "{name}");
        for hidden in [&b"Paul"[..], b"Home", b"PNG", b"PICTURE", b"<html>"] {
            assert!(!sound.bytes.windows(hidden.len()).any(|part| part == hidden), "{name}");
        }
        assert!(sound.bytes.len() > 250, "{name}: {} bytes", sound.bytes.len());
        assert_eq!(accept_sound(&sound.bytes).unwrap(), sound, "{name}");
    }
    let speex = std::fs::read(folder.join("speex.ogg")).unwrap();
    assert!(accept_sound(&speex).is_err());
}
