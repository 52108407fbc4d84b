mod banner;
mod markup;
mod style;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

use actix_web::http::header::HeaderValue;
use actix_web::web::Bytes;
use async_trait::async_trait;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use kernel::{Hostname, StoreError, UnixTime};
use landing_draft::appearance::{Design, GateMode};
use landing_draft::id::ButtonId;
use landing_draft::ports::{LivePage, LivePages, LiveStamp};
use landing_draft::selection::Selection;
use landing_draft::visitor::{Channel, Visitor, VisitorToken};
use sha2::{Digest as _, Sha256};

use super::cache::{HostFacts, HostSource};

pub(super) use markup::{not_found, unavailable};

/// Renderings kept for one page. There are as many as there are combinations of segment, arm, shown buttons and banner
/// text, which is few for real pages; conditions that make more of them are rendered anew each time. Each printed code by
/// which visitors come makes as many again, and these have half of the room at most: most visitors come without one.
const RENDERINGS: usize = 256;

/// Plays the banner's sound when the banner comes in, where the browser allows it. Everything else works without it.
const SOUND_SCRIPT: &str = "document.querySelector('.banner').addEventListener('animationstart',e=>{\
    if(e.target===e.currentTarget)new Audio(e.target.dataset.sound).play().catch(()=>{})},{once:true})";

/// A live page with what was rendered of it so far.
pub struct CompiledPage {
    page: LivePage,
    /// The page as everybody gets it who comes by no printed code, if all of them get the same.
    for_everybody: Option<OnceLock<Arc<Rendering>>>,
    renderings: RwLock<HashMap<Shown, Arc<Rendering>>>,
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
}

/// A page as it is sent.
pub struct Rendering {
    pub(super) html: Bytes,
    pub(super) gzip: Bytes,
    pub(super) policy: HeaderValue,
}

impl CompiledPage {
    /// A page of which nothing was rendered yet.
    pub fn new(page: LivePage) -> Self {
        let for_everybody = looks_the_same(&page).then(OnceLock::new);
        Self { page, for_everybody, renderings: RwLock::default() }
    }

    /// The page as everybody gets it who comes by no printed code; `None` if it depends on who comes.
    pub fn for_everybody(&self) -> Option<Arc<Rendering>> {
        let kept = self.for_everybody.as_ref()?;
        let render = || self.render(&Visitor::unknown(UnixTime::from_seconds(0), VisitorToken::new([0; 16])));
        Some(Arc::clone(kept.get_or_init(render)))
    }

    /// The page itself.
    pub(super) fn live(&self) -> &LivePage {
        &self.page
    }

    /// The page as this visitor gets it.
    pub fn render(&self, visitor: &Visitor) -> Arc<Rendering> {
        let selection = self.page.landing.select(visitor);
        let shown = Shown::of(&self.page, selection.as_ref(), visitor);
        if let Some(rendering) = self.renderings.read().unwrap_or_else(PoisonError::into_inner).get(&shown) {
            return Arc::clone(rendering);
        }
        let rendering = Arc::new(render(&self.page, selection.as_ref(), &shown));
        let mut renderings = self.renderings.write().unwrap_or_else(PoisonError::into_inner);
        let room = if shown.source.is_some() { RENDERINGS / 2 } else { RENDERINGS };
        if renderings.len() < room {
            renderings.insert(shown, Arc::clone(&rendering));
        }
        rendering
    }
}

/// Whether nothing of a visitor is asked for the page, apart from the printed code by which he came.
fn looks_the_same(page: &LivePage) -> bool {
    match &page.landing.appearance.design {
        Design::CustomHtml(_) => true,
        _ => {
            page.landing.is_same_for_everybody()
                && banner::is_same_for_everybody(&page.landing.banner)
                && !asks_birthdate(page)
        }
    }
}

/// Whether the gate shows today's date.
fn asks_birthdate(page: &LivePage) -> bool {
    let gate = page.landing.appearance.ui.gate.filter(|gate| gate.enabled == Some(true));
    gate.is_some_and(|gate| gate.mode == Some(GateMode::Birthdate))
}

impl HostFacts for CompiledPage {
    type Stamp = LiveStamp;

    fn stamp(&self) -> LiveStamp {
        self.page.stamp
    }
}

#[async_trait]
impl HostSource<CompiledPage> for dyn LivePages {
    async fn stamp(&self, host: &Hostname) -> Result<Option<LiveStamp>, StoreError> {
        LivePages::stamp(self, host).await
    }

    async fn load(
        &self,
        host: &Hostname,
        _: Option<&CompiledPage>,
    ) -> Result<Option<CompiledPage>, StoreError> {
        Ok(LivePages::load(self, host).await?.map(CompiledPage::new))
    }
}

impl Shown {
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
        }
    }
}

fn render(page: &LivePage, selection: Option<&Selection<'_>>, shown: &Shown) -> Rendering {
    if let Design::CustomHtml(html) = &page.landing.appearance.design {
        return Rendering::new(html.as_str(), SANDBOX.clone());
    }
    let css = style::of(page, selection);
    let script = shown.banner.as_ref().filter(|_| page.landing.banner.content.sound.is_some());
    let policy = policy(&css, script.map(|_| SOUND_SCRIPT));
    Rendering::new(&markup::landing(page, selection, shown, &css).0, policy)
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
    pub(super) fn stock(markup: &maud::Markup) -> Self {
        Self::new(&markup.0, policy(style::BASE, None))
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
        Self { html, gzip: gzip.into(), policy }
    }
}
