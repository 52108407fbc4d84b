//! The frame of each page.

use actix_web::HttpResponse;
use maud::{DOCTYPE, Markup, html};

use super::{answer, enc, hidden, icon};
use crate::assets;
use crate::context::{Context, Look};
use crate::text::Text;

/// Sections of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Overview,
    Domains,
    Links,
    Broadcasts,
    Vault,
    Requests,
    Library,
    Copy,
    Webhooks,
    Transfer,
    Team,
    Audit,
    /// Not in the menu, but next to the sign-out.
    Sessions,
    /// An error, which belongs to no section.
    Nowhere,
}

struct Entry {
    section: Section,
    path: &'static str,
    icon: &'static str,
    key: &'static str,
}

const fn entry(section: Section, path: &'static str, icon: &'static str, key: &'static str) -> Entry {
    Entry { section, path, icon, key }
}

const ENTRIES: [Entry; 12] = [
    entry(Section::Overview, "/", "overview", "nav-overview"),
    entry(Section::Domains, "/domains", "domains", "nav-domains"),
    entry(Section::Broadcasts, "/broadcasts", "broadcasts", "nav-broadcasts"),
    entry(Section::Vault, "/vault", "vault", "nav-vault"),
    entry(Section::Requests, "/requests", "requests", "nav-requests"),
    entry(Section::Links, "/links", "pulse", "nav-links"),
    entry(Section::Library, "/library", "library", "nav-library"),
    entry(Section::Copy, "/copy", "copy", "nav-copy"),
    entry(Section::Webhooks, "/webhooks", "webhooks", "nav-webhooks"),
    entry(Section::Transfer, "/transfer", "transfer", "nav-transfer"),
    entry(Section::Team, "/team", "team", "nav-team"),
    entry(Section::Audit, "/audit", "audit", "nav-audit"),
];

/// Number of entries in the bar on phones; the others are behind "more".
const IN_BAR: usize = 4;

/// Screens of one domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DomainTab {
    Page,
    Publish,
    Why,
    SmartLinks,
    FunnelLinks,
    Codes,
    Statistics,
    Setup,
}

const TABS: [(DomainTab, &str, &str); 8] = [
    (DomainTab::Page, "page", "tab-page"),
    (DomainTab::Publish, "publish", "tab-publish"),
    (DomainTab::Why, "why", "tab-why"),
    (DomainTab::SmartLinks, "smart-links", "tab-smart-links"),
    (DomainTab::FunnelLinks, "funnel-links", "tab-funnel-links"),
    (DomainTab::Codes, "codes", "tab-codes"),
    (DomainTab::Statistics, "statistics", "tab-statistics"),
    (DomainTab::Setup, "setup", "tab-setup"),
];

/// Renders a page for signed-in people.
pub(crate) fn page(
    cx: &Context,
    section: Section,
    title: &str,
    actions: Markup,
    body: Markup,
) -> HttpResponse {
    let head = html! { div { h1 { (title) } } div.actions { (actions) } };
    shell(cx, section, title, head, body)
}

/// Renders a page about one thing with a name from people.
pub(crate) fn page_about(
    cx: &Context,
    section: Section,
    name: &str,
    actions: Markup,
    body: Markup,
) -> HttpResponse {
    let head = html! { div { h1 translate="no" { (name) } } div.actions { (actions) } };
    shell(cx, section, name, head, body)
}

/// Returns the screens of a domain that the key may open, each with its name and its path.
pub(crate) fn tabs_of(cx: &Context, domain: &str) -> Vec<(DomainTab, &'static str, String)> {
    let all = TABS.map(|(tab, path, key)| (tab, key, format!("/domains/{}/{path}", enc(domain))));
    all.into_iter().filter(|(.., path)| cx.opens(path)).collect()
}

/// Renders a page about one domain, with links to its other screens.
pub(crate) fn page_of(
    cx: &Context,
    domain: &str,
    tab: DomainTab,
    actions: Markup,
    body: Markup,
) -> HttpResponse {
    let text = cx.text;
    let here = TABS.iter().find(|(known, ..)| *known == tab).map_or("", |(.., key)| key);
    let title = format!("{} · {domain}", text.t(here));
    let head = html! {
        div {
            p.crumb { @if cx.opens("/domains") { a href="/domains" { (text.t("nav-domains")) } " / " } span { (text.t(here)) } }
            h1 translate="no" { (domain) }
        }
        div.actions { (actions) }
    };
    let tabs = html! {
        nav.tabs aria-label=(text.t("tabs-label")) {
            @for (known, key, path) in tabs_of(cx, domain) {
                a href=(path) aria-current=[(known == tab).then_some("page")] { (text.t(key)) }
            }
        }
        (body)
    };
    shell(cx, Section::Domains, &title, head, tabs)
}

fn shell(cx: &Context, section: Section, title: &str, head: Markup, body: Markup) -> HttpResponse {
    let (text, look) = (cx.text, &cx.look);
    let entries: Vec<&Entry> = ENTRIES.iter().filter(|entry| cx.opens(entry.path)).collect();
    let link = |entry: &Entry| {
        let current = (entry.section == section).then_some("page");
        html! { a href=(entry.path) aria-current=[current] { (icon(entry.icon)) span { (text.t(entry.key)) } } }
    };
    let markup = document(
        look,
        title,
        true,
        html! {
            a.skip.visually-hidden href="#main" { (text.t("skip")) }
            div #progress {}
            div.shell {
                aside.rail #rail {
                    (brand(text))
                    nav.nav aria-label=(text.t("nav-label")) { @for entry in &entries { (link(entry)) } }
                    div.rail-foot { (switcher(look)) (choices(look)) (sign_out(look)) }
                }
                main.main #main tabindex="-1" data-title={ (title) " · Funnel" } {
                    div.head { (head) }
                    (body)
                }
            }
            nav.bottom #bottom aria-label=(text.t("nav-label")) {
                @for entry in entries.iter().take(IN_BAR) { (link(entry)) }
                details {
                    summary { (icon("more")) span { (text.t("nav-more")) } }
                    div.sheet {
                        div.nav { @for entry in entries.iter().skip(IN_BAR) { (link(entry)) } }
                        (switcher(look)) (choices(look)) (sign_out(look))
                    }
                }
            }
            (toasts(look))
        },
    );
    let mut response = answer(&markup);
    if look.flash.is_some() {
        let mut cookie = actix_web::cookie::Cookie::new(crate::context::FLASH, "");
        cookie.set_path("/");
        cookie.make_removal();
        // A cookie of ASCII letters always fits into a header.
        let _ = response.add_cookie(&cookie);
    }
    response
}

fn brand(text: Text) -> Markup {
    html! {
        a.brand href="/" aria-label=(text.t("brand-label")) {
            svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"
                stroke-linejoin="round" aria-hidden="true" { path d="M3 5h18M6.500 11h11M9.500 17h5" {} }
            span translate="no" { "Funnel" }
        }
    }
}

fn switcher(look: &Look) -> Markup {
    let text = look.text;
    let Some(session) = &look.session else { return html! {} };
    html! {
        details.more {
            summary { span translate="no" { (session.current().map_or("", |workspace| &workspace.name)) } }
            div.stack-s {
                @for (position, workspace) in session.workspaces().iter().enumerate() {
                    @if position != session.position() {
                        form method="post" action="/workspaces" hx-boost="false" {
                            (hidden(&[("position", &position.to_string())]))
                            button.button.quiet.wide type="submit" translate="no" { (workspace.name) }
                        }
                    }
                }
                a.button.quiet.wide href="/sign-in" hx-boost="false" { (text.t("workspace-add")) }
            }
        }
    }
}

fn choices(look: &Look) -> Markup {
    let text = look.text;
    let next = match look.theme {
        "auto" => "light",
        "light" => "dark",
        _ => "auto",
    };
    html! {
        form.row method="post" action="/look" hx-boost="false" {
            (hidden(&[("back", &look.path)]))
            button.button.quiet type="submit" name="theme" value=(next) { (text.word("theme", look.theme)) }
            @for (code, name) in Text::languages() {
                @if code != text.code() {
                    button.button.quiet type="submit" name="language" value=(code) lang=(code) translate="no" { (name) }
                }
            }
        }
    }
}

fn sign_out(look: &Look) -> Markup {
    html! {
        div.row {
            a.button.quiet href="/sessions" { (look.text.t("nav-sessions")) }
            form method="post" action="/sign-out" hx-boost="false" {
                button.button.quiet type="submit" { (look.text.t("sign-out")) }
            }
        }
    }
}

fn toasts(look: &Look) -> Markup {
    let text = look.text;
    html! {
        div.toasts #toasts role="status" aria-live="polite" {
            @if let Some(flash) = &look.flash {
                div.toast data-dismiss-after="12000" {
                    span.grow { (flash.words) }
                    @if let Some(undo) = &flash.undo {
                        form method="post" action=(undo.action) {
                            @for (name, value) in &undo.fields { input type="hidden" name=(name) value=(value); }
                            button.button type="submit" { (text.t("undo")) }
                        }
                    }
                    button.button.square type="button" data-dismiss data-needs-script aria-label=(text.t("dismiss")) { (icon("close")) }
                }
            }
        }
    }
}

/// Renders a page with a single question, such as the sign-in.
pub(crate) fn solo(look: &Look, title: &str, body: &Markup) -> Markup {
    document(
        look,
        title,
        false,
        html! {
            div.solo { main #main tabindex="-1" data-title={ (title) " · Funnel" } { (brand(look.text)) (body) (choices(look)) } }
            div #toasts {}
        },
    )
}

/// Renders an error page, without a call to the API.
pub(crate) fn bare(look: &Look, title: &str, body: &Markup) -> Markup {
    document(
        look,
        title,
        false,
        html! {
            div.solo { main #main tabindex="-1" data-title={ (title) " · Funnel" } { (brand(look.text)) h1 { (title) } (body) } }
            div #toasts {}
        },
    )
}

/// Enables swapped-in content at once; by default it ignores input for another 20 ms.
const HTMX: &str = r#"{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true,"historyCacheSize":0,"defaultSettleDelay":0,"refreshOnHistoryMiss":true,"scrollIntoViewOnBoost":false,"responseHandling":[{"code":"204","swap":false},{"code":"...","swap":true}]}"#;

fn document(look: &Look, title: &str, framed: bool, body: Markup) -> Markup {
    let text = look.text;
    let theme = (look.theme != "auto").then_some(look.theme);
    // Pages with a single question have no menu, so the next page loads in full.
    let boosted = if framed { "true" } else { "false" };
    html! {
        (DOCTYPE)
        html.no-js lang=(text.code()) dir="ltr" data-theme=[theme] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                meta name="color-scheme" content="light dark";
                meta name="htmx-config" content=(HTMX);
                meta name="messages" data-copied=(text.t("copied")) data-offline=(text.t("offline"));
                title { (title) " · Funnel" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(assets::path("app.css"));
                script src=(assets::path("htmx.js")) defer {}
                script src=(assets::path("app.js")) defer {}
            }
            body hx-boost=(boosted) hx-ext="morph" hx-target="#main" hx-select="#main" hx-swap="outerHTML show:window:top"
                hx-select-oob="#toasts,#rail,#bottom" hx-indicator="#progress" { (body) }
        }
    }
}
