//! Forms as browsers send them: named texts, where names may repeat.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use crate::body::is_late;
use crate::context::Context;
use crate::failure::{Failure, Unsure};
use crate::system;

/// Field with a key that is new for each rendered form.
pub(crate) const ONCE: &str = "once";
/// Field with a question to ask before the write.
pub(crate) const QUESTION: &str = "ask";
/// Field that says that the question was answered with yes.
pub(crate) const SURE: &str = "sure";

#[derive(Debug, Clone, Default)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// Parses a query or a body.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let pairs = url::form_urlencoded::parse(bytes);
        Self::of(pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// Wraps parsed fields, such as those of a multipart form. Browsers send line breaks as CR LF, which
    /// the API rejects as control characters.
    pub(crate) fn of(pairs: Vec<(String, String)>) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name, value.replace("\r\n", "\n"))).collect())
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

    /// Returns a colour if its box is ticked, or if the colour differs from the one that the form showed.
    /// Browsers always send a colour.
    pub(crate) fn color(&self, name: &str, ticked: &str) -> Option<&str> {
        let (color, shown) = (self.text(name), self.text(&format!("{name}_was")));
        let is_picked = !shown.is_empty() && color != shown;
        (!color.is_empty() && (self.ticked(ticked) || is_picked)).then_some(color)
    }

    /// Returns the key of this rendered form, the same for each time it is sent. A form without a key gets
    /// a new one.
    pub(crate) fn once(&self) -> String {
        let key = self.optional(ONCE).filter(|key| key.len() <= 64);
        key.unwrap_or_else(|| BASE64_URL_SAFE_NO_PAD.encode(system::random::<16>()))
    }

    /// Returns the question of the form unless it was answered.
    fn question(&self) -> Option<String> {
        self.optional(QUESTION).filter(|_| !self.ticked(SURE))
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
        let request = request.clone();
        Box::pin(async move {
            match bytes.await {
                Ok(bytes) => {
                    let form = Self::parse(&bytes);
                    match form.question() {
                        Some(question) => {
                            // Only whoever has the right to do it is asked.
                            Context::from_request(&request, &mut Payload::None).await?;
                            let action = request.uri().path().to_owned();
                            Err(Failure::Unsure(Unsure { question, action, fields: form.0 }).into())
                        }
                        None => Ok(form),
                    }
                }
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

    #[test]
    fn a_question_is_asked_until_it_is_answered() {
        for (body, expected) in
            [("ask=Sure%3F&sure=", Some("Sure?")), ("ask=Sure%3F&sure=1", None), ("sure=", None), ("", None)]
        {
            assert_eq!(Form::parse(body.as_bytes()).question().as_deref(), expected, "{body}");
        }
    }

    #[test]
    fn a_form_that_is_sent_twice_has_one_key() {
        let form = Form::parse(b"once=abc");
        assert_eq!((form.once(), form.once()), ("abc".to_owned(), "abc".to_owned()));
        let without = Form::parse(b"once=");
        assert_ne!(without.once(), without.once());
    }

    #[test]
    fn the_line_breaks_of_browsers_are_plain_line_breaks() {
        assert_eq!(Form::parse(b"bio=one%0D%0Atwo%0Athree").text("bio"), "one\ntwo\nthree");
        assert_eq!(Form::of(vec![("bio".to_owned(), "one\r\ntwo".to_owned())]).text("bio"), "one\ntwo");
    }

    #[test]
    fn a_colour_is_chosen_by_its_box_or_by_picking_it() {
        for (body, expected) in [
            ("color=%23111111&color_was=%23111111&own=1", Some("#111111")),
            ("color=%23111111&color_was=%23111111", None),
            ("color=%23222222&color_was=%23111111", Some("#222222")),
            ("color=%23222222", None),
            ("own=1", None),
        ] {
            assert_eq!(Form::parse(body.as_bytes()).color("color", "own"), expected, "{body}");
        }
    }
}
