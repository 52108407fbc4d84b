use crate::preview::wire::{
    ButtonReason, LeafReason, SegmentReason, SimulateQuery, SimulatedButton, SimulatedSegment, Simulation,
    Timing, Truth,
};
use http_kit::input::{parameters, referrer_host};
use kernel::{CountryCode, ErrorKind, Hostname, Language, Location, UnixTime, ValidationErrors};
use landing_draft::landing::Landing;
use landing_draft::rule::{self, LeafVerdict};
use landing_draft::schedule;
use landing_draft::visitor::{Browser, Channel, Device, InApp, Os, Visitor, VisitorToken};

use crate::convert::field;

/// Parses the simulated visitor of a query; returns all errors.
pub fn visitor(query: &SimulateQuery, now: UnixTime) -> Result<Visitor, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let token = VisitorToken::of_text(query.visitor.as_deref().unwrap_or("simulation"));
    let visitor = Visitor {
        country: query
            .country
            .as_deref()
            .and_then(|code| field(&mut errors, "country", CountryCode::read(code))),
        device: word(&mut errors, "device", query.device.as_deref(), Device::parse),
        os: word(&mut errors, "os", query.os.as_deref(), Os::parse),
        browser: word(&mut errors, "browser", query.browser.as_deref(), Browser::parse),
        in_app: word(&mut errors, "in_app", query.in_app.as_deref(), InApp::parse),
        languages: word(&mut errors, "lang", query.lang.as_deref(), Language::parse).into_iter().collect(),
        referrer_host: word(&mut errors, "referrer", query.referrer.as_deref(), referrer_host),
        query: query.query.as_deref().map(parameters).unwrap_or_default(),
        channel: word(&mut errors, "channel", query.channel.as_deref(), channel).unwrap_or_default(),
        returning: query.returning,
        ..Visitor::unknown(query.at.map_or(now, UnixTime::from_seconds), token)
    };
    errors.into_result().map(|()| visitor)
}

fn word<T>(
    errors: &mut ValidationErrors,
    name: &str,
    text: Option<&str>,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let text = text?;
    let value = parse(text);
    if value.is_none() {
        errors.push(Location::root().at(name), ErrorKind::Enum, format!("unknown {name}"));
    }
    value
}

fn channel(text: &str) -> Option<Channel> {
    match text {
        "direct" => Some(Channel::Direct),
        _ if text == "qr" || text.starts_with("qr-") => Some(Channel::Qr(text.to_owned())),
        _ => None,
    }
}

/// Simulates the page for a visitor, with the reasons.
pub fn simulation(domain: &Hostname, draft: bool, landing: &Landing, visitor: &Visitor) -> Simulation {
    let selection = landing.select(visitor);
    let segments = landing
        .explain_segments(visitor)
        .into_iter()
        .map(|verdict| SegmentReason {
            segment_id: verdict.segment.id().to_string(),
            name: verdict.segment.name().as_str().to_owned(),
            is_default: verdict.segment.is_default(),
            chosen: verdict.chosen,
            countries: truth(verdict.countries),
            schedule: verdict.timing.map(timing),
            rule: truth(verdict.rule),
            conditions: verdict.leaves.into_iter().map(leaf).collect(),
        })
        .collect();
    let Some(selection) = selection else {
        return Simulation {
            domain: domain.to_string(),
            draft,
            segment: None,
            arm: None,
            buttons: Vec::new(),
            segments,
            button_reasons: Vec::new(),
        };
    };
    let button_reasons = selection.explain_buttons(visitor).into_iter().map(|verdict| ButtonReason {
        button_id: verdict.button.id().to_string(),
        shown: verdict.shown,
        hidden: verdict.hidden,
        schedule: verdict.timing.map(timing),
        rule: truth(verdict.rule),
        conditions: verdict.leaves.into_iter().map(leaf).collect(),
    });
    let buttons = selection.buttons.iter().map(|button| SimulatedButton {
        button_id: button.id.to_string(),
        label: button.label.as_str().to_owned(),
        url: button.url.as_typed().to_owned(),
        stamped_url: button.stamped_url.map(str::to_owned),
        icon: button.icon.as_str().to_owned(),
    });
    Simulation {
        domain: domain.to_string(),
        draft,
        segment: Some(SimulatedSegment {
            segment_id: selection.segment.id().to_string(),
            name: selection.segment.name().as_str().to_owned(),
            lang: selection.segment.lang().map(ToString::to_string).unwrap_or_default(),
        }),
        arm: selection.arm.map(|arm| arm.as_str().to_owned()),
        buttons: buttons.collect(),
        button_reasons: button_reasons.collect(),
        segments,
    }
}

fn truth(truth: rule::Truth) -> Truth {
    match truth {
        rule::Truth::Yes => Truth::Yes,
        rule::Truth::No => Truth::No,
        rule::Truth::Unknown => Truth::Unknown,
    }
}

fn timing(timing: schedule::Timing) -> Timing {
    match timing {
        schedule::Timing::Open => Timing::Open,
        schedule::Timing::NotYet => Timing::NotYet,
        schedule::Timing::Over => Timing::Over,
    }
}

fn leaf(verdict: LeafVerdict) -> LeafReason {
    LeafReason { path: verdict.location.to_string(), field: verdict.field, result: truth(verdict.truth) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_a_referrer() {
        for (text, expected) in [
            ("https://l.instagram.com/?u=x", Some("l.instagram.com")),
            ("instagram.com", Some("instagram.com")),
            ("https://user@Example.com:8080/a", Some("example.com")),
            ("android-app://com.google.android.gm/", Some("com.google.android.gm")),
            ("", None),
            ("https://127.0.0.1/", None),
        ] {
            assert_eq!(referrer_host(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn every_fault_of_the_query_is_reported() {
        let query = SimulateQuery {
            device: Some("toaster".to_owned()),
            os: Some("beos".to_owned()),
            channel: Some("pigeon".to_owned()),
            ..SimulateQuery::default()
        };
        let errors = visitor(&query, UnixTime::from_seconds(0)).unwrap_err();
        let places: Vec<_> = errors.iter().map(|error| error.location.to_string()).collect();
        assert_eq!(places, ["device", "os", "channel"]);
    }
}
