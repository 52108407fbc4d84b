//! Owners.

use async_trait::async_trait;
use auth_scopes::{NewOwner, Owner, OwnerName, OwnerStore, Plan};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError};

use crate::Pool;
use crate::database::error::{connection, corrupt, failed};
use crate::database::time::{timestamp, unix_time};
use crate::schema::auth::owners;

/// Owners on PostgreSQL.
#[derive(Clone)]
pub struct PgOwnerStore {
    pool: Pool,
}

impl PgOwnerStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

type Row = (i64, String, String, DateTime<Utc>);

fn owner((id, name, plan, created_at): Row) -> Result<Owner, StoreError> {
    Ok(Owner {
        id: OwnerId::new(id),
        name: OwnerName::restore(&name).map_err(corrupt)?,
        plan: Plan::parse(&plan).ok_or_else(|| corrupt(format!("the plan {plan}")))?,
        created_at: unix_time(created_at),
    })
}

#[async_trait]
impl OwnerStore for PgOwnerStore {
    async fn insert(&self, new: &NewOwner) -> Result<OwnerId, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let id = diesel::insert_into(owners::table)
            .values((
                owners::name.eq(new.name.as_str()),
                owners::plan.eq(new.plan.as_str()),
                owners::created_at.eq(timestamp(new.created_at)),
            ))
            .returning(owners::owner_id)
            .get_result(&mut connection)
            .await
            .map_err(failed)?;
        Ok(OwnerId::new(id))
    }

    async fn find(&self, id: OwnerId) -> Result<Option<Owner>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<Row> =
            owners::table.find(id.get()).first(&mut connection).await.optional().map_err(failed)?;
        row.map(owner).transpose()
    }

    async fn list(&self) -> Result<Vec<Owner>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<Row> =
            owners::table.order(owners::owner_id).load(&mut connection).await.map_err(failed)?;
        rows.into_iter().map(owner).collect()
    }
}
