//! Statements built by diesel, prepared once per connection. If the type determines the SQL text, the text is built
//! only for the preparation.
//!
//! diesel treats the texts of `UPDATE`, `ON CONFLICT DO UPDATE`, and `INSERT` with a default as unique, because their
//! columns can differ from call to call. So diesel prepares and plans each execution again, in a separate round trip.
//! Statements of this crate have only a handful of forms.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};

/// Statement with few forms.
#[derive(Debug, Clone, Copy)]
#[must_use = "a statement does nothing before it is executed"]
pub(crate) struct Prepared<Q>(Q);

/// Extension of statements that can be prepared once.
pub(crate) trait Prepare: Sized {
    /// Marks the statement for preparation once per connection. The SQL text MUST NOT grow with its input, as in an
    /// `INSERT` of many rows.
    fn prepared(self) -> Prepared<Self> {
        Prepared(self)
    }
}

impl<Q: QueryFragment<Pg>> Prepare for Q {}

impl<Q: QueryFragment<Pg> + QueryId> QueryFragment<Pg> for Prepared<Q> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }

    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

impl<Q: QueryId> QueryId for Prepared<Q> {
    type QueryId = Q::QueryId;
    const HAS_STATIC_QUERY_ID: bool = Q::HAS_STATIC_QUERY_ID;
}

impl<Q: Query> Query for Prepared<Q> {
    type SqlType = Q::SqlType;
}
