use std::marker::PhantomData;

use crate::wire::ErrorCode;
use kernel::{ErrorKind, Location, UnixTime, ValidationErrors};

use crate::error::{ApiError, Part};

/// Rules of inputs of the shape `T`. Extractors check them before a handler runs, so that faults of
/// shape and rules are in one response.
pub trait RulesOf<T>: 'static {
    /// Returns all violated rules, as of `now`.
    fn faults(input: &T, now: UnixTime) -> Faults;
}

/// Inputs with a shape but no rules.
#[derive(Debug)]
pub enum ShapeOnly {}

impl<T> RulesOf<T> for ShapeOnly {
    fn faults(_: &T, _: UnixTime) -> Faults {
        Faults::none()
    }
}

/// Violated rules of an input. Some have an error code of their own.
#[derive(Debug, Default)]
pub struct Faults {
    errors: ValidationErrors,
    /// Whether any fault has no code.
    plain: bool,
    /// Codes of the other faults, each with a sentence for a response with only that code.
    coded: Vec<(ErrorCode, String)>,
}

impl Faults {
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Adds the errors of a value at `outer`, without a code.
    pub fn note<T>(&mut self, outer: &Location, result: Result<T, ValidationErrors>) {
        self.plain |= self.errors.take(outer, result).is_none();
    }

    /// Adds the errors of a field.
    pub fn field<T>(&mut self, name: &str, result: Result<T, ValidationErrors>) {
        self.note(&Location::root().at(name), result);
    }

    /// Adds errors with this code; `sentence` describes them without their places.
    pub fn coded(&mut self, code: ErrorCode, errors: ValidationErrors, sentence: impl Into<String>) {
        self.errors.absorb(&Location::root(), errors);
        self.coded.push((code, sentence.into()));
    }

    /// Adds one error of a field with this code.
    pub fn coded_field(&mut self, code: ErrorCode, name: &str, kind: ErrorKind, sentence: impl Into<String>) {
        let sentence = sentence.into();
        let at = Location::root().at(name);
        self.coded(code, ValidationErrors::one(at, kind, sentence.clone()), sentence);
    }

    /// Returns all errors, and drops their codes.
    pub fn into_errors(self) -> ValidationErrors {
        self.errors
    }

    /// Returns `Ok` without faults. If all faults have the same code, fails with that code.
    /// Otherwise fails with a list, because a code can't describe several faults.
    pub fn into_result(self, part: Part) -> Result<(), ApiError> {
        let Self { errors, plain, coded } = self;
        match coded.first() {
            Some((code, _)) if !plain && coded.iter().all(|(other, _)| other == code) => {
                let sentences: Vec<_> = coded.iter().map(|(_, sentence)| sentence.as_str()).collect();
                Err(ApiError::coded(*code, sentences.join("; ")))
            }
            _ => errors.into_result().map_err(|errors| ApiError::Invalid { part, errors }),
        }
    }
}

impl<T> From<Result<T, ValidationErrors>> for Faults {
    fn from(result: Result<T, ValidationErrors>) -> Self {
        let mut faults = Self::none();
        faults.note(&Location::root(), result);
        faults
    }
}

/// Checks an input of a valid shape against the rules `R`.
///
/// Accepts an input that is invalid only because a time in it has passed. The request may repeat an earlier
/// one, so the handler first looks for the stored response.
pub(super) fn judge<T, R: RulesOf<T>>(input: &T, now: UnixTime, part: Part) -> Result<(), ApiError> {
    if R::faults(input, UnixTime::from_seconds(0)).is_empty() {
        return Ok(());
    }
    R::faults(input, now).into_result(part)
}

/// Marks an extractor with its rules.
pub(super) type Ruled<R> = PhantomData<fn() -> R>;

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;

    use super::*;

    #[test]
    fn a_code_that_stands_alone_is_the_answer_and_a_list_holds_the_rest() {
        let slug = (Some(ErrorCode::InvalidSlug), "slug");
        let reserved = (Some(ErrorCode::SlugReserved), "slug");
        for (found, expected) in [
            (&[][..], None),
            (&[slug], Some((400, "wrong"))),
            (&[slug, slug], Some((400, "wrong; wrong"))),
            (&[slug, reserved], Some((422, "slug: wrong; slug: wrong"))),
            (&[slug, (None, "name")], Some((422, "slug: wrong; name: wrong"))),
            (&[(None, "name")], Some((422, "name: wrong"))),
        ] {
            let mut faults = Faults::none();
            for (code, name) in found {
                match code {
                    Some(code) => faults.coded_field(*code, name, ErrorKind::Pattern, "wrong"),
                    None => faults.field(
                        name,
                        Err::<(), _>(ValidationErrors::one(Location::root(), ErrorKind::Value, "wrong")),
                    ),
                }
            }
            let answer = faults.into_result(Part::Body).err();
            let answer = answer.map(|error| (error.status_code().as_u16(), error.to_string()));
            assert_eq!(answer, expected.map(|(status, text)| (status, text.to_owned())), "{found:?}");
        }
    }
}
