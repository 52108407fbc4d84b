//! Statements that diesel builds, and that a connection prepares once.
//!
//! Diesel takes each `UPDATE`, each `ON CONFLICT DO UPDATE` and each `INSERT` with a default for a text that may never come again, because
//! what they set can differ from call to call: it has them prepared anew each time, in a round trip of their own, and planned anew. Ours
//! come in a handful of forms.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};

/// A statement of which there are few forms.
#[derive(Debug, Clone, Copy)]
#[must_use = "a statement does nothing before it is executed"]
pub(crate) struct Prepared<Q>(Q);

/// What can be prepared once.
pub(crate) trait Prepare: Sized {
    /// The statement, kept by each connection that executed it. Its text MUST NOT grow with what it is given, as that of an `INSERT` of
    /// many rows does.
    fn prepared(self) -> Prepared<Self> {
        Prepared(self)
    }
}

impl<Q: QueryFragment<Pg>> Prepare for Q {}

impl<Q: QueryFragment<Pg>> QueryFragment<Pg> for Prepared<Q> {
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
