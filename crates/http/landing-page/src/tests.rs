//! Checks that every page stays well-formed, within its policy and small, for any settings.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use kernel::{Hostname, OwnerId, UnixTime};
use landing_draft::appearance::{CustomHtml, UiPatch};
use landing_draft::banner::BannerPatch;
use landing_draft::button::NewButton;
use landing_draft::domain::Version;
use landing_draft::file::{FileName, PictureSize};
use landing_draft::id::{ButtonId, SegmentId};
use landing_draft::in_app::Escapes;
use landing_draft::landing::Landing;
use landing_draft::ports::LiveStamp;
use landing_draft::reach::ShareCard;
use landing_draft::segment::NewSegment;
use landing_draft::settings::SettingsPatch;
use landing_draft::target::Target;
use landing_draft::text::{DisplayName, Label, SegmentName};
use landing_draft::visitor::{InApp, Os, VisitorToken};
use proptest::prelude::*;
use serde_json::Value;

use super::*;

const LARGEST: usize = 60 * 1024;

#[derive(Default)]
struct Reader {
    open: RefCell<Vec<String>>,
    /// Text of `style` and `script` elements.
    raw: RefCell<Vec<(String, String)>>,
    errors: RefCell<Vec<String>>,
}

const VOID: [&str; 5] = ["meta", "link", "img", "input", "br"];

impl Reader {
    fn start(&self, tag: &Tag) -> TokenSinkResult<()> {
        let name = tag.name.to_string();
        for attribute in &tag.attrs {
            let attribute = attribute.name.local.to_string();
            if attribute == "style" || attribute.starts_with("on") {
                self.errors.borrow_mut().push(format!("{name} has {attribute}, which the policy stops"));
            }
        }
        if matches!(name.as_str(), "style" | "script") {
            self.raw.borrow_mut().push((name.clone(), String::new()));
        }
        if !VOID.contains(&name.as_str()) {
            self.open.borrow_mut().push(name.clone());
        }
        match name.as_str() {
            "style" => TokenSinkResult::RawData(Rawtext),
            "title" => TokenSinkResult::RawData(Rcdata),
            "script" => TokenSinkResult::RawData(ScriptData),
            _ => TokenSinkResult::Continue,
        }
    }
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return self.start(&tag),
            Token::TagToken(tag) => {
                let last = self.open.borrow_mut().pop();
                if last.as_deref() != Some(&*tag.name) {
                    self.errors.borrow_mut().push(format!("{last:?} is closed by {}", tag.name));
                }
            }
            Token::CharacterTokens(text) => {
                let inside = self.open.borrow().last().cloned().unwrap_or_default();
                if let Some((name, raw)) = self.raw.borrow_mut().last_mut()
                    && *name == inside
                {
                    raw.push_str(&text);
                }
            }
            Token::ParseError(error) => self.errors.borrow_mut().push(error.to_string()),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Returns the errors of a page.
fn errors(rendering: &Rendering) -> Vec<String> {
    let html = String::from_utf8(rendering.html.to_vec()).unwrap();
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html.as_str()));
    let tokenizer = Tokenizer::new(Reader::default(), Default::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let reader = tokenizer.sink;
    let mut errors = reader.errors.into_inner();
    errors.extend(reader.open.into_inner().into_iter().map(|name| format!("{name} is left open")));
    let policy = rendering.policy.to_str().unwrap();
    let raw = reader.raw.into_inner();
    assert_eq!(raw.iter().filter(|(name, _)| name == "style").count(), 1, "{html}");
    for (name, text) in raw {
        let hash = BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
        if !policy.contains(&format!("{name}-src 'sha256-{hash}'")) {
            errors.push(format!("the policy does not allow the {name}"));
        }
    }
    if html.len() > LARGEST {
        errors.push(format!("{} bytes", html.len()));
    }
    errors
}

fn page(landing: Landing, name: &str) -> LivePage {
    LivePage {
        stamp: LiveStamp {
            owner: OwnerId::new(1),
            version: Version(1),
            published_at: UnixTime::from_seconds(0),
        },
        hostname: Hostname::parse("a.example").unwrap(),
        display_name: DisplayName::parse(name).unwrap(),
        landing: Arc::new(landing),
    }
}

fn visitor() -> Visitor {
    Visitor::unknown(UnixTime::from_seconds(1_795_176_000), VisitorToken::new([1; 16]))
}

/// Builds a visitor in an in-app browser.
fn inside(os: Os) -> Visitor {
    Visitor { in_app: Some(InApp::Instagram), os: Some(os), ..visitor() }
}

fn set(landing: &mut Landing, settings: &str) {
    landing.set(SettingsPatch::parse(&serde_json::from_str(settings).unwrap()).unwrap());
}

fn html_of(rendering: &Rendering) -> String {
    String::from_utf8(rendering.html.to_vec()).unwrap()
}

/// Returns visitors without any common trait.
fn different_visitors() -> [Visitor; 3] {
    let other = Visitor {
        country: kernel::CountryCode::parse("DE"),
        languages: kernel::Language::parse("de").into_iter().collect(),
        returning: Some(true),
        in_app: Some(InApp::Instagram),
        os: Some(Os::Android),
        ..Visitor::unknown(UnixTime::from_seconds(1_795_176_000 + 86_400), VisitorToken::new([9; 16]))
    };
    [visitor(), other, Visitor { token: VisitorToken::new([77; 16]), ..visitor() }]
}

fn twenty_buttons(label: &str) -> Landing {
    let mut landing = Landing::empty();
    let id = |n: u32| kernel::SortableId::parse(&format!("{n:026}")).unwrap();
    let segment = SegmentId::new(id(0));
    landing.create_segment(segment, NewSegment::named(SegmentName::parse("s").unwrap())).unwrap();
    for n in 1..=20 {
        let button = NewButton::leading_to(
            Label::parse(label).unwrap(),
            Target::parse("https://example.com").unwrap(),
        );
        landing.create_button(&segment, ButtonId::new(id(n)), button).unwrap();
    }
    landing
}

fn name_of(words: &'static [&'static str]) -> impl Strategy<Value = Value> {
    proptest::sample::select(words).prop_map(Value::from)
}

fn fields(strategies: Vec<(&'static str, BoxedStrategy<Value>)>) -> impl Strategy<Value = Value> {
    let each: Vec<_> = strategies
        .into_iter()
        .map(|(key, value)| {
            proptest::option::of(value).prop_map(move |value| value.map(|value| (key, value)))
        })
        .collect();
    each.prop_map(|fields| Value::from_iter(fields.into_iter().flatten()))
}

const FONTS: &[&str] = &["Inter", "Open Sans", "Playfair Display", "Bebas Neue", "Pacifico"];

fn colour() -> BoxedStrategy<Value> {
    "#[0-9a-fA-F]{6}".prop_map(Value::from).boxed()
}

/// Generates any valid look.
fn ui() -> impl Strategy<Value = Value> {
    let buttons = fields(vec![
        ("shape", name_of(&["rounded", "pill", "square", "sharp"]).boxed()),
        ("fill", name_of(&["solid", "outline", "glass", "gradient", "shadow"]).boxed()),
        ("color", colour()),
        ("animation", name_of(&["none", "pulse", "shake", "bounce", "glow", "shine"]).boxed()),
        ("anim_speed", name_of(&["slow", "normal", "fast"]).boxed()),
        ("font", name_of(FONTS).boxed()),
        ("align", name_of(&["left", "center", "right"]).boxed()),
    ]);
    let profile = fields(vec![
        ("name_font", name_of(FONTS).boxed()),
        ("name_size", (10.0..48.0_f64).prop_map(Value::from).boxed()),
        ("status_text", "\\PC{0,60}".prop_map(Value::from).boxed()),
        ("bio", "[\\PC\n]{0,400}".prop_map(Value::from).boxed()),
        ("bio_size", (10..48_i64).prop_map(Value::from).boxed()),
    ]);
    let gate = fields(vec![
        ("enabled", any::<bool>().prop_map(Value::from).boxed()),
        ("mode", name_of(&["confirm", "birthdate"]).boxed()),
        ("blur", any::<bool>().prop_map(Value::from).boxed()),
    ]);
    let share = fields(vec![
        ("title", "\\PC{0,70}".prop_map(Value::from).boxed()),
        ("description", "\\PC{0,200}".prop_map(Value::from).boxed()),
        ("picture", name_of(&["card", "upload"]).boxed()),
    ]);
    let in_app = fields(vec![("mode", name_of(&["off", "hint", "auto"]).boxed())]);
    fields(vec![
        ("buttons", buttons.boxed()),
        ("profile", profile.boxed()),
        ("gate", gate.boxed()),
        ("share", share.boxed()),
        ("in_app", in_app.boxed()),
    ])
}

/// Generates any valid banner.
fn banner() -> impl Strategy<Value = Value> {
    let style = fields(vec![
        ("theme", name_of(&["light", "dark", "glass", "liquid"]).boxed()),
        ("position", name_of(&["top", "bottom"]).boxed()),
        ("avatar_shape", name_of(&["circle", "rounded", "square"]).boxed()),
        ("accent", colour()),
        ("text_color", colour()),
        ("opacity", (0.3..1.0_f64).prop_map(Value::from).boxed()),
        ("radius", (0..32_i64).prop_map(Value::from).boxed()),
        ("dim", (0.0..0.8_f64).prop_map(Value::from).boxed()),
        ("font", name_of(FONTS).boxed()),
    ]);
    fields(vec![
        ("enabled", any::<bool>().prop_map(Value::from).boxed()),
        ("title", "\\PC{0,80}".prop_map(Value::from).boxed()),
        ("body", "\\PC{0,300}".prop_map(Value::from).boxed()),
        ("link_text", "\\PC{0,40}".prop_map(Value::from).boxed()),
        ("link_mode", name_of(&["", "manual", "smartlink"]).boxed()),
        ("avatar_filename", Just(Value::from("0a.png")).boxed()),
        ("sound_filename", Just(Value::from("0b.mp3")).boxed()),
        ("style", style.boxed()),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_sequence_of_edits_gives_a_sound_page(
        looks in proptest::collection::vec(ui(), 1..4),
        banners in proptest::collection::vec(banner(), 1..3),
        name in "\\PC{1,80}",
        label in "\\PC{1,200}",
    ) {
        prop_assume!(DisplayName::parse(&name).is_ok() && Label::parse(&label).is_ok());
        let mut landing = twenty_buttons(&label);
        for look in &looks {
            landing.set(SettingsPatch::parse(look).unwrap());
        }
        for banner in &banners {
            landing.banner.apply(BannerPatch::parse(banner).unwrap());
        }
        let page = CompiledPage::new(page(landing, &name));
        for visitor in [visitor(), inside(Os::Android), inside(Os::Ios)] {
            prop_assert_eq!(errors(&page.render(&visitor)), Vec::<String>::new());
        }
        if let Some(same) = page.for_everybody() {
            for visitor in different_visitors() {
                prop_assert_eq!(&page.rendered(&visitor).1.html, &same.html, "{:?}", visitor);
            }
        }
    }
}

#[test]
fn a_page_that_asks_something_of_its_visitors_is_not_the_same_for_everybody() {
    let plain = || twenty_buttons("x");
    let same = |page: CompiledPage| page.for_everybody.is_some();
    assert!(same(CompiledPage::new(page(plain(), "a"))));
    let mut birthdate = plain();
    let gate = Value::from_iter([("enabled", Value::from(true)), ("mode", Value::from("birthdate"))]);
    birthdate.appearance.ui.apply(UiPatch::parse(&Value::from_iter([("gate", gate)])).unwrap());
    assert!(!same(CompiledPage::new(page(birthdate, "a"))));
    let banner = |other: (&'static str, Value)| {
        let mut landing = plain();
        let fields = [("enabled", Value::from(true)), ("title", Value::from("Hello")), other];
        landing.banner.apply(BannerPatch::parse(&Value::from_iter(fields)).unwrap());
        CompiledPage::new(page(landing, "a"))
    };
    let german = Value::from_iter([("de", Value::from_iter([("title", Value::from("Hallo"))]))]);
    assert!(!same(banner(("translations", german))));
    assert!(same(banner(("body", "Hi".into()))));
}

#[test]
fn programs_that_preview_get_what_the_owner_set_and_else_what_the_page_says() {
    let described =
        |landing: &Landing| html_of(&CompiledPage::new(page(landing.clone(), "Ada")).render(&visitor()));
    let mut landing = twenty_buttons("x");
    let plain = described(&landing);
    for part in [
        r#"<link rel="canonical" href="https://a.example/">"#,
        r##"<meta name="theme-color" content="#f4f1ec">"##,
        r#"<meta property="og:title" content="Ada">"#,
        r#"<meta name="twitter:card" content="summary">"#,
    ] {
        assert!(plain.contains(part), "{part}: {plain}");
    }
    assert!(!plain.contains("og:image") && !plain.contains("description"), "{plain}");
    set(&mut landing, r#"{"profile":{"bio":"My bio"}}"#);
    assert!(described(&landing).contains(r#"<meta property="og:description" content="My bio">"#));
    set(&mut landing, r#"{"share":{"title":"\"><script>","description":"Mine"}}"#);
    let look = landing.card_look().unwrap();
    landing.reach.card = Some(ShareCard { file: FileName::parse("0c.png").unwrap(), look, missing: None });
    let shared = described(&landing);
    for part in [
        r#"<meta property="og:title" content="&quot;&gt;&lt;script&gt;">"#,
        r#"<meta property="og:description" content="Mine">"#,
        r#"<meta property="og:image" content="https://a.example/f/0c.png">"#,
        r#"<meta property="og:image:width" content="1200">"#,
        r#"<meta name="twitter:card" content="summary_large_image">"#,
    ] {
        assert!(shared.contains(part), "{part}: {shared}");
    }
    landing.reach.picture = FileName::parse("0d.webp");
    set(&mut landing, r#"{"share":{"title":"x","picture":"upload"}}"#);
    let uploaded = described(&landing);
    assert!(uploaded.contains("https://a.example/f/0d.webp") && !uploaded.contains("og:image:width"));
    landing.reach.picture_size = Some(PictureSize { width: 1200, height: 801 });
    let sized = described(&landing);
    for part in [
        r#"<meta property="og:image:width" content="1200">"#,
        r#"<meta property="og:image:height" content="801">"#,
    ] {
        assert!(sized.contains(part), "{part}: {sized}");
    }
}

#[test]
fn the_preview_of_a_smart_link_is_that_of_the_page_and_leads_on() {
    const ADDRESS: &str = "https://a.example/r/vip";
    let mut landing = twenty_buttons("x");
    let preview = |landing: &Landing| {
        html_of(
            &CompiledPage::new(page(landing.clone(), "Ada"))
                .preview(ADDRESS, "https://b.example/offer?a=1&b=2"),
        )
    };
    let unset = preview(&landing);
    assert!(unset.contains(r#"<meta property="og:title" content="Ada">"#), "{unset}");
    set(&mut landing, r#"{"share":{"title":"For fans"}}"#);
    let shown = preview(&landing);
    assert!(shown.contains(r#"<a href="https://b.example/offer?a=1&amp;b=2" rel="nofollow">"#), "{shown}");
    assert!(shown.contains(r#"<meta property="og:url" content="https://a.example/r/vip">"#), "{shown}");
    assert!(shown.contains(r#"<meta property="og:title" content="For fans">"#), "{shown}");
    let rendering = CompiledPage::new(page(landing.clone(), "Ada")).preview(ADDRESS, ADDRESS);
    assert_eq!(errors(&rendering), Vec::<String>::new());
    landing.appearance.design = Design::CustomHtml(CustomHtml::parse("<p>").unwrap());
    assert!(preview(&landing).contains(r#"content="For fans""#));
    let bare = crate::bare_preview("a.example", ADDRESS, ADDRESS);
    assert_eq!(errors(&bare), Vec::<String>::new());
    assert!(html_of(&bare).contains(r#"<meta property="og:title" content="a.example">"#));
}

#[test]
fn visitors_inside_of_apps_get_a_way_out_and_the_links_stay_as_they_are() {
    let shown = |settings: &str, visitor: &Visitor| {
        let mut landing = twenty_buttons("x");
        set(&mut landing, settings);
        let rendering = CompiledPage::new(page(landing, "A")).render(visitor);
        assert_eq!(errors(&rendering), Vec::<String>::new());
        html_of(&rendering)
    };
    let (hint, auto) = (r#"{"in_app":{"mode":"hint"}}"#, r#"{"in_app":{"mode":"auto"}}"#);
    let intent = "intent://a.example/?left_app=instagram-android#Intent;scheme=https;\
        S.browser_fallback_url=https%3A%2F%2Fa.example%2F%3Fleft_app%3Dinstagram-android%23stay;end";
    let extbrowser = "instagram://extbrowser/?url=https%3A%2F%2Fa.example%2F%3Fleft_app%3Dinstagram-ios\"";
    let safari = "x-safari-https://a.example/?left_app=facebook-ios\"";
    let facebook = Visitor { in_app: Some(InApp::Facebook), ..inside(Os::Ios) };
    let off = Visitor { escapes: Escapes::without(["instagram-ios"]).unwrap(), ..inside(Os::Ios) };
    let returned = [("left_app".to_owned(), "instagram-android".to_owned())].into();
    let returned = Visitor { query: returned, ..inside(Os::Android) };
    for (settings, visitor, link, script, picture) in [
        (r#"{"in_app":{"mode":"off"}}"#, &inside(Os::Android), None, false, false),
        (r#"{"in_app":null}"#, &inside(Os::Ios), None, false, false),
        (hint, &inside(Os::Android), Some(intent), false, false),
        (auto, &inside(Os::Android), Some(intent), true, false),
        (hint, &inside(Os::Ios), Some(extbrowser), false, false),
        (auto, &inside(Os::Ios), Some(extbrowser), true, false),
        (auto, &facebook, Some(safari), true, false),
        (auto, &off, None, false, true),
        (auto, &returned, None, false, true),
    ] {
        let html = shown(settings, visitor);
        let found = (
            [intent, extbrowser, safari].into_iter().find(|link| html.contains(link)),
            html.contains("location.href="),
            html.contains("<svg class=\"menu\""),
        );
        assert_eq!(found, (link, script, picture), "{settings} {visitor:?}");
        assert_eq!(html.matches("href=\"/go/btn_").count(), 20, "{settings} {visitor:?}");
    }
    assert!(!shown(auto, &visitor()).contains("class=\"outside\""), "nobody else sees it");
    // The label of a printed code is passed on, and one script serves both purposes.
    let labelled = Visitor { channel: Channel::Qr("qr-a".to_owned()), ..inside(Os::Android) };
    assert!(
        shown(hint, &labelled).contains("intent://a.example/?src=qr-a&amp;left_app=instagram-android#Intent")
    );
    let mut landing = twenty_buttons("x");
    set(&mut landing, auto);
    let sound = [("enabled", Value::from(true)), ("title", "Hi".into()), ("sound_filename", "0b.mp3".into())];
    landing.banner.apply(BannerPatch::parse(&Value::from_iter(sound)).unwrap());
    let rendering = CompiledPage::new(page(landing, "A")).render(&inside(Os::Android));
    assert_eq!(errors(&rendering), Vec::<String>::new());
    let html = html_of(&rendering);
    assert!(html.matches("<script>").count() == 1 && html.contains("Audio(") && html.contains("intent:"));
}

#[test]
fn the_query_of_a_visitor_is_in_every_link_compressed_or_not() {
    let mut landing = twenty_buttons("x");
    set(&mut landing, r#"{"in_app":{"mode":"hint"}}"#);
    let rendering = CompiledPage::new(page(landing, "A")).render(&inside(Os::Ios));
    let html = String::from_utf8(rendering.with_query("fbclid=a%2Bb&x=1", false).unwrap().to_vec()).unwrap();
    assert_eq!(html.matches("?fbclid=a%2Bb&amp;x=1\"").count(), 20, "{html}");
    assert!(
        html.contains("extbrowser/?url=https%3A%2F%2Fa.example%2F%3Ffbclid%3Da%252Bb%26x%3D1%26left_app%3D")
    );
    let mut plain = String::new();
    let zipped = rendering.with_query("fbclid=a%2Bb&x=1", true).unwrap();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&zipped[..]), &mut plain).unwrap();
    assert_eq!(plain, html);
    let [page, zipped_page] = [html.len(), zipped.len()];
    assert!(zipped_page * 3 < page * 2, "{zipped_page} of {page} bytes");
}

#[test]
fn an_owners_own_document_is_served_as_it_is_in_a_sandbox() {
    let html = "<script>parent.document.cookie</script>";
    let mut landing = twenty_buttons("x");
    landing.appearance.design = Design::CustomHtml(CustomHtml::parse(html).unwrap());
    let rendering = CompiledPage::new(page(landing, "A")).render(&visitor());
    assert_eq!(rendering.html, html);
    assert_eq!(rendering.with_query("a=1", false), None);
    let policy = rendering.policy.to_str().unwrap();
    assert!(policy.starts_with("sandbox ") && !policy.contains("allow-same-origin"), "{policy}");
}

#[test]
fn visitors_by_many_printed_codes_leave_room_for_the_others() {
    let page = CompiledPage::new(page(twenty_buttons("a"), "a"));
    let visitor = |channel| Visitor { channel, ..visitor() };
    let first = page.render(&visitor(Channel::Direct));
    let one = first.bytes();
    let many = usize::try_from(RENDERINGS).unwrap() / one * 2;
    for n in 0..many {
        page.render(&visitor(Channel::Qr(format!("qr-{n}"))));
    }
    assert!(Arc::ptr_eq(&first, &page.render(&visitor(Channel::Direct))), "it is kept");
    let labelled = page.render(&visitor(Channel::Qr("qr-0".to_owned())));
    assert_ne!(labelled.html, first.html);
    let kept = CompiledPage::bytes(&page);
    let room = usize::try_from(RENDERINGS).unwrap();
    assert!((room / 2..room + page.weight + one + 1).contains(&kept), "{kept} bytes of {many} times {one}");
}

#[tokio::test]
async fn what_was_rendered_is_found_again() {
    let page = Arc::new(CompiledPage::new(page(twenty_buttons("a"), "a")));
    for channel in [Channel::Direct, Channel::Qr("qr-0".to_owned())] {
        let visitor = Visitor { channel, ..visitor() };
        let (first, is_new) = page.rendering(visitor.clone()).await.unwrap();
        assert!(is_new);
        let (again, is_new) = page.rendering(visitor).await.unwrap();
        assert!(!is_new && Arc::ptr_eq(&first, &again));
    }
}
