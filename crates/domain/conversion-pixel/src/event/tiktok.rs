//! Event object of TikTok's Events API 2.0.

use super::Facts;
use super::json::Json;

/// Builds one element of `data`. Leaves out the country, because TikTok accepts it only in clear text.
pub(super) fn event(facts: &Facts<'_>) -> Json {
    let page = vec![("url", Json::from(facts.source_url.as_str()))];
    let mut event = vec![
        ("event", Json::from(facts.name)),
        ("event_time", Json::Number(facts.time.seconds().to_string())),
        ("event_id", facts.id.into()),
        ("user", user(facts)),
        ("page", Json::Map(page)),
    ];
    if let Some((value, currency)) = &facts.money {
        let money = vec![("value", Json::Number(value.clone())), ("currency", currency.as_str().into())];
        event.push(("properties", Json::Map(money)));
    }
    Json::Map(event)
}

fn user(facts: &Facts<'_>) -> Json {
    let hashes = [
        ("email", facts.email),
        ("phone", facts.phone),
        ("first_name", facts.first_name),
        ("last_name", facts.last_name),
        ("external_id", Some(facts.external_id)),
    ];
    let mut user: Vec<_> =
        hashes.into_iter().filter_map(|(key, hash)| Some((key, Json::Text(hash?.to_string())))).collect();
    user.extend(facts.click.ttclid.as_deref().map(|ttclid| ("ttclid", ttclid.into())));
    user.extend(facts.user_agent.map(|agent| ("user_agent", agent.into())));
    Json::Map(user)
}
