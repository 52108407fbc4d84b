use std::cell::RefCell;
use std::collections::BTreeMap;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};

/// An element as a browser parses it, with the text after its start tag.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) text: String,
}

#[derive(Default)]
struct Elements(RefCell<Vec<Element>>);

impl TokenSink for Elements {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut elements = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                let attributes = tag.attrs.iter();
                let attributes = attributes.map(|a| (a.name.local.to_string(), a.value.to_string()));
                let (name, attributes) = (tag.name.to_string(), attributes.collect());
                elements.push(Element { name, attributes, text: String::new() });
                match &*tag.name {
                    "style" => TokenSinkResult::RawData(Rawtext),
                    "title" => TokenSinkResult::RawData(Rcdata),
                    "script" => TokenSinkResult::RawData(ScriptData),
                    _ => TokenSinkResult::Continue,
                }
            }
            Token::CharacterTokens(text) => {
                if let Some(last) = elements.last_mut() {
                    last.text.push_str(&text);
                }
                TokenSinkResult::Continue
            }
            Token::ParseError(error) => panic!("not well-formed: {error}"),
            _ => TokenSinkResult::Continue,
        }
    }
}

/// Parses a page and returns its elements in order. Fails the test on syntax errors.
pub(crate) fn elements(page: &str) -> Vec<Element> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    let tokenizer = Tokenizer::new(Elements::default(), Default::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// Returns the text of the only element with this name.
pub(crate) fn text_of(page: &str, name: &str) -> String {
    let found: Vec<_> = elements(page).into_iter().filter(|element| element.name == name).collect();
    assert_eq!(found.len(), 1, "{name}: {page}");
    found[0].text.clone()
}

/// Returns labels and addresses of a page's buttons. A label is text, or the alt text of a picture.
pub(crate) fn buttons(page: &str) -> Vec<(String, String)> {
    let all = elements(page);
    let is_button = |link: &Element| link.name == "a" && has_class(link, "button");
    let links = all.iter().zip(all.iter().skip(1)).filter(|(link, _)| is_button(link));
    let text = |label: &Element| match label.attributes.get("alt") {
        Some(alt) if label.name == "img" => alt.clone(),
        _ => label.text.clone(),
    };
    links.map(|(link, label)| (text(label), link.attributes["href"].clone())).collect()
}

pub(crate) fn has_class(element: &Element, class: &str) -> bool {
    element.attributes.get("class").is_some_and(|classes| classes.split(' ').any(|known| known == class))
}

/// Returns the elements of this class.
pub(crate) fn of_class(page: &str, class: &str) -> Vec<Element> {
    elements(page).into_iter().filter(|element| has_class(element, class)).collect()
}

pub(crate) fn labels(page: &str) -> Vec<String> {
    buttons(page).into_iter().map(|(label, _)| label).collect()
}
