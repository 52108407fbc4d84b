//! Builders shared by the tests of this crate.

use kernel::{Hostname, UnixTime};

use crate::assign::{Attribution, Basis, LinkId};
use crate::history::{Conversion, Payment};

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

pub(crate) fn host(name: &str) -> Hostname {
    Hostname::parse(name).unwrap()
}

/// Builds an event of a fan, `hours` before now, attributed to a domain and link, or not attributed.
pub(crate) fn event(id: &str, fan: &str, hours: i64, on: Option<(&str, i64)>) -> Conversion {
    Conversion {
        event_id: id.to_owned(),
        fan_id: fan.to_owned(),
        occurred_at: NOW.plus_seconds(-hours * 3_600),
        attribution: on.map(|(domain, link)| Attribution {
            domain: host(domain),
            link: Some(LinkId::new(link)),
            basis: Basis::Link,
        }),
        payment: None,
        username: None,
        country: None,
    }
}

/// Builds an event with money; negative money is a refund.
pub(crate) fn paid(id: &str, fan: &str, hours: i64, net_cents: i64, on: Option<(&str, i64)>) -> Conversion {
    Conversion {
        payment: Some(Payment { net_cents, refund: net_cents < 0, apart: None }),
        ..event(id, fan, hours, on)
    }
}
