//! The simulated visitor of the preview and of the explanation.

use actix_web::web::Query;
use funnel_sdk::types::{Device, Simulation};
use serde::Deserialize;

use crate::context::Context;
use crate::failure::Failure;
use crate::faults::Faults;
use crate::screens::moments;
use crate::words::word;

/// Maps the API's places to fields of a simulated visitor.
const PLACES: [(&str, &str); 4] =
    [("query.country", "country"), ("query.device", "device"), ("query.lang", "lang"), ("query.at", "at")];

/// The simulated visitor of the preview.
#[derive(Deserialize, Default, Clone)]
pub(crate) struct Visitor {
    #[serde(default)]
    pub(crate) country: String,
    #[serde(default)]
    pub(crate) device: String,
    #[serde(default)]
    pub(crate) lang: String,
    #[serde(default)]
    pub(crate) at: String,
}

impl Visitor {
    /// Returns the kind of device; `None` means any.
    pub(crate) fn device(&self) -> Option<Device> {
        word(&self.device).filter(|_| !self.device.is_empty())
    }

    /// Returns the time of the visit in Unix seconds; `None` means now.
    pub(crate) fn moment(&self) -> Option<i64> {
        moments::seconds(&self.at)
    }

    /// Returns the visitor of the page from which a write comes.
    pub(super) fn before(cx: &Context) -> Self {
        let query = cx.look.path.split_once('?').map_or("", |(_, query)| query);
        Query::from_query(query).map(Query::into_inner).unwrap_or_default()
    }

    /// Returns whether nothing is known of the visitor.
    fn is_anybody(&self) -> bool {
        let Self { country, device, lang, at } = self;
        [country, device, lang, at].into_iter().all(String::is_empty)
    }

    pub(super) fn query(&self) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in
            [("country", &self.country), ("device", &self.device), ("lang", &self.lang), ("at", &self.at)]
        {
            if !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        query.finish()
    }
}

/// Simulates the draft for a visitor.
pub(super) async fn simulated(cx: &Context, domain: &str, visitor: &Visitor) -> Result<Simulation, Failure> {
    let mut request = cx.api.drafts().simulate(domain).draft(true);
    if !visitor.country.is_empty() {
        request = request.country(&visitor.country);
    }
    if let Some(device) = visitor.device() {
        request = request.device(device);
    }
    if !visitor.lang.is_empty() {
        request = request.lang(&visitor.lang);
    }
    if let Some(moment) = visitor.moment() {
        request = request.at(moment);
    }
    Ok(request.send().await?.into_inner())
}

/// Maps a failure of a simulation to the fields of the visitor. Returns other failures unchanged.
pub(super) fn faults_of(cx: &Context, failure: Failure) -> Result<Faults, Failure> {
    Faults::of(cx.text, failure, &PLACES)
}

/// Returns the faults of a visitor, which the frame of the preview can't mark.
pub(super) async fn faults(cx: &Context, domain: &str, visitor: &Visitor) -> Result<Faults, Failure> {
    if visitor.is_anybody() {
        return Ok(Faults::default());
    }
    match simulated(cx, domain, visitor).await {
        Ok(_) => Ok(Faults::default()),
        Err(failure) => faults_of(cx, failure),
    }
}
