//! Rows of the driver, in the form in which diesel reads them.

use std::error::Error;
use std::num::NonZeroU32;
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use diesel::QueryResult;
use diesel::pg::{Pg, PgValue};
use diesel::row::{PartialRow, RowIndex, RowSealed};
use futures_util::Stream;
use tokio_postgres::RowStream;
use tokio_postgres::types::{FromSql, Type};

use super::server_error::failure;
use super::statements::Known;

/// Rows of one execution, in the order in which the server sends them.
pub struct Rows {
    rows: Pin<Box<RowStream>>,
    statement: Arc<Known>,
}

impl Rows {
    pub(crate) fn of(rows: RowStream, statement: Arc<Known>) -> Self {
        Self { rows: Box::pin(rows), statement }
    }
}

impl Stream for Rows {
    type Item = QueryResult<Row>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.rows.as_mut().poll_next(context);
        let of = |row| Row { row, statement: Arc::clone(&self.statement) };
        next.map(|next| next.map(|row| row.map(of).map_err(failure)))
    }
}

/// Row of a result.
pub struct Row {
    row: tokio_postgres::Row,
    statement: Arc<Known>,
}

impl RowSealed for Row {}

impl<'a> diesel::row::Row<'a, Pg> for Row {
    type Field<'f>
        = Field<'f>
    where
        'a: 'f;
    type InnerPartialRow = Self;

    fn field_count(&self) -> usize {
        self.row.len()
    }

    fn get<'b, I>(&'b self, index: I) -> Option<Field<'b>>
    where
        'a: 'b,
        Self: RowIndex<I>,
    {
        let index = self.idx(index)?;
        let column = self.row.columns().get(index)?;
        let sql_type = self.statement.column_types.get(index)?;
        // No column is of a type that `Bytes` rejects.
        let Ok(Bytes(bytes)) = self.row.try_get(index) else { return None };
        Some(Field { name: column.name(), sql_type, bytes })
    }

    fn partial_row(&self, range: Range<usize>) -> PartialRow<'_, Self> {
        PartialRow::new(self, range)
    }
}

impl RowIndex<usize> for Row {
    fn idx(&self, index: usize) -> Option<usize> {
        (index < self.row.len()).then_some(index)
    }
}

impl<'a> RowIndex<&'a str> for Row {
    fn idx(&self, name: &'a str) -> Option<usize> {
        self.row.columns().iter().position(|column| column.name() == name)
    }
}

/// Value of one column in one row.
pub struct Field<'a> {
    name: &'a str,
    sql_type: &'a NonZeroU32,
    bytes: Option<&'a [u8]>,
}

impl<'a> diesel::row::Field<'a, Pg> for Field<'a> {
    fn field_name(&self) -> Option<&str> {
        Some(self.name)
    }

    fn value(&self) -> Option<PgValue<'_>> {
        self.bytes.map(|bytes| PgValue::new(bytes, self.sql_type))
    }
}

/// Bytes of a value as the server sent them; `None` is SQL's null.
struct Bytes<'a>(Option<&'a [u8]>);

impl<'a> FromSql<'a> for Bytes<'a> {
    fn from_sql(_: &Type, bytes: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(Some(bytes)))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(None))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
