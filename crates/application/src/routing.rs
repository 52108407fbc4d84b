//! Routing: the targets of clicks on buttons and banners, and of scans of printed codes.

mod passed;

use kernel::{CountryCode, Hostname};
use landing_draft::banner::LinkMode;
use landing_draft::experiment::ArmId;
use landing_draft::id::ButtonId;
use landing_draft::landing::Landing;
use landing_draft::reach::{Clicked, UtmUi};
use landing_draft::segment::Segment;
use landing_draft::target::{FunnelSlot, Target};
use landing_draft::visitor::Visitor;
use qr_catalog::live::LiveCode;
use smartlink_policy::address::LinkUrl;
use smartlink_policy::host::HostLinks;
use smartlink_policy::link::{FunnelLinkId, Offer};
use smartlink_policy::slots::{Destination, Slots};
use touches::{ShownArm, Source, TouchId};

pub use passed::{ARM_PARAMETER, Passed, SOURCE_PARAMETER, label_in};

/// Target of a click.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClickTarget<'a> {
    /// Address that the owner typed.
    Typed(&'a str),
    /// Funnel link to the platform.
    Upstream {
        /// Address of the link, with the id of the click.
        url: String,
        /// Number of the link; `None` if only its address is known.
        link: Option<FunnelLinkId>,
    },
    /// The page itself, because the button is deleted, outside its schedule, or without a provisioned funnel link.
    Page,
}

impl<'a> ClickTarget<'a> {
    /// Resolves a click on a button. Since the visitor opened the page, a publication may have removed the button, and
    /// its schedule may have ended.
    ///
    /// While `slots` are unavailable (`None`), the address that the button was stamped with is used.
    pub fn of_button(
        landing: &'a Landing,
        button: &ButtonId,
        visitor: &Visitor,
        slots: Option<&Slots>,
        leaving: Leaving<'_>,
    ) -> Self {
        let Some((segment, _, button)) = landing.button(button) else { return Self::Page };
        if !segment.is_open(visitor.now) || !button.schedule().is_open(visitor.now) {
            return Self::Page;
        }
        let named = named_arm(visitor);
        let dealt = || segment.experiment().and_then(|experiment| experiment.arm_of(&visitor.token));
        let shown = button.shown_to(named.as_ref().or_else(dealt));
        let wanted = Wanted { target: shown.url, countries: segment.countries(), stamped: shown.stamped_url };
        wanted.target(visitor.country, slots, leaving)
    }

    /// Resolves a click on the banner: to the typed address, or by the default policy of the host.
    pub fn of_banner(
        landing: &'a Landing,
        links: Option<&HostLinks>,
        visitor: &Visitor,
        leaving: Leaving<'_>,
    ) -> Self {
        let content = &landing.banner.content;
        match (content.link_mode, &content.target_url) {
            (LinkMode::Manual, Some(target)) => {
                let wanted = Wanted { target, countries: &[], stamped: None };
                wanted.target(visitor.country, links.map(|links| &links.slots), leaving)
            }
            (LinkMode::Smartlink, _) => {
                let chosen = links.map(|links| links.default_route(visitor.country, visitor.token.bytes()));
                chosen.map_or(Self::Page, |destination| upstream(destination, leaving))
            }
            _ => Self::Page,
        }
    }

    /// Returns the address of the redirect and the funnel link. The visitor's query goes along. An address on `host`
    /// keeps the label of the printed code. An address outside `host` gets the campaign parameters of the landing that
    /// it lacks.
    pub fn location(
        self,
        source: Option<&Source>,
        passed: &Passed<'_>,
        host: &Hostname,
        campaign: Option<Campaign<'_>>,
    ) -> (String, Option<FunnelLinkId>) {
        let (address, link) = match self {
            Self::Typed(address) => (passed.added_to(address, source, host), None),
            Self::Upstream { url, link } => (url, link),
            Self::Page => (passed.added_to("/", source, host), None),
        };
        match campaign {
            Some(Campaign { utm, button, segment }) => {
                (utm.added(address, Clicked { button, segment, domain: host }), link)
            }
            None => (address, link),
        }
    }
}

/// Experiment arm from the query. The page sends the arm, because the visitor's digest may change between view and
/// click.
fn named_arm(visitor: &Visitor) -> Option<ArmId> {
    visitor.query.get(ARM_PARAMETER).and_then(|arm| ArmId::parse(arm))
}

/// Name in metrics of an arm that a segment showed.
pub fn shown_arm(segment: &Segment, arm: &ArmId) -> Option<ShownArm> {
    let experiment = segment.experiment()?;
    ShownArm::new(&segment.id().to_string(), arm.as_str(), experiment.key())
}

/// Experiment arm that the visitor saw when clicking this button. The arm from the query counts only if the experiment
/// has it, because visitors can edit the query. Otherwise the arm is computed from the visitor.
pub fn clicked_arm(landing: &Landing, button: &ButtonId, visitor: &Visitor) -> Option<ShownArm> {
    let (segment, _, _) = landing.button(button)?;
    let experiment = segment.experiment()?;
    let named = named_arm(visitor).filter(|named| experiment.arms().any(|(arm, _)| arm == named));
    shown_arm(segment, named.as_ref().or_else(|| experiment.arm_of(&visitor.token))?)
}

/// Campaign (UTM) parameters of a landing, and the clicked element.
#[derive(Debug, Clone, Copy)]
pub struct Campaign<'a> {
    utm: &'a UtmUi,
    button: &'a str,
    segment: &'a str,
}

impl<'a> Campaign<'a> {
    /// Campaign parameters of the landing; `None` if it has none. `clicked` is the id of a button, or the name of the
    /// banner.
    pub fn of(landing: &'a Landing, button: Option<&ButtonId>, clicked: &'a str) -> Option<Self> {
        let utm = landing.reach.utm.as_ref()?;
        let segment =
            button.and_then(|button| landing.button(button)).map(|(segment, ..)| segment.name().as_str());
        Some(Self { utm, button: clicked, segment: segment.unwrap_or_default() })
    }
}

/// Requested target of a button or the banner.
struct Wanted<'a> {
    target: &'a Target,
    /// Countries of the button's segment.
    countries: &'a [CountryCode],
    /// Address of the funnel link when the page was published.
    stamped: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    fn target(
        &self,
        country: Option<CountryCode>,
        slots: Option<&Slots>,
        leaving: Leaving<'_>,
    ) -> ClickTarget<'a> {
        if let Some(address) = self.target.address() {
            return ClickTarget::Typed(address);
        }
        let Some(slot) = self.target.funnel_slot() else { return ClickTarget::Page };
        match (slots, self.stamped.and_then(LinkUrl::parse)) {
            (Some(slots), _) => {
                upstream(slots.button_destination(offer(slot), self.countries, country), leaving)
            }
            (None, Some(url)) => ClickTarget::Upstream { url: leaving.over(&url), link: None },
            (None, None) => ClickTarget::Page,
        }
    }
}

/// Departure of a visitor to the platform.
#[derive(Debug, Clone, Copy)]
pub struct Leaving<'a> {
    /// Id of the click, which the platform returns.
    pub click: TouchId,
    /// Query that goes along.
    pub passed: &'a Passed<'a>,
}

impl Leaving<'_> {
    fn over(self, url: &LinkUrl) -> String {
        url.with_click(self.passed.as_str(), Some(&self.click.to_string()))
    }
}

fn upstream<'a>(destination: Destination<'_>, leaving: Leaving<'_>) -> ClickTarget<'a> {
    match destination {
        Destination::Link(_, link) => {
            ClickTarget::Upstream { url: leaving.over(&link.url), link: Some(link.link_id) }
        }
        Destination::LandingPage => ClickTarget::Page,
    }
}

/// Offer of a funnel slot.
pub(crate) fn offer(slot: FunnelSlot) -> Offer {
    match slot {
        FunnelSlot::Paid => Offer::Paid,
        FunnelSlot::Ftl => Offer::Ftl,
    }
}

/// Redirect for the scan of a printed code.
#[derive(Debug, PartialEq, Eq)]
pub struct ScanRoute<'a> {
    /// Path of the redirect with the query of the scan; an active code adds its label.
    pub location: String,
    /// Code that the scan counts for; `None` for an unknown or inactive code.
    pub counted: Option<&'a LiveCode>,
}

impl<'a> ScanRoute<'a> {
    /// Resolves a printed path. A code for a smart link leads to the page while the link is inactive, deleted, or
    /// unavailable (`links` is `None`). A printed code must always lead somewhere.
    pub fn of(
        printed: Option<&'a LiveCode>,
        links: Option<&HostLinks>,
        passed: &Passed<'_>,
        host: &Hostname,
    ) -> Self {
        let slug = printed.and_then(|code| code.target.smart_link());
        let is_active = |slug: &str| links.is_some_and(|links| links.active_link(slug).is_some());
        let path = match slug {
            Some(slug) if is_active(slug.as_str()) => format!("/r/{slug}"),
            _ => "/".to_owned(),
        };
        let counted = printed.filter(|code| code.active);
        let label = counted.and_then(|code| Source::parse(code.source.as_str()));
        Self { location: passed.added_to(&path, label.as_ref(), host), counted }
    }
}

#[cfg(test)]
mod tests {
    use kernel::OwnerId;
    use landing_draft::button::ButtonPatch;
    use landing_draft::id::SegmentId;
    use landing_draft::schedule::ScheduleChange;
    use landing_draft::segment::{NewSegment, SegmentPatch};
    use landing_draft::settings::SettingsPatch;
    use landing_draft::text::SegmentName;
    use landing_draft::visitor::VisitorToken;

    use qr_catalog::code::{CodeId, LinkSlug, ScanTarget, SourceLabel};
    use smartlink_policy::decision::CompiledPolicy;
    use smartlink_policy::expiry::Expiry;
    use smartlink_policy::host::EdgeLink;
    use smartlink_policy::link::SmartLinkId;
    use smartlink_policy::policy::Policy;
    use smartlink_policy::slug::Slug;

    use super::*;
    use crate::testing::{NOW, host, landing, slots};

    const STAMPED: Option<&str> = Some("https://platform.example/stamped");

    fn click() -> TouchId {
        TouchId::from_u128(7)
    }

    fn leaving() -> Leaving<'static> {
        static NOTHING: Passed<'static> = Passed::nothing();
        Leaving { click: click(), passed: &NOTHING }
    }

    fn visitor(country: &str, arm: Option<&str>) -> Visitor {
        let mut visitor = Visitor::unknown(NOW, VisitorToken::new([7; 16]));
        visitor.country = CountryCode::parse(country);
        visitor.query.extend(arm.map(|arm| (ARM_PARAMETER.to_owned(), arm.to_owned())));
        visitor
    }

    /// Describes a target in one word, without the origin and the click.
    fn description(target: ClickTarget<'_>) -> String {
        match target {
            ClickTarget::Typed(address) => address.to_owned(),
            ClickTarget::Page => "page".to_owned(),
            ClickTarget::Upstream { url, link } => {
                let name = url.trim_start_matches("https://platform.example/").to_owned();
                let name = name.replace(&format!("?aref={}", click()), "");
                link.map_or(name.clone(), |link| format!("{name} over {}", link.get()))
            }
        }
    }

    #[test]
    fn a_button_leads_to_its_address_or_to_the_link_of_its_slot() {
        let (on, off) = (Some(true), Some(false));
        for (url, stamped, known, visitor_country, expected) in [
            ("https://own.example/", None, None, "DE", "https://own.example/"),
            ("https://own.example/", STAMPED, Some((on, true)), "DE", "https://own.example/"),
            ("funnel:paid", None, Some((on, true)), "DE", "paid over 1"),
            ("funnel:paid", STAMPED, Some((off, true)), "DE", "page"),
            ("funnel:paid", STAMPED, Some((None, true)), "DE", "page"),
            ("funnel:ftl", STAMPED, Some((on, true)), "DE", "DE over 2"),
            ("funnel:ftl", STAMPED, Some((on, true)), "US", "paid over 1"),
            ("funnel:ftl", STAMPED, Some((on, false)), "DE", "paid over 1"),
            // A stamped address counts only while the slots are unavailable.
            ("funnel:paid", STAMPED, None, "DE", "stamped"),
            ("funnel:ftl", STAMPED, None, "DE", "stamped"),
            ("funnel:paid", None, None, "DE", "page"),
            ("funnel:paid", Some("javascript:alert(1)"), None, "DE", "page"),
        ] {
            let (landing, button) = landing(url, stamped);
            let slots = known.map(|(paid, trial)| slots(paid, &[("DE", trial)]));
            let visitor = visitor(visitor_country, None);
            let target = ClickTarget::of_button(&landing, &button, &visitor, slots.as_ref(), leaving());
            assert_eq!(description(target), expected, "{url} {stamped:?} {known:?} {visitor_country}");
        }
    }

    #[test]
    fn a_deleted_button_leads_to_the_page() {
        let (_, gone) = landing("https://own.example/", None);
        let landing = Landing::empty();
        let target = ClickTarget::of_button(&landing, &gone, &visitor("DE", None), None, leaving());
        assert_eq!(target, ClickTarget::Page);
    }

    #[test]
    fn a_button_leads_to_the_page_before_and_after_its_time() {
        for (button_ends, segment_ends, default, expected) in [
            (None, None, true, "https://own.example/"),
            (Some(1), None, true, "https://own.example/"),
            (Some(0), None, true, "page"),
            (None, Some(0), true, "https://own.example/"),
            (None, Some(0), false, "page"),
        ] {
            let (mut landing, button) = landing("https://own.example/", None);
            let tier = landing.button(&button).unwrap().0.id();
            let ends = |after: Option<i64>| ScheduleChange {
                from_ts: None,
                until_ts: Some(after.map(|seconds| NOW.seconds() + seconds)),
            };
            let patch = ButtonPatch { schedule: ends(button_ends), ..ButtonPatch::default() };
            landing.update_button(&tier, &button, patch).unwrap();
            if !default {
                let other = SegmentId::parse("seg_01m7wns6pefc9bz49pdd024vvz").unwrap();
                let new = NewSegment::named(SegmentName::parse("Other").unwrap());
                landing.create_segment(other, NewSegment { is_default: true, ..new }).unwrap();
            }
            let patch = SegmentPatch { schedule: ends(segment_ends), ..SegmentPatch::default() };
            landing.update_segment(&tier, patch).unwrap();
            let target = ClickTarget::of_button(&landing, &button, &visitor("DE", None), None, leaving());
            assert_eq!(description(target), expected, "{button_ends:?} {segment_ends:?} {default}");
        }
    }

    #[test]
    fn the_banner_leads_where_its_mode_says() {
        let links = HostLinks::new(OwnerId::new(1), host(), slots(Some(true), &[("DE", true)]), []);
        let typed = Target::parse("https://own.example/").unwrap();
        let paid = Target::parse("funnel:paid").unwrap();
        for (mode, target, links, expected) in [
            (LinkMode::None, Some(&typed), Some(&links), "page"),
            (LinkMode::Manual, Some(&typed), None, "https://own.example/"),
            (LinkMode::Manual, Some(&paid), Some(&links), "paid over 1"),
            (LinkMode::Manual, Some(&paid), None, "page"),
            (LinkMode::Manual, None, Some(&links), "page"),
            (LinkMode::Smartlink, None, None, "page"),
            (LinkMode::Smartlink, None, Some(&links), "over"),
        ] {
            let mut landing = Landing::empty();
            landing.banner.content.link_mode = mode;
            landing.banner.content.target_url = target.cloned();
            let found = description(ClickTarget::of_banner(&landing, links, &visitor("DE", None), leaving()));
            assert!(found.contains(expected), "{mode:?} {target:?}: {found}");
        }
    }

    #[test]
    fn a_redirect_names_the_link_that_it_goes_over() {
        let (flyer, url) = (Source::parse("qr-flyer"), "https://platform.example/x".to_owned());
        let link = Some(FunnelLinkId::new(3));
        for (target, expected) in [
            (ClickTarget::Page, ("/?src=qr-flyer".to_owned(), None)),
            (ClickTarget::Typed("https://a.example/"), ("https://a.example/?src=qr-flyer".to_owned(), None)),
            (ClickTarget::Upstream { url: url.clone(), link }, (url, link)),
        ] {
            assert_eq!(target.location(flyer.as_ref(), &Passed::nothing(), &host(), None), expected);
        }
    }

    #[test]
    fn campaign_parameters_go_to_addresses_that_lead_away() {
        let (mut landing, button) = landing("https://own.example/", None);
        let clicked = button.to_string();
        assert!(Campaign::of(&landing, Some(&button), &clicked).is_none(), "off by default");
        let settings = r#"{"utm":{"source":"{domain}","medium":"{segment}","campaign":"{button_id}"}}"#;
        landing.set(SettingsPatch::parse(&serde_json::from_str(settings).unwrap()).unwrap());
        let added = format!("utm_source=a.example&utm_medium=All&utm_campaign={clicked}");
        let upstream = "https://platform.example/x?aref=1".to_owned();
        for (target, expected) in [
            (ClickTarget::Page, "/".to_owned()),
            (ClickTarget::Typed("https://own.example/"), format!("https://own.example/?{added}")),
            (ClickTarget::Typed("https://a.example/r/vip"), "https://a.example/r/vip".to_owned()),
            (ClickTarget::Typed("mailto:me@own.example"), "mailto:me@own.example".to_owned()),
            (ClickTarget::Upstream { url: upstream.clone(), link: None }, format!("{upstream}&{added}")),
        ] {
            let campaign = Campaign::of(&landing, Some(&button), &clicked);
            assert_eq!(target.location(None, &Passed::nothing(), &host(), campaign).0, expected);
        }
        let of_banner = Campaign::of(&landing, None, "banner");
        let typed = ClickTarget::Typed("https://own.example/");
        let (found, _) = typed.location(None, &Passed::nothing(), &host(), of_banner);
        assert_eq!(found, "https://own.example/?utm_source=a.example&utm_campaign=banner");
    }

    #[test]
    fn a_scan_leads_to_the_link_of_its_code_or_to_the_page_and_counts_while_the_code_is_active() {
        let link = |slug: &str, active| {
            let policy = CompiledPolicy::from(&Policy::default());
            let link =
                EdgeLink { id: SmartLinkId::new(1), active, policy, expiry: Expiry::default(), version: 1 };
            (Slug::parse(slug).unwrap(), link)
        };
        let links = [link("vip", true), link("paused", false)];
        let links = HostLinks::new(OwnerId::new(1), host(), slots(None, &[]), links);
        let (page, active, inactive) = (None, true, false);
        for (leads_to, is_active, known, expected, counts) in [
            (page, active, Some(&links), "/?src=qr-flyer", true),
            (page, inactive, Some(&links), "/", false),
            (Some("vip"), active, Some(&links), "/r/vip?src=qr-flyer", true),
            (Some("vip"), inactive, Some(&links), "/r/vip", false),
            (Some("paused"), active, Some(&links), "/?src=qr-flyer", true),
            (Some("deleted"), active, Some(&links), "/?src=qr-flyer", true),
            (Some("vip"), active, None, "/?src=qr-flyer", true),
        ] {
            let target: ScanTarget = leads_to.map(|slug| LinkSlug::parse(slug).unwrap()).into();
            let source = SourceLabel::parse("qr-flyer").unwrap();
            let code = LiveCode { id: CodeId::new(1), source, active: is_active, target };
            let route = ScanRoute::of(Some(&code), known, &Passed::nothing(), &host());
            assert_eq!(
                (route.location.as_str(), route.counted.is_some()),
                (expected, counts),
                "{leads_to:?}"
            );
        }
        let passed = Passed::of("utm_source=x&fbclid=a", |_| false);
        let route = ScanRoute::of(None, Some(&links), &passed, &host());
        assert_eq!(route, ScanRoute { location: "/?utm_source=x&fbclid=a".to_owned(), counted: None });
    }
}
