//! The optional cookie: a random number, so that a returning visitor gets the same content.

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderValue};
use kernel::{Entropy as _, SortableId};
use landing_draft::visitor::VisitorToken;
use runtime::SystemEntropy;

const NAME: &str = "visitor";
/// Half a year, the longest lifetime that European authorities recommend for audience statistics.
const SECONDS: u32 = 180 * 24 * 60 * 60;

/// Returns the token in a request's cookie.
pub(super) fn token(request: &HttpRequest) -> Option<VisitorToken> {
    let cookies = request.headers().get_all(header::COOKIE).filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let value = pairs.into_iter().find_map(|(name, value)| (name == NAME).then_some(value))?;
    SortableId::parse(value).map(|id| VisitorToken::new(id.to_u128().to_be_bytes()))
}

/// Generates a token.
pub(super) fn new_token() -> VisitorToken {
    let mut bytes = [0; 16];
    SystemEntropy.fill(&mut bytes);
    VisitorToken::new(bytes)
}

/// Builds the cookie header of a token; `Secure` if the request came by https.
pub(super) fn header(token: &VisitorToken, https: bool) -> Option<HeaderValue> {
    let value = SortableId::from_u128(u128::from_be_bytes(*token.bytes()));
    let secure = if https { "; Secure" } else { "" };
    let cookie = format!("{NAME}={value}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::try_from(cookie).ok()
}
