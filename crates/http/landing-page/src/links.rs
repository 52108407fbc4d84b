//! The visitor's query in the links of a rendering.
//!
//! Renderings are the same for many visitors, but the query of an advertisement is not. So a rendering keeps the places
//! in its links where a query belongs, and its parts between these places, already compressed. A page with the query is
//! put together from them without being rendered or compressed again, and the links work without script and referrer.

use std::borrow::Cow;
use std::ops::Range;

use actix_web::web::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};
use url::form_urlencoded;

/// Longest query that is put into links. The edge also reads the query from the referrer.
const LONGEST: usize = 8192;
/// Largest growth of a page, in bytes.
const MOST: usize = 256 * 1024;

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
    /// Before another parameter.
    Before,
    /// Before another parameter of an address that is itself a value in the link.
    BeforeEscaped,
}

impl Place {
    const ALL: [Self; 4] = [Self::First, Self::Further, Self::Before, Self::BeforeEscaped];

    /// Returns the place at the end of a link with or without a query.
    pub(super) fn behind(has_query: bool) -> Self {
        if has_query { Self::Further } else { Self::First }
    }

    /// Returns the mark of the place in a rendered page.
    pub(super) fn mark(self) -> char {
        let marks = Self::ALL.into_iter().zip(MARKS);
        marks.into_iter().find_map(|(place, mark)| (place == self).then_some(mark)).unwrap_or_default()
    }

    fn of_mark(mark: char) -> Option<Self> {
        Self::ALL.into_iter().zip(MARKS).find_map(|(place, known)| (known == mark).then_some(place))
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
        if !marked.contains(MARKS) {
            return (marked.to_owned(), Self::default());
        }
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
        (html, Self { parts })
    }

    /// Returns the approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.parts.iter().map(|part| size_of::<Part>() + part.blocks.len()).sum()
    }

    /// Returns the page `html` with `query` in its links. Returns `None` if the page has no links, or would become too
    /// large.
    pub(super) fn page(&self, html: &[u8], query: &str) -> Option<Bytes> {
        let texts = self.texts(query)?;
        // With the exact capacity, the bytes need no second allocation.
        let growth = self.parts.iter().map(|part| texts.at(part.place).len()).sum::<usize>();
        let mut page = Vec::with_capacity(html.len() + growth);
        for part in &self.parts {
            page.extend_from_slice(html.get(part.html.clone())?);
            page.extend_from_slice(texts.at(part.place));
        }
        Some(page.into())
    }

    /// Returns the same page compressed with gzip.
    pub(super) fn gzip(&self, html: &[u8], query: &str) -> Option<Bytes> {
        let texts = self.texts(query)?;
        let growth = self.parts.iter().map(|part| texts.at(part.place).len() + 5).sum::<usize>();
        let mut page = Vec::with_capacity(self.bytes() + growth + 32);
        let mut checksum = Crc::new();
        page.extend_from_slice(&GZIP_HEADER);
        for part in &self.parts {
            let text = texts.at(part.place);
            checksum.update(html.get(part.html.clone())?);
            checksum.update(text);
            page.extend_from_slice(&part.blocks);
            stored(&mut page, text)?;
        }
        page.extend_from_slice(&LAST_BLOCK);
        page.extend_from_slice(&checksum.sum().to_le_bytes());
        page.extend_from_slice(&checksum.amount().to_le_bytes());
        Some(page.into())
    }

    fn texts(&self, query: &str) -> Option<Texts> {
        let places = self.parts.len();
        let fits = places > 0 && query.len() <= LONGEST && places * query.len() <= MOST;
        fits.then(|| Texts::of(query, self.parts.iter().any(|part| part.place == Some(Place::BeforeEscaped))))
    }
}

/// Texts for the places, escaped for an attribute.
struct Texts {
    first: String,
    further: String,
    before: String,
    before_escaped: String,
}

impl Texts {
    /// Builds the texts of a query without quotes. Few pages need the query as a value.
    fn of(query: &str, as_value: bool) -> Self {
        let plain: Cow<'_, str> =
            if query.contains('&') { query.replace('&', "&amp;").into() } else { query.into() };
        let value = || form_urlencoded::byte_serialize(format!("{query}&").as_bytes()).collect();
        Self {
            first: format!("?{plain}"),
            further: format!("&amp;{plain}"),
            before: format!("{plain}&amp;"),
            before_escaped: if as_value { value() } else { String::new() },
        }
    }

    fn at(&self, place: Option<Place>) -> &[u8] {
        match place {
            None => &[],
            Some(Place::First) => self.first.as_bytes(),
            Some(Place::Further) => self.further.as_bytes(),
            Some(Place::Before) => self.before.as_bytes(),
            Some(Place::BeforeEscaped) => self.before_escaped.as_bytes(),
        }
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
            blocks.shrink_to_fit();
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
            ("intent://a/?\u{3}x=1#", "intent://a/?a=1&amp;f=%2B&amp;x=1#"),
            ("u=https%3A%2F%2Fa%2F%3F\u{4}x%3D1", "u=https%3A%2F%2Fa%2F%3Fa%3D1%26f%3D%252B%26x%3D1"),
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
        assert!(put_together(&one.repeat(1_000), &"a".repeat(300)).is_none(), "300 kB of queries");
    }

    proptest! {
        #[test]
        fn every_page_is_put_together_from_its_parts(
            parts in proptest::collection::vec("[ -~é\n]{0,300}", 0..20),
            query in "[a-z=&%0-9]{1,100}",
        ) {
            let marked = parts.join("\u{2}");
            let expected = parts.join(&format!("&amp;{}", query.replace('&', "&amp;")));
            prop_assert_eq!(put_together(&marked, &query), (parts.len() > 1).then_some(expected));
            prop_assert_eq!(Links::of(&marked).0, parts.concat());
        }
    }
}
