//! Content of the demo owner: landings, links, codes, presets, a team, campaigns.

use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use serde_json::{Value, json};

use super::{DOMAIN, SLUG, TIMEOUT, get, id, items, segments, send};
use crate::dev::api::Api;
use crate::stop::Stop;

/// Copies of the first landing: one live as drafted, the other with a newer draft.
const SECOND: &str = "second.localhost";
const AHEAD: &str = "tour.localhost";
/// Hostname whose DNS check fails: names below `invalid` do not resolve.
const FAILED: &str = "old-shop.invalid";

/// Countries with a free trial.
const TRIALS: [&str; 8] = ["DE", "AT", "CH", "US", "GB", "FR", "NL", "CA"];

/// Name of a segment, its countries, and its buttons with labels and targets.
type Tier = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

const SEGMENTS: [Tier; 3] = [
    (
        "Everyone",
        &[],
        &[
            ("Join me", "funnel:paid"),
            ("Try it for free", "funnel:ftl"),
            ("New photos every day", "https://example.com/photos"),
            ("Chat with me", "https://example.com/chat"),
            ("My wishlist", "https://example.com/wishes"),
            ("Behind the scenes", "https://example.com/behind"),
            ("Instagram", "https://example.com/instagram"),
            ("TikTok", "https://example.com/tiktok"),
            ("X", "https://example.com/x"),
            ("YouTube", "https://example.com/youtube"),
            ("Tour dates", "https://example.com/tour"),
            ("Contact for agencies", "https://example.com/contact"),
        ],
    ),
    (
        "Germany, Austria, Switzerland",
        &["DE", "AT", "CH"],
        &[
            ("Kostenlos testen", "funnel:ftl"),
            ("Komm zu mir", "funnel:paid"),
            ("Bilder", "https://example.com/bilder"),
            ("Chat", "https://example.com/chat-de"),
            ("Wunschliste", "https://example.com/wuensche"),
        ],
    ),
    (
        "Evenings in the United States",
        &["US"],
        &[
            ("Free this weekend", "funnel:ftl"),
            ("Live tonight", "https://example.com/live"),
            ("Merch", "https://example.com/merch"),
        ],
    ),
];

pub(super) fn load(api: &dyn Api, stop: &Stop) -> anyhow::Result<()> {
    for (hostname, name) in
        [(DOMAIN, "Demo"), (SECOND, "Second"), (AHEAD, "Summer tour"), (FAILED, "Old shop")]
    {
        register(api, hostname, name)?;
    }
    for hostname in [DOMAIN, SECOND, AHEAD] {
        until_active(api, hostname, stop)?;
    }
    landing(api)?;
    let provisioned = send(api, "POST", &format!("/api/admin/domains/{DOMAIN}/provision-links"), &slots())?;
    pixels(api, &provisioned)?;
    smart_links(api)?;
    for copy in [SECOND, AHEAD] {
        send(api, "POST", &format!("/api/admin/domains/{copy}/copy-from"), &json!({ "source": DOMAIN }))?;
    }
    for domain in [DOMAIN, SECOND, AHEAD] {
        send(api, "POST", &format!("/api/admin/domains/{domain}/publish"), &json!({}))?;
    }
    look(api, AHEAD, "#e0245e")?;
    codes(api)?;
    library(api)?;
    team(api)?;
    campaigns(api)
}

/// Creates the segments, buttons, look and banner of the first landing.
fn landing(api: &dyn Api) -> anyhow::Result<()> {
    for (index, (name, countries, buttons)) in SEGMENTS.into_iter().enumerate() {
        let arms = json!([{ "id": "bold", "weight": 1 }, { "id": "calm", "weight": 1 }]);
        let experiment =
            (index == 0).then(|| json!({ "v": 1, "key": "headline", "arms": arms, "winner": null }));
        let body =
            json!({ "name": name, "countries": countries, "is_default": index == 0, "ab": experiment });
        let segment = made(api, &format!("/api/admin/segments/{DOMAIN}"), "name", &body)?;
        let segment = id(&segment).with_context(|| format!("the segment has no id: {segment}"))?;
        for (label, url) in buttons {
            let variants = (*label == "Join me").then(|| json!([{ "id": "bold", "label": "Join me now" }]));
            let body = json!({ "label": label, "url": url, "variants": variants });
            made(api, &format!("/api/admin/buttons/{DOMAIN}/{segment}"), "label", &body)?;
        }
    }
    look(api, DOMAIN, "#7a3ff2")?;
    let banner = json!({ "enabled": true, "title": "New here?", "body": "Say hello, I answer myself.",
        "link_text": "Say hello", "link_mode": "smartlink" });
    send(api, "PATCH", &format!("/api/admin/notification/{DOMAIN}"), &banner).map(|_| ())
}

fn look(api: &dyn Api, domain: &str, color: &str) -> anyhow::Result<()> {
    let look = json!({
        "buttons": { "shape": "pill", "fill": "gradient", "color": color, "font": "Poppins" },
        "profile": { "status_text": "online in the evening", "bio": "Dancer from Vienna. New photos every day." },
    });
    send(api, "POST", &format!("/api/admin/bg/ui?domain={domain}"), &look).map(|_| ())
}

/// Funnel links that the demo requests.
pub(super) fn slots() -> Value {
    json!({ "trial_countries": TRIALS, "paid_countries": "rest", "default_paid": true, "trial_days": 7 })
}

/// Returns the provider's ids of the links with this offer.
pub(super) fn links_of(provisioned: &Value, offer: &str) -> Vec<String> {
    let links = provisioned.get("links").map(items).unwrap_or_default();
    let fit = links.iter().filter(|one| one.get("offer").and_then(Value::as_str) == Some(offer));
    fit.filter_map(|one| Some(one.get("provider_id")?.as_str()?.to_string())).collect()
}

/// Creates a pixel per platform for the paid link, and one for a trial. The simulation rejects the trial's token, so
/// that pixel waits.
fn pixels(api: &dyn Api, provisioned: &Value) -> anyhow::Result<()> {
    let paid = links_of(provisioned, "paid");
    let paid = paid.first().with_context(|| format!("the demo got no paid link: {provisioned}"))?;
    let trials = links_of(provisioned, "ftl");
    let paid = ["meta", "tiktok"].map(|platform| (paid, platform, "demo-pixel-token"));
    let waiting = trials.first().map(|trial| (trial, "meta", "token-of-last-year"));
    for (link, platform, token) in paid.into_iter().chain(waiting) {
        let pixel = json!({ "platform": platform, "pixel_id": "1234567890", "access_token": token });
        send(api, "PUT", &format!("/api/admin/smart-links/{link}/pixels"), &pixel)?;
    }
    Ok(())
}

/// Creates smart links with the default policy, with one policy for everybody, and with rules for some countries.
fn smart_links(api: &dyn Api) -> anyhow::Result<()> {
    let arm = |label: &str, weight: u32| json!({ "label": label, "enabled": true, "weight": weight, "trial_days": 7, "require_country_link": false });
    let arms = |paid, ftl| json!({ "paid": arm("paid", paid), "ftl": arm("ftl", ftl) });
    let geo = json!([{ "countries": ["DE", "AT", "CH"], "arms": arms(20, 80) }]);
    for (slug, name, policy) in [
        (SLUG, "VIP", None),
        ("bio", "Link in bio", Some(json!({ "v": 1, "arms": arms(70, 30), "geo": [] }))),
        ("summer", "Summer tour", Some(json!({ "v": 1, "arms": arms(50, 50), "geo": geo }))),
    ] {
        let body = json!({ "domain": DOMAIN, "slug": slug, "name": name, "policy": policy });
        made(api, "/api/admin/smartlinks", "slug", &body)?;
    }
    Ok(())
}

fn codes(api: &dyn Api) -> anyhow::Result<()> {
    for (slug, title, preset) in [
        ("", "Main code", "classic-ink"),
        ("flyer", "Flyer", "dots-rose"),
        ("sticker", "Sticker", "soft-lagoon"),
    ] {
        let body = json!({ "slug": slug, "title": title, "channel": "print", "preset": preset });
        made(api, &format!("/api/admin/qr/{DOMAIN}"), "slug", &body)?;
    }
    Ok(())
}

fn library(api: &dyn Api) -> anyhow::Result<()> {
    for (name, title, text) in [
        ("Welcome", "New here?", "Say hello, I answer myself."),
        ("Weekend", "Only this weekend", "Seven days for free until Sunday."),
        ("Tour", "I am on tour", "See you in Vienna, Berlin and Amsterdam."),
    ] {
        let body = json!({ "name": name, "title": title, "body": text, "link_text": "Open" });
        made(api, "/api/admin/library/notifications", "name", &body)?;
    }
    Ok(())
}

fn team(api: &dyn Api) -> anyhow::Result<()> {
    for member in [
        json!({ "name": "Ada", "email": "ada@example.com" }),
        json!({ "name": "Grace", "email": "grace@example.com", "tabs": ["landings", "qr"] }),
        json!({ "name": "Linus", "email": "linus@example.com", "tabs": ["stats"] }),
    ] {
        made(api, "/api/admin/members", "email", &member)?;
    }
    Ok(())
}

/// Creates a draft, a scheduled broadcast, and one that ends after a few messages.
fn campaigns(api: &dyn Api) -> anyhow::Result<()> {
    let campaign = |title: &str, tier: &str, text: &str, start_at: Option<i64>, most: Option<i64>| {
        json!({ "title": title, "mode": "segmented", "audience": { "tier": tier, "last_seen_days": 30 },
            "message": { "text": text }, "schedule": start_at.map(|at| json!({ "start_at": at })),
            "auto_stop": most.map(|most| json!({ "max_sends": most })) })
    };
    // In the year 2040, so that the broadcast is still scheduled.
    let far = Some(2_208_988_800);
    let draft = campaign("Thank you", "spender", "Thank you for being here!", None, None);
    made(api, "/api/admin/broadcasts", "title", &draft)?;
    let greetings =
        campaign("Weekend greetings", "whale", "Something new is waiting for you.", None, Some(3));
    for body in [campaign("Birthday", "all", "It is my birthday!", far, None), greetings] {
        // A created broadcast is returned with its id alone, a listed one with its state.
        made(api, "/api/admin/broadcasts", "title", &body)?;
        let campaign = made(api, "/api/admin/broadcasts", "title", &body)?;
        if campaign.get("status").and_then(Value::as_str) == Some("draft") {
            let id = campaign.get("id").and_then(Value::as_i64).context("the campaign has no id")?;
            send(api, "POST", &format!("/api/admin/broadcasts/{id}/launch"), &json!({}))?;
        }
    }
    Ok(())
}

/// Returns the entry of a list with the body's value of `key`, and creates it if there is none.
fn made(api: &dyn Api, list: &str, key: &str, body: &Value) -> anyhow::Result<Value> {
    let there = match list.strip_prefix("/api/admin/segments/") {
        Some(_) => segments(api)?,
        None if list == "/api/admin/smartlinks" => items(&get(api, &format!("{list}?domain={DOMAIN}"))?),
        None => items(&get(api, list)?),
    };
    match there.into_iter().find(|one| one.get(key) == body.get(key)) {
        Some(found) => Ok(found),
        None => send(api, "POST", list, body),
    }
}

fn register(api: &dyn Api, hostname: &str, name: &str) -> anyhow::Result<()> {
    let path = format!("/api/admin/domains/{hostname}");
    if api.call("GET", &path, None)?.status == 200 {
        return Ok(());
    }
    let body = json!({ "hostname": hostname, "display_name": name });
    send(api, "POST", "/api/admin/domains", &body).map(|_| ())
}

fn until_active(api: &dyn Api, hostname: &str, stop: &Stop) -> anyhow::Result<()> {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let record = get(api, &format!("/api/admin/domains/{hostname}"))?;
        match record.get("infra_state").and_then(Value::as_str) {
            Some("active") => return Ok(()),
            Some("failed") => bail!("{hostname} could not be provisioned: {record}"),
            _ => {}
        }
        ensure!(!stop.is_asked(), "interrupted");
        ensure!(
            Instant::now() < deadline,
            "{hostname} is not active after {} s: {record}",
            TIMEOUT.as_secs()
        );
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}
