//! Forms as browsers send them: named texts, where names may repeat.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};

use crate::body::is_late;
use crate::failure::Failure;

#[derive(Debug, Clone, Default)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// Parses a query or a body.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        Self(
            url::form_urlencoded::parse(bytes)
                .map(|(name, value)| (name.into_owned(), value.into_owned()))
                .collect(),
        )
    }

    /// Wraps parsed fields, such as those of a multipart form.
    pub(crate) fn of(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }

    /// Returns a field, or an empty text if it is missing.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Returns a trimmed field, or `None` if it is empty or missing.
    pub(crate) fn optional(&self, name: &str) -> Option<String> {
        let text = self.text(name).trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// Returns whether a box is ticked.
    pub(crate) fn ticked(&self, name: &str) -> bool {
        !self.text(name).is_empty()
    }

    /// Returns a field as a whole number.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.text(name).trim().parse().ok()
    }

    /// Returns an amount such as `12.50` or `12,50` in cents.
    pub(crate) fn cents(&self, name: &str) -> Option<i64> {
        let amount: f64 = self.text(name).trim().replace(',', ".").parse().ok()?;
        let cents = (amount * 100.0).round();
        // Larger floats can't represent every cent.
        (cents.abs() < 9e15).then_some(cents as i64)
    }

    /// Returns all values of a repeated name.
    pub(crate) fn all(&self, name: &str) -> Vec<String> {
        let same = self.0.iter().filter(|(known, value)| known == name && !value.is_empty());
        same.map(|(_, value)| value.clone()).collect()
    }

    /// Returns the entries of a text field, separated by commas, spaces or lines.
    pub(crate) fn list(&self, name: &str) -> Vec<String> {
        let text = self.text(name);
        let parts = text.split([',', ';', ' ', '\n', '\r', '\t']).map(str::trim);
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }

    /// Returns all names and values.
    pub(crate) fn pairs(&self) -> &[(String, String)] {
        &self.0
    }
}

impl FromRequest for Form {
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Self::Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = Bytes::from_request(request, payload);
        Box::pin(async move {
            match bytes.await {
                Ok(bytes) => Ok(Self::parse(&bytes)),
                Err(error) if error.as_error().is_some_and(is_late) => Err(Failure::TooSlow.into()),
                Err(error) => Err(error),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_as_browsers_write_it() {
        let form = Form::parse(b"a=1&b=%20x+&c=on&d=p&d=q&e=DE,+at%0Ach&m=12,5&n=");
        assert_eq!((form.number("a"), form.optional("b")), (Some(1), Some("x".to_owned())));
        assert!(form.ticked("c") && !form.ticked("n") && !form.ticked("z"));
        assert_eq!(form.all("d"), ["p", "q"]);
        assert_eq!(form.list("e"), ["DE", "at", "ch"]);
        assert_eq!(form.cents("m"), Some(1250));
    }
}
