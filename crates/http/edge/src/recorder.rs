//! Recording of visitor activity.

use std::borrow::Cow;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::Method;
use kernel::{CountryCode, Hostname, OwnerId, UnixTime};
use runtime::ThreadEntropy;
use touches::ports::TouchSink;
use touches::{Act, AdClickId, Click, Context, DeviceWord, ShownArm, Source, Touch, TouchId, VisitorDigest};

use super::client::{Client, referrer_to};

/// Records scans, visits and clicks.
#[derive(Clone)]
pub struct TouchRecorder {
    sink: Arc<dyn TouchSink>,
}

/// One request of a visitor on a domain.
pub(super) struct Moment<'a> {
    pub(super) owner: OwnerId,
    pub(super) domain: &'a Hostname,
    pub(super) now: UnixTime,
    pub(super) client: Client,
    pub(super) country: Option<CountryCode>,
    pub(super) source: Option<Source>,
    /// Arm of an experiment on the page.
    pub(super) arm: Option<ShownArm>,
}

impl TouchRecorder {
    /// Creates a recorder for this sink.
    pub fn new(sink: Arc<dyn TouchSink>) -> Self {
        Self { sink }
    }

    /// Generates an id for the touch of a redirect.
    pub(super) fn new_id(now: UnixTime) -> TouchId {
        TouchId::generate(now, &ThreadEntropy)
    }

    /// Records a touch, unless the request is a HEAD.
    pub(super) fn record(&self, request: &HttpRequest, id: TouchId, moment: Moment<'_>, act: Act) {
        if *request.method() != Method::GET {
            return;
        }
        self.sink.take(Touch {
            id,
            owner: moment.owner,
            domain: moment.domain.clone(),
            at: moment.now,
            act,
            source: moment.source,
            country: moment.country,
            device: moment.client.device.and_then(|device| DeviceWord::parse(device.as_str())),
            context: Context {
                browser: moment.client.browser.map(Cow::Borrowed),
                referrer: referrer_to(request, moment.domain),
                arm: moment.arm,
            },
            visitor: VisitorDigest(*moment.client.token.bytes()),
            bot: moment.client.bot,
        });
    }
}

/// Reads a click from a query, with the click ids of ad platforms.
pub(super) fn click_of(query: &str) -> Click {
    let mut click = Click::default();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "fbclid" if click.fbclid.is_none() => click.fbclid = AdClickId::parse(&value),
            "ttclid" if click.ttclid.is_none() => click.ttclid = AdClickId::parse(&value),
            _ => {}
        }
    }
    click
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn click_ids_are_taken_from_the_query() {
        for (query, fbclid, ttclid) in [
            ("", None, None),
            ("a=b&fbclid=IwAR0_x-y&ttclid=E.C.P.x", Some("IwAR0_x-y"), Some("E.C.P.x")),
            ("fbclid=one&fbclid=two", Some("one"), None),
            ("fbclid=&ttclid", None, None),
            ("FBCLID=x", None, None),
            ("fbclid=a%3Db", Some("a=b"), None),
            ("fbclid=a%20b", None, None),
        ] {
            let click = click_of(query);
            assert_eq!(click.fbclid.as_ref().map(AdClickId::as_str), fbclid, "{query}");
            assert_eq!(click.ttclid.as_ref().map(AdClickId::as_str), ttclid, "{query}");
        }
    }
}
