//! Clicks on the buttons of a page and on its banner.

use actix_web::{HttpRequest, HttpResponse, web};
use kernel::{Clock as _, CountryCode};
use landing_draft::banner::LinkMode;
use landing_draft::experiment::ArmId;
use landing_draft::id::ButtonId;
use landing_draft::target::{FunnelSlot, Target};
use landing_draft::visitor::Visitor;
use landing_page::{BANNER, CompiledPage, SOURCE};
use runtime::SystemClock;
use smartlink_policy::address::LinkUrl;
use smartlink_policy::host::{Destination, Slots};
use smartlink_policy::link::Offer;
use touches::{Act, Click, TouchId};

use super::answers;
use super::landing::{leads_to, remember, source};
use super::lookup::KnownLinks;
use super::recorder::{Moment, TouchRecorder};
use super::visits::Visits;

/// Where a click leads.
enum ClickTarget<'a> {
    /// To an address that its owner typed.
    Typed(&'a str),
    /// To the platform, over a funnel link.
    Upstream { url: String, link: Option<i64> },
    /// To the page itself: the button is gone, or its funnel link is not there yet.
    Page,
}

/// A click on a button or the banner: on to where it leads.
pub(super) async fn go(
    request: HttpRequest,
    path: web::Path<String>,
    visits: web::Data<Visits>,
) -> HttpResponse {
    let Visits { lookup, clients, recorder } = visits.get_ref();
    let id = ButtonId::parse(&path);
    if id.is_none() && *path != BANNER {
        return answers::not_found(&request);
    }
    let page = match lookup.page(&request).await {
        Ok(Some(page)) => page,
        Ok(None) => return answers::not_found(&request),
        Err(error) => return answers::away(&request, &error),
    };
    let now = SystemClock.now();
    let host = &page.live().hostname;
    let client = clients.client(&request, host, now);
    let visitor = clients.visitor(&request, &client, now);
    let links = lookup.links(&request).await.ok().flatten();
    let slots = links.as_ref().map(|links| &links.links.slots);
    let source = source(&request, lookup).await;
    let touch = TouchRecorder::new_id(now);
    let way = match &id {
        Some(id) => button(&page, id, &visitor, slots, touch),
        None => banner(&page, links.as_deref(), &visitor, touch),
    };
    let (location, link) = match way {
        ClickTarget::Typed(address) => {
            (carry(address, source.as_ref().map(|source| source.as_str()), host), None)
        }
        ClickTarget::Upstream { url, link } => (url, link),
        ClickTarget::Page => (carry("/", source.as_ref().map(|source| source.as_str()), host), None),
    };
    let mut answer = answers::redirect(location);
    remember(&mut answer, clients, &client);
    let click =
        Click { button: Some(path.into_inner()), link, ..super::recorder::click_of(request.query_string()) };
    let owner = page.live().stamp.owner;
    let moment = Moment { owner, domain: host, now, client, country: visitor.country, source };
    recorder.record(&request, touch, moment, Act::Click(click));
    answer
}

/// Where a button leads. The visitor may have opened the page before the last publish, so the button may be gone.
fn button<'a>(
    page: &'a CompiledPage,
    id: &ButtonId,
    visitor: &Visitor,
    slots: Option<&Slots>,
    touch: TouchId,
) -> ClickTarget<'a> {
    let Some((segment, _, button)) = page.live().landing.button(id) else { return ClickTarget::Page };
    // The page names the arm that it showed, because the visitor's digest may change between view and click.
    let named = visitor.query.get("arm").and_then(|arm| ArmId::parse(arm));
    let shown = button
        .shown_to(named.as_ref().or_else(|| segment.experiment().and_then(|ab| ab.arm_of(&visitor.token))));
    let asks = Asks { target: shown.url, countries: segment.countries(), stamped: shown.stamped_url };
    asks.way(visitor.country, slots, touch)
}

fn banner<'a>(
    page: &'a CompiledPage,
    links: Option<&KnownLinks>,
    visitor: &Visitor,
    touch: TouchId,
) -> ClickTarget<'a> {
    let content = &page.live().landing.banner.content;
    let slots = links.map(|links| &links.links.slots);
    match (content.link_mode, &content.target_url) {
        (LinkMode::Manual, Some(target)) => {
            Asks { target, countries: &[], stamped: None }.way(visitor.country, slots, touch)
        }
        (LinkMode::Smartlink, _) => {
            let chosen = links.map(|links| links.links.default_route(visitor.country, visitor.token.bytes()));
            chosen.map_or(ClickTarget::Page, |destination| upstream(destination, touch))
        }
        _ => ClickTarget::Page,
    }
}

/// Where a button or the banner wants to lead.
struct Asks<'a> {
    target: &'a Target,
    /// The countries of its segment.
    countries: &'a [CountryCode],
    /// The address of its funnel link when the page was published.
    stamped: Option<&'a str>,
}

impl<'a> Asks<'a> {
    /// A typed address, or the link that the slot has now. While the slots can't be looked up, the stamped address is the
    /// best that is known.
    fn way(&self, country: Option<CountryCode>, slots: Option<&Slots>, touch: TouchId) -> ClickTarget<'a> {
        if let Some(address) = self.target.address() {
            return ClickTarget::Typed(address);
        }
        let offer = match self.target.funnel_slot() {
            Some(FunnelSlot::Paid) => Offer::Paid,
            Some(FunnelSlot::Ftl) => Offer::Ftl,
            None => return ClickTarget::Page,
        };
        match (slots, self.stamped.and_then(LinkUrl::parse)) {
            (Some(slots), _) => upstream(slots.button_destination(offer, self.countries, country), touch),
            (None, Some(url)) => {
                ClickTarget::Upstream { url: url.with_click("", Some(&touch.to_string())), link: None }
            }
            (None, None) => ClickTarget::Page,
        }
    }
}

fn upstream<'a>(destination: Destination<'_>, touch: TouchId) -> ClickTarget<'a> {
    match destination {
        Destination::Link(_, link) => {
            let url = link.url.with_click("", Some(&touch.to_string()));
            ClickTarget::Upstream { url, link: Some(link.link_id.get()) }
        }
        Destination::LandingPage => ClickTarget::Page,
    }
}

/// An address of the same host takes the label along, so that the way goes on to be counted.
pub(super) fn carry(address: &str, source: Option<&str>, host: &kernel::Hostname) -> String {
    match source {
        Some(source) if address == "/" => format!("/?{SOURCE}={source}"),
        Some(source) if leads_to(address, host) => match address.split_once('#') {
            Some((head, fragment)) => format!("{}#{fragment}", with_label(head, source)),
            None => with_label(address, source),
        },
        _ => address.to_owned(),
    }
}

fn with_label(address: &str, source: &str) -> String {
    let separator = if address.contains('?') { '&' } else { '?' };
    format!("{address}{separator}{SOURCE}={source}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamped_address_counts_only_while_the_slots_are_unknown() {
        let stamped = Some("https://platform.example/stamped");
        let empty = Slots::default();
        for (typed, slots, stamped, expected) in [
            ("funnel:paid", None, stamped, "https://platform.example/stamped?aref="),
            ("funnel:ftl", None, stamped, "https://platform.example/stamped?aref="),
            ("funnel:paid", None, None, "page"),
            ("funnel:paid", Some(&empty), stamped, "page"),
            ("funnel:ftl", Some(&empty), stamped, "page"),
            ("https://own.example/", None, None, "https://own.example/"),
            ("https://own.example/", Some(&empty), None, "https://own.example/"),
        ] {
            let target = Target::parse(typed).unwrap();
            let asks = Asks { target: &target, countries: &[], stamped };
            let told = match asks.way(None, slots, TouchRecorder::new_id(SystemClock.now())) {
                ClickTarget::Typed(address) => address.to_owned(),
                ClickTarget::Upstream { url, .. } => url,
                ClickTarget::Page => "page".to_owned(),
            };
            assert!(told.starts_with(expected), "{typed} {stamped:?}: {told}");
        }
    }

    #[test]
    fn the_label_goes_along_on_the_same_host_only() {
        let host = kernel::Hostname::parse("a.example").unwrap();
        for (address, expected) in [
            ("/", "/?src=qr-flyer"),
            ("https://a.example/r/vip", "https://a.example/r/vip?src=qr-flyer"),
            ("https://a.example/r/vip?x=1#top", "https://a.example/r/vip?x=1&src=qr-flyer#top"),
            ("https://b.example/r/vip", "https://b.example/r/vip"),
            ("mailto:me@a.example", "mailto:me@a.example"),
        ] {
            assert_eq!(carry(address, Some("qr-flyer"), &host), expected);
            assert_eq!(carry(address, None, &host), address);
        }
    }
}
