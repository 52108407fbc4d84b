//! Serde is no way around a rule: it takes what the constructor takes, and what it writes reads back the same.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use landing_draft::appearance::Font;
use landing_draft::experiment::ArmId;
use landing_draft::file::FileName;
use landing_draft::id::{ButtonId, SegmentId};
use landing_draft::preset::PresetName;
use landing_draft::target::Target;
use landing_draft::text::{DisplayName, Icon, Label, SegmentName};
use landing_draft::visitor::Device;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn agrees<T>(text: &str) -> Result<(), TestCaseError>
where
    T: FromStr + Serialize + DeserializeOwned + Display + Debug + PartialEq,
{
    let json = serde_json::to_string(text).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let (parsed, read) = (text.parse::<T>().ok(), serde_json::from_str::<T>(&json).ok());
    prop_assert_eq!(&parsed, &read);
    if let Some(value) = parsed {
        prop_assert_eq!(value.to_string(), text);
        prop_assert_eq!(serde_json::to_string(&value).ok(), Some(json));
    }
    Ok(())
}

proptest! {
    #[test]
    fn texts_are_read_by_their_constructors(
        text in prop_oneof![
            "\\PC{0,90}",
            ".{0,3}",
            "(seg|btn)_[0-7][0-9a-hj-km-np-tv-z]{25}",
            "[a-z0-9_-]{1,33}(\\.[a-z]{3})?",
            "(https|mailto|tel|javascript|funnel):(//)?[a-z@.0-9]{0,12}",
            Just("Open Sans".to_owned()),
            Just("tablet".to_owned()),
        ]
    ) {
        agrees::<ArmId>(&text)?;
        agrees::<ButtonId>(&text)?;
        agrees::<Device>(&text)?;
        agrees::<DisplayName>(&text)?;
        agrees::<FileName>(&text)?;
        agrees::<Font>(&text)?;
        agrees::<Icon>(&text)?;
        agrees::<Label>(&text)?;
        agrees::<PresetName>(&text)?;
        agrees::<SegmentId>(&text)?;
        agrees::<SegmentName>(&text)?;
        agrees::<Target>(&text)?;
    }
}
