//! Cursors of lists. Each belongs to a list, its filters and its owner, and is signed.

use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, web};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::digest::Key;
use hmac::{Hmac, KeyInit as _, Mac as _};
use kernel::{ErrorKind, Location, ValidationErrors};
use serde_json::Value;
use sha2::Sha256;
use utoipa::IntoParams;

use super::auth::KnownCaller;
use super::error::{ApiError, AuthFailure};
use super::extract::filters;

/// Length of a signature, in bytes. A forged cursor would only move its owner within their own
/// list.
const SIGNATURE: usize = 12;

type Signature = Hmac<Sha256>;

/// Keys that sign cursors.
#[derive(Clone)]
pub struct CursorKeys {
    current: Signature,
    /// Further accepted keys, while the service's secret key is changed.
    beside: Vec<Signature>,
}

impl CursorKeys {
    /// Creates keys that sign with `key`.
    pub fn new(key: &[u8; 32]) -> Self {
        Self { current: keyed(key), beside: Vec::new() }
    }

    /// Also accepts cursors that another process signed with `key`.
    #[must_use]
    pub fn also(mut self, key: &[u8; 32]) -> Self {
        self.beside.push(keyed(key));
        self
    }
}

/// Builds the HMAC from a full block: HMAC pads shorter keys with zeros anyway.
fn keyed(key: &[u8; 32]) -> Signature {
    let mut block = Key::<Signature>::default();
    block.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
    Signature::new(&block)
}

/// Cursors of the requested list. `T` is the query of the list; all its fields except `limit` and
/// `cursor` are filters.
#[derive(Clone)]
pub struct Cursors<T> {
    keys: CursorKeys,
    list: Arc<[u8]>,
    query: PhantomData<fn() -> T>,
}

impl<T> Cursors<T> {
    /// Reads the position of a cursor of this list.
    pub fn read<P>(
        &self,
        cursor: Option<&str>,
        place: impl FnOnce(&str) -> Option<P>,
    ) -> Result<Option<P>, ApiError> {
        let read = |cursor| self.verified(cursor).and_then(|text| place(&text)).ok_or_else(wrong);
        cursor.map(read).transpose()
    }

    /// Reads a numeric position.
    pub fn read_number<N: FromStr, P>(
        &self,
        cursor: Option<&str>,
        place: impl FnOnce(N) -> P,
    ) -> Result<Option<P>, ApiError> {
        self.read(cursor, |text| text.parse().ok().map(place))
    }

    /// Writes the cursor of a position in this list.
    pub fn write(&self, place: impl ToString) -> String {
        let place = place.to_string();
        let signature = self.signed(&self.keys.current, &place).finalize().into_bytes();
        let signature = signature.get(..SIGNATURE).unwrap_or(&signature);
        BASE64_URL_SAFE_NO_PAD.encode([signature, place.as_bytes()].concat())
    }

    fn verified(&self, cursor: &str) -> Option<String> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let (signature, place) = bytes.split_at_checked(SIGNATURE)?;
        let place = std::str::from_utf8(place).ok()?;
        let mut keys = std::iter::once(&self.keys.current).chain(&self.keys.beside);
        let is_good = keys.any(|key| self.signed(key, place).verify_truncated_left(signature).is_ok());
        is_good.then(|| place.to_owned())
    }

    fn signed(&self, key: &Signature, place: &str) -> Signature {
        key.clone().chain_update(&self.list).chain_update([0]).chain_update(place)
    }
}

fn wrong() -> ApiError {
    let message = "invalid cursor; begin again without a cursor";
    ApiError::query(ValidationErrors::one(Location::root().at("cursor"), ErrorKind::Value, message))
}

impl<T: IntoParams + 'static> FromRequest for Cursors<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(of_request(request))
    }
}

fn of_request<T: IntoParams + 'static>(request: &HttpRequest) -> Result<Cursors<T>, ApiError> {
    let missing = || ApiError::Unauthenticated { failure: AuthFailure::Missing, coded: false };
    let owner = request.extensions().get::<Arc<KnownCaller>>().map(|caller| caller.owner_number());
    let keys = request.app_data::<web::Data<CursorKeys>>();
    let keys = keys.ok_or_else(|| ApiError::internal("no keys of cursors are wired"))?;
    let list = name(owner.ok_or_else(missing)?, request, &filters::<T>(request.query_string()))?;
    Ok(Cursors { keys: keys.as_ref().clone(), list: list.into(), query: PhantomData })
}

/// Returns the identity of a list: owner, operation, path variables, and filters. JSON contains no
/// zero byte, so one can separate the position.
fn name(owner: i64, request: &HttpRequest, filters: &Value) -> Result<Vec<u8>, ApiError> {
    let variables: Vec<_> = request.match_info().iter().collect();
    serde_json::to_vec(&(owner, request.match_pattern(), variables, filters)).map_err(ApiError::internal)
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;

    use super::*;

    const ONE: [u8; 32] = [1; 32];
    const TWO: [u8; 32] = [2; 32];

    fn cursors(keys: CursorKeys, list: &str) -> Cursors<()> {
        Cursors { keys, list: list.as_bytes().into(), query: PhantomData }
    }

    fn place(cursors: &Cursors<()>, cursor: &str) -> Option<String> {
        let read = cursors.read(Some(cursor), |text| Some(text.to_owned()));
        read.map_err(|error| assert_eq!(error.status_code(), 422)).ok().flatten()
    }

    #[test]
    fn a_cursor_is_read_back_by_its_own_list_alone() {
        let list = cursors(CursorKeys::new(&ONE), "a");
        for text in ["", "7", "1999.fan_é", "t:\0:x", &"x".repeat(5_000)] {
            let cursor = list.write(text);
            assert_eq!(place(&list, &cursor).as_deref(), Some(text));
            assert_eq!(place(&cursors(CursorKeys::new(&ONE), "b"), &cursor), None, "another list");
            assert_eq!(place(&cursors(CursorKeys::new(&TWO), "a"), &cursor), None, "another service");
        }
        assert!(list.read(None, |_| Some(())).unwrap().is_none());
        assert!(list.read_number::<i64, i64>(Some(&list.write("x")), |id| id).is_err());
        assert_eq!(list.read_number::<i64, i64>(Some(&list.write(7)), |id| id).unwrap(), Some(7));
    }

    #[test]
    fn what_nobody_signed_is_no_cursor() {
        let list = cursors(CursorKeys::new(&ONE), "a");
        let cursor = list.write(7);
        let (head, tail) = cursor.split_at(cursor.len() - 2);
        let changed = format!("{head}{}", if tail == "AA" { "AB" } else { "AA" });
        for text in ["", "7", "x", "====", head, &changed, &format!("{cursor}A"), &format!("{cursor}=")] {
            assert_eq!(place(&list, text), None, "{text:?}");
        }
    }

    #[test]
    fn while_the_secret_is_changed_processes_read_each_others_cursors() {
        let before = cursors(CursorKeys::new(&ONE).also(&TWO), "a");
        let after = cursors(CursorKeys::new(&TWO).also(&ONE), "a");
        assert_eq!(place(&before, &after.write(7)).as_deref(), Some("7"));
        assert_eq!(place(&after, &before.write(7)).as_deref(), Some("7"));
    }
}
