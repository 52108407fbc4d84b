//! What a request says of a visitor, in its query and headers.

use std::collections::BTreeMap;

use actix_web::web;
use kernel::Hostname;

/// The host of an address, or a bare host.
pub fn referrer_host(text: &str) -> Option<String> {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = host.split_once(':').map_or(host, |(host, _)| host);
    Hostname::parse(host).ok().map(|host| host.as_str().to_owned())
}

/// The first value of each name of a query.
pub fn parameters(query: &str) -> BTreeMap<String, String> {
    let pairs = web::Query::<Vec<(String, String)>>::from_query(query);
    let mut first = BTreeMap::new();
    for (name, value) in pairs.map(web::Query::into_inner).unwrap_or_default() {
        first.entry(name).or_insert(value);
    }
    first
}
