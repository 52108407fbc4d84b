//! Recording of visitor activity.

use std::borrow::Cow;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::Method;
use kernel::{CountryCode, Hostname, OwnerId, UnixTime};
use runtime::ThreadEntropy;
use touches::ports::TouchSink;
use touches::{Act, Context, DeviceWord, ShownArm, Source, Touch, TouchId, VisitorDigest};

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
