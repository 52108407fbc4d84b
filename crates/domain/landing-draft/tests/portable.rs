//! Property test: exporting and importing a landing returns the same landing.

// The helpers count as test code only if each module has this attribute.
#[cfg(test)]
mod landings {
    use landing_draft::Landing;
    use landing_draft::transfer::Portable;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    const TEXTS: [&str; 6] = ["label", "name", "title", "body", "bio", "status_text"];

    /// Builds a landing with a value in every field, except installation data and pictures of labels.
    fn sample() -> Value {
        let mut landing: Value = serde_json::from_str(include_str!("data/landing.json")).unwrap();
        landing["banner"].as_object_mut().unwrap().remove("preset_id");
        for button in landing["segments"][0]["buttons"].as_array_mut().unwrap() {
            button
                .as_object_mut()
                .unwrap()
                .retain(|name, _| name != "label_file" && name != "live_text" && name != "variant_files");
        }
        landing["segments"][0]["from_ts"] = json!(5);
        landing["segments"][0]["buttons"][1]["until_ts"] = json!(1_900_000_000);
        landing
    }

    /// Collects the JSON pointers of all values in a tree.
    fn pointers(tree: &Value, at: &str, found: &mut Vec<String>) {
        let inner: Vec<(String, &Value)> = match tree {
            Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
            Value::Array(items) => {
                items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect()
            }
            _ => Vec::new(),
        };
        for (name, value) in inner {
            let pointer = format!("{at}/{name}");
            pointers(value, &pointer, found);
            found.push(pointer);
        }
    }

    fn without(tree: &Value, pointer: &str) -> Value {
        let mut tree = tree.clone();
        let Some((parent, name)) = pointer.rsplit_once('/') else { return tree };
        match tree.pointer_mut(parent) {
            Some(Value::Object(fields)) => drop(fields.remove(name)),
            Some(Value::Array(items)) => {
                let at: usize = name.parse().unwrap();
                if at < items.len() {
                    items.remove(at);
                }
            }
            _ => {}
        }
        tree
    }

    fn read(tree: &Value) -> Option<Landing> {
        serde_json::from_value(tree.clone()).ok()
    }

    /// Returns the pointers of all optional values.
    fn optional() -> Vec<String> {
        let (whole, mut all) = (sample(), Vec::new());
        pointers(&whole, "", &mut all);
        all.retain(|pointer| read(&without(&whole, pointer)).is_some());
        all
    }

    fn landing() -> impl Strategy<Value = Landing> {
        let optional = optional();
        assert!(optional.len() > 20, "{optional:?}");
        let removed = prop::sample::subsequence(optional.clone(), 0..=optional.len());
        (removed, "[A-Z][ -~äß日本]{0,20}[a-z]").prop_filter_map("not a landing", |(removed, text)| {
            // Removal goes from the end, so that earlier pointers stay valid.
            let thinned = removed.iter().rev().fold(sample(), |tree, pointer| without(&tree, pointer));
            let mut worded = thinned.clone();
            let mut all = Vec::new();
            pointers(&thinned, "", &mut all);
            for pointer in
                all.iter().filter(|pointer| TEXTS.iter().any(|name| pointer.ends_with(&format!("/{name}"))))
            {
                let mut other = worded.clone();
                *other.pointer_mut(pointer)? = json!(text);
                if read(&other).is_some() {
                    worded = other;
                }
            }
            read(&worded)
        })
    }

    proptest! {
        #[test]
        fn what_goes_out_comes_in_byte_by_byte(before in landing()) {
            let portable = Portable::read(before.to_portable());
            prop_assert!(portable.is_ok(), "{portable:?}");
            let mut after = portable.unwrap().landing().clone();
            prop_assert_eq!(after.to_portable(), before.to_portable());
            after.take_derived(&before);
            prop_assert_eq!(serde_json::to_string(&after).unwrap(), serde_json::to_string(&before).unwrap());
        }
    }
}
