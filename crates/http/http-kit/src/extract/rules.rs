use std::marker::PhantomData;

use api_contract::ErrorCode;
use kernel::{ErrorKind, Location, UnixTime, ValidationErrors};

use crate::error::{ApiError, Part};

/// The rules of inputs of the shape `T`. An extractor asks them before a handler runs, so that the faults of shape and those of rules are
/// in one answer.
pub trait RulesOf<T>: 'static {
    /// Everything that the rules find wrong with the input, as of `now`.
    fn faults(input: &T, now: UnixTime) -> Faults;
}

/// Inputs that have a shape and no rules.
#[derive(Debug)]
pub enum ShapeOnly {}

impl<T> RulesOf<T> for ShapeOnly {
    fn faults(_: &T, _: UnixTime) -> Faults {
        Faults::none()
    }
}

/// Faults that rules find in an input. Some faults have an error code of their own.
#[derive(Debug, Default)]
pub struct Faults {
    errors: ValidationErrors,
    /// Whether a fault has no code.
    plain: bool,
    /// The codes of the others, each with a sentence for the answer that has the code alone.
    coded: Vec<(ErrorCode, String)>,
}

impl Faults {
    /// Nothing wrong so far.
    pub fn none() -> Self {
        Self::default()
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Notes the errors of a value at `outer`, which have no code of their own.
    pub fn note<T>(&mut self, outer: &Location, result: Result<T, ValidationErrors>) {
        self.plain |= self.errors.take(outer, result).is_none();
    }

    /// Notes the errors of a field.
    pub fn field<T>(&mut self, name: &str, result: Result<T, ValidationErrors>) {
        self.note(&Location::root().at(name), result);
    }

    /// Notes errors that have this code; `sentence` names them without their places.
    pub fn coded(&mut self, code: ErrorCode, errors: ValidationErrors, sentence: impl Into<String>) {
        self.errors.absorb(&Location::root(), errors);
        self.coded.push((code, sentence.into()));
    }

    /// Notes one error of a field that has this code.
    pub fn coded_field(&mut self, code: ErrorCode, name: &str, kind: ErrorKind, sentence: impl Into<String>) {
        let sentence = sentence.into();
        let at = Location::root().at(name);
        self.coded(code, ValidationErrors::one(at, kind, sentence.clone()), sentence);
    }

    /// All errors, without their codes.
    pub fn into_errors(self) -> ValidationErrors {
        self.errors
    }

    /// `Ok` when nothing is wrong. Faults of one code are answered with it; a list holds all others, because a code can't.
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

/// Faults that the rules `R` find in an input of the right shape.
///
/// A request may repeat one that was answered before, and what has passed meanwhile is no fault of it. So an input that is wrong only
/// because of the time is left to the handler, which looks for that answer first.
pub(super) fn judge<T, R: RulesOf<T>>(input: &T, now: UnixTime, part: Part) -> Result<(), ApiError> {
    if R::faults(input, UnixTime::from_seconds(0)).is_empty() {
        return Ok(());
    }
    R::faults(input, now).into_result(part)
}

/// Marks an extractor with its rules, without holding any.
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
