//! Data about a visitor in the query and headers of a request.

use std::collections::BTreeMap;

use actix_web::http::header::{self, Header as _};
use actix_web::{HttpRequest, web};
use kernel::Hostname;

/// Returns the host of an address, or of a bare host name.
pub fn referrer_host(text: &str) -> Option<String> {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = host.split_once(':').map_or(host, |(host, _)| host);
    Hostname::parse(host).ok().map(|host| host.as_str().to_owned())
}

/// Returns the first value of each query parameter.
pub fn parameters(query: &str) -> BTreeMap<String, String> {
    let pairs = web::Query::<Vec<(String, String)>>::from_query(query);
    let mut first = BTreeMap::new();
    for (name, value) in pairs.map(web::Query::into_inner).unwrap_or_default() {
        first.entry(name).or_insert(value);
    }
    first
}

/// Returns the declared media type of the body, in lower case and without parameters:
/// `application/json`.
pub fn media_type(request: &HttpRequest) -> Option<String> {
    let value = request.headers().get(header::CONTENT_TYPE)?;
    let text = String::from_utf8_lossy(value.as_bytes());
    Some(text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

/// Returns whether a request prefers this media type over all others.
pub fn prefers(request: &HttpRequest, essence: &str) -> bool {
    let Ok(accepted) = header::Accept::parse(request) else { return false };
    accepted.ranked().first().is_some_and(|first| first.essence_str() == essence)
}

/// Returns whether a media type is JSON or based on JSON.
pub fn is_json(media_type: &str) -> bool {
    media_type == "application/json"
        || (media_type.starts_with("application/") && media_type.ends_with("+json"))
}
