//! Bookmarks as browsers export them, and other pages with links.

use application::transfer::links::KnownBy;
use html5gum::{DefaultEmitter, Token, Tokenizer};
use kernel::{Hostname, pasted};

use super::rows::{Links, Refusal, link};

/// Schemes that a button may lead to. Browsers also keep `javascript:`, `place:`, `chrome:` and `file:` entries.
const SCHEMES: [&str; 5] = ["https", "http", "mailto", "tel", "funnel"];

/// Elements between bookmarks. One of them ends a link that has no end tag.
const BETWEEN: [&[u8]; 7] = [b"dt", b"dd", b"dl", b"h1", b"h3", b"hr", b"p"];

/// Extracts addresses and texts of a page's links. Follows no link, and keeps only text.
pub(super) fn read(text: &str, domain: &Hostname) -> Result<Links, Refusal> {
    let mut page = Page {
        text,
        domain,
        at: 0,
        line: 1,
        count: 0,
        links: Links::known_by(KnownBy::Address),
        passed_over: 0,
    };
    let mut open: Option<Anchor> = None;
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    // Content of scripts and styles is not parsed as markup.
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Token::StartTag(tag) if tag.name == b"a" => {
                page.finish(open.take())?;
                let address = tag.attributes.get(b"href".as_slice());
                let address = address.map(|address| pasted(&String::from_utf8_lossy(address)).into_owned());
                open = address.map(|address| Anchor { start: tag.span.start, address, label: String::new() });
            }
            Token::StartTag(tag) if BETWEEN.contains(&tag.name.as_slice()) => page.finish(open.take())?,
            Token::EndTag(tag) if tag.name == b"a" || tag.name == b"dl" => page.finish(open.take())?,
            Token::String(text) => {
                if let Some(anchor) = &mut open {
                    anchor.label.push_str(&String::from_utf8_lossy(&text));
                }
            }
            _ => {}
        }
    }
    page.finish(open)?;
    page.links.passed_over = Some(page.passed_over);
    Ok(page.links)
}

/// A link whose text is being read.
struct Anchor {
    /// Position of the tag in the text.
    start: usize,
    address: String,
    label: String,
}

struct Page<'a> {
    text: &'a str,
    domain: &'a Hostname,
    /// Position whose line is known.
    at: usize,
    line: usize,
    /// Number of links so far, with those that are passed over.
    count: usize,
    links: Links,
    passed_over: usize,
}

impl Page<'_> {
    fn finish(&mut self, anchor: Option<Anchor>) -> Result<(), Refusal> {
        let Some(anchor) = anchor else { return Ok(()) };
        self.count += 1;
        if !is_of_web(&anchor.address) {
            self.passed_over += 1;
            return Ok(());
        }
        let passed = self.text.as_bytes().get(self.at..anchor.start).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.at = self.at.max(anchor.start);
        let path = format!("links.{}", self.count);
        let row = link(path, ("label", &anchor.label), ("url", &anchor.address), Some(self.domain.clone()));
        self.links.add(self.line, row)
    }
}

fn is_of_web(address: &str) -> bool {
    let Some((scheme, _)) = address.split_once(':') else { return false };
    SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}
