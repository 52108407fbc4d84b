use std::fmt::Debug;
use std::ops::Deref;

use crate::wire::ErrorCode;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use kernel::{ErrorKind, Hostname, Location, ValidationErrors};
use serde::de::DeserializeOwned;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::wait_turns;
use crate::error::{ApiError, Part};

/// Variables of a path: one [`PathPart`], or a tuple of them in order.
#[derive(Debug)]
pub struct Path<T: PathPart>(T::Value);

impl<T: PathPart> Path<T> {
    pub fn into_inner(self) -> T::Value {
        self.0
    }
}

impl<T: PathPart> Deref for Path<T> {
    type Target = T::Value;

    fn deref(&self) -> &T::Value {
        &self.0
    }
}

/// A path variable, with its name in the document and its value for handlers.
pub trait PathPart: 'static {
    /// Parsed type in the path.
    type Text: DeserializeOwned;
    /// Type for handlers.
    type Value: Debug;

    /// Converts the text to the value.
    fn read(text: Self::Text) -> Result<Self::Value, ApiError>;
}

/// A registered domain, by its hostname.
///
/// An invalid hostname can't be registered, so it results in 404 `domain_not_found`.
#[derive(Debug)]
pub enum DomainName {}

impl DomainName {
    /// Parses the domain that a query or a body names.
    pub fn named(text: &str) -> Result<Hostname, ApiError> {
        Hostname::parse(text)
            .map_err(|_| ApiError::coded(ErrorCode::DomainNotFound, "this domain is not registered"))
    }
}

impl PathPart for DomainName {
    type Text = String;
    type Value = Hostname;

    fn read(text: String) -> Result<Hostname, ApiError> {
        Self::named(&text)
    }
}

impl PartialSchema for DomainName {
    fn schema() -> RefOr<Schema> {
        String::schema()
    }
}

impl ToSchema for DomainName {}

impl PathPart for String {
    type Text = Self;
    type Value = Self;

    fn read(text: Self) -> Result<Self, ApiError> {
        Ok(text)
    }
}

impl PathPart for i64 {
    type Text = Self;
    type Value = Self;

    fn read(number: Self) -> Result<Self, ApiError> {
        Ok(number)
    }
}

impl<A: PathPart, B: PathPart> PathPart for (A, B) {
    type Text = (A::Text, B::Text);
    type Value = (A::Value, B::Value);

    fn read((a, b): Self::Text) -> Result<Self::Value, ApiError> {
        Ok((A::read(a)?, B::read(b)?))
    }
}

impl<A: PathPart, B: PathPart, C: PathPart> PathPart for (A, B, C) {
    type Text = (A::Text, B::Text, C::Text);
    type Value = (A::Value, B::Value, C::Value);

    fn read((a, b, c): Self::Text) -> Result<Self::Value, ApiError> {
        Ok((A::read(a)?, B::read(b)?, C::read(c)?))
    }
}

impl<T: PathPart> FromRequest for Path<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let read = parse(request, payload).and_then(T::read);
        Box::pin(async move {
            wait_turns(1).await;
            read.map(Self)
        })
    }
}

fn parse<T: DeserializeOwned>(request: &HttpRequest, payload: &mut Payload) -> Result<T, ApiError> {
    let mut errors = ValidationErrors::none();
    for (name, value) in request.match_info().iter() {
        if value.contains('\0') {
            let at = Location::root().at(name);
            errors.push(at, ErrorKind::NulCharacter, "NUL characters are not allowed");
        }
    }
    let invalid = |errors| ApiError::Invalid { part: Part::Path, errors };
    errors.into_result().map_err(invalid)?;
    match web::Path::<T>::from_request(request, payload).into_inner() {
        Ok(path) => Ok(path.into_inner()),
        Err(error) => Err(invalid(unreadable(request, &error.to_string()))),
    }
}

/// Finds the invalid parameter: actix reports only the text that it could not parse.
fn unreadable(request: &HttpRequest, message: &str) -> ValidationErrors {
    let culprit = request.match_info().iter().find(|(_, value)| message.contains(&format!("{value:?}")));
    let at = culprit.map_or_else(Location::root, |(name, _)| Location::root().at(name));
    let whole = [" i64", " i32", " u64", " u32"].iter().any(|name| message.ends_with(name));
    let kind = if whole { ErrorKind::IntType } else { ErrorKind::Value };
    ValidationErrors::one(
        at,
        kind,
        if whole { "must be an integer" } else { "the value is not allowed here" },
    )
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn read<T: PathPart>(parts: &[(&'static str, &'static str)]) -> Result<T::Value, String> {
        let mut request = TestRequest::default();
        for (name, value) in parts {
            request = request.param(*name, *value);
        }
        let read = parse(&request.to_http_request(), &mut Payload::None).and_then(T::read);
        read.map_err(|error| match error {
            ApiError::Coded { code, .. } => code.as_str().to_owned(),
            ApiError::Invalid { errors, .. } => errors.to_string(),
            other => format!("{other:?}"),
        })
    }

    #[test]
    fn a_domain_is_a_hostname_or_is_not_registered() {
        for (text, expected) in [
            ("links.example.com", Ok("links.example.com")),
            ("Links.Example.COM.", Ok("links.example.com")),
            ("b%C3%BCcher.example", Ok("xn--bcher-kva.example")),
            ("no host", Err("domain_not_found")),
            ("-", Err("domain_not_found")),
        ] {
            let named = read::<DomainName>(&[("domain", text)]);
            assert_eq!(named.as_ref().map(Hostname::as_str).map_err(String::as_str), expected, "{text:?}");
            let named =
                read::<(DomainName, String, i64)>(&[("domain", text), ("id", "a%2Fb"), ("number", "7")]);
            let expected = expected.map(|host| (host.to_owned(), "a/b".to_owned(), 7));
            let named = named.map(|(host, id, number)| (host.to_string(), id, number));
            assert_eq!(named, expected.map_err(str::to_owned), "{text:?}");
        }
    }

    #[test]
    fn what_can_t_be_read_is_named() {
        let refused = read::<(DomainName, i64)>(&[("domain", "links.example.com"), ("id", "seven")]);
        assert_eq!(refused, Err("id: must be an integer".to_owned()));
        let refused = read::<String>(&[("provider_id", "a\0b")]);
        assert_eq!(refused, Err("provider_id: NUL characters are not allowed".to_owned()));
    }
}
