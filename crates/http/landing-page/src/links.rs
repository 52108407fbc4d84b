//! The visitor's query in the links of a rendering.
//!
//! Renderings are the same for many visitors, but the query of an advertisement is not. So a rendering keeps the places
//! in its links where a query belongs, and its parts between these places, already compressed. A page with the query is
//! put together from them without being rendered or compressed again, and the links work without script and referrer.

use std::ops::Range;

use actix_web::web::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};
use url::form_urlencoded;

/// Longest query that is put into links. The edge also reads the query from the referrer.
const LONGEST: usize = 2048;
/// Largest growth of a page, in bytes.
const MOST: usize = 64 * 1024;

/// Header of a gzip file: deflate, no name, no time, unknown system.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// Empty last block of a deflate stream.
const LAST_BLOCK: [u8; 5] = [1, 0, 0, 255, 255];

/// Marks of the places in a rendered page. No text of an owner contains them, because they are control characters.
const MARKS: [char; 4] = ['\u{1}', '\u{2}', '\u{3}', '\u{4}'];

/// Place of a query in a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// First query of the link.
    First,
    /// Behind another query.
    Further,
    /// First query of an address that is itself a value in the link.
    FirstEscaped,
    /// Behind another query of an address that is itself a value in the link.
    FurtherEscaped,
}

impl Place {
    const ALL: [Self; 4] = [Self::First, Self::Further, Self::FirstEscaped, Self::FurtherEscaped];

    /// Returns the place at the end of a link with or without a query.
    pub(super) fn behind(has_query: bool) -> Self {
        if has_query { Self::Further } else { Self::First }
    }

    /// Returns the same place in an address that is itself a value.
    pub(super) fn escaped(self) -> Self {
        match self {
            Self::First | Self::FirstEscaped => Self::FirstEscaped,
            Self::Further | Self::FurtherEscaped => Self::FurtherEscaped,
        }
    }

    /// Returns the mark of the place in a rendered page.
    pub(super) fn mark(self) -> char {
        let marks = Self::ALL.into_iter().zip(MARKS);
        marks.into_iter().find_map(|(place, mark)| (place == self).then_some(mark)).unwrap_or_default()
    }

    fn of_mark(mark: char) -> Option<Self> {
        Self::ALL.into_iter().zip(MARKS).find_map(|(place, known)| (known == mark).then_some(place))
    }

    /// Returns the text for this place, escaped for an attribute. `query` contains no quotes.
    fn filled(self, query: &str) -> String {
        match self {
            Self::First => format!("?{}", query.replace('&', "&amp;")),
            Self::Further => format!("&amp;{}", query.replace('&', "&amp;")),
            Self::FirstEscaped => form_urlencoded::byte_serialize(format!("?{query}").as_bytes()).collect(),
            Self::FurtherEscaped => form_urlencoded::byte_serialize(format!("&{query}").as_bytes()).collect(),
        }
    }
}

/// Returns whether a character is the mark of a place.
pub(super) fn is_mark(character: char) -> bool {
    MARKS.contains(&character)
}

/// Places of a rendering, and its parts between them.
#[derive(Debug, Default)]
pub(super) struct Links {
    parts: Vec<Part>,
}

/// Part of a page up to a place, or to the end.
#[derive(Debug)]
struct Part {
    html: Range<usize>,
    /// Deflate blocks of the part, which refer to no other part.
    blocks: Vec<u8>,
    place: Option<Place>,
}

impl Links {
    /// Takes the marks out of a rendered page.
    pub(super) fn of(marked: &str) -> (String, Self) {
        let (mut html, mut parts) = (String::with_capacity(marked.len()), Vec::new());
        let mut packer = Packer::new();
        for piece in marked.split_inclusive(MARKS) {
            let place = piece.chars().next_back().and_then(Place::of_mark);
            let start = html.len();
            html.push_str(piece.strip_suffix(MARKS).unwrap_or(piece));
            let range = start..html.len();
            let blocks = packer.blocks(html.get(range.clone()).unwrap_or_default().as_bytes());
            parts.push(Part { html: range, blocks, place });
        }
        // Without a place, nothing is ever put together.
        parts.retain(|_| html.len() < marked.len());
        (html, Self { parts })
    }

    /// Returns the approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.parts.iter().map(|part| size_of::<Part>() + part.blocks.len()).sum()
    }

    /// Returns the page `html` with `query` in its links. Returns `None` if the page has no links, or would become too
    /// large.
    pub(super) fn page(&self, html: &[u8], query: &str) -> Option<Bytes> {
        let filled = self.filled(query)?;
        let mut page = Vec::with_capacity(html.len() + filled.iter().map(String::len).sum::<usize>());
        for (part, text) in self.parts.iter().zip(&filled) {
            page.extend_from_slice(html.get(part.html.clone())?);
            page.extend_from_slice(text.as_bytes());
        }
        Some(page.into())
    }

    /// Returns the same page compressed with gzip.
    pub(super) fn gzip(&self, html: &[u8], query: &str) -> Option<Bytes> {
        let filled = self.filled(query)?;
        let mut page = Vec::with_capacity(self.bytes() + filled.iter().map(|text| text.len() + 5).sum::<usize>() + 32);
        let mut checksum = Crc::new();
        page.extend_from_slice(&GZIP_HEADER);
        for (part, text) in self.parts.iter().zip(&filled) {
            checksum.update(html.get(part.html.clone())?);
            checksum.update(text.as_bytes());
            page.extend_from_slice(&part.blocks);
            stored(&mut page, text.as_bytes())?;
        }
        page.extend_from_slice(&LAST_BLOCK);
        page.extend_from_slice(&checksum.sum().to_le_bytes());
        page.extend_from_slice(&checksum.amount().to_le_bytes());
        Some(page.into())
    }

    /// Returns the text behind each part.
    fn filled(&self, query: &str) -> Option<Vec<String>> {
        let (places, growth) = (self.parts.len(), 3 * query.len());
        if places == 0 || query.len() > LONGEST || places * growth > 3 * MOST {
            return None;
        }
        let text = |part: &Part| part.place.map(|place| place.filled(query)).unwrap_or_default();
        Some(self.parts.iter().map(text).collect())
    }
}

/// Appends text as a deflate block without compression.
fn stored(page: &mut Vec<u8>, text: &[u8]) -> Option<()> {
    if text.is_empty() {
        return Some(());
    }
    let length = u16::try_from(text.len()).ok()?;
    page.push(0);
    page.extend_from_slice(&length.to_le_bytes());
    page.extend_from_slice(&(!length).to_le_bytes());
    page.extend_from_slice(text);
    Some(())
}

/// Compressor of parts that can be put together in any way.
struct Packer(Compress);

impl Packer {
    fn new() -> Self {
        Self(Compress::new(Compression::default(), false))
    }

    /// Compresses a part to whole blocks, which refer to nothing before them.
    fn blocks(&mut self, text: &[u8]) -> Vec<u8> {
        // Enough for text that can't be compressed.
        let mut blocks = Vec::with_capacity(text.len() + text.len() / 64 + 64);
        let before = self.0.total_in();
        let packed = self.0.compress_vec(text, &mut blocks, FlushCompress::Full);
        let taken = self.0.total_in() - before;
        if packed.is_ok() && usize::try_from(taken) == Ok(text.len()) && blocks.len() < blocks.capacity() {
            return blocks;
        }
        self.0.reset();
        blocks.clear();
        text.chunks(usize::from(u16::MAX)).for_each(|chunk| {
            stored(&mut blocks, chunk);
        });
        blocks
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;
    use proptest::prelude::*;

    use super::*;

    fn unzipped(bytes: &[u8]) -> String {
        let mut text = String::new();
        GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
        text
    }

    fn put_together(marked: &str, query: &str) -> Option<String> {
        let (html, links) = Links::of(marked);
        let page = links.page(html.as_bytes(), query)?;
        assert_eq!(unzipped(&links.gzip(html.as_bytes(), query).unwrap()).as_bytes(), page, "{marked}");
        Some(String::from_utf8(page.to_vec()).unwrap())
    }

    #[test]
    fn a_query_is_escaped_for_its_place() {
        for (marked, expected) in [
            ("<a href=\"/go/b\u{1}\">", "<a href=\"/go/b?a=1&amp;f=%2B\">"),
            ("<a href=\"/go/b?arm=x\u{2}\">", "<a href=\"/go/b?arm=x&amp;a=1&amp;f=%2B\">"),
            ("u=https%3A%2F%2Fa%2F\u{3}#", "u=https%3A%2F%2Fa%2F%3Fa%3D1%26f%3D%252B#"),
            ("u=%3Fx%3D1\u{4}", "u=%3Fx%3D1%26a%3D1%26f%3D%252B"),
            ("\u{1}\u{1}", "?a=1&amp;f=%2B?a=1&amp;f=%2B"),
        ] {
            assert_eq!(put_together(marked, "a=1&f=%2B").as_deref(), Some(expected), "{marked:?}");
        }
    }

    #[test]
    fn without_a_place_and_beyond_the_limits_the_page_stays_as_it_is() {
        let (html, links) = Links::of("<p>no link</p>");
        assert_eq!((html.as_str(), links.bytes()), ("<p>no link</p>", 0));
        assert_eq!(links.page(html.as_bytes(), "a=1"), None);
        let one = "<a href=\"/\u{1}\">";
        assert!(put_together(one, &"a".repeat(LONGEST)).is_some());
        assert!(put_together(one, &"a".repeat(LONGEST + 1)).is_none());
        assert!(put_together(&one.repeat(1_000), &"a".repeat(200)).is_none(), "200 kB of queries");
    }

    proptest! {
        #[test]
        fn every_page_is_put_together_from_its_parts(
            parts in proptest::collection::vec("[ -~é\n]{0,300}", 0..20),
            query in "[a-z=&%0-9]{1,100}",
        ) {
            let marked = parts.join("\u{2}");
            let expected = parts.join(&Place::Further.filled(&query));
            prop_assert_eq!(put_together(&marked, &query), (parts.len() > 1).then_some(expected));
            prop_assert_eq!(Links::of(&marked).0, parts.concat());
        }
    }
}
