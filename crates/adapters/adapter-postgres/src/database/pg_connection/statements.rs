//! Statements of a connection: what a query of diesel asks the server, and the statements prepared so far.

use std::any::TypeId;
use std::collections::HashMap;
use std::error::Error as StdError;
use std::num::NonZeroU32;
use std::sync::Arc;

use bytes::BytesMut;
use diesel::QueryResult;
use diesel::pg::{
    FailedToLookupTypeError, Pg, PgMetadataCacheKey, PgMetadataLookup, PgQueryBuilder, PgTypeMetadata,
};
use diesel::query_builder::bind_collector::RawBytesBindCollector;
use diesel::query_builder::{QueryBuilder as _, QueryFragment, QueryId};
use diesel::result::Error;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, Statement};

/// Statement that the server has prepared.
pub(crate) struct Known {
    pub(crate) statement: Statement,
    /// Types of the result columns.
    pub(crate) column_types: Box<[NonZeroU32]>,
}

impl Known {
    fn of(statement: Statement) -> Self {
        let types = statement.columns().iter().map(|column| NonZeroU32::new(column.type_().oid()));
        // No type has the number 0.
        let column_types = types.map(|number| number.unwrap_or(NonZeroU32::MAX)).collect();
        Self { statement, column_types }
    }
}

/// Text of a statement, and the types of its parameters.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Text {
    sql: String,
    types: Vec<Type>,
}

/// Statement of a request.
enum Asked {
    /// Was already prepared when the query was built.
    Known(Arc<Known>),
    /// Is prepared for this execution alone.
    Once(Text),
    /// Remains prepared, for all queries of this type.
    OfType(TypeId, Text),
    /// Remains prepared, for all queries with the same text.
    OfText(Text),
}

/// Execution of a query.
pub(crate) struct Request {
    asked: Asked,
    pub(crate) values: Vec<Value>,
}

impl Request {
    /// Translates a query. `find` returns the statement of a query type, if that is prepared.
    pub(crate) fn of<Q: QueryFragment<Pg> + QueryId>(
        query: &Q,
        find: impl FnOnce(TypeId) -> Option<Arc<Known>>,
    ) -> QueryResult<Self> {
        let is_kept = query.is_safe_to_cache_prepared(&Pg)?;
        let id = if is_kept { Q::query_id() } else { None };
        let mut bound = RawBytesBindCollector::new();
        query.collect_binds(&mut bound, &mut BuiltInTypes, &Pg)?;
        let asked = match (id, id.and_then(find)) {
            (_, Some(known)) => Asked::Known(known),
            (Some(id), None) => Asked::OfType(id, text(query, &bound.metadata)?),
            (None, None) if is_kept => Asked::OfText(text(query, &bound.metadata)?),
            (None, None) => Asked::Once(text(query, &bound.metadata)?),
        };
        Ok(Self { asked, values: bound.binds.into_iter().map(Value).collect() })
    }

    /// Returns the text; empty for a statement that was known.
    pub(crate) fn sql(&self) -> &str {
        match &self.asked {
            Asked::Known(_) => "",
            Asked::Once(text) | Asked::OfType(_, text) | Asked::OfText(text) => &text.sql,
        }
    }
}

fn text(query: &impl QueryFragment<Pg>, types: &[PgTypeMetadata]) -> QueryResult<Text> {
    let mut builder = PgQueryBuilder::default();
    query.to_sql(&mut builder, &Pg)?;
    let types = types.iter().map(|metadata| {
        let number = metadata.oid().map_err(|error| Error::SerializationError(Box::new(error)))?;
        Type::from_oid(number).ok_or_else(|| Error::SerializationError("a type that is not built in".into()))
    });
    Ok(Text { sql: builder.finish(), types: types.collect::<QueryResult<_>>()? })
}

/// Lookup of a type's number. The schema uses built-in types only, whose numbers diesel knows.
struct BuiltInTypes;

impl PgMetadataLookup for BuiltInTypes {
    fn lookup_type(&mut self, name: &str, schema: Option<&str>) -> PgTypeMetadata {
        let asked = PgMetadataCacheKey::new(schema.map(Into::into), name.into());
        PgTypeMetadata::from_result(Err(FailedToLookupTypeError::new(asked.into_owned())))
    }
}

/// Statements that the connection has prepared.
#[derive(Default)]
pub(crate) struct Statements {
    by_type: HashMap<TypeId, Arc<Known>>,
    by_text: HashMap<Text, Arc<Known>>,
}

impl Statements {
    pub(crate) fn of_type(&self, id: TypeId) -> Option<Arc<Known>> {
        self.by_type.get(&id).cloned()
    }

    /// Returns the statement of a request. Prepares the statement if necessary.
    pub(crate) async fn of(
        &mut self,
        client: &Client,
        request: &Request,
    ) -> Result<Arc<Known>, tokio_postgres::Error> {
        let (text, found) = match &request.asked {
            Asked::Known(known) => return Ok(Arc::clone(known)),
            Asked::Once(text) => (text, None),
            Asked::OfType(id, text) => (text, self.of_type(*id)),
            Asked::OfText(text) => (text, self.by_text.get(text).cloned()),
        };
        if let Some(known) = found {
            return Ok(known);
        }
        let statement = client.prepare_typed(&text.sql, &text.types).await?;
        let known = Arc::new(Known::of(statement));
        match &request.asked {
            Asked::OfType(id, _) => drop(self.by_type.insert(*id, Arc::clone(&known))),
            Asked::OfText(text) => drop(self.by_text.insert(text.clone(), Arc::clone(&known))),
            Asked::Known(_) | Asked::Once(_) => {}
        }
        Ok(known)
    }
}

/// Value of a parameter, in PostgreSQL's binary form; `None` is SQL's null.
#[derive(Debug)]
pub(crate) struct Value(Option<Vec<u8>>);

impl ToSql for Value {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        let Some(bytes) = &self.0 else { return Ok(IsNull::Yes) };
        out.extend_from_slice(bytes);
        Ok(IsNull::No)
    }

    // The statement was prepared for the types of its values.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}
