//! Builders shared by the tests of this crate.

use std::sync::Arc;

use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{CountryCode, Hostname, UnixTime};
use landing_draft::button::NewButton;
use landing_draft::id::{ButtonId, Ids};
use landing_draft::landing::Landing;
use landing_draft::segment::NewSegment;
use landing_draft::target::Target;
use landing_draft::text::{Label, SegmentName};
use smartlink_policy::address::LinkUrl;
use smartlink_policy::link::{FunnelLinkId, ProviderId};
use smartlink_policy::slots::{SlotLink, Slots};

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

pub(crate) fn host() -> Hostname {
    Hostname::parse("a.example").unwrap()
}

/// Builds a landing with one button. `url` is the typed target, `stamped` the address of its funnel link.
pub(crate) fn landing(url: &str, stamped: Option<&str>) -> (Landing, ButtonId) {
    let ids = Ids::new(Arc::new(FixedClock::at(NOW)), Arc::new(SeededEntropy::new(1)));
    let (segment, button) = (ids.segment(), ids.button());
    let mut landing = Landing::empty();
    landing.create_segment(segment, NewSegment::named(SegmentName::parse("All").unwrap())).unwrap();
    let new = NewButton::leading_to(Label::parse("Go").unwrap(), Target::parse(url).unwrap());
    landing.create_button(&segment, button, new).unwrap();
    landing.stamp_buttons(|_, _, _| stamped.map(str::to_owned));
    (landing, button)
}

/// Builds slots with paid link 1, active or not, and trial links of these countries, numbered from 2.
pub(crate) fn slots(paid: Option<bool>, trials: &[(&str, bool)]) -> Slots {
    let link = |id: i64, name: &str, active| SlotLink {
        link_id: FunnelLinkId::new(id),
        provider_id: ProviderId::parse(name).unwrap(),
        url: LinkUrl::parse(&format!("https://platform.example/{name}")).unwrap(),
        active,
    };
    let trials = trials
        .iter()
        .zip(2..)
        .map(|((code, active), id)| (CountryCode::parse(code).unwrap(), link(id, code, *active)));
    Slots::new(paid.map(|active| link(1, "paid", active)), trials.collect())
}
