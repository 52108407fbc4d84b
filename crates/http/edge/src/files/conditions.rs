//! Conditional and range requests (RFC 9110, sections 13 and 14) of files that never change.

use std::ops::Range;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, EntityTag, Header as _, HeaderName, IfMatch, IfNoneMatch, IfRange};

/// Part of a file that a request gets, or the reason why it gets none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    Whole,
    /// Bytes of the only satisfiable range.
    Part(Range<usize>),
    NotModified,
    /// `If-Match` names other contents.
    PreconditionFailed,
    /// All ranges begin after the end.
    Unsatisfiable,
}

/// Evaluates the conditions of a request in the order of RFC 9110, section 13.2.2.
///
/// Files have no modification date, so conditions with dates are ignored, as section 13.1 requires.
pub(super) fn outcome(request: &HttpRequest, tag: &str, length: usize) -> Outcome {
    let tag = EntityTag::new_strong(tag.to_owned());
    let has = |name: HeaderName| request.headers().contains_key(name);
    if has(header::IF_MATCH) && !matches_strongly(request, &tag) {
        return Outcome::PreconditionFailed;
    }
    if has(header::IF_NONE_MATCH) && matches_weakly(request, &tag) {
        return Outcome::NotModified;
    }
    if request.method() != Method::GET || has(header::IF_RANGE) && !names_this(request, &tag) {
        return Outcome::Whole;
    }
    let range = request.headers().get(header::RANGE).and_then(|value| value.to_str().ok());
    range.and_then(specifiers).map_or(Outcome::Whole, |specifiers| part(&specifiers, length))
}

fn matches_strongly(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfMatch::parse(request) {
        Ok(IfMatch::Any) => true,
        Ok(IfMatch::Items(tags)) => tags.iter().any(|known| known.strong_eq(tag)),
        Err(_) => false,
    }
}

fn matches_weakly(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}

fn names_this(request: &HttpRequest, tag: &EntityTag) -> bool {
    matches!(IfRange::parse(request), Ok(IfRange::EntityTag(known)) if known.strong_eq(tag))
}

/// One range as requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Specifier {
    /// From the first to the last byte, inclusive; without a last byte, to the end.
    From(usize, Option<usize>),
    /// The last bytes.
    Suffix(usize),
}

/// Parses a `Range` header; `None` if it has another unit or is malformed, and so must be ignored.
///
/// The parser of `actix-web` drops malformed ranges of a list, and numbers beyond 64 bits.
fn specifiers(value: &str) -> Option<Vec<Specifier>> {
    let (unit, set) = value.split_once('=')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return None;
    }
    let entries =
        set.split(',').map(|entry| entry.trim_matches([' ', '\t'])).filter(|entry| !entry.is_empty());
    let specifiers = entries.map(specifier).collect::<Option<Vec<_>>>()?;
    (!specifiers.is_empty()).then_some(specifiers)
}

fn specifier(entry: &str) -> Option<Specifier> {
    match entry.split_once('-')? {
        ("", last) => Some(Specifier::Suffix(number(last)?)),
        (first, "") => Some(Specifier::From(number(first)?, None)),
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some(Specifier::From(first, Some(last)))
        }
    }
}

/// Parses digits. Larger numbers than any file length count as the largest.
fn number(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// Selects the part of a file with `length` bytes. Several satisfiable ranges give the whole file: no browser asks for
/// them, and RFC 9110 lets a server ignore the header.
fn part(specifiers: &[Specifier], length: usize) -> Outcome {
    let satisfiable = |specifier: &Specifier| match *specifier {
        Specifier::From(first, last) => {
            let end = last.map_or(length, |last| last.saturating_add(1).min(length));
            (first < length).then_some(first..end)
        }
        Specifier::Suffix(size) => (size > 0 && length > 0).then(|| length.saturating_sub(size)..length),
    };
    let mut parts = specifiers.iter().filter_map(satisfiable);
    match (parts.next(), parts.next()) {
        (None, _) => Outcome::Unsatisfiable,
        (Some(part), None) => Outcome::Part(part),
        (Some(_), Some(_)) => Outcome::Whole,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    const TAG: &str = "1a.png";
    const PAST: &str = "Sat, 29 Oct 1994 19:43:31 GMT";

    fn get(headers: &[(&str, &str)]) -> Outcome {
        by(Method::GET, headers)
    }

    fn by(method: Method, headers: &[(&str, &str)]) -> Outcome {
        let mut request = TestRequest::with_uri("/f/1a.png").method(method);
        for header in headers {
            request = request.append_header(*header);
        }
        outcome(&request.to_http_request(), TAG, 100)
    }

    #[test]
    fn a_range_selects_a_part() {
        for (range, expected) in [
            ("bytes=0-1", Outcome::Part(0..2)),
            ("bytes=0-", Outcome::Part(0..100)),
            ("bytes=99-", Outcome::Part(99..100)),
            ("bytes=90-200", Outcome::Part(90..100)),
            ("bytes=0-99999999999999999999999", Outcome::Part(0..100)),
            ("bytes=-1", Outcome::Part(99..100)),
            ("bytes=-100", Outcome::Part(0..100)),
            ("bytes=-500", Outcome::Part(0..100)),
            ("BYTES=5-5", Outcome::Part(5..6)),
            ("bytes= 5-5 ,", Outcome::Part(5..6)),
            ("bytes=5-5,200-300", Outcome::Part(5..6)),
            ("bytes=0-1,4-5", Outcome::Whole),
            ("bytes=100-", Outcome::Unsatisfiable),
            ("bytes=99999999999999999999999-", Outcome::Unsatisfiable),
            ("bytes=-0", Outcome::Unsatisfiable),
            ("bytes=200-300,-0", Outcome::Unsatisfiable),
            ("bytes=5-4", Outcome::Whole),
            ("bytes=0-1,5-4", Outcome::Whole),
            ("bytes=", Outcome::Whole),
            ("bytes=-", Outcome::Whole),
            ("bytes=a-b", Outcome::Whole),
            ("bytes=+1-2", Outcome::Whole),
            ("bytes=1--2", Outcome::Whole),
            ("bytes=0x1-2", Outcome::Whole),
            ("bytes 0-1", Outcome::Whole),
            ("letters=0-1", Outcome::Whole),
        ] {
            assert_eq!(get(&[("range", range)]), expected, "{range}");
            assert_eq!(by(Method::HEAD, &[("range", range)]), Outcome::Whole, "{range}");
        }
        assert_eq!(part(&[Specifier::Suffix(5)], 0), Outcome::Unsatisfiable);
        assert_eq!(part(&[Specifier::From(0, None)], 0), Outcome::Unsatisfiable);
    }

    #[test]
    fn a_known_tag_is_recognised_in_every_form() {
        for (known, expected) in [
            ("\"1a.png\"", Outcome::NotModified),
            ("W/\"1a.png\"", Outcome::NotModified),
            ("\"x\", W/\"1a.png\"", Outcome::NotModified),
            ("\"x,y\",\"1a.png\"", Outcome::NotModified),
            ("*", Outcome::NotModified),
            (" * ", Outcome::NotModified),
            ("\"x\"", Outcome::Whole),
            ("1a.png", Outcome::Whole),
            ("w/\"1a.png\"", Outcome::Whole),
            ("", Outcome::Whole),
        ] {
            for method in [Method::GET, Method::HEAD] {
                assert_eq!(by(method, &[("if-none-match", known)]), expected, "{known}");
            }
        }
        let lines = [("if-none-match", "\"x\""), ("if-none-match", "\"1a.png\"")];
        assert_eq!(get(&lines), Outcome::NotModified);
    }

    #[test]
    fn conditions_come_before_ranges_and_tags_before_dates() {
        let (part, tag) = (("range", "bytes=0-1"), "\"1a.png\"");
        for (headers, expected) in [
            (vec![("if-match", tag)], Outcome::Whole),
            (vec![("if-match", "*"), part], Outcome::Part(0..2)),
            (vec![("if-match", "\"x\""), ("if-none-match", tag), part], Outcome::PreconditionFailed),
            (vec![("if-match", "W/\"1a.png\"")], Outcome::PreconditionFailed),
            (vec![("if-match", tag), ("if-unmodified-since", PAST)], Outcome::Whole),
            (vec![("if-none-match", tag), part], Outcome::NotModified),
            (
                vec![("if-none-match", "\"x\""), ("if-modified-since", "Fri, 01 Jan 2100 00:00:00 GMT")],
                Outcome::Whole,
            ),
            (vec![("if-none-match", "\"x\""), ("range", "bytes=500-")], Outcome::Unsatisfiable),
            (vec![("if-modified-since", PAST)], Outcome::Whole),
            (vec![("if-unmodified-since", PAST), part], Outcome::Part(0..2)),
            (vec![("if-range", tag), part], Outcome::Part(0..2)),
            (vec![("if-range", tag), ("range", "bytes=500-")], Outcome::Unsatisfiable),
            (vec![("if-range", "W/\"1a.png\""), part], Outcome::Whole),
            (vec![("if-range", "\"x\""), ("range", "bytes=500-")], Outcome::Whole),
            (vec![("if-range", PAST), part], Outcome::Whole),
            (vec![("if-range", "nonsense"), part], Outcome::Whole),
            (vec![("if-range", tag)], Outcome::Whole),
        ] {
            assert_eq!(get(&headers), expected, "{headers:?}");
        }
    }
}
