#![doc = include_str!("../README.md")]

mod age_gate;
mod banner;
mod in_app;
mod label;
mod links;
mod markup;
mod style;
#[cfg(test)]
mod tests;
mod words;

use std::borrow::Cow;
use std::io::Write as _;
use std::sync::{Arc, LazyLock, OnceLock};

use actix_web::http::header::HeaderValue;
use actix_web::web::Bytes;
use application::routing::shown_arm;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use kernel::{StoreError, UnixTime};
use landing_draft::age_gate::AgeGateMode;
use landing_draft::appearance::Design;
use landing_draft::id::ButtonId;
use landing_draft::in_app::InAppHelp;
use landing_draft::ports::LivePage;
use landing_draft::selection::Selection;
use landing_draft::visitor::{Channel, Visitor, VisitorToken};
use links::Links;
use offload::{LIGHT, offload_for};
use quick_cache::sync::Cache;
use quick_cache::{OptionsBuilder, Weighter};
use sha2::{Digest as _, Sha256};
use touches::ShownArm;

pub use markup::{not_found, unavailable};

/// Target name of a click on the banner.
pub const BANNER: &str = "banner";

/// Query parameter that passes a printed code's label from page to page, without a cookie.
pub const SOURCE: &str = application::routing::SOURCE_PARAMETER;

/// Size limit of one page's renderings, in bytes. There is one rendering per combination of
/// segment, arm, shown buttons, banner text and printed code. Real pages have few; beyond the limit
/// the most requested ones remain.
const RENDERINGS: u64 = 4 << 20;
/// Estimated number of usual renderings within the limit.
const USUAL_COUNT: usize = 256;

/// Weight in bytes up to which a page's rendering is selected inline: some hundreds of buttons, or
/// some tens with long conditions. Selecting takes a tenth of the time of parsing the page.
const CHOSEN_AT_ONCE: usize = 10 * LIGHT;

/// Plays the banner's sound when the banner appears, if the browser allows it. Everything else
/// works without it.
const SOUND_SCRIPT: &str = "document.querySelector('.banner').addEventListener('animationstart',e=>{\
    if(e.target===e.currentTarget)new Audio(e.target.dataset.sound).play().catch(()=>{})},{once:true})";

/// A live page with its cached renderings.
pub struct CompiledPage {
    page: LivePage,
    weight: usize,
    /// Rendering for all visitors without a printed code, if they all get the same.
    for_everybody: Option<OnceLock<Arc<Rendering>>>,
    renderings: OnceLock<Renderings>,
}

type Renderings = Cache<Shown, Arc<Rendering>, Size>;

#[derive(Clone)]
struct Size;

impl Weighter<Shown, Arc<Rendering>> for Size {
    fn weight(&self, shown: &Shown, rendering: &Arc<Rendering>) -> u64 {
        u64::try_from(shown.bytes() + rendering.bytes()).unwrap_or(u64::MAX)
    }
}

/// Everything that determines a rendering.
#[derive(PartialEq, Eq, Hash)]
struct Shown {
    segment: String,
    arm: Option<String>,
    buttons: Vec<ButtonId>,
    banner: Option<banner::Texts>,
    /// Current day, if the gate asks for a date of birth.
    day: Option<i64>,
    /// Label of the visitor's printed code, which the page's links pass on.
    source: Option<String>,
    /// Help for leaving an in-app browser.
    in_app: Option<InAppHelp>,
}

/// A rendered page.
pub struct Rendering {
    pub html: Bytes,
    /// HTML document compressed with gzip.
    pub gzip: Bytes,
    /// Content security policy.
    pub policy: HeaderValue,
    /// Shown arm of an experiment.
    pub arm: Option<ShownArm>,
    links: Links,
}

/// Renders the preview of an address that leads to `target`, on a host without a page.
pub fn bare_preview(host: &str, address: &str, target: &str) -> Rendering {
    Rendering::stock(&markup::bare_preview(host, address, target))
}

impl CompiledPage {
    /// Wraps a page without renderings.
    pub fn new(page: LivePage) -> Self {
        let for_everybody = looks_the_same(&page).then(OnceLock::new);
        let weight = page.landing.weight();
        Self { page, weight, for_everybody, renderings: OnceLock::new() }
    }

    /// Returns the rendering for all visitors without a printed code. Returns `None` if the page
    /// depends on the visitor or was not rendered yet.
    pub fn for_everybody(&self) -> Option<Arc<Rendering>> {
        self.for_everybody.as_ref()?.get().cloned()
    }

    /// Renders the preview for a program that previews `address`: the page's preview, and a link to
    /// `target` for people. The preview is small and not cached.
    pub fn preview(&self, address: &str, target: &str) -> Rendering {
        Rendering::stock(&markup::preview(&self.page, address, target))
    }

    /// Returns the approximate size of the page and its renderings, in bytes.
    pub fn bytes(&self) -> usize {
        let everybody = self.for_everybody.as_ref().and_then(OnceLock::get);
        let renderings = self.renderings.get().map_or(0, Cache::weight);
        self.weight
            + everybody.map_or(0, |rendering| rendering.bytes())
            + usize::try_from(renderings).unwrap_or(usize::MAX)
    }

    /// Returns the page itself.
    pub fn live(&self) -> &LivePage {
        &self.page
    }

    /// Returns the rendering for this visitor, and whether it is new. Large pages are rendered on
    /// the CPU pool.
    pub async fn rendering(self: &Arc<Self>, visitor: Visitor) -> Result<(Arc<Rendering>, bool), StoreError> {
        if self.weight <= CHOSEN_AT_ONCE
            && let Some(kept) = self.kept(&visitor)
        {
            return Ok((kept, false));
        }
        let page = Arc::clone(self);
        let render = move || match page.kept(&visitor) {
            Some(kept) => (kept, false),
            None => (page.render(&visitor), true),
        };
        let owner = self.page.stamp.owner.get();
        offload_for(owner, self.weight, render).await.map_err(|lost| StoreError::Failed(lost.into()))
    }

    /// Renders the page for this visitor, or returns the cached rendering.
    pub fn render(&self, visitor: &Visitor) -> Arc<Rendering> {
        if let Some(everybody) = self.place_for_everybody(visitor) {
            let nobody = || Visitor::unknown(UnixTime::from_seconds(0), VisitorToken::new([0; 16]));
            return Arc::clone(everybody.get_or_init(|| self.rendered(&nobody()).1));
        }
        let (shown, rendering) = self.rendered(visitor);
        self.renderings.get_or_init(renderings).insert(shown, Arc::clone(&rendering));
        rendering
    }

    /// Renders the page for a visitor.
    fn rendered(&self, visitor: &Visitor) -> (Shown, Arc<Rendering>) {
        let selection = self.page.landing.select(visitor);
        let shown = Shown::of(&self.page, selection.as_ref(), visitor);
        let arm = selection.as_ref().and_then(|chosen| shown_arm(chosen.segment, chosen.arm?));
        let rendering = Rendering { arm, ..render(&self.page, selection.as_ref(), &shown) };
        (shown, Arc::new(rendering))
    }

    /// Returns the cached rendering for this visitor.
    fn kept(&self, visitor: &Visitor) -> Option<Arc<Rendering>> {
        if let Some(everybody) = self.place_for_everybody(visitor) {
            return everybody.get().cloned();
        }
        let renderings = self.renderings.get()?;
        let selection = self.page.landing.select(visitor);
        renderings.get(&Shown::of(&self.page, selection.as_ref(), visitor))
    }

    fn place_for_everybody(&self, visitor: &Visitor) -> Option<&OnceLock<Arc<Rendering>>> {
        self.for_everybody.as_ref().filter(|_| visitor.channel == Channel::Direct)
    }
}

/// Uses one shard, because a long page would not fit into a fraction of the limit.
fn renderings() -> Renderings {
    let options = OptionsBuilder::new()
        .shards(1)
        .estimated_items_capacity(USUAL_COUNT)
        .weight_capacity(RENDERINGS)
        .build();
    match options {
        Ok(options) => Cache::with_options(options, Size, Default::default(), Default::default()),
        // Impossible, because both capacities are set.
        Err(_) => Cache::with_weighter(USUAL_COUNT, RENDERINGS, Size),
    }
}

/// Returns whether the page is the same for all visitors without a printed code.
fn looks_the_same(page: &LivePage) -> bool {
    match &page.landing.appearance.design {
        Design::CustomHtml(_) => true,
        _ => {
            page.landing.is_same_for_everybody()
                && banner::is_same_for_everybody(&page.landing.banner)
                && !asks_birthdate(page)
                && !page.landing.reach.helps_out()
        }
    }
}

/// Returns whether the gate needs today's date.
fn asks_birthdate(page: &LivePage) -> bool {
    let gate = page.landing.appearance.ui.gate.filter(|gate| gate.enabled == Some(true));
    gate.is_some_and(|gate| gate.mode == Some(AgeGateMode::Birthdate))
}

impl Shown {
    /// Returns the approximate size in bytes.
    fn bytes(&self) -> usize {
        let banner = self.banner.as_ref().map_or(0, banner::Texts::bytes);
        size_of::<Self>() + self.segment.len() + size_of_val(&*self.buttons) + banner + 128
    }

    fn of(page: &LivePage, selection: Option<&Selection<'_>>, visitor: &Visitor) -> Self {
        Self {
            segment: selection.map(|s| s.segment.id().to_string()).unwrap_or_default(),
            arm: selection.and_then(|s| s.arm).map(|arm| arm.as_str().to_owned()),
            buttons: selection
                .map(|s| s.buttons.iter().map(|button| button.id).collect())
                .unwrap_or_default(),
            banner: banner::Texts::of(&page.landing.banner, visitor),
            day: asks_birthdate(page).then(|| visitor.now.seconds().div_euclid(24 * 60 * 60)),
            source: match (&visitor.channel, &page.landing.appearance.design) {
                // An owner's custom document has its own links.
                (Channel::Direct, _) | (_, Design::CustomHtml(_)) => None,
                (Channel::Qr(source), _) => Some(source.clone()),
            },
            in_app: page.landing.reach.in_app_help(visitor),
        }
    }
}

fn render(page: &LivePage, selection: Option<&Selection<'_>>, shown: &Shown) -> Rendering {
    if let Design::CustomHtml(html) = &page.landing.appearance.design {
        return Rendering::new(html.as_str(), SANDBOX.clone());
    }
    let css = style::of(page, selection);
    let script = script(page, shown);
    let policy = policy(&css, script.as_deref());
    Rendering::marked(&markup::landing(page, selection, shown, &css, script.as_deref()).0, policy)
}

/// Returns the page's script, for the banner's sound and for leaving in-app browsers.
fn script(page: &LivePage, shown: &Shown) -> Option<Cow<'static, str>> {
    let has_sound = shown.banner.is_some() && page.landing.banner.content.sound.is_some();
    match (has_sound, matches!(shown.in_app, Some(InAppHelp::AtOnce(_)))) {
        (false, false) => None,
        (true, false) => Some(SOUND_SCRIPT.into()),
        (false, true) => Some(in_app::SCRIPT.into()),
        (true, true) => Some(format!("{SOUND_SCRIPT};{}", in_app::SCRIPT).into()),
    }
}

/// An owner's custom document may run anything within an opaque origin: it shares no cookies or
/// storage, and navigates away only on a click.
static SANDBOX: LazyLock<HeaderValue> = LazyLock::new(|| {
    HeaderValue::from_static(
        "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox \
         allow-top-navigation-by-user-activation; base-uri 'none'; frame-ancestors 'none'",
    )
});

/// Allows only resources of the service itself, and only the given style and script by their
/// hashes.
fn policy(css: &str, script: Option<&str>) -> HeaderValue {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    let script = script.map(|script| format!("script-src 'sha256-{}'; ", hash(script))).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; {script}img-src 'self' data:; font-src 'self'; \
         media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        hash(css)
    );
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

impl Rendering {
    /// Renders a built-in page in the default style.
    pub fn stock(markup: &maud::Markup) -> Self {
        Self::new(&markup.0, policy(style::BASE, None))
    }

    /// Returns the approximate size in bytes.
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.html.len() + self.gzip.len() + self.links.bytes() + self.policy.len() + 128
    }

    pub fn html(&self) -> Bytes {
        self.html.clone()
    }

    /// Returns the policy for a page that `origin` may frame; without `origin`, only the service
    /// itself may.
    pub fn policy_framed_by(&self, origin: Option<&str>) -> HeaderValue {
        let ancestors = format!("frame-ancestors {}", origin.unwrap_or("'self'"));
        let policy = self.policy.to_str().unwrap_or_default().replace("frame-ancestors 'none'", &ancestors);
        HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
    }

    /// Returns the HTML document with the visitor's query in its links, compressed if `zipped`.
    /// Returns `None` if the page passes no query on, or can't hold one as long as this.
    pub fn with_query(&self, query: &str, zipped: bool) -> Option<Bytes> {
        match zipped {
            true => self.links.gzip(&self.html, query),
            false => self.links.page(&self.html, query),
        }
    }

    /// Creates the rendering of a page with marks for the visitor's query.
    fn marked(html: &str, policy: HeaderValue) -> Self {
        let (html, links) = Links::of(html);
        Self { links, ..Self::new(&html, policy) }
    }

    fn new(html: &str, policy: HeaderValue) -> Self {
        let html = Bytes::copy_from_slice(html.as_bytes());
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory never fails; otherwise the page is sent uncompressed.
        let gzip = encoder.write_all(&html).and_then(|()| encoder.finish()).unwrap_or_default();
        Self { html, gzip: gzip.into(), policy, arm: None, links: Links::default() }
    }
}
