//! Format of a segment: a header, then frames of length, checksum and record.
//!
//! A process can die, a disk can fill up in the middle of a frame, and bits can flip. Reading continues at the next
//! whole frame.
//!
//! Visitors can't smuggle a frame into their data: their data is printable, and the length of a frame contains zeros.

use postcard::ser_flavors::Flavor;
use touches::Touch;

use super::record::{FirstRecord, Record, SecondRecord, ThirdRecord};

/// Header of the current format version.
pub(crate) const HEADER: &[u8; 8] = b"touches4";
/// Headers of earlier versions, which programs of an earlier release left behind.
const EARLIER_HEADERS: [&[u8; 8]; 3] = [b"touches1", b"touches2", b"touches3"];
/// Common prefix of the headers of all versions.
const FORM: &[u8] = b"touches";

/// Maximum length of a frame, in bytes.
const MAX_FRAME: usize = 64 * 1024;

/// Appends a touch. A touch that can't be encoded would leave `buffer` unchanged; no such touch is known.
pub(crate) fn append(buffer: &mut Vec<u8>, touch: &Touch) -> bool {
    let start = buffer.len();
    buffer.extend_from_slice(&[0; 8]);
    let body = start + 8;
    let Ok(buffer) = postcard::serialize_with_flavor(&Record::of(touch), Tail(buffer)) else {
        buffer.truncate(start);
        return false;
    };
    let (length, checksum) = match buffer.get(body..) {
        Some(frame) if frame.len() <= MAX_FRAME => (frame.len(), crc32fast::hash(frame)),
        _ => {
            buffer.truncate(start);
            return false;
        }
    };
    let head =
        u32::try_from(length).unwrap_or_default().to_le_bytes().into_iter().chain(checksum.to_le_bytes());
    for (to, from) in buffer.iter_mut().skip(start).zip(head) {
        *to = from;
    }
    true
}

/// Encoder output that appends to a borrowed buffer, whole slices at once instead of single bytes.
struct Tail<'a>(&'a mut Vec<u8>);

impl<'a> Flavor for Tail<'a> {
    type Output = &'a mut Vec<u8>;

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Self::Output> {
        Ok(self.0)
    }
}

/// Content of a segment.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Contents {
    pub(crate) touches: Vec<Touch>,
    /// Number of bytes outside whole frames.
    pub(crate) torn: usize,
    /// Number of complete frames that this program can't parse as a touch.
    pub(crate) unknown: usize,
}

impl Contents {
    /// Returns whether the whole segment could be read.
    pub(crate) fn is_whole(&self) -> bool {
        self.torn == 0 && self.unknown == 0
    }
}

/// Reads all whole frames of a segment.
pub(crate) fn read(bytes: &[u8]) -> Contents {
    let mut headers = [HEADER].into_iter().chain(EARLIER_HEADERS);
    match headers.find_map(|header| bytes.strip_prefix(header.as_slice())) {
        Some(frames) => read_frames(frames),
        // The process died when it created the file, or the disk was full: the file never had content.
        None if HEADER.starts_with(bytes) => Contents::default(),
        // Another version of this program wrote the segment, and its frames can't be read reliably here.
        None if bytes.starts_with(FORM) => Contents { torn: bytes.len(), ..Contents::default() },
        None => read_frames(bytes),
    }
}

/// Reads all whole frames of data without a header.
pub(crate) fn read_frames(bytes: &[u8]) -> Contents {
    let (mut contents, mut rest) = (Contents::default(), bytes);
    while let Some((_, behind)) = rest.split_first() {
        let Some((frame, after)) = next_frame(rest) else {
            contents.torn += 1;
            rest = behind;
            continue;
        };
        match touch(frame) {
            Some(touch) => contents.touches.push(touch),
            None => contents.unknown += 1,
        }
        rest = after;
    }
    contents
}

/// Parses a frame of the current version, or of an earlier one. The record of an earlier version ends where the next
/// one continues, so the two can't be confused.
fn touch(frame: &[u8]) -> Option<Touch> {
    if let Ok(record) = postcard::from_bytes::<Record<'_>>(frame) {
        return record.read();
    }
    if let Ok(record) = postcard::from_bytes::<ThirdRecord<'_>>(frame) {
        return record.read();
    }
    match postcard::from_bytes::<SecondRecord<'_>>(frame) {
        Ok(record) => record.read(),
        Err(_) => postcard::from_bytes::<FirstRecord<'_>>(frame).ok()?.read(),
    }
}

fn next_frame(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (checksum, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    if !(1..=MAX_FRAME).contains(&length) {
        return None;
    }
    let (frame, after) = rest.split_at_checked(length)?;
    (crc32fast::hash(frame) == u32::from_le_bytes(*checksum)).then_some((frame, after))
}

#[cfg(test)]
mod tests {
    use kernel::fixed::SeededEntropy;
    use kernel::{CountryCode, Hostname, OwnerId, UnixTime};
    use proptest::prelude::*;
    use serde::Serialize;
    use touches::{
        Act, AdClickIds, Click, Context, DeviceWord, ShownArm, Source, TouchId, UserAgent, VisitorDigest,
    };

    use super::*;

    fn touch(seed: u64, act: Act) -> Touch {
        let at = UnixTime::from_millis(1_800_000_000_000 + i64::try_from(seed).unwrap_or_default());
        Touch {
            id: TouchId::generate(at, &SeededEntropy::new(seed)),
            owner: OwnerId::new(7),
            domain: Hostname::parse("a.example").unwrap(),
            at,
            act,
            source: Source::parse("qr-flyer"),
            country: CountryCode::parse("DE"),
            device: Some(DeviceWord::Mobile),
            context: Context {
                browser: Some("instagram".into()),
                referrer: Some("l.instagram.com".to_owned()),
                arm: ShownArm::new("seg_1", "b", "summer"),
            },
            visitor: VisitorDigest([9; 16]),
            bot: false,
        }
    }

    fn full_click() -> Act {
        Act::Click(Click {
            button: Some("btn_1".to_owned()),
            smart_link: Some(3),
            link: Some(4),
            ids: AdClickIds::of_query(&format!("fbclid=IwAR0&ttclid={}&gclid=g&epik=dj0", "t".repeat(2_000))),
            user_agent: UserAgent::parse("Mozilla/5.0 (Linux; U; Türk Telekom) Instagram 334.0"),
        })
    }

    fn segment(touches: &[Touch]) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        touches.iter().for_each(|touch| assert!(append(&mut bytes, touch)));
        bytes
    }

    #[test]
    fn every_kind_comes_back_as_it_was() {
        let context = Context::default();
        let bare =
            Touch { source: None, country: None, device: None, context, bot: true, ..touch(4, Act::Visit) };
        let touches =
            vec![touch(1, Act::Scan { code: 5 }), touch(2, Act::Visit), touch(3, full_click()), bare];
        let contents = read(&segment(&touches));
        assert_eq!(contents, Contents { touches, torn: 0, unknown: 0 });
    }

    /// Writes a segment of records of an earlier version.
    fn written(header: &[u8], records: impl Iterator<Item = impl Serialize>) -> Vec<u8> {
        let mut bytes = header.to_vec();
        for record in records.map(|record| postcard::to_allocvec(&record).unwrap()) {
            bytes.extend(u32::try_from(record.len()).unwrap().to_le_bytes());
            bytes.extend(crc32fast::hash(&record).to_le_bytes());
            bytes.extend(record);
        }
        bytes
    }

    #[test]
    fn what_an_earlier_release_left_behind_is_read() {
        let ids = AdClickIds::of_query("fbclid=IwAR0&ttclid=t");
        let click = Act::Click(Click { button: Some("btn_1".to_owned()), ids, ..Click::default() });
        let touches = [touch(1, Act::Scan { code: 5 }), touch(2, Act::Visit), touch(3, click)];
        let bare = |touch: &Touch| Touch { context: Context::default(), ..touch.clone() };
        let [first, second, third] = EARLIER_HEADERS;
        let of_first = written(first, touches.iter().map(FirstRecord::of));
        let expected = touches.iter().map(bare).collect();
        assert_eq!(read(&of_first), Contents { touches: expected, torn: 0, unknown: 0 });
        let of_second = written(second, touches.iter().map(SecondRecord::of));
        assert_eq!(read(&of_second), Contents { touches: touches.to_vec(), torn: 0, unknown: 0 });
        // The third version has further click ids, and no user agent.
        let Act::Click(click) = full_click() else { panic!("a click") };
        let told = touch(4, Act::Click(click.clone()));
        let untold = touch(4, Act::Click(Click { user_agent: None, ..click }));
        let of_third = written(third, touches.iter().chain([&told]).map(ThirdRecord::of));
        let expected = touches.iter().cloned().chain([untold]).collect();
        assert_eq!(read(&of_third), Contents { touches: expected, torn: 0, unknown: 0 });
    }

    proptest! {
        #[test]
        fn a_torn_end_costs_the_last_touch_at_most(cut in 0usize..4_000) {
            let touches: Vec<_> = (0..10).map(|seed| touch(seed, full_click())).collect();
            let bytes = segment(&touches[..1]);
            let each = bytes.len() - HEADER.len();
            let whole = segment(&touches);
            let cut = cut.min(whole.len());
            let contents = read(&whole[..cut]);
            prop_assert_eq!(contents.touches.len(), cut.saturating_sub(HEADER.len()) / each);
            prop_assert!(touches.starts_with(&contents.touches));
        }

        #[test]
        fn whatever_a_file_holds_is_read_without_harm(bytes in proptest::collection::vec(any::<u8>(), 0..500)) {
            read(&bytes);
            read(&[HEADER.as_slice(), &bytes].concat());
        }
    }

    #[test]
    fn damage_costs_the_frames_that_it_hits() {
        let touches: Vec<_> = (0..5).map(|seed| touch(seed, full_click())).collect();
        let (whole, start) = (segment(&touches), segment(&touches[..2]).len());
        let without_third = [&touches[..2], &touches[3..]].concat();
        let each = segment(&touches[..1]).len() - HEADER.len();
        // Flips a bit of the length, of the checksum or of the record, or leaves a hole in place of the frame.
        for place in [0, 1, 3, 4, 7, 8, each - 1] {
            let mut bytes = whole.clone();
            bytes[start + place] ^= 1;
            let contents = read(&bytes);
            assert_eq!(contents, Contents { touches: without_third.clone(), torn: each, unknown: 0 });
        }
        let mut bytes = whole.clone();
        bytes[start..start + each].fill(0);
        assert_eq!(read(&bytes).touches, without_third);
        let cut = [&whole[..start + 9], &whole[start + each..]].concat();
        assert_eq!(read(&cut), Contents { touches: without_third, torn: 9, unknown: 0 });
    }

    #[test]
    fn only_a_header_of_no_version_at_all_is_looked_behind() {
        let bytes = segment(&[touch(1, Act::Visit)]);
        let with_header = |header: &[u8]| read(&[header, &bytes[HEADER.len()..]].concat());
        assert_eq!(with_header(b"touches5").touches, []);
        assert_eq!(with_header(b"touches5").torn, bytes.len());
        assert_eq!(
            with_header(b"tou\0\0\0\0\0"),
            Contents { touches: vec![touch(1, Act::Visit)], torn: HEADER.len(), unknown: 0 }
        );
        for begun in 0..=HEADER.len() {
            assert!(read(&HEADER[..begun]).is_whole(), "nothing was written to it");
        }
    }
}
