//! Counts of owners' uploads.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};
use landing_draft::file::FileName;
use landing_draft::file::{Admission, FileQuota};
use landing_draft::ports::UploadCounts;

use crate::Pool;
use crate::database::error::{Abort, connection, failed};
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::schema::files::{owner_file_totals, owner_files};

/// Upload counts on PostgreSQL.
#[derive(Clone)]
pub struct PgUploadCounts {
    pool: Pool,
}

impl PgUploadCounts {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// Counts an upload. The row lock serializes uploads of one owner, so that none exceeds the quota.
const ADD: &str = "
    UPDATE owner_file_totals SET files = files + 1, bytes = bytes + $2
    WHERE owner_id = $1 AND files < $3 AND bytes <= $4 - $2";

const FIRST: &str =
    "INSERT INTO owner_file_totals (owner_id, files, bytes) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING";

#[async_trait]
impl UploadCounts for PgUploadCounts {
    async fn admit(
        &self,
        owner: OwnerId,
        file: &FileName,
        bytes: u64,
        quota: FileQuota,
        now: UnixTime,
    ) -> Result<Admission, StoreError> {
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let mut connection = connection(&self.pool).await?;
        let admitted = connection
            .transaction(async |connection| -> Result<(), Abort<Admission>> {
                let counted = diesel::insert_into(owner_files::table)
                    .values((
                        owner_files::owner_id.eq(owner.get()),
                        owner_files::file.eq(file.as_str()),
                        owner_files::bytes.eq(number(bytes)),
                        owner_files::kept_at.eq(timestamp(now)),
                    ))
                    .on_conflict_do_nothing()
                    .execute(connection)
                    .await?;
                if counted == 0 {
                    return Ok(());
                }
                statement(FIRST).bind::<BigInt, _>(owner.get()).execute(connection).await?;
                let added = statement(ADD)
                    .bind::<BigInt, _>(owner.get())
                    .bind::<BigInt, _>(number(bytes))
                    .bind::<BigInt, _>(quota.files.map_or(i64::MAX, number))
                    .bind::<BigInt, _>(quota.bytes.map_or(i64::MAX, number))
                    .execute(connection)
                    .await?;
                if added > 0 {
                    return Ok(());
                }
                let files: i64 = owner_file_totals::table
                    .find(owner.get())
                    .select(owner_file_totals::files)
                    .first(connection)
                    .await?;
                let is_full = quota.files.is_some_and(|most| files >= number(most));
                Err(Abort::Rule(if is_full { Admission::TooMany } else { Admission::TooLarge }))
            })
            .await;
        match admitted {
            Ok(()) => Ok(Admission::Admitted),
            Err(Abort::Rule(refusal)) => Ok(refusal),
            Err(Abort::Store(error)) => Err(error),
        }
    }

    async fn owns(&self, owner: OwnerId, file: &FileName) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found =
            diesel::select(diesel::dsl::exists(owner_files::table.find((owner.get(), file.as_str()))));
        found.get_result(&mut connection).await.map_err(failed)
    }

    async fn totals(&self, owner: OwnerId) -> Result<(u64, u64), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found: Option<(i64, i64)> = owner_file_totals::table
            .find(owner.get())
            .select((owner_file_totals::files, owner_file_totals::bytes))
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        let (files, bytes) = found.unwrap_or_default();
        let number = |count: i64| u64::try_from(count).unwrap_or_default();
        Ok((number(files), number(bytes)))
    }
}
