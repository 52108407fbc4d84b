//! Statements built by diesel, prepared once per connection. If the type determines the SQL text, each thread builds
//! the text once too.
//!
//! diesel treats the texts of `UPDATE`, `ON CONFLICT DO UPDATE`, and `INSERT` with a default as unique, because their
//! columns can differ from call to call. So diesel prepares and plans each execution again, in a separate round trip.
//! Statements of this crate have only a handful of forms.

use std::any::TypeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use diesel::QueryResult;
use diesel::pg::{Pg, PgQueryBuilder};
use diesel::query_builder::{AstPass, Query, QueryBuilder as _, QueryFragment, QueryId};

thread_local! {
    /// SQL texts by statement type: building a text costs more than a lookup.
    static TEXTS: RefCell<HashMap<TypeId, Rc<str>>> = RefCell::default();
}

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

    fn to_sql(&self, out: &mut PgQueryBuilder, backend: &Pg) -> QueryResult<()> {
        // All statements of a type with an id have the same text; diesel finds prepared statements by the id too.
        let Some(id) = Q::query_id() else { return self.0.to_sql(out, backend) };
        let known = TEXTS.with_borrow(|texts| texts.get(&id).cloned());
        if let Some(text) = known {
            out.push_sql(&text);
            return Ok(());
        }
        let mut builder = PgQueryBuilder::default();
        self.0.to_sql(&mut builder, backend)?;
        let text = Rc::<str>::from(builder.finish());
        out.push_sql(&text);
        TEXTS.with_borrow_mut(|texts| texts.insert(id, text));
        Ok(())
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

#[cfg(test)]
mod tests {
    use diesel::debug_query;
    use diesel::prelude::*;

    use super::*;
    use crate::schema::auth::api_keys;

    #[test]
    fn a_text_that_is_looked_up_is_the_one_that_diesel_writes() {
        for prefix in ["one", "other"] {
            let by_prefix = api_keys::table.filter(api_keys::prefix.eq(prefix)).select(api_keys::key_id);
            let by_owner = api_keys::table.filter(api_keys::owner_id.eq(1)).select(api_keys::key_id);
            for _ in 0..2 {
                let written = debug_query::<Pg, _>(&by_prefix).to_string();
                assert_eq!(debug_query::<Pg, _>(&by_prefix.prepared()).to_string(), written);
                let written = debug_query::<Pg, _>(&by_owner).to_string();
                assert_eq!(debug_query::<Pg, _>(&by_owner.prepared()).to_string(), written);
            }
        }
        assert_eq!(TEXTS.with_borrow(HashMap::len), 2);
    }
}
