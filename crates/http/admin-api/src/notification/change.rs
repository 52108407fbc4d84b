//! Reading of a banner's change.

use kernel::{ErrorKind, Location, ValidationErrors};
use landing_draft::banner::BannerPatch;
use landing_draft::id::PresetId;
use serde_json::{Map, Value};

/// Parses the change of a banner and of its preset; returns all errors.
pub(crate) fn banner_change(
    mut fields: Map<String, Value>,
) -> Result<(Option<Option<PresetId>>, BannerPatch), ValidationErrors> {
    let (mut errors, here) = (ValidationErrors::none(), Location::root());
    let preset = errors.take(&here, take_preset(&mut fields));
    let patch = errors.take(&here, BannerPatch::parse(&Value::Object(fields)));
    preset.zip(patch).ok_or(errors)
}

/// Removes `preset_id`, which belongs to the library. Returns `None` if it is absent.
fn take_preset(fields: &mut Map<String, Value>) -> Result<Option<Option<PresetId>>, ValidationErrors> {
    match fields.remove("preset_id") {
        None => Ok(None),
        Some(Value::Null) => Ok(Some(None)),
        Some(value) => match value.as_i64() {
            Some(id) => Ok(Some(Some(PresetId::new(id)))),
            None => {
                let at = Location::root().at("preset_id");
                Err(ValidationErrors::one(at, ErrorKind::IntType, "must be the number of a preset"))
            }
        },
    }
}
