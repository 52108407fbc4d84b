use std::net::IpAddr;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::{self, AcceptLanguage, Header as _};
use hmac::{Hmac, KeyInit as _, Mac as _};
use ipnet::IpNet;
use kernel::{Clock, CountryCode, Hostname, Language};
use landing_draft::visitor::{Visitor, VisitorToken, user_agent};
use secrecy::ExposeSecret as _;
use sha2::Sha256;

use crate::http::convert::simulation::{parameters, referrer_host};
use crate::ports::SystemClock;
use crate::secrets::Keys;

const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// Where a visitor's country comes from.
#[derive(Debug, Clone, Default)]
pub struct CountrySource {
    /// The header that a trusted proxy writes it into.
    pub header: Option<String>,
    /// Whose headers are believed.
    pub trusted: Vec<IpNet>,
}

/// Reads from a request what is known of its visitor. Neither the address nor the user agent is kept.
pub struct Clients {
    country: CountrySource,
    keys: Arc<Keys>,
}

impl Clients {
    /// Visitors are told apart by digests under a salt of `keys` that changes daily.
    pub fn new(country: CountrySource, keys: Arc<Keys>) -> Self {
        Self { country, keys }
    }

    /// The visitor behind a request for a page of `host`.
    pub fn visitor(&self, request: &HttpRequest, host: &Hostname) -> Visitor {
        let now = SystemClock.now();
        let agent_text = text(request, header::USER_AGENT.as_str()).unwrap_or_default();
        let agent = user_agent::parse(agent_text);
        let day = now.seconds().div_euclid(SECONDS_A_DAY);
        let token = self.token(day, self.address(request), agent_text, host);
        Visitor {
            country: self.country(request),
            device: agent.device,
            os: agent.os,
            browser: agent.browser,
            in_app: agent.in_app,
            languages: languages(request),
            referrer_host: text(request, header::REFERER.as_str()).and_then(referrer_host),
            query: parameters(request.query_string()),
            ..Visitor::unknown(now, token)
        }
    }

    fn token(&self, day: i64, address: Option<IpAddr>, agent: &str, host: &Hostname) -> VisitorToken {
        let mut token = [0; 16];
        // HMAC takes keys of every length, so the salt always fits.
        if let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(self.keys.visitor_salt.expose_secret()) {
            mac.update(&day.to_be_bytes());
            mac.update(address.map(|address| address.to_string()).unwrap_or_default().as_bytes());
            mac.update(&[0]);
            mac.update(agent.as_bytes());
            mac.update(&[0]);
            mac.update(host.as_str().as_bytes());
            token.iter_mut().zip(mac.finalize().into_bytes()).for_each(|(to, from)| *to = from);
        }
        VisitorToken::new(token)
    }

    fn country(&self, request: &HttpRequest) -> Option<CountryCode> {
        let header = self.country.header.as_deref()?;
        let peer = request.peer_addr()?.ip();
        self.is_trusted(peer).then(|| text(request, header).and_then(CountryCode::parse)).flatten()
    }

    /// The peer's address, or behind trusted proxies the last one in `X-Forwarded-For` that is not theirs.
    fn address(&self, request: &HttpRequest) -> Option<IpAddr> {
        let peer = request.peer_addr()?.ip();
        if !self.is_trusted(peer) {
            return Some(peer);
        }
        let forwarded = request.headers().get_all("x-forwarded-for").filter_map(|value| value.to_str().ok());
        let hops: Vec<&str> = forwarded.flat_map(|line| line.split(',')).collect();
        let parsed = hops.iter().rev().map_while(|hop| hop.trim().parse::<IpAddr>().ok());
        Some(parsed.into_iter().find(|hop| !self.is_trusted(*hop)).unwrap_or(peer))
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.country.trusted.iter().any(|network| network.contains(&address))
    }
}

fn text<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok()
}

/// The languages asked for, most wanted first.
fn languages(request: &HttpRequest) -> Vec<Language> {
    let Ok(accepted) = AcceptLanguage::parse(request) else { return Vec::new() };
    accepted
        .ranked()
        .iter()
        .filter_map(|tag| tag.item())
        .filter_map(|tag| Language::parse(tag.as_str()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn clients() -> Clients {
        let country = CountrySource {
            header: Some("x-country".to_owned()),
            trusted: vec!["10.0.0.0/8".parse().unwrap()],
        };
        let secret = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=".into();
        Clients::new(country, Arc::new(Keys::derive(&secret).unwrap()))
    }

    fn request(peer: &str, headers: &[(&'static str, &'static str)]) -> HttpRequest {
        let request = TestRequest::default().peer_addr(format!("{peer}:1234").parse().unwrap());
        headers.iter().fold(request, |request, header| request.append_header(*header)).to_http_request()
    }

    fn host() -> Hostname {
        Hostname::parse("a.example").unwrap()
    }

    #[test]
    fn a_header_is_believed_only_from_a_trusted_proxy() {
        for (peer, country, expected) in
            [("10.1.2.3", "DE", Some("DE")), ("8.8.8.8", "DE", None), ("10.1.2.3", "XYZ", None)]
        {
            let found = clients().visitor(&request(peer, &[("x-country", country)]), &host()).country;
            assert_eq!(found.as_ref().map(CountryCode::as_str), expected, "{peer} {country}");
        }
    }

    #[test]
    fn the_visitors_address_is_the_last_that_no_proxy_of_ours_wrote() {
        for (peer, forwarded, expected) in [
            ("8.8.8.8", "1.1.1.1", "8.8.8.8"),
            ("10.0.0.1", "1.1.1.1", "1.1.1.1"),
            ("10.0.0.1", "6.6.6.6, 1.1.1.1, 10.0.0.2", "1.1.1.1"),
            ("10.0.0.1", "garbage", "10.0.0.1"),
            ("10.0.0.1", "1.1.1.1, garbage", "10.0.0.1"),
        ] {
            let address = clients().address(&request(peer, &[("x-forwarded-for", forwarded)]));
            assert_eq!(address, Some(expected.parse().unwrap()), "{peer} {forwarded}");
        }
    }

    #[test]
    fn tokens_tell_visitors_domains_and_days_apart() {
        let clients = clients();
        let address: Option<IpAddr> = Some("8.8.8.8".parse().unwrap());
        let token = clients.token(1, address, "agent", &host());
        assert_eq!(token, clients.token(1, address, "agent", &host()));
        let other = Hostname::parse("b.example").unwrap();
        for different in [
            clients.token(2, address, "agent", &host()),
            clients.token(1, None, "agent", &host()),
            clients.token(1, address, "other", &host()),
            clients.token(1, address, "agent", &other),
        ] {
            assert_ne!(token, different);
        }
    }

    #[test]
    fn languages_are_ranked() {
        let visitor = clients()
            .visitor(&request("8.8.8.8", &[("accept-language", "en;q=0.5, pt-BR, zh-Hant, *")]), &host());
        let languages: Vec<_> = visitor.languages.iter().map(Language::as_str).collect();
        assert_eq!(languages, ["pt-BR", "en"]);
    }
}
