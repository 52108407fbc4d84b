//! Resources that assistants read without a tool: drafts, statistics, and the API's documents.

use rmcp::model::{Resource, ResourceTemplate};
use serde_json::{Value, json};

/// Documents of the API, which need no key.
pub(crate) const DOCUMENTS: [(&str, &str, &str); 3] = [
    ("funnel://docs/api", "How the API is used", "text/markdown"),
    (CONDITIONS_URI, "The grammar of conditions on visitors", "text/markdown"),
    ("funnel://docs/openapi.json", "The OpenAPI document", "application/json"),
];

/// Address of [`CONDITIONS`].
pub(crate) const CONDITIONS_URI: &str = "funnel://docs/conditions";

/// Fields and operators of conditions on visitors.
pub(crate) const CONDITIONS: &str = include_str!("../../../docs/reference/conditions.md");

/// Guide to the API.
pub(crate) const GUIDE: &str = include_str!("../../../docs/api.md");

/// Resource named by a URI.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Named<'a> {
    Guide,
    Conditions,
    Document,
    /// Draft of a domain: segments with buttons, and the changes that publishing would make.
    Draft(&'a str),
    /// Statistics of a domain.
    Statistics(&'a str),
}

pub(crate) fn named(uri: &str) -> Option<Named<'_>> {
    match uri {
        "funnel://docs/api" => return Some(Named::Guide),
        CONDITIONS_URI => return Some(Named::Conditions),
        "funnel://docs/openapi.json" => return Some(Named::Document),
        _ => {}
    }
    let (domain, what) = uri.strip_prefix("funnel://domains/")?.split_once('/')?;
    match what {
        "draft" => Some(Named::Draft(domain)),
        "statistics" => Some(Named::Statistics(domain)),
        _ => None,
    }
}

/// Lists the documents, and two resources for each domain in the response of `domains_list`.
pub(crate) fn list(domains: &Value) -> Vec<Resource> {
    let documents = DOCUMENTS
        .iter()
        .map(|(uri, title, media)| Resource::new(*uri, *title).with_title(*title).with_mime_type(*media));
    let hostnames = domains.get("items").and_then(Value::as_array).into_iter().flatten();
    let hostnames = hostnames.filter_map(|domain| domain.get("hostname")?.as_str());
    let domains = hostnames.flat_map(|hostname| {
        [("draft", "Draft"), ("statistics", "Statistics")].map(|(what, title)| {
            Resource::new(format!("funnel://domains/{hostname}/{what}"), format!("{hostname} {what}"))
                .with_title(format!("{title} of {hostname}"))
                .with_mime_type("application/json")
        })
    });
    documents.chain(domains).collect()
}

pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let template = |what: &str, words: &str| {
        ResourceTemplate::new(format!("funnel://domains/{{domain}}/{what}"), what)
            .with_description(words)
            .with_mime_type("application/json")
    };
    vec![
        template(
            "draft",
            "The draft of a landing page: segments with their buttons, and what publishing would change.",
        ),
        template("statistics", "Visits, clicks, subscriptions and revenue of a domain."),
    ]
}

/// Combines the responses about a draft.
pub(crate) fn draft(segments: Vec<(Value, Value)>, changes: Value) -> Value {
    let with_buttons = |(mut segment, mut buttons): (Value, Value)| {
        if let Some(fields) = segment.as_object_mut() {
            let items = buttons.get_mut("items").map(Value::take).unwrap_or_default();
            fields.insert("buttons".to_owned(), items);
        }
        segment
    };
    json!({ "segments": segments.into_iter().map(with_buttons).collect::<Vec<_>>(), "changes": changes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_name_resources() {
        for (uri, expected) in [
            ("funnel://docs/api", Some(Named::Guide)),
            ("funnel://docs/conditions", Some(Named::Conditions)),
            ("funnel://domains/x.example/draft", Some(Named::Draft("x.example"))),
            ("funnel://domains/x.example/statistics", Some(Named::Statistics("x.example"))),
            ("funnel://domains/x.example/keys", None),
            ("https://x.example", None),
        ] {
            assert_eq!(named(uri), expected, "{uri}");
        }
        let listed = list(&json!({ "items": [{ "hostname": "x.example" }] }));
        let is_named = |resource: &Resource| named(&resource.uri).is_some();
        assert!(listed.len() == DOCUMENTS.len() + 2 && listed.iter().all(is_named));
    }
}
