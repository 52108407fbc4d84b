#![doc = include_str!("../README.md")]

mod banner;
mod label;
mod markup;
mod style;
#[cfg(test)]
mod tests;

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
use landing_draft::appearance::{Design, GateMode};
use landing_draft::id::ButtonId;
use landing_draft::ports::LivePage;
use landing_draft::reach::WayOut;
use landing_draft::selection::Selection;
use landing_draft::visitor::{Channel, Visitor, VisitorToken};
use offload::{LIGHT, offload_for};
use quick_cache::sync::Cache;
use quick_cache::{OptionsBuilder, Weighter};
use sha2::{Digest as _, Sha256};
use touches::ShownArm;

pub use markup::{not_found, unavailable};

/// What a click on the banner names instead of a button.
pub const BANNER: &str = "banner";

/// The query parameter by which the label of a printed code goes with a visitor from page to page, without a cookie.
pub const SOURCE: &str = application::routing::SOURCE_PARAMETER;

/// The room for the renderings of one page, in bytes. There are as many as there are combinations of segment, arm, shown
/// buttons, banner text and printed code by which visitors come, which is few for real pages; of more, those stay that are
/// asked for most.
const RENDERINGS: u64 = 4 << 20;
/// About how many of a usual size these are.
const USUAL_COUNT: usize = 256;

/// The heaviest page of which it is chosen at once what a visitor gets, in bytes: some hundreds of buttons, or some tens
/// with long conditions. It takes a tenth of the time that reading the same page takes.
const CHOSEN_AT_ONCE: usize = 10 * LIGHT;

/// Plays the banner's sound when the banner comes in, where the browser allows it. Everything else works without it.
const SOUND_SCRIPT: &str = "document.querySelector('.banner').addEventListener('animationstart',e=>{\
    if(e.target===e.currentTarget)new Audio(e.target.dataset.sound).play().catch(()=>{})},{once:true})";

/// Opens the page in the system's browser, once: the address behind a mark is the one that Android falls back to, and a page
/// with the mark asks for nothing. The plain page stays where it is if nothing happens.
const OUTSIDE_SCRIPT: &str = "if(location.hash!=='#stay'){const s=location.href.split('#')[0];location.href='intent://'+\
    s.split('://')[1]+'#Intent;scheme='+location.protocol.slice(0,-1)+';S.browser_fallback_url='+\
    encodeURIComponent(s+'#stay')+';end'}";

/// A live page with what was rendered of it so far.
pub struct CompiledPage {
    page: LivePage,
    weight: usize,
    /// The page as everybody gets it who comes by no printed code, if all of them get the same.
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

/// What a visitor gets, apart from who it is.
#[derive(PartialEq, Eq, Hash)]
struct Shown {
    segment: String,
    arm: Option<String>,
    buttons: Vec<ButtonId>,
    banner: Option<banner::Texts>,
    /// The day, where the gate asks for a date of birth.
    day: Option<i64>,
    /// The label of the printed code by which the visitor came; links of the page carry it on.
    source: Option<String>,
    /// How the visitor is helped out of an app.
    way_out: Option<WayOut>,
}

/// A page as it is sent.
pub struct Rendering {
    /// The document.
    pub html: Bytes,
    /// The document, compressed by gzip.
    pub gzip: Bytes,
    /// Its content security policy.
    pub policy: HeaderValue,
    /// The arm of an experiment that it shows.
    pub arm: Option<ShownArm>,
}

impl CompiledPage {
    /// A page of which nothing was rendered yet.
    pub fn new(page: LivePage) -> Self {
        let for_everybody = looks_the_same(&page).then(OnceLock::new);
        let weight = page.landing.weight();
        Self { page, weight, for_everybody, renderings: OnceLock::new() }
    }

    /// The page as everybody gets it who comes by no printed code; `None` if it depends on who comes, or was not rendered yet.
    pub fn for_everybody(&self) -> Option<Arc<Rendering>> {
        self.for_everybody.as_ref()?.get().cloned()
    }

    /// What a program that previews the address of a smart link is shown, which is `address`: the preview of this page, and a
    /// link for people. `None` where the owner set no preview. It is small, and made anew each time.
    pub fn preview(&self, address: &str) -> Option<Rendering> {
        let is_document = matches!(self.page.landing.appearance.design, Design::CustomHtml(_));
        self.page.landing.reach.share.as_ref().filter(|_| !is_document)?;
        Some(Rendering::stock(&markup::preview(&self.page, address)))
    }

    /// How many bytes the page and its renderings take, about.
    pub fn bytes(&self) -> usize {
        let everybody = self.for_everybody.as_ref().and_then(OnceLock::get);
        let renderings = self.renderings.get().map_or(0, Cache::weight);
        self.weight
            + everybody.map_or(0, |rendering| rendering.bytes())
            + usize::try_from(renderings).unwrap_or(usize::MAX)
    }

    /// The page itself.
    pub fn live(&self) -> &LivePage {
        &self.page
    }

    /// The page as this visitor gets it, rendered where that holds up nobody, and whether it was rendered only now.
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

    /// The page as this visitor gets it.
    pub fn render(&self, visitor: &Visitor) -> Arc<Rendering> {
        if let Some(everybody) = self.place_for_everybody(visitor) {
            let nobody = || Visitor::unknown(UnixTime::from_seconds(0), VisitorToken::new([0; 16]));
            return Arc::clone(everybody.get_or_init(|| self.rendered(&nobody()).1));
        }
        let (shown, rendering) = self.rendered(visitor);
        self.renderings.get_or_init(renderings).insert(shown, Arc::clone(&rendering));
        rendering
    }

    /// The page rendered anew for a visitor.
    fn rendered(&self, visitor: &Visitor) -> (Shown, Arc<Rendering>) {
        let selection = self.page.landing.select(visitor);
        let shown = Shown::of(&self.page, selection.as_ref(), visitor);
        let arm = selection.as_ref().and_then(|chosen| shown_arm(chosen.segment, chosen.arm?));
        let rendering = Rendering { arm, ..render(&self.page, selection.as_ref(), &shown) };
        (shown, Arc::new(rendering))
    }

    /// What was rendered before of what this visitor gets.
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

/// In one shard: several would divide the room, and a long page would fit into none of them.
fn renderings() -> Renderings {
    let options = OptionsBuilder::new()
        .shards(1)
        .estimated_items_capacity(USUAL_COUNT)
        .weight_capacity(RENDERINGS)
        .build();
    match options {
        Ok(options) => Cache::with_options(options, Size, Default::default(), Default::default()),
        // Both capacities are given, so this does not happen.
        Err(_) => Cache::with_weighter(USUAL_COUNT, RENDERINGS, Size),
    }
}

/// Whether nothing of a visitor is asked for the page, apart from the printed code by which they came.
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

/// Whether the gate shows today's date.
fn asks_birthdate(page: &LivePage) -> bool {
    let gate = page.landing.appearance.ui.gate.filter(|gate| gate.enabled == Some(true));
    gate.is_some_and(|gate| gate.mode == Some(GateMode::Birthdate))
}

impl Shown {
    /// The bytes that it takes, about.
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
                // An owner's own document has links of its own.
                (Channel::Direct, _) | (_, Design::CustomHtml(_)) => None,
                (Channel::Qr(source), _) => Some(source.clone()),
            },
            way_out: page.landing.reach.way_out(visitor),
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
    Rendering::new(&markup::landing(page, selection, shown, &css, script.as_deref()).0, policy)
}

/// The one script of a page: what its banner and the way out of an app need.
fn script(page: &LivePage, shown: &Shown) -> Option<Cow<'static, str>> {
    let has_sound = shown.banner.is_some() && page.landing.banner.content.sound.is_some();
    match (has_sound, shown.way_out == Some(WayOut::IntentAtOnce)) {
        (false, false) => None,
        (true, false) => Some(SOUND_SCRIPT.into()),
        (false, true) => Some(OUTSIDE_SCRIPT.into()),
        (true, true) => Some(format!("{SOUND_SCRIPT};{OUTSIDE_SCRIPT}").into()),
    }
}

/// An owner's own document may do what it likes with itself, in an origin of its own: it shares no cookie and no storage
/// with any other page, and leads away only where a visitor clicks.
static SANDBOX: LazyLock<HeaderValue> = LazyLock::new(|| {
    HeaderValue::from_static(
        "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox \
         allow-top-navigation-by-user-activation; base-uri 'none'; frame-ancestors 'none'",
    )
});

/// Everything that a page shows comes from the service itself, and nothing runs in it but what is named here by its hash.
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
    /// A page of our own in the stock look.
    pub fn stock(markup: &maud::Markup) -> Self {
        Self::new(&markup.0, policy(style::BASE, None))
    }

    /// The bytes that it takes, about.
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.html.len() + self.gzip.len() + self.policy.len() + 128
    }

    /// The page.
    pub fn html(&self) -> Bytes {
        self.html.clone()
    }

    /// The policy for a page that `origin`, or else nobody but the service itself, may show in a frame.
    pub fn policy_framed_by(&self, origin: Option<&str>) -> HeaderValue {
        let ancestors = format!("frame-ancestors {}", origin.unwrap_or("'self'"));
        let policy = self.policy.to_str().unwrap_or_default().replace("frame-ancestors 'none'", &ancestors);
        HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
    }

    fn new(html: &str, policy: HeaderValue) -> Self {
        let html = Bytes::copy_from_slice(html.as_bytes());
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; should it all the same, the page goes out as it is.
        let gzip = encoder.write_all(&html).and_then(|()| encoder.finish()).unwrap_or_default();
        Self { html, gzip: gzip.into(), policy, arm: None }
    }
}
