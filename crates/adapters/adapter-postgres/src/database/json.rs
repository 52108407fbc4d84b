//! `jsonb` columns as bytes.

use std::io::Write as _;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::Jsonb;
use serde::de::{DeserializeOwned, Error as _};

/// Bytes of a `jsonb` column, to be parsed and serialized on the CPU pool.
#[derive(Debug, FromSqlRow, AsExpression)]
#[diesel(sql_type = Jsonb)]
pub(crate) struct RawJson(Box<[u8]>);

/// Version byte before a `jsonb` value on the wire.
pub(crate) const WIRE_VERSION: u8 = 1;

/// Returns the JSON text of a `jsonb` value.
pub(crate) fn json_of(jsonb: PgValue<'_>) -> deserialize::Result<&[u8]> {
    match jsonb.as_bytes().split_first() {
        Some((&WIRE_VERSION, json)) => Ok(json),
        _ => Err("a document in an unknown form of the wire".into()),
    }
}

impl RawJson {
    /// Size of the JSON text, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn parse<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        // One UTF-8 check of the whole text replaces a check of each string.
        serde_json::from_str(str::from_utf8(&self.0).map_err(serde_json::Error::custom)?)
    }
}

impl From<Vec<u8>> for RawJson {
    fn from(json: Vec<u8>) -> Self {
        Self(json.into())
    }
}

impl ToSql<Jsonb, Pg> for RawJson {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&[WIRE_VERSION])?;
        out.write_all(&self.0)?;
        Ok(IsNull::No)
    }
}

impl FromSql<Jsonb, Pg> for RawJson {
    fn from_sql(bytes: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(json_of(bytes)?.into()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn json_that_no_value_can_hold_is_an_error() {
        for text in [r#""\ud83d""#, "1e999", &"[".repeat(200), "1 2", "{"] {
            assert!(RawJson(text.as_bytes().into()).parse::<Value>().is_err(), "{text}");
        }
        assert!(RawJson([b'"', 0xff, b'"'].into()).parse::<Value>().is_err());
    }

    #[test]
    fn whole_numbers_beyond_64_bits_with_a_sign_are_no_whole_numbers_to_a_rule() {
        for (text, whole) in [
            ("9223372036854775807", Some(i64::MAX)),
            ("9223372036854775808", None),
            ("1e300", None),
            ("1.0", None),
        ] {
            let value: Value = RawJson(text.as_bytes().into()).parse().unwrap();
            assert_eq!(value.as_i64(), whole, "{text}");
        }
    }
}
