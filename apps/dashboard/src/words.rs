//! Values of the API in forms. The API itself reports words that are none of its own.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Reads a word as it was sent.
pub(crate) fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    read(text.into())
}

/// Reads words as they were sent.
pub(crate) fn words<T: DeserializeOwned>(texts: &[String]) -> Vec<T> {
    texts.iter().filter_map(|text| word(text)).collect()
}

/// Reads a value of the API; `None` if it has another form.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Option<T> {
    serde_json::from_value(value).ok()
}

/// Returns the fields of a value of the API.
pub(crate) fn fields<T: Serialize>(value: Option<&T>) -> Map<String, Value> {
    match value.map(serde_json::to_value) {
        Some(Ok(Value::Object(fields))) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use funnel_sdk::types::Platform;

    use super::*;

    #[test]
    fn what_was_sent_is_kept_for_the_api_to_judge() {
        let read: Vec<Platform> = words(&["meta".to_owned(), "facebook".to_owned()]);
        assert_eq!(read[0], Platform::Meta);
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"["meta","facebook"]"#);
    }
}
