//! The accounts that owners were ever connected to, by number.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use engine_link::AccountId;
use kernel::{AccountNumber, Hostname, OwnerId, StoreError};

use crate::error::{corrupt, failed};
use crate::link_rows::slots;
use crate::schema::engine::platform_accounts;
use crate::statement::statement;

/// Of two who add an account at once, one adds nothing.
const ADD: &str = "
    INSERT INTO platform_accounts (owner_id, platform_account_id, number, connected_at)
    SELECT $1, $2, COALESCE(max(number) + 1, 0), $3 FROM platform_accounts WHERE owner_id = $1
    ON CONFLICT DO NOTHING";

/// The number of an account that the owner is connected to. It is added where a program made the connection that knows of no
/// numbers.
pub(crate) async fn number(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    account: &AccountId,
    connected_at: DateTime<Utc>,
) -> QueryResult<AccountNumber> {
    let known =
        platform_accounts::table.find((owner.get(), account.as_str())).select(platform_accounts::number);
    if let Some(number) = known.first(connection).await.optional()? {
        return Ok(AccountNumber::new(number));
    }
    add(connection, owner, account, connected_at).await?;
    known.first(connection).await.map(AccountNumber::new)
}

/// Notes that an account is connected; whether it is another one than was connected last.
pub(crate) async fn connected(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    account: &AccountId,
    at: DateTime<Utc>,
) -> QueryResult<bool> {
    let last: Option<String> = platform_accounts::table
        .filter(platform_accounts::owner_id.eq(owner.get()))
        .order((platform_accounts::connected_at.desc(), platform_accounts::number.desc()))
        .select(platform_accounts::platform_account_id)
        .first(transaction)
        .await
        .optional()?;
    add(transaction, owner, account, at).await?;
    // Later than every other account, also where the clocks of two processes differ.
    statement(
        "UPDATE platform_accounts SET connected_at = GREATEST($3, (
            SELECT max(connected_at) + interval '1 microsecond' FROM platform_accounts other
            WHERE other.owner_id = $1 AND other.platform_account_id <> $2
        )) WHERE owner_id = $1 AND platform_account_id = $2",
    )
    .bind::<BigInt, _>(owner.get())
    .bind::<Text, _>(account.as_str())
    .bind::<Timestamptz, _>(at)
    .execute(transaction)
    .await?;
    Ok(last.is_some_and(|last| last != account.as_str()))
}

async fn add(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    account: &AccountId,
    at: DateTime<Utc>,
) -> QueryResult<usize> {
    statement(ADD)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(account.as_str())
        .bind::<Timestamptz, _>(at)
        .execute(connection)
        .await
}

/// The numbers of an owner's accounts, the one that was connected last first.
pub(crate) async fn latest(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
) -> QueryResult<Vec<AccountNumber>> {
    let numbers: Vec<i64> = platform_accounts::table
        .filter(platform_accounts::owner_id.eq(owner.get()))
        .order((platform_accounts::connected_at.desc(), platform_accounts::number.desc()))
        .select(platform_accounts::number)
        .load(connection)
        .await?;
    Ok(numbers.into_iter().map(AccountNumber::new).collect())
}

/// The domains with links of an owner's accounts, in the order in which they are locked.
pub(crate) async fn domains(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
) -> Result<Vec<Hostname>, StoreError> {
    let names: Vec<String> = slots::table
        .filter(slots::owner_id.eq(owner.get()))
        .select(slots::hostname)
        .distinct()
        .load(connection)
        .await
        .map_err(failed)?;
    let mut domains: Vec<_> =
        names.iter().map(|name| Hostname::parse(name).map_err(corrupt)).collect::<Result<_, _>>()?;
    domains.sort();
    Ok(domains)
}

const NAMED: &str = "
    SELECT link.provider_id AS key FROM platform_accounts account JOIN funnel_links link
        ON link.owner_id = account.owner_id
        AND link.provider_id = CASE number WHEN 0 THEN $2 ELSE $2 || E'\\x1f' || number END
    WHERE account.owner_id = $1 ORDER BY account.connected_at DESC LIMIT 1";

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = Text)]
    key: String,
}

/// The key of the link that an owner means by the platform's id: that of the account which was connected last, among those
/// that have one of this id.
pub(crate) async fn link_key(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    provider_id: &str,
) -> QueryResult<String> {
    let named: Option<Named> = statement(NAMED)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(provider_id)
        .get_result(connection)
        .await
        .optional()?;
    Ok(named.map_or_else(|| provider_id.to_owned(), |named| named.key))
}
