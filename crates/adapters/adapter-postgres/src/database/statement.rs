//! SQL not built by diesel, prepared once per connection.
//!
//! `diesel::sql_query` can't know whether its text will come again. So it prepares the text at each call, in a separate
//! round trip, and drops it afterwards. The texts of this crate are constants.

use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::{HasSqlType, Untyped};

/// SQL text with `$1`, `$2` and so on, and the values bound so far.
#[derive(Debug, Clone)]
#[must_use = "a statement does nothing before it is executed"]
pub(crate) struct Statement<B> {
    sql: &'static str,
    values: B,
}

/// Creates a statement with this text. The text MUST list its result columns, never `*`: a prepared statement outlives
/// migrations that add columns.
pub(crate) fn statement(sql: &'static str) -> Statement<()> {
    Statement { sql, values: () }
}

impl<B> Statement<B> {
    /// Binds the next `$n` to a value of the SQL type `ST`.
    pub(crate) fn bind<ST, V>(self, value: V) -> Statement<Bound<B, ST, V>> {
        Statement { sql: self.sql, values: Bound { before: self.values, value, sql_type: PhantomData } }
    }
}

/// Value that follows other values.
#[derive(Debug, Clone)]
pub(crate) struct Bound<B, ST, V> {
    before: B,
    value: V,
    sql_type: PhantomData<fn() -> ST>,
}

/// Values of a statement, in order.
pub(crate) trait Values {
    fn push<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()>;
}

impl Values for () {
    fn push<'b>(&'b self, _: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        Ok(())
    }
}

impl<B: Values, ST, V: ToSql<ST, Pg>> Values for Bound<B, ST, V>
where
    Pg: HasSqlType<ST>,
{
    fn push<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.before.push(out.reborrow())?;
        out.push_bind_param_value_only(&self.value)
    }
}

impl<B: Values> QueryFragment<Pg> for Statement<B> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(self.sql);
        self.values.push(out)
    }
}

// All statements with equal value types share one Rust type, so diesel must distinguish them by text.
impl<B> QueryId for Statement<B> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<B> Query for Statement<B> {
    type SqlType = Untyped;
}
