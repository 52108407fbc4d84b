//! Help for visitors inside apps.

use landing_draft::in_app::{ESCAPE_PARAMETER, Escape, EscapeMethod, InAppHelp};
use landing_draft::ports::LivePage;
use maud::{Markup, html};
use url::form_urlencoded;

use super::links::Place;
use super::words::Words;
use super::{SOURCE, Shown};

/// Follows the link that leads outside, once. The mark `#stay` keeps a reload from trying again, and marks the fallback
/// of Android. If nothing happens, the page stays as it is.
pub(super) const SCRIPT: &str = "if(location.hash!=='#stay'){\
    history.replaceState(null,'',location.href.split('#')[0]+'#stay');\
    location.href=document.querySelector('.outside a').href}";

/// Renders help for leaving an in-app browser above everything else. It can be closed, and all
/// links below work as usual.
pub(super) fn help(page: &LivePage, help: InAppHelp, shown: &Shown, words: &Words) -> Markup {
    html! {
        aside.outside aria-label=(words.outside) {
            @match help.escape() {
                None => {
                    (menu_picture())
                    p { (words.open_in_menu) }
                }
                Some(escape) => {
                    p {
                        a href=(address(page, escape, shown)) rel="nofollow" { (words.open_in_browser) }
                        @if escape.method != EscapeMethod::Intent {
                            (words.or_in_menu)
                        }
                    }
                }
            }
            label.close { input #out type="checkbox" aria-label=(words.close); span aria-hidden="true" { "×" } }
        }
    }
}

/// Builds an address that opens the page in the system's browser, with the visitor's query and the name of the way.
fn address(page: &LivePage, escape: Escape, shown: &Shown) -> String {
    let escaped = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let source = shown.source.as_deref();
    let label = source.map(|source| format!("{SOURCE}={}&", escaped(source))).unwrap_or_default();
    let (start, end) = (format!("{}/?{label}", page.hostname), format!("{ESCAPE_PARAMETER}={}", escape.name));
    let plain = format!("{start}{}{end}", Place::Before.mark());
    let value = || {
        let (start, end) = (escaped(&format!("https://{start}")), escaped(&end));
        format!("{start}{}{end}", Place::BeforeEscaped.mark())
    };
    match escape.method {
        EscapeMethod::Intent => {
            format!("intent://{plain}#Intent;scheme=https;S.browser_fallback_url={}%23stay;end", value())
        }
        EscapeMethod::InstagramExtbrowser => format!("instagram://extbrowser/?url={}", value()),
        EscapeMethod::XSafari => format!("x-safari-https://{plain}"),
    }
}

/// Draws the three dots of app menus, and an arrow to their usual place.
fn menu_picture() -> Markup {
    html! {
        svg.menu viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" {
            circle cx="24" cy="36" r="3" {}
            circle cx="14" cy="36" r="3" {}
            circle cx="34" cy="36" r="3" {}
            path d="M24 26V8m-8 8 8-8 8 8" fill="none" stroke="currentColor" stroke-width="3" {}
        }
    }
}
