//! Event object of Meta's Conversions API.

use super::Facts;
use super::json::Json;
use crate::identity::Hashed;

/// Returns Meta's word for the place of a conversion. Meta requires the visitor's user agent for events of a
/// `website`; without it, the place is one that is not listed.
fn action_source(facts: &Facts<'_>) -> &'static str {
    if facts.user_agent.is_some() { "website" } else { "other" }
}

/// Builds one element of `data`.
pub(super) fn event(facts: &Facts<'_>) -> Json {
    let mut event = vec![
        ("event_name", Json::from(facts.name)),
        ("event_time", Json::Number(facts.time.seconds().to_string())),
        ("event_id", facts.id.into()),
        ("action_source", action_source(facts).into()),
        ("event_source_url", facts.source_url.as_str().into()),
        ("user_data", user_data(facts)),
    ];
    if let Some((value, currency)) = &facts.money {
        let money = vec![("value", Json::Number(value.clone())), ("currency", currency.as_str().into())];
        event.push(("custom_data", Json::Map(money)));
    }
    Json::Map(event)
}

fn user_data(facts: &Facts<'_>) -> Json {
    let hashes = [
        ("em", facts.email),
        ("ph", facts.phone),
        ("fn", facts.first_name),
        ("ln", facts.last_name),
        ("country", facts.country),
        ("external_id", Some(facts.external_id)),
    ];
    let list = |hash: Hashed| Json::List(vec![Json::Text(hash.to_string())]);
    let mut user: Vec<_> = hashes.into_iter().filter_map(|(key, hash)| Some((key, list(hash?)))).collect();
    if let Some((fbclid, seen_at)) = &facts.click.fbclid {
        // Version 1, and subdomain index 1 where no cookie is set.
        user.push(("fbc", Json::Text(format!("fb.1.{}.{fbclid}", seen_at.millis()))));
    }
    user.extend(facts.user_agent.map(|agent| ("client_user_agent", agent.into())));
    Json::Map(user)
}
