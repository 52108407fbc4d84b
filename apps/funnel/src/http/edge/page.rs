use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::sync::{Arc, PoisonError, RwLock};

use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use landing_draft::id::ButtonId;
use landing_draft::ports::{LivePage, LiveStamp};
use landing_draft::selection::Selection;
use landing_draft::visitor::Visitor;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style of every page. It stands in the page itself, so that a visitor's phone asks once.
pub(super) const STYLE: &str = include_str!("page.css");

/// Renderings kept for one page. There are as many as there are combinations of segment, arm and shown buttons, which
/// is few for real pages; conditions that make more of them are rendered anew each time.
const RENDERINGS: usize = 256;

/// A live page with what was rendered of it so far.
pub struct CompiledPage {
    page: LivePage,
    renderings: RwLock<HashMap<Shown, Arc<Rendering>>>,
}

/// What a visitor gets, apart from who it is.
#[derive(PartialEq, Eq, Hash)]
struct Shown {
    segment: String,
    arm: Option<String>,
    buttons: Vec<ButtonId>,
}

/// A page as it is sent.
pub(super) struct Rendering {
    pub(super) html: Bytes,
    pub(super) gzip: Bytes,
}

impl CompiledPage {
    /// A page of which nothing was rendered yet.
    pub fn new(page: LivePage) -> Self {
        Self { page, renderings: RwLock::default() }
    }

    /// Whose it is and which version.
    pub fn stamp(&self) -> LiveStamp {
        self.page.stamp
    }

    /// The page itself.
    pub(super) fn live(&self) -> &LivePage {
        &self.page
    }

    /// The page as this visitor gets it.
    pub(super) fn render(&self, visitor: &Visitor) -> Arc<Rendering> {
        let selection = self.page.landing.select(visitor);
        let shown = Shown::of(selection.as_ref());
        if let Some(rendering) = self.renderings.read().unwrap_or_else(PoisonError::into_inner).get(&shown) {
            return Arc::clone(rendering);
        }
        let rendering = Arc::new(Rendering::of(&landing_page(&self.page, selection.as_ref())));
        let mut renderings = self.renderings.write().unwrap_or_else(PoisonError::into_inner);
        if renderings.len() < RENDERINGS {
            renderings.insert(shown, Arc::clone(&rendering));
        }
        rendering
    }
}

impl Shown {
    fn of(selection: Option<&Selection<'_>>) -> Self {
        Self {
            segment: selection.map(|s| s.segment.id().to_string()).unwrap_or_default(),
            arm: selection.and_then(|s| s.arm).map(|arm| arm.as_str().to_owned()),
            buttons: selection
                .map(|s| s.buttons.iter().map(|button| button.id).collect())
                .unwrap_or_default(),
        }
    }
}

impl Rendering {
    pub(super) fn of(markup: &Markup) -> Self {
        let html = Bytes::copy_from_slice(markup.0.as_bytes());
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; should it all the same, the page goes out as it is.
        let gzip = encoder.write_all(&html).and_then(|()| encoder.finish()).unwrap_or_default();
        Self { html, gzip: gzip.into() }
    }
}

fn landing_page(page: &LivePage, selection: Option<&Selection<'_>>) -> Markup {
    let name = page.display_name.as_str();
    let lang = selection.and_then(|s| s.segment.lang()).map_or("en", |lang| lang.as_str());
    let arm = selection.and_then(|s| s.arm);
    let buttons = selection.map(|s| s.buttons.as_slice()).unwrap_or_default();
    let body = html! {
        main.card {
            header {
                div class={ "face tint-" (tint(name)) } aria-hidden="true" { (monogram(name)) }
                h1 dir="auto" { (name) }
                p.host { (page.hostname) }
            }
            @if buttons.is_empty() {
                p.empty { "Nothing here yet." }
            } @else {
                nav aria-label="Links" {
                    ul {
                        @for button in buttons {
                            li {
                                @let href = match arm {
                                    Some(arm) => format!("/go/{}?arm={}", button.id, arm.as_str()),
                                    None => format!("/go/{}", button.id),
                                };
                                a.button href=(href) rel="nofollow" { span dir="auto" { (button.label.as_str()) } }
                            }
                        }
                    }
                }
            }
        }
    };
    document(lang, name, &body)
}

/// The page of a name or path that nothing is served at.
pub(super) fn not_found() -> Markup {
    message("Page not found", "There is nothing at this address. Please check the link.")
}

/// The page of a moment at which nothing can be told.
pub(super) fn unavailable() -> Markup {
    message("Back in a moment", "This page can't be shown just now. Please try again shortly.")
}

fn message(title: &str, text: &str) -> Markup {
    document("en", title, &html! { main.card.plain { h1 { (title) } p { (text) } } })
}

fn document(lang: &str, title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    }
}

/// The first letter or digit of a name.
fn monogram(name: &str) -> String {
    let first = name.chars().find(|c| c.is_alphanumeric()).or_else(|| name.chars().next());
    first.map(|c| c.to_uppercase().collect()).unwrap_or_default()
}

/// One of six tints, the same for the same name.
fn tint(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish() % 6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monograms() {
        for (name, expected) in [("ada", "A"), ("✨ élodie", "É"), ("✨", "✨"), ("42", "4"), ("ßeta", "SS")]
        {
            assert_eq!(monogram(name), expected, "{name}");
        }
    }

    #[test]
    fn the_style_leaves_room_below_thirty_kilobytes() {
        assert!(STYLE.len() < 8 * 1024, "{} bytes", STYLE.len());
        assert!(!STYLE.contains("</"), "the style can't end its own element");
    }
}
