//! SQL that is not built by diesel, and that a connection prepares once.
//!
//! `diesel::sql_query` can't know whether its text will ever come again: it has it prepared again at each call, in a round trip of
//! its own, and dropped afterwards. Our texts are constants.

use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::{HasSqlType, Untyped};

/// A text with `$1`, `$2` and so on, and the values for as many of them as were bound.
#[derive(Debug, Clone)]
#[must_use = "a statement does nothing before it is executed"]
pub(crate) struct Statement<B> {
    sql: &'static str,
    values: B,
}

/// The statement with this text. It MUST name what it answers with, never by `*`: prepared on a connection, it is to outlive
/// migrations that add columns.
pub(crate) fn statement(sql: &'static str) -> Statement<()> {
    Statement { sql, values: () }
}

impl<B> Statement<B> {
    /// Gives the next `$n` its value, which goes to the server as the type `ST`.
    pub(crate) fn bind<ST, V>(self, value: V) -> Statement<Bound<B, ST, V>> {
        Statement { sql: self.sql, values: Bound { before: self.values, value, sql_type: PhantomData } }
    }
}

/// A value behind others.
#[derive(Debug, Clone)]
pub(crate) struct Bound<B, ST, V> {
    before: B,
    value: V,
    sql_type: PhantomData<fn() -> ST>,
}

/// The values of a statement, in order.
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

// All statements with as many values of the same types are one type, so it is the text that distinguishes them.
impl<B> QueryId for Statement<B> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<B> Query for Statement<B> {
    type SqlType = Untyped;
}
