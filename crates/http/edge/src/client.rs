use std::net::IpAddr;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use hmac::{Hmac, KeyInit as _, Mac as _};
use http_kit::input::{parameters, referrer_host};
use http_kit::transport::{came_by_https, client_address};
use ipnet::IpNet;
use kernel::{CountryCode, Hostname, UnixTime};
use landing_draft::visitor::{Browser, Device, InApp, Visitor, VisitorToken};
use sha2::Sha256;
use touches::UserAgent;
use visitor_agent::{Agent, Sender};

use super::agents::{Agents, ParsedAgent};
use super::cookie;
use super::geoip::Geoip;
use super::languages::languages;

const SECONDS_A_DAY: i64 = 24 * 60 * 60;
/// Headers by which browsers mark prefetches.
static PURPOSES: [HeaderName; 3] = [
    HeaderName::from_static("sec-purpose"),
    HeaderName::from_static("purpose"),
    HeaderName::from_static("x-moz"),
];

/// Source of a visitor's country: the header, else the GeoIP database, else none.
#[derive(Clone, Default)]
pub struct CountrySource {
    /// Header in which a trusted proxy sends the country.
    pub header: Option<HeaderName>,
    /// Networks whose headers are trusted.
    pub trusted: Vec<IpNet>,
    /// Country of each network.
    pub geoip: Option<Arc<Geoip>>,
}

/// Reads data about a visitor from a request. Does not store the address.
#[derive(Clone)]
pub struct Clients {
    country: CountrySource,
    /// Precomputed HMAC state, because creating it from the key costs as much as using it.
    digest: Hmac<Sha256>,
    agents: Agents,
    /// Whether a first-party cookie distinguishes visitors.
    cookie: bool,
}

/// Client of a request, for the recorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    /// Distinguishes visitors.
    pub token: VisitorToken,
    /// Whether the request had the cookie of the token; `None` without cookies.
    pub returning: Option<bool>,
    pub device: Option<Device>,
    /// Browser, or the app with the embedded browser.
    pub browser: Option<&'static str>,
    /// Whether the client is a program, or a browser that prefetches.
    pub bot: bool,
    /// Whether the client is a program that previews a shared address.
    pub preview: bool,
    /// Whether the request came by https, as reported by a trusted proxy.
    pub https: bool,
}

impl Clients {
    /// Creates a reader. Visitors are distinguished by digests with a daily salt derived from
    /// `salt`, or by a cookie if allowed.
    pub fn new(country: CountrySource, salt: &[u8; 32], cookie: bool, agents: Agents) -> Self {
        // HMAC accepts keys of any length, so this never fails.
        let digest = Hmac::<Sha256>::new_from_slice(salt).unwrap_or_else(|_| Hmac::new(&Default::default()));
        Self { country, digest, agents, cookie }
    }

    /// Returns the visitor of a client's request.
    pub fn visitor(&self, request: &HttpRequest, client: &Client, now: UnixTime) -> Visitor {
        let agent = self.agents.read(user_agent_of(request)).agent;
        Visitor {
            country: self.country(request),
            device: agent.device,
            os: agent.os,
            browser: agent.browser,
            in_app: agent.in_app,
            languages: text(request, &header::ACCEPT_LANGUAGE).map(languages).unwrap_or_default(),
            referrer_host: text(request, &header::REFERER).and_then(referrer_host),
            query: parameters(request.query_string()),
            returning: client.returning,
            ..Visitor::unknown(now, client.token)
        }
    }

    /// Returns the client of a request for `host`.
    pub fn client(&self, request: &HttpRequest, host: &Hostname, now: UnixTime) -> Client {
        let parsed = self.agents.read(user_agent_of(request));
        let kept = self.cookie.then(|| cookie::token(request));
        let token = match kept {
            Some(Some(token)) => token,
            Some(None) => cookie::new_token(),
            None => {
                let day = now.seconds().div_euclid(SECONDS_A_DAY);
                self.digest(day, self.address(request), &parsed, host)
            }
        };
        Client {
            token,
            returning: kept.map(|token| token.is_some()),
            device: parsed.agent.device,
            browser: browser_of(&parsed.agent),
            bot: parsed.agent.is_program() || looks_ahead(request),
            preview: parsed.agent.sender == Sender::Preview,
            https: self.came_by_https(request),
        }
    }

    /// Returns the cookie for a client without one, if cookies are allowed.
    pub fn cookie_for(&self, client: &Client) -> Option<HeaderValue> {
        (client.returning == Some(false) && !client.bot)
            .then(|| cookie::header(&client.token, client.https))
            .flatten()
    }

    fn digest(
        &self,
        day: i64,
        address: Option<IpAddr>,
        parsed: &ParsedAgent,
        host: &Hostname,
    ) -> VisitorToken {
        let mut mac = self.digest.clone();
        mac.update(&day.to_be_bytes());
        match address {
            Some(IpAddr::V4(address)) => mac.update(&address.octets()),
            Some(IpAddr::V6(address)) => mac.update(&address.octets()),
            None => {}
        }
        mac.update(&[0]);
        mac.update(&parsed.digest);
        mac.update(host.as_str().as_bytes());
        let mut token = [0; 16];
        token.iter_mut().zip(mac.finalize().into_bytes()).for_each(|(to, from)| *to = from);
        VisitorToken::new(token)
    }

    /// Returns the country of the visitor's address.
    pub fn country(&self, request: &HttpRequest) -> Option<CountryCode> {
        self.country_of_header(request).or_else(|| {
            let geoip = self.country.geoip.as_ref()?;
            geoip.country(self.address(request)?)
        })
    }

    fn country_of_header(&self, request: &HttpRequest) -> Option<CountryCode> {
        let header = self.country.header.as_ref()?;
        let parsed = request.headers().get(header)?.to_str().ok()?;
        let peer = request.peer_addr()?.ip();
        self.is_trusted(peer).then(|| CountryCode::parse(parsed)).flatten()
    }

    /// TLS ends at proxies, which report it.
    fn came_by_https(&self, request: &HttpRequest) -> bool {
        came_by_https(request, |peer| self.is_trusted(peer))
    }

    fn address(&self, request: &HttpRequest) -> Option<IpAddr> {
        client_address(request, |address| self.is_trusted(address))
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.country.trusted.iter().any(|network| network.contains(&address))
    }
}

/// Returns the user agent that a click keeps.
pub(super) fn kept_user_agent(request: &HttpRequest, agreed: bool, client: &Client) -> Option<UserAgent> {
    UserAgent::of_click(user_agent_of(request), agreed, client.bot)
}

/// Returns the bytes of the user agent: names of operators in it are often no ASCII, and no UTF-8.
fn user_agent_of(request: &HttpRequest) -> &[u8] {
    request.headers().get(&header::USER_AGENT).map(HeaderValue::as_bytes).unwrap_or_default()
}

/// Returns the browser's name in metrics.
fn browser_of(agent: &Agent) -> Option<&'static str> {
    let app = agent.in_app.filter(|app| !matches!(app, InApp::None | InApp::Unknown));
    app.map(InApp::as_str).or(agent.browser.map(Browser::as_str))
}

/// Returns the host of the referring page, or `None` for a page of the same host.
pub(super) fn referrer_to(request: &HttpRequest, host: &Hostname) -> Option<String> {
    let referrer = referrer_host(text(request, &header::REFERER)?)?;
    (referrer != host.as_str()).then_some(referrer)
}

/// Returns whether a browser prefetches the page, which is not a visit.
fn looks_ahead(request: &HttpRequest) -> bool {
    PURPOSES
        .iter()
        .filter_map(|name| text(request, name))
        .any(|purpose| purpose.contains("prefetch") || purpose.contains("preview"))
}

fn text<'a>(request: &'a HttpRequest, name: &HeaderName) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
    const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);

    fn clients() -> Clients {
        let country = CountrySource {
            header: Some(HeaderName::from_static("x-country")),
            trusted: vec!["10.0.0.0/8".parse().unwrap()],
            geoip: None,
        };
        Clients::new(country, &[0; 32], false, Agents::default())
    }

    fn request(peer: &str, headers: &[(&'static str, &'static str)]) -> HttpRequest {
        let request = TestRequest::default().peer_addr(format!("{peer}:1234").parse().unwrap());
        headers.iter().fold(request, |request, header| request.append_header(*header)).to_http_request()
    }

    fn host() -> Hostname {
        Hostname::parse("a.example").unwrap()
    }

    #[test]
    fn a_header_is_trusted_only_from_a_trusted_proxy() {
        for (peer, country, expected) in [
            ("10.1.2.3", "DE", Some("DE")),
            ("10.1.2.3", "XK", Some("XK")),
            ("8.8.8.8", "DE", None),
            ("10.1.2.3", "XYZ", None),
            ("10.1.2.3", "XX", None),
            ("10.1.2.3", "T1", None),
            ("10.1.2.3", "UK", None),
        ] {
            let found = clients().country(&request(peer, &[("x-country", country)]));
            assert_eq!(found.as_ref().map(CountryCode::as_str), expected, "{peer} {country}");
        }
    }

    #[test]
    fn a_visitor_is_known_by_the_address_and_not_by_its_port() {
        let token = |forwarded| {
            clients().client(&request("10.0.0.1", &[("x-forwarded-for", forwarded)]), &host(), NOW).token
        };
        assert_eq!(token("81.2.69.142:51234"), token("81.2.69.142:4711"));
        assert_eq!(token("81.2.69.142:51234"), token("81.2.69.142"));
        assert_ne!(token("81.2.69.142:51234"), token("81.2.69.143:51234"));
    }

    #[test]
    fn tokens_distinguish_visitors_domains_and_days() {
        let clients = clients();
        let address: Option<IpAddr> = Some("8.8.8.8".parse().unwrap());
        let [agent, another] = ["agent", "other"].map(|header| clients.agents.read(header.as_bytes()));
        let token = clients.digest(1, address, &agent, &host());
        assert_eq!(token, clients.digest(1, address, &agent, &host()));
        let other = Hostname::parse("b.example").unwrap();
        for different in [
            clients.digest(2, address, &agent, &host()),
            clients.digest(1, None, &agent, &host()),
            clients.digest(1, address, &another, &host()),
            clients.digest(1, address, &agent, &other),
        ] {
            assert_ne!(token, different);
        }
    }

    #[test]
    fn a_referrer_is_the_host_of_another_page() {
        for (referrer, expected) in [
            ("https://l.Instagram.com/?u=https%3A%2F%2Fa.example", Some("l.instagram.com")),
            ("https://user:secret@b.example:8443/private?token=1#x", Some("b.example")),
            ("https://a.example/", None),
            ("about:blank", None),
            ("https://127.0.0.1/", None),
            ("", None),
        ] {
            let found = referrer_to(&request("8.8.8.8", &[("referer", referrer)]), &host());
            assert_eq!(found.as_deref(), expected, "{referrer}");
        }
        assert_eq!(referrer_to(&request("8.8.8.8", &[]), &host()), None);
    }

    #[test]
    fn a_browser_inside_an_app_goes_by_the_name_of_the_app() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
                Some("safari"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Instagram 300.0",
                Some("instagram"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 13; K; wv) AppleWebKit/537.36 Version/4.0 Chrome/131.0 Mobile Safari/537.36",
                Some("chrome"),
            ),
            ("curl/8.4.0", None),
        ] {
            let client = clients().client(&request("8.8.8.8", &[("user-agent", agent)]), &host(), NOW);
            assert_eq!(client.browser, expected, "{agent}");
        }
    }

    #[test]
    fn a_user_agent_need_not_be_text() {
        let header =
            b"Mozilla/5.0 (Linux; Android 13; SM-A515F; wv) AppleWebKit/537.36 Version/4.0 Chrome/131.0 \
            Mobile Safari/537.36 [FBAN/FB4A;FBCR/T\xfcrk Telekom;]";
        let asked = TestRequest::default()
            .peer_addr("8.8.8.8:1".parse().unwrap())
            .insert_header((header::USER_AGENT, HeaderValue::from_bytes(header).unwrap()))
            .to_http_request();
        let client = clients().client(&asked, &host(), NOW);
        assert_eq!(
            (client.bot, client.browser, client.device),
            (false, Some("facebook"), Some(Device::Mobile))
        );
    }

    #[test]
    fn programs_and_browsers_that_look_ahead_are_no_visitors() {
        for (headers, bot) in [
            (vec![("user-agent", PHONE)], false),
            (vec![("user-agent", PHONE), ("sec-purpose", "prefetch;prerender")], true),
            (vec![("user-agent", "WhatsApp/2.23.20.0 A")], true),
            (vec![], true),
        ] {
            let client = clients().client(&request("8.8.8.8", &headers), &host(), NOW);
            assert_eq!((client.bot, client.returning), (bot, None), "{headers:?}");
        }
    }

    #[test]
    fn the_cookie_is_secure_where_a_trusted_proxy_says_https() {
        let clients = Clients { cookie: true, ..clients() };
        for (peer, name, value, secure) in [
            ("10.0.0.1", "x-forwarded-proto", "https", true),
            ("10.0.0.1", "x-forwarded-proto", "HTTPS", true),
            ("10.0.0.1", "x-forwarded-proto", "https, http", true),
            ("10.0.0.1", "x-forwarded-proto", "http, https", false),
            ("10.0.0.1", "x-forwarded-proto", "http", false),
            ("10.0.0.1", "forwarded", "for=1.1.1.1;proto=https", true),
            ("10.0.0.1", "forwarded", "Proto=\"https\";for=1.1.1.1, for=10.0.0.2;proto=http", true),
            ("10.0.0.1", "forwarded", "for=1.1.1.1;proto=http", false),
            ("10.0.0.1", "forwarded", "https", false),
            ("8.8.8.8", "x-forwarded-proto", "https", false),
            ("8.8.8.8", "forwarded", "proto=https", false),
            ("10.0.0.1", "x-country", "DE", false),
        ] {
            let asked = request(peer, &[("user-agent", PHONE), (name, value)]);
            let cookie = clients.cookie_for(&clients.client(&asked, &host(), NOW)).unwrap();
            let cookie = cookie.to_str().unwrap();
            assert_eq!(cookie.split("; ").any(|word| word == "Secure"), secure, "{peer} {name}: {value}");
            assert!(cookie.contains("; HttpOnly; SameSite=Lax"));
        }
    }

    #[test]
    fn where_cookies_are_allowed_a_visitor_is_known_by_their_own() {
        let clients = Clients { cookie: true, ..clients() };
        let agent = ("user-agent", PHONE);
        let first = clients.client(&request("8.8.8.8", &[agent]), &host(), NOW);
        assert_eq!(first.returning, Some(false));
        let set = clients.cookie_for(&first).unwrap();
        let set = set.to_str().unwrap().split(';').next().unwrap().to_owned();
        let again = TestRequest::default()
            .peer_addr("9.9.9.9:1".parse().unwrap())
            .append_header(agent)
            .append_header(("cookie", set))
            .to_http_request();
        let again = clients.client(&again, &host(), NOW);
        assert_eq!((again.token, again.returning), (first.token, Some(true)), "from another address");
        assert_eq!(clients.cookie_for(&again), None);
    }
}
