//! Queue of destinations to be checked.
//!
//! A query without locks finds the owners with due checks, in a table with one row per owner. Each write concerns one
//! owner.

use std::convert::Infallible;

use application::destinations::DestinationUrl;
use application::destinations::ports::{Destination, DestinationId, DestinationQueue, Found, Turn};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Hostname, OwnerId, StoreError, UnixTime};

use super::PgDestinations;
use super::row::Row;
use crate::database::due_owners::due_owners;
use crate::database::error::{Abort, connection, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::schema::destinations::{destination_checks, destinations};

const DUE: &str = "
    SELECT owner_id FROM destination_checks
    WHERE due_at <= $1 AND (locked_until IS NULL OR locked_until <= $1) AND failing = $2 AND owner_id <> ALL ($3)
    ORDER BY due_at, owner_id LIMIT $4";

const CLAIM: &str = "
    UPDATE destination_checks
    SET lease = (SELECT hashtextextended(gen_random_uuid()::text, 0)), locked_until = $3
    WHERE owner_id = $1 AND due_at <= $2 AND (locked_until IS NULL OR locked_until <= $2)
    RETURNING lease, gather_at <= $2 AS gather";

const LEAVE_OUT: &str = "
    DELETE FROM destinations
    WHERE owner_id = $1 AND NOT EXISTS (SELECT FROM UNNEST($2) AS found (url) WHERE found.url = destinations.url)";

/// Joins hostnames with blanks, which hostnames can't contain.
const TAKE_IN: &str = "
    INSERT INTO destinations AS known (owner_id, url, domains, next_look_at)
    SELECT $1, found.url, string_to_array(found.domains, ' '), $4
    FROM UNNEST($2, $3) WITH ORDINALITY AS found (url, domains, place)
    ORDER BY found.place
    ON CONFLICT (owner_id, url) DO UPDATE SET domains = excluded.domains
    WHERE known.domains <> excluded.domains";

const FINISH: &str = "
    UPDATE destination_checks
    SET due_at = LEAST(gather_at, (SELECT min(next_look_at) FROM destinations WHERE owner_id = $1)),
        failing = EXISTS (
            SELECT FROM destinations WHERE owner_id = $1 AND failing_since IS NOT NULL AND last_status IS NULL
        ),
        locked_until = NULL
    WHERE owner_id = $1 AND lease = $2 AND locked_until IS NOT NULL";

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = BigInt)]
    lease: i64,
    #[diesel(sql_type = Bool)]
    gather: bool,
}

#[async_trait]
impl DestinationQueue for PgDestinations {
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError> {
        due_owners(&self.pool, DUE, now, failing, served, limit).await
    }

    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
    ) -> Result<Option<Turn>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let claimed: Option<Claimed> = statement(CLAIM)
            .bind::<BigInt, _>(owner.get())
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Timestamptz, _>(timestamp(now.plus_seconds(lease_seconds)))
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        Ok(claimed.map(|Claimed { lease, gather }| Turn { owner, lease, gather }))
    }

    async fn replace(
        &self,
        turn: &Turn,
        found: &Found,
        now: UnixTime,
        again_at: UnixTime,
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let replaced = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                Ok(replace(connection, turn, found, now, again_at).await?)
            })
            .await;
        replaced.map_err(Abort::into_store)
    }

    async fn due_destinations(
        &self,
        owner: OwnerId,
        now: UnixTime,
        limit: u32,
    ) -> Result<Vec<Destination>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<Row> = destinations::table
            .filter(destinations::owner_id.eq(owner.get()))
            .filter(destinations::next_look_at.le(timestamp(now)))
            .order((destinations::next_look_at, destinations::destination_id))
            .limit(i64::from(limit))
            .select(Row::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(Row::destination).collect()
    }

    async fn postpone(
        &self,
        owner: OwnerId,
        destination: DestinationId,
        until: UnixTime,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        diesel::update(destinations::table.find((owner.get(), destination.get())))
            .set(destinations::next_look_at.eq(timestamp(until)))
            .prepared()
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }

    async fn finish(&self, turn: &Turn) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        statement(FINISH)
            .bind::<BigInt, _>(turn.owner.get())
            .bind::<BigInt, _>(turn.lease)
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }
}

async fn replace(
    transaction: &mut PgConnection,
    turn: &Turn,
    found: &Found,
    now: UnixTime,
    again_at: UnixTime,
) -> QueryResult<bool> {
    let owner = turn.owner.get();
    let held = destination_checks::table
        .find(owner)
        .filter(destination_checks::lease.eq(turn.lease))
        .filter(destination_checks::locked_until.is_not_null());
    let kept = diesel::update(held)
        .set(destination_checks::gather_at.eq(timestamp(again_at)))
        .prepared()
        .execute(transaction)
        .await?;
    if kept == 0 {
        return Ok(false);
    }
    let urls: Vec<&str> = found.keys().map(DestinationUrl::as_str).collect();
    let joined = |domains: &Vec<Hostname>| domains.iter().map(Hostname::as_str).collect::<Vec<_>>().join(" ");
    let domains: Vec<_> = found.values().map(joined).collect();
    statement(LEAVE_OUT).bind::<BigInt, _>(owner).bind::<Array<Text>, _>(&urls).execute(transaction).await?;
    statement(TAKE_IN)
        .bind::<BigInt, _>(owner)
        .bind::<Array<Text>, _>(&urls)
        .bind::<Array<Text>, _>(domains)
        .bind::<Timestamptz, _>(timestamp(now))
        .execute(transaction)
        .await?;
    Ok(true)
}
