use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use kernel::{ErrorKind, Location, ValidationErrors};
use serde::de::DeserializeOwned;

use super::wait_turns;
use crate::error::{ApiError, Part};

/// The variable parts of a path: one value, a tuple in their order, or a struct by their names.
#[derive(Debug)]
pub struct Path<T>(T);

impl<T> Path<T> {
    /// The values.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Path<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Path<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let read = parse(request, payload);
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

/// actix tells the text that it could not read; the parameter is the one that holds it.
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
