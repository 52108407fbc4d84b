use std::sync::{Arc, LazyLock};

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, guard, web};
use kernel::{Hostname, StoreError};
use landing_draft::banner::LinkMode;
use landing_draft::experiment::ArmId;
use landing_draft::id::ButtonId;
use landing_draft::ports::LivePages;
use landing_draft::visitor::Visitor;

use super::LiveCache;
use super::client::Clients;
use super::page::{self, CompiledPage, Rendering};

const HTML: &str = "text/html; charset=utf-8";
/// Pages differ by visitor, so only the visitor's own browser may keep one, and asks again before it shows it.
const PRIVATE: &str = "private, no-cache";
const NO_STORE: &str = "private, no-store";
/// What a click on the banner names instead of a button.
const BANNER: &str = "banner";

static NOT_FOUND: LazyLock<Rendering> = LazyLock::new(|| Rendering::stock(&page::not_found()));
static UNAVAILABLE: LazyLock<Rendering> = LazyLock::new(|| Rendering::stock(&page::unavailable()));

/// Everything that the edge serves.
pub fn routes(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource("/").route(read_only().to(landing)).default_service(web::to(method_not_allowed)),
        )
        .service(
            web::resource("/go/{button_id}")
                .route(read_only().to(go))
                .default_service(web::to(method_not_allowed)),
        )
        .default_service(web::to(not_found));
}

pub(super) fn read_only() -> actix_web::Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// The live page of the host, as this visitor gets it.
async fn landing(
    request: HttpRequest,
    cache: web::Data<LiveCache>,
    pages: web::Data<dyn LivePages>,
    clients: web::Data<Clients>,
) -> HttpResponse {
    match live_page(&request, &cache, pages.as_ref()).await {
        Ok(Some(page)) => {
            let visitor = clients.visitor(&request, &page.live().hostname);
            html(&request, StatusCode::OK, &page.render(&visitor), PRIVATE)
        }
        Ok(None) => html(&request, StatusCode::NOT_FOUND, &NOT_FOUND, NO_STORE),
        Err(error) => away(&request, &error),
    }
}

/// A click on a button: on to where it leads.
async fn go(
    request: HttpRequest,
    path: web::Path<String>,
    cache: web::Data<LiveCache>,
    pages: web::Data<dyn LivePages>,
    clients: web::Data<Clients>,
) -> HttpResponse {
    let id = ButtonId::parse(&path);
    if id.is_none() && *path != BANNER {
        return html(&request, StatusCode::NOT_FOUND, &NOT_FOUND, NO_STORE);
    }
    match live_page(&request, &cache, pages.as_ref()).await {
        Ok(Some(page)) => {
            let visitor = clients.visitor(&request, &page.live().hostname);
            match id {
                Some(id) => {
                    let arm = visitor.query.get("arm").map(String::as_str);
                    redirect(&destination(&page, &id, arm, &visitor))
                }
                None => redirect(banner_destination(&page)),
            }
        }
        Ok(None) => html(&request, StatusCode::NOT_FOUND, &NOT_FOUND, NO_STORE),
        Err(error) => away(&request, &error),
    }
}

/// Where a click leads. A button that is gone, or a funnel link that is not there yet, leads to the page itself: the
/// visitor may have opened it before the last publish.
fn destination(page: &CompiledPage, id: &ButtonId, arm: Option<&str>, visitor: &Visitor) -> String {
    let Some((segment, _, button)) = page.live().landing.button(id) else {
        return "/".to_owned();
    };
    // The page names the arm that it showed, because the visitor's digest may change between view and click.
    let named = arm.and_then(ArmId::parse);
    let shown = button
        .shown_to(named.as_ref().or_else(|| segment.experiment().and_then(|ab| ab.arm_of(&visitor.token))));
    let target = shown.url.address().or(shown.stamped_url);
    target.unwrap_or("/").to_owned()
}

/// Where the banner's link leads; to the page itself while its funnel link is not there yet.
fn banner_destination(page: &CompiledPage) -> &str {
    let content = &page.live().landing.banner.content;
    let typed = content.target_url.as_ref().filter(|_| content.link_mode == LinkMode::Manual);
    typed.and_then(|target| target.address()).unwrap_or("/")
}

async fn live_page(
    request: &HttpRequest,
    cache: &LiveCache,
    pages: &dyn LivePages,
) -> Result<Option<Arc<CompiledPage>>, StoreError> {
    let Some(host) = requested_host(request) else { return Ok(None) };
    let page = match Hostname::parse(host) {
        Ok(host) => cache.get(&host, pages).await?,
        Err(_) => None,
    };
    // On a developer's machine `links.example.com.localhost` opens the page of `links.example.com` in any browser.
    match host.strip_suffix(".localhost").map(Hostname::parse) {
        Some(Ok(inner)) if page.is_none() => cache.get(&inner, pages).await,
        _ => Ok(page),
    }
}

/// The host that the request itself names, without its port. What proxies say beside it is not asked.
fn requested_host(request: &HttpRequest) -> Option<&str> {
    let authority = match request.headers().get(header::HOST) {
        Some(host) => host.to_str().ok()?,
        None => request.uri().authority()?.as_str(),
    };
    Some(authority.rsplit_once(':').map_or(authority, |(host, _)| host))
}

async fn not_found(request: HttpRequest) -> HttpResponse {
    html(&request, StatusCode::NOT_FOUND, &NOT_FOUND, NO_STORE)
}

async fn method_not_allowed() -> HttpResponse {
    HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, "GET, HEAD")).finish()
}

fn away(request: &HttpRequest, error: &StoreError) -> HttpResponse {
    tracing::warn!(cause = ?error, "a page could not be looked up");
    let mut answer = html(request, StatusCode::SERVICE_UNAVAILABLE, &UNAVAILABLE, NO_STORE);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    answer
}

fn redirect(location: &str) -> HttpResponse {
    HttpResponse::Found()
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, NO_STORE))
        .insert_header((HeaderName::from_static("x-robots-tag"), "noindex"))
        .insert_header((header::REFERRER_POLICY, "strict-origin-when-cross-origin"))
        .finish()
}

fn html(
    request: &HttpRequest,
    status: StatusCode,
    rendering: &Rendering,
    cache: &'static str,
) -> HttpResponse {
    let mut answer = HttpResponse::build(status);
    answer
        .insert_header((header::CONTENT_TYPE, HTML))
        .insert_header((header::CACHE_CONTROL, cache))
        .insert_header((header::CONTENT_SECURITY_POLICY, rendering.policy.clone()))
        .insert_header((header::REFERRER_POLICY, "strict-origin-when-cross-origin"))
        .insert_header((header::VARY, "Accept-Encoding"));
    let zipped = takes_gzip(request) && !rendering.gzip.is_empty();
    let body = if zipped { &rendering.gzip } else { &rendering.html };
    if zipped {
        answer.insert_header((header::CONTENT_ENCODING, "gzip"));
    }
    // To a HEAD request actix tells the length of the body and leaves the body out.
    answer.body(body.clone())
}

fn takes_gzip(request: &HttpRequest) -> bool {
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|text| {
        text.split(',').any(|entry| {
            let (name, quality) = entry.split_once(';').unwrap_or((entry, "q=1"));
            let refused = quality.trim().trim_start_matches("q=").parse::<f32>().is_ok_and(|q| q == 0.0);
            name.trim().eq_ignore_ascii_case("gzip") && !refused
        })
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_requested_host_is_the_host_header_alone() {
        for (host, expected) in
            [("a.example", "a.example"), ("a.example:8081", "a.example"), ("[::1]:80", "[::1]")]
        {
            let request = TestRequest::default()
                .insert_header(("host", host))
                .insert_header(("x-forwarded-host", "evil.example"))
                .to_http_request();
            assert_eq!(requested_host(&request), Some(expected));
        }
    }

    #[test]
    fn gzip_is_sent_only_where_it_is_taken() {
        for (accepted, expected) in [
            ("gzip, deflate, br", true),
            ("GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("br", false),
            ("", false),
        ] {
            let request =
                TestRequest::default().insert_header((header::ACCEPT_ENCODING, accepted)).to_http_request();
            assert_eq!(takes_gzip(&request), expected, "{accepted}");
        }
    }
}
