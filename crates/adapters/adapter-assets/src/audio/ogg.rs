use super::{SoundError, array, part};

const FIRST_PAGE: u8 = 2;
const LAST_PAGE: u8 = 4;
/// Maximum number of lacing values of a page. Each value is the size of a part; a packet ends with a part below 255
/// bytes.
const SEGMENTS: usize = 255;

/// Codec of a stream, detected from its first packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Codec {
    Vorbis,
    Opus,
    Flac,
}

impl Codec {
    fn of(first: &[u8]) -> Result<Self, SoundError> {
        const NAMES: [(&[u8], Codec); 3] =
            [(b"\x01vorbis", Codec::Vorbis), (b"OpusHead", Codec::Opus), (b"\x7fFLAC", Codec::Flac)];
        if first.starts_with(b"Speex   ") {
            return Err(SoundError::Damaged(
                "its codec is Speex, which browsers do not play; use Opus or Vorbis",
            ));
        }
        let known = NAMES.iter().find(|(name, _)| first.starts_with(name)).map(|(_, codec)| *codec);
        known.ok_or(SoundError::Damaged("its codec is not one that browsers play"))
    }

    /// Returns the number of header packets after the first packet, once all are among `packets`.
    fn header_length(self, packets: &[Vec<u8>]) -> Option<usize> {
        // The highest bit marks the last block of metadata.
        let is_last = |block: &Vec<u8>| block.first().is_some_and(|kind| kind & 0x80 != 0);
        let length = match self {
            Self::Vorbis => 2,
            Self::Opus => 1,
            Self::Flac => packets.iter().position(is_last)? + 1,
        };
        (packets.len() >= length).then_some(length)
    }

    /// Returns the header packets after the first one, with empty comments and without pictures.
    fn bare(self, packets: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, SoundError> {
        let mut packets = packets.iter();
        let comments = packets.next().ok_or(SoundError::Truncated)?;
        // No vendor and no entries.
        const EMPTY: &[u8] = &[0; 8];
        match self {
            Self::Vorbis if comments.starts_with(b"\x03vorbis") => {
                let setup = packets.next().filter(|setup| setup.starts_with(b"\x05vorbis"));
                let setup = setup.ok_or(SoundError::Damaged("its decoder setup is missing"))?;
                Ok(vec![[b"\x03vorbis".as_slice(), EMPTY, b"\x01"].concat(), setup.clone()])
            }
            Self::Opus if comments.starts_with(b"OpusTags") => {
                Ok(vec![[b"OpusTags".as_slice(), EMPTY].concat()])
            }
            // One block of comments of eight bytes, marked as last.
            Self::Flac if comments.first().is_some_and(|kind| kind & 0x7F == 4) => {
                Ok(vec![[b"\x84\0\0\x08".as_slice(), EMPTY].concat()])
            }
            _ => Err(SoundError::Damaged("its comments are missing")),
        }
    }
}

/// Returns the stream up to the page marked as last, without comments and embedded pictures.
pub(super) fn sound(bytes: &[u8]) -> Result<Vec<u8>, SoundError> {
    let first = Page::read(bytes, 0)?;
    if first.flags & FIRST_PAGE == 0 {
        return Err(SoundError::Damaged("its first page is missing"));
    }
    let codec = Codec::of(first.content)?;
    if first.lacing.iter().position(|size| *size < u8::MAX) != first.lacing.len().checked_sub(1) {
        return Err(SoundError::Damaged("its first page holds more than its codec"));
    }
    let mut pages = Pages { bytes, at: first.end, stream: first.stream, ended: first.flags & LAST_PAGE != 0 };
    let packets = pages.header(codec)?;
    let mut out = Pager { stream: first.stream, number: 0, out: Vec::with_capacity(bytes.len()) };
    let mut head = first.content.to_vec();
    if codec == Codec::Flac {
        // Number of header packets that follow.
        head.get_mut(7..9).ok_or(SoundError::Truncated)?.copy_from_slice(&[0, 1]);
    }
    out.write(first.flags, &first.granule, first.lacing, &head);
    out.write_packets(&codec.bare(&packets)?);
    for page in pages {
        let page = page?;
        out.write(page.flags, &page.granule, page.lacing, page.content);
    }
    Ok(out.out)
}

/// Checks a stream that an earlier version accepted, with its comments.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let Ok(first) = Page::read(bytes, 0) else { return false };
    let mut pages = Pages { bytes, at: first.end, stream: first.stream, ended: first.flags & LAST_PAGE != 0 };
    first.flags & FIRST_PAGE != 0
        && Codec::of(first.content).is_ok()
        && pages.by_ref().all(|page| page.is_ok())
        && pages.at == bytes.len()
}

/// Adds the packets of a page. `unfinished` has the start of a packet that the next page continues.
fn collect(page: &Page<'_>, packets: &mut Vec<Vec<u8>>, unfinished: &mut Vec<u8>) -> Result<(), SoundError> {
    let mut at = 0;
    for size in page.lacing {
        let size_of_part = usize::from(*size);
        unfinished.extend_from_slice(part(page.content, at, size_of_part)?);
        at += size_of_part;
        if *size < u8::MAX {
            packets.push(std::mem::take(unfinished));
        }
    }
    Ok(())
}

/// Pages of one stream, up to the page marked as last.
struct Pages<'a> {
    bytes: &'a [u8],
    at: usize,
    stream: u32,
    ended: bool,
}

impl Pages<'_> {
    /// Reads the header packets after the first page. Sound begins on a new page.
    fn header(&mut self, codec: Codec) -> Result<Vec<Vec<u8>>, SoundError> {
        let (mut packets, mut unfinished) = (Vec::new(), Vec::new());
        loop {
            let page = self.next().ok_or(SoundError::Damaged("its comments are missing"))??;
            collect(&page, &mut packets, &mut unfinished)?;
            match codec.header_length(&packets) {
                None => {}
                Some(length) if length == packets.len() && unfinished.is_empty() => return Ok(packets),
                Some(_) => return Err(SoundError::Damaged("its sound does not begin on a page of its own")),
            }
        }
    }
}

impl<'a> Iterator for Pages<'a> {
    type Item = Result<Page<'a>, SoundError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let page = Page::read(self.bytes, self.at).and_then(|page| {
            if page.stream != self.stream || page.flags & FIRST_PAGE != 0 {
                return Err(SoundError::Damaged("it holds more than one stream"));
            }
            Ok(page)
        });
        match &page {
            Ok(page) => (self.at, self.ended) = (page.end, page.flags & LAST_PAGE != 0),
            Err(_) => self.ended = true,
        }
        Some(page)
    }
}

struct Page<'a> {
    flags: u8,
    granule: [u8; 8],
    stream: u32,
    lacing: &'a [u8],
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
        let (granule, stream) = (array(bytes, at + 6)?, u32::from_le_bytes(array(bytes, at + 14)?));
        Ok(Self { flags, granule, stream, lacing, content, end })
    }
}

/// Writer of numbered pages.
struct Pager {
    stream: u32,
    number: u32,
    out: Vec<u8>,
}

impl Pager {
    fn write(&mut self, flags: u8, granule: &[u8; 8], lacing: &[u8], content: &[u8]) {
        let start = self.out.len();
        self.out.extend_from_slice(b"OggS\0");
        self.out.push(flags);
        self.out.extend_from_slice(granule);
        self.out.extend_from_slice(&self.stream.to_le_bytes());
        self.out.extend_from_slice(&self.number.to_le_bytes());
        self.out.extend_from_slice(&[0; 4]);
        // A page has at most 255 lacing values.
        self.out.push(u8::try_from(lacing.len()).unwrap_or(u8::MAX));
        self.out.extend_from_slice(lacing);
        self.out.extend_from_slice(content);
        let sum = checksum(self.out.get(start..).unwrap_or_default()).to_le_bytes();
        if let Some(place) = self.out.get_mut(start + 22..start + 26) {
            place.copy_from_slice(&sum);
        }
        self.number += 1;
    }

    /// Writes packets to as few pages as possible. The last packet ends its page.
    fn write_packets(&mut self, packets: &[Vec<u8>]) {
        /// Page on which no packet ends.
        const NONE: [u8; 8] = [u8::MAX; 8];
        let lacing = packets.iter().flat_map(|packet| {
            let whole = std::iter::repeat_n(u8::MAX, packet.len() / 255);
            whole.chain(u8::try_from(packet.len() % 255))
        });
        let (lacing, content) = (lacing.collect::<Vec<_>>(), packets.concat());
        let (mut rest, mut continued) = (content.as_slice(), 0);
        for lacing in lacing.chunks(SEGMENTS) {
            let size = lacing.iter().map(|size| usize::from(*size)).sum();
            let (now, later) = rest.split_at_checked(size).unwrap_or((rest, &[]));
            let ends = lacing.iter().any(|size| *size < u8::MAX);
            self.write(continued, if ends { &[0; 8] } else { &NONE }, lacing, now);
            rest = later;
            continued = u8::from(lacing.last() == Some(&u8::MAX));
        }
    }
}

/// Computes the checksum of a page, with the checksum's own four bytes as zero. Unlike the CRC of zip, this CRC
/// processes the highest bit first.
pub(super) fn checksum(page: &[u8]) -> u32 {
    page.iter().enumerate().fold(0, |sum, (at, byte)| {
        let byte = if (22..26).contains(&at) { 0 } else { *byte };
        (0..8).fold(sum ^ (u32::from(byte) << 24), |sum: u32, _| {
            (sum << 1) ^ if sum >> 31 == 1 { 0x04C1_1DB7 } else { 0 }
        })
    })
}
