//! Stored form of a landing: one versioned JSON document, used by serde.
//!
//! The form changes only by new optional fields or a new `v`, because documents of published versions are kept forever.
//! Reading uses the same constructors as all other inputs. A document that breaks a rule is therefore rejected here,
//! and not when the page is rendered.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::appearance::Appearance;
use crate::banner::Banner;
use crate::landing::Landing;
use crate::reach::Reach;
use crate::segment::Segment;

const VERSION: u32 = 1;

#[derive(Serialize)]
struct Written<'a> {
    v: u32,
    segments: &'a [Segment],
    #[serde(skip_serializing_if = "Option::is_none")]
    appearance: Option<&'a Appearance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    banner: Option<&'a Banner>,
    #[serde(skip_serializing_if = "Reach::is_stock")]
    reach: &'a Reach,
}

/// Omits stock parts. Most landings have a stock look or no banner, and parsing these parts would slow down every read.
fn unless_stock<T: Default + PartialEq>(part: &T) -> Option<&T> {
    (*part != T::default()).then_some(part)
}

#[derive(Deserialize)]
struct Read {
    v: u32,
    segments: Vec<Segment>,
    appearance: Option<Appearance>,
    banner: Option<Banner>,
    reach: Option<Reach>,
}

impl Serialize for Landing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { segments, appearance, banner, reach } = self;
        let (appearance, banner) = (unless_stock(appearance), unless_stock(banner));
        Written { v: VERSION, segments, appearance, banner, reach }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Landing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Read { v, segments, appearance, banner, reach } = Read::deserialize(deserializer)?;
        if v != VERSION {
            return Err(D::Error::custom(format_args!("a document of version {v}")));
        }
        let (appearance, banner) = (appearance.unwrap_or_default(), banner.unwrap_or_default());
        let landing = Self::restore(segments, appearance, banner).map_err(D::Error::custom)?;
        Ok(Self { reach: reach.unwrap_or_default(), ..landing })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Landing with a value in every field, as written before serde was derived.
    const GOLDEN: &str = include_str!("../tests/data/landing.json");

    #[test]
    fn the_stored_form_is_what_it_was() {
        let landing: Landing = serde_json::from_str(GOLDEN).unwrap();
        assert_eq!(serde_json::to_string_pretty(&landing).unwrap(), GOLDEN.trim_end());
        assert_eq!((landing.segments().len(), landing.button_count()), (2, 2));
    }

    /// Returns the error for the golden document after one change.
    fn refused(pointer: &str, value: Value) -> String {
        let mut document: Value = serde_json::from_str(GOLDEN).unwrap();
        *document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
        serde_json::from_value::<Landing>(document).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_document_that_breaks_a_rule_is_refused() {
        let button = "/segments/0/buttons/0";
        for (pointer, value, reason) in [
            ("/v".to_owned(), json!(2), "a document of version 2"),
            ("/segments/0/is_default".to_owned(), json!(true), "not exactly one default segment"),
            ("/segments/1/id".to_owned(), json!("seg_00000000000000000000000001"), "an id appears twice"),
            ("/segments/0/countries/0".to_owned(), json!("GER"), "two letters"),
            ("/segments/0/ab/arms/0/weight".to_owned(), json!(-1), "arms.0.weight"),
            (format!("{button}/id"), json!("btn_1"), "btn_ and 26 characters"),
            (format!("{button}/label"), json!(" "), "must not be empty"),
            (format!("{button}/url"), json!("javascript:alert(1)"), "https, http, mailto or tel"),
            (format!("{button}/match/all/0/values"), json!(["yes"]), "all.0.values.0"),
            (format!("{button}/label_file/face"), json!("Comic Sans"), "one of the twelve fonts"),
            ("/appearance/canvas_color".to_owned(), json!("red"), "canvas_color"),
            ("/banner/delay_ms".to_owned(), json!(600_001), "delay_ms"),
        ] {
            let found = refused(&pointer, value);
            assert!(found.contains(reason), "{pointer}: {found:?}");
        }
    }

    #[test]
    fn countries_that_are_none_are_read_from_older_documents() {
        let mut document: Value = serde_json::from_str(GOLDEN).unwrap();
        let rule = json!({ "v": 1, "all": [{ "field": "country", "op": "in", "values": ["EL"] }] });
        document["segments"][0]["countries"] = json!(["UK", "QQ"]);
        document["segments"][0]["match"] = rule.clone();
        document["segments"][0]["buttons"][0]["match"] = rule;
        let landing: Landing = serde_json::from_value(document.clone()).unwrap();
        let written = serde_json::to_value(&landing).unwrap();
        assert_eq!(written["segments"], document["segments"]);
    }

    #[test]
    fn what_is_stock_is_left_out_and_reads_back_the_same() {
        let stock = Landing::empty();
        let stored = serde_json::to_value(&stock).unwrap();
        assert_eq!(stored.as_object().unwrap().keys().collect::<Vec<_>>(), ["segments", "v"]);
        assert_eq!(serde_json::from_value::<Landing>(stored).unwrap(), stock);
        // Form of earlier versions.
        let mut spelled_out = serde_json::to_value(&stock).unwrap();
        spelled_out["appearance"] = stock.appearance.to_json();
        spelled_out["banner"] = stock.banner.to_json();
        assert_eq!(serde_json::from_value::<Landing>(spelled_out).unwrap(), stock);
    }

    #[test]
    fn what_is_remembered_of_live_text_may_be_unreadable_and_the_look_may_be_absent() {
        let mut document: Value = serde_json::from_str(GOLDEN).unwrap();
        document["segments"][0]["buttons"][1]["live_text"] = json!({ "text": "Plain", "face": "Gone" });
        document["appearance"] = Value::Null;
        document.as_object_mut().unwrap().remove("banner");
        let landing: Landing = serde_json::from_value(document).unwrap();
        assert!(landing.segments()[0].buttons()[1].live_text().known().is_none());
        assert_eq!((landing.appearance, landing.banner), (Appearance::default(), Banner::default()));
    }
}
