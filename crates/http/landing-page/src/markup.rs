use std::hash::{DefaultHasher, Hash, Hasher};

use landing_draft::appearance::{Align, Animation, Fill, Shape};
use landing_draft::banner::{AvatarShape, Banner, LinkMode, Position, Theme};
use landing_draft::ports::LivePage;
use landing_draft::reach::STOCK_BACKGROUND;
use landing_draft::selection::{Selection, ShownButton};
use landing_draft::text::is_explicit_bidi_format;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use url::form_urlencoded;

use super::banner::Texts;
use super::words::Words;
use super::{Shown, age_gate, in_app, style};
use crate::label::label_picture;
use crate::links::{Place, is_mark};
use crate::{BANNER, SOURCE};

/// Renders a landing page for one visitor.
pub(super) fn landing(
    page: &LivePage,
    selection: Option<&Selection<'_>>,
    shown: &Shown,
    css: &str,
    script: Option<&str>,
) -> Markup {
    let name = page.display_name.as_str();
    let lang = selection.and_then(|s| s.segment.lang()).map_or("en", |lang| lang.as_str());
    let words = Words::of(lang);
    let gate = page.landing.appearance.ui.gate.filter(|gate| gate.enabled == Some(true));
    let body = html! {
        @if let Some(gate) = gate { (age_gate::gate(gate, shown.day, words)) }
        @if let Some(help) = shown.in_app { (in_app::help(page, help, shown, words)) }
        @if let Some(texts) = &shown.banner { (banner(&page.landing.banner, texts, shown, words)) }
        main.card {
            (profile(page))
            @match selection {
                Some(selection) if !selection.buttons.is_empty() => (buttons(page, selection, shown, words)),
                _ => p.empty { (words.nothing_here) },
            }
        }
        @if let Some(script) = script { script { (PreEscaped(script)) } }
    };
    let blurred = gate.is_some_and(|gate| gate.blur == Some(true));
    let class = match (gate.is_some(), blurred) {
        (true, true) => "gated blurred",
        (true, false) => "gated",
        _ => "",
    };
    let head = head(page, &format!("https://{}/", page.hostname));
    document(Head { lang, title: name, css, more: &head }, class, &body)
}

/// Renders metadata for programs that preview an address: the texts that the owner set for
/// previews, else those of the page.
fn head(page: &LivePage, address: &str) -> Markup {
    let landing = &page.landing;
    let share = landing.reach.share.as_ref();
    let set = |text: Option<&String>| text.filter(|text| !text.trim().is_empty()).map(|text| upright(text));
    let title = set(share.and_then(|share| share.title.as_ref()));
    let title = title.unwrap_or_else(|| upright(page.display_name.as_str()));
    let bio = || landing.appearance.ui.profile.as_ref().and_then(|profile| profile.bio.as_ref());
    let description = set(share.and_then(|share| share.description.as_ref())).or_else(|| set(bio()));
    let picture = landing.reach.share_picture().map(|file| format!("https://{}/f/{file}", page.hostname));
    let colour = landing.appearance.canvas_color.unwrap_or(STOCK_BACKGROUND);
    html! {
        link rel="canonical" href=(address);
        meta name="theme-color" content=(colour);
        meta property="og:type" content="website";
        meta property="og:url" content=(address);
        meta property="og:title" content=(title);
        @if let Some(description) = &description {
            meta name="description" content=(description);
            meta property="og:description" content=(description);
        }
        @if let Some(picture) = &picture {
            meta property="og:image" content=(picture);
            @if let Some(size) = landing.reach.share_picture_size() {
                meta property="og:image:width" content=(size.width);
                meta property="og:image:height" content=(size.height);
            }
        }
        meta name="twitter:card" content=(if picture.is_some() { "summary_large_image" } else { "summary" });
    }
}

/// Renders the preview of an address that leads to `target`: the page's metadata, and a link for
/// people who get it by mistake.
pub(super) fn preview(page: &LivePage, address: &str, target: &str) -> Markup {
    let head = head(page, address);
    let name = page.display_name.as_str();
    let readable = address.replacen(page.hostname.as_str(), &page.hostname.to_unicode(), 1);
    let link = html! { p { a href=(target) rel="nofollow" { (readable) } } };
    let body = html! { main.card.plain { h1 dir="auto" { (upright(name)) } (link) } };
    document(Head { lang: "en", title: name, css: style::BASE, more: &head }, "", &body)
}

/// Renders the preview of an address of a host without a page.
pub(super) fn bare_preview(host: &str, address: &str, target: &str) -> Markup {
    let head = html! {
        meta property="og:type" content="website";
        meta property="og:url" content=(address);
        meta property="og:title" content=(host);
        meta name="twitter:card" content="summary";
    };
    let body = html! { main.card.plain { h1 { (host) } p { a href=(target) rel="nofollow" { (address) } } } };
    document(Head { lang: "en", title: host, css: style::BASE, more: &head }, "", &body)
}

fn profile(page: &LivePage) -> Markup {
    let name = page.display_name.as_str();
    let profile = page.landing.appearance.ui.profile.as_ref();
    html! {
        header {
            div class={ "face tint-" (tint(name)) } aria-hidden="true" { (monogram(name)) }
            h1 dir="auto" { (upright(name)) }
            @if let Some(status) = profile.and_then(|profile| profile.status_text.as_deref()).filter(|s| !s.is_empty()) {
                p.status dir="auto" { (upright(status)) }
            } @else {
                p.host { (page.hostname.to_unicode()) }
            }
            @if let Some(bio) = profile.and_then(|profile| profile.bio.as_deref()).filter(|bio| !bio.is_empty()) {
                p.bio dir="auto" { (upright(bio)) }
            }
        }
    }
}

fn buttons(page: &LivePage, selection: &Selection<'_>, shown: &Shown, words: &Words) -> Markup {
    let ui = page.landing.appearance.ui.buttons.unwrap_or_default();
    let class = format!(
        "button shape-{} fill-{} anim-{} align-{}",
        ui.shape.unwrap_or(Shape::Rounded).as_str(),
        ui.fill.unwrap_or(Fill::Solid).as_str(),
        ui.animation.unwrap_or(Animation::None).as_str(),
        ui.align.unwrap_or(Align::Center).as_str(),
    );
    html! {
        nav aria-label=(words.links) {
            ul {
                @for button in &selection.buttons {
                    @let href = href(&button.id.to_string(), shown);
                    li { a class=(class) href=(href) rel="nofollow" { (label(selection, button)) } }
                }
            }
        }
    }
}

/// Builds the address of a click. Includes the arm, so that the click counts for the shown version,
/// the label of a printed code, and the place of the visitor's query, so that no cookie is needed.
fn href(target: &str, shown: &Shown) -> String {
    let mut href = format!("/go/{target}");
    let arm = shown.arm.as_deref().filter(|_| target != BANNER).map(|arm| ("arm", arm));
    let source = shown.source.as_deref().map(|source| (SOURCE, source));
    for ((name, value), separator) in arm.into_iter().chain(source).zip(['?', '&']) {
        // Arms and labels consist of letters, digits, hyphens and underscores, but previews may contain
        // anything.
        let value: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
        href.push_str(&format!("{separator}{name}={value}"));
    }
    href.push(Place::behind(href.contains('?')).mark());
    href
}

fn label(selection: &Selection<'_>, shown: &ShownButton<'_>) -> Markup {
    let text = upright(shown.label.as_str());
    html! {
        @match label_picture(selection, shown) {
            Some(file) => { img.label src={ "/f/" (file.file.as_str()) } alt=(text) decoding="async"; }
            None => { span.live dir="auto" { (text) } }
        }
    }
}

fn banner(banner: &Banner, texts: &Texts, shown: &Shown, words: &Words) -> Markup {
    let (style, content) = (&banner.style, &banner.content);
    let class = format!(
        "banner theme-{} at-{}",
        style.theme.unwrap_or(Theme::Light).as_str(),
        style.position.unwrap_or(Position::Top).as_str()
    );
    let sound = content.sound.as_ref().map(|file| format!("/f/{}", file.as_str()));
    html! {
        div.banner-layer {
            div.dim {}
            aside class=(class) aria-label=(words.notification) data-sound=[sound] {
                @if let Some(file) = &content.avatar {
                    @let shape = style.avatar_shape.unwrap_or(AvatarShape::Circle).as_str();
                    img class={ "avatar avatar-" (shape) } src={ "/f/" (file.as_str()) } alt="" width="48" height="48";
                }
                div.banner-text {
                    p.banner-title dir="auto" { (upright(&texts.title)) }
                    p dir="auto" { (upright(&texts.body)) }
                    @if content.link_mode != LinkMode::None && !texts.link_text.is_empty() {
                        a.banner-link href=(href(BANNER, shown)) rel="nofollow" dir="auto" { (upright(&texts.link_text)) }
                    }
                }
                label.close { input #close type="checkbox" aria-label=(words.close); span aria-hidden="true" { "×" } }
            }
        }
    }
}

/// Renders the page of an unknown host or path.
pub fn not_found() -> Markup {
    message("Page not found", "There is nothing at this address. Please check the link.")
}

/// Renders the page for a temporary failure.
pub fn unavailable() -> Markup {
    message("Back in a moment", "This page can't be shown just now. Please try again shortly.")
}

fn message(title: &str, text: &str) -> Markup {
    let body = html! { main.card.plain { h1 { (title) } p { (text) } } };
    document(Head { lang: "en", title, css: style::BASE, more: &Markup::default() }, "", &body)
}

/// Head of a document.
struct Head<'a> {
    lang: &'a str,
    title: &'a str,
    css: &'a str,
    /// Metadata for programs.
    more: &'a Markup,
}

fn document(head: Head<'_>, class: &str, body: &Markup) -> Markup {
    let Head { lang, title, css, more } = head;
    html! {
        (DOCTYPE)
        html lang=(lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (upright(title)) }
                link rel="icon" href="data:,";
                (more)
                style { (PreEscaped(css)) }
            }
            body class=(class) { (body) }
        }
    }
}

/// Removes characters that control the text direction, as label pictures do, because a link must
/// read as it is stored. `dir="auto"` determines the direction from the text. Also removes the
/// characters that mark places. Every text from owners passes through this function.
fn upright(text: &str) -> String {
    text.chars().filter(|character| !is_explicit_bidi_format(*character) && !is_mark(*character)).collect()
}

/// Returns the first letter or digit of a name.
fn monogram(name: &str) -> String {
    let name = upright(name);
    let first = name.chars().find(|c| c.is_alphanumeric()).or_else(|| name.chars().next());
    first.map(|c| c.to_uppercase().collect()).unwrap_or_default()
}

/// Returns one of six tints, determined by the name.
fn tint(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish() % 6
}

#[cfg(test)]
mod tests {
    use kernel::{Hostname, OwnerId, UnixTime};
    use landing_draft::banner::BannerPatch;
    use landing_draft::button::NewButton;
    use landing_draft::domain::Version;
    use landing_draft::id::{ButtonId, SegmentId};
    use landing_draft::landing::Landing;
    use landing_draft::ports::LiveStamp;
    use landing_draft::segment::NewSegment;
    use landing_draft::settings::SettingsPatch;
    use landing_draft::target::Target;
    use landing_draft::text::{DisplayName, Label, SegmentName};
    use landing_draft::visitor::{Visitor, VisitorToken};
    use serde_json::Value;

    use super::*;
    use crate::CompiledPage;

    #[test]
    fn monograms() {
        for (name, expected) in [("ada", "A"), ("✨ élodie", "É"), ("✨", "✨"), ("42", "4"), ("ßeta", "SS")]
        {
            assert_eq!(monogram(name), expected, "{name}");
        }
    }

    /// Builds a page with a direction override in every text of the owner.
    fn turned() -> LivePage {
        const TURNED: &str = "ab\u{202E}cd\u{2066}ef";
        let map =
            |keys: &[&'static str]| Value::from_iter(keys.iter().map(|key| (*key, Value::from(TURNED))));
        let mut landing = Landing::empty();
        let segment = SegmentId::parse("seg_01m7wns6pefc9bz49pdd024vvz").unwrap();
        landing.create_segment(segment, NewSegment::named(SegmentName::parse("s").unwrap())).unwrap();
        let target = Target::parse("https://example.com/").unwrap();
        let button = NewButton::leading_to(Label::parse(TURNED).unwrap(), target);
        let id = ButtonId::parse("btn_01m7wns6qjfbra0k96cmbra30s").unwrap();
        landing.create_button(&segment, id, button).unwrap();
        let texts = [("profile", map(&["status_text", "bio"])), ("share", map(&["title", "description"]))];
        landing.set(SettingsPatch::parse(&Value::from_iter(texts)).unwrap());
        landing.banner.apply(BannerPatch::parse(&map(&["title", "body", "link_text"])).unwrap());
        landing.banner.content.link_mode = LinkMode::Smartlink;
        landing.banner.enabled = true;
        let published_at = UnixTime::from_seconds(0);
        LivePage {
            stamp: LiveStamp { owner: OwnerId::new(1), version: Version(1), published_at },
            hostname: Hostname::parse("a.example").unwrap(),
            display_name: DisplayName::parse(TURNED).unwrap(),
            landing: std::sync::Arc::new(landing),
        }
    }

    #[test]
    fn no_text_of_an_owner_is_turned() {
        let visitor = Visitor::unknown(UnixTime::from_seconds(0), VisitorToken::new([1; 16]));
        let html = CompiledPage::new(turned()).render(&visitor).html();
        let html = std::str::from_utf8(&html).unwrap();
        assert_eq!(
            html.matches("abcdef").count(),
            11,
            "title, name, status, bio, three of the banner, label, and three of the preview: {html}"
        );
        assert!(!html.contains(is_explicit_bidi_format), "{html}");
        assert_eq!(upright("one\ntwo  \u{5d0}"), "one\ntwo  \u{5d0}", "nothing else is touched");
    }

    #[test]
    fn the_arm_and_the_label_go_with_a_click() {
        let shown = |arm: Option<&str>, source: Option<&str>| Shown {
            segment: String::new(),
            arm: arm.map(str::to_owned),
            buttons: Vec::new(),
            banner: None,
            day: None,
            source: source.map(str::to_owned),
            in_app: None,
        };
        for (target, arm, source, expected) in [
            ("btn_1", None, None, "/go/btn_1"),
            ("btn_1", Some("x"), None, "/go/btn_1?arm=x"),
            ("btn_1", None, Some("qr-flyer"), "/go/btn_1?src=qr-flyer"),
            ("btn_1", Some("x"), Some("qr"), "/go/btn_1?arm=x&src=qr"),
            ("banner", Some("x"), Some("qr"), "/go/banner?src=qr"),
            ("banner", Some("x"), None, "/go/banner"),
            ("btn_1", None, Some("qr-\"&x"), "/go/btn_1?src=qr-%22%26x"),
        ] {
            let place = if expected.contains('?') { '\u{2}' } else { '\u{1}' };
            assert_eq!(href(target, &shown(arm, source)), format!("{expected}{place}"));
        }
    }
}
