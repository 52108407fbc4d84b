//! Strict parsing of queries and bodies: every mistake of the caller is an error.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;

use crate::reply::Refusal;

/// Query parameters, which may repeat.
#[derive(Debug)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    pub(crate) fn parse(text: &str) -> Self {
        Self(url::form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    /// Rejects unknown parameters.
    pub(crate) fn only(self, known: &[&str]) -> Result<Self, Refusal> {
        match self.0.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            Some((name, _)) => Err(Refusal::invalid(format!("there is no parameter {name}"))),
            None => Ok(self),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(one, _)| one == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(one, _)| one == name).map(|(_, value)| value.clone()).collect()
    }

    pub(crate) fn number(&self, name: &str) -> Result<Option<i64>, Refusal> {
        let parse =
            |text: &str| text.parse().map_err(|_| Refusal::invalid(format!("{name} is no whole number")));
        self.text(name).map(parse).transpose()
    }

    pub(crate) fn one_of(&self, name: &str, choice: &[&str]) -> Result<Option<String>, Refusal> {
        match self.text(name) {
            Some(value) if !choice.contains(&value) => {
                Err(Refusal::invalid(format!("{name} is none of {}", choice.join(", "))))
            }
            value => Ok(value.map(str::to_string)),
        }
    }

    /// Returns the page size: `limit`, at most `most`.
    pub(crate) fn limit(&self, usual: usize, most: usize) -> Result<usize, Refusal> {
        let limit = self.number("limit")?.map_or(Ok(usual), usize::try_from).unwrap_or(0);
        if limit == 0 || limit > most {
            return Err(Refusal::invalid(format!("limit is from 1 to {most}")));
        }
        Ok(limit)
    }

    /// Returns the position of the cursor parameter `name`, or 0 without one.
    pub(crate) fn place(&self, name: &str, list: &str) -> Result<u64, Refusal> {
        let Some(cursor) = self.text(name) else { return Ok(0) };
        place(cursor, list).ok_or_else(|| Refusal::invalid(format!("{name} is no cursor of this list")))
    }
}

/// Encodes a cursor of `list`.
pub(crate) fn cursor(list: &str, place: u64) -> String {
    URL_SAFE_NO_PAD.encode(format!("{list}:{place}"))
}

/// Returns the list of a cursor.
pub(crate) fn list_of(cursor: &str) -> Option<String> {
    Some(open(cursor)?.0)
}

fn place(cursor: &str, list: &str) -> Option<u64> {
    open(cursor).filter(|(own, _)| own == list).map(|(_, place)| place)
}

fn open(cursor: &str) -> Option<(String, u64)> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let (list, place) = text.rsplit_once(':')?;
    Some((list.to_string(), place.parse().ok()?))
}

/// Parses a body as `T`.
pub(crate) fn body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| Refusal::invalid(format!("the body: {error}")))
}

/// Returns whether `text` is two upper-case letters.
pub(crate) fn is_country(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_belongs_to_its_list() {
        let query = Query::parse(&format!("cursor={}", cursor("fans", 12)));
        assert_eq!(query.place("cursor", "fans"), Ok(12));
        assert!(query.place("cursor", "links").is_err());
        assert_eq!(query.place("after", "fans"), Ok(0));
        assert!(Query::parse("cursor=12").place("cursor", "fans").is_err());
    }

    #[test]
    fn limits_are_kept() {
        for (text, limit) in [("", Some(50)), ("limit=1", Some(1)), ("limit=200", Some(200))] {
            assert_eq!(Query::parse(text).limit(50, 200).ok(), limit, "{text}");
        }
        for text in ["limit=0", "limit=201", "limit=-1", "limit=many", "limit="] {
            assert!(Query::parse(text).limit(50, 200).is_err(), "{text}");
        }
    }

    #[test]
    fn unknown_parameters_are_reported() {
        assert!(Query::parse("a=1&a=2").only(&["a"]).is_ok());
        assert!(Query::parse("a=1&b=2").only(&["a"]).is_err());
        assert_eq!(Query::parse("a=1&b=2&a=%C3%BC").all("a"), ["1", "ü"]);
    }
}
