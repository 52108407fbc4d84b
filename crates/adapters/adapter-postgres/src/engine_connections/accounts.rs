//! Numbers of the platform accounts that an owner has connected so far.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use attribution::Counting;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use engine_link::{AccountId, ConnectError};
use kernel::{AccountNumber, Currency, Hostname, OwnerId, StoreError};

use crate::database::error::{Abort, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::funnel_links::rows::slots;
use crate::schema::conversions::conversions;
use crate::schema::engine::platform_accounts;

/// If two transactions add the same account at once, the second one inserts nothing.
const ADD: &str = "
    INSERT INTO platform_accounts (owner_id, platform_account_id, number, connected_at)
    SELECT $1, $2, COALESCE(max(number) + 1, 0), $3 FROM platform_accounts WHERE owner_id = $1
    ON CONFLICT DO NOTHING";

/// Returns the number of a connected account. Adds the account if an older version of the program connected it without
/// a number.
pub(crate) async fn number(
    connection: &mut PgConnection,
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

/// Records that an account is connected. Returns whether it differs from the account connected before.
pub(crate) async fn connected(
    transaction: &mut PgConnection,
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
    // Later than every other account, even if the clocks of two processes differ.
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
    connection: &mut PgConnection,
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

/// Returns the numbers of an owner's accounts, most recently connected first.
pub(crate) async fn latest(connection: &mut PgConnection, owner: OwnerId) -> QueryResult<Vec<AccountNumber>> {
    let numbers: Vec<i64> = platform_accounts::table
        .filter(platform_accounts::owner_id.eq(owner.get()))
        .order((platform_accounts::connected_at.desc(), platform_accounts::number.desc()))
        .select(platform_accounts::number)
        .load(connection)
        .await?;
    Ok(numbers.into_iter().map(AccountNumber::new).collect())
}

/// Returns the currencies of an owner's accounts and stores each missing one, so that it no longer changes.
/// A missing currency becomes the most frequent one of the account's last payments, or US dollars if there are none.
pub(crate) async fn settled_counting(
    transaction: &mut PgConnection,
    owner: OwnerId,
) -> Result<Counting, StoreError> {
    let known = currencies(transaction, owner).await.map_err(failed)?;
    if known.iter().all(|(_, currency)| currency.is_some()) {
        return Ok(counting(known));
    }
    let paid: Vec<(String, Option<String>)> = conversions::table
        .filter(conversions::owner_id.eq(owner.get()).and(conversions::currency.is_not_null()))
        .order((conversions::occurred_at.desc(), conversions::conversion_id.desc()))
        .limit(LAST_PAYMENTS)
        .select((conversions::event_id, conversions::currency))
        .load(transaction)
        .await
        .map_err(failed)?;
    for (number, _) in known.iter().filter(|(_, currency)| currency.is_none()) {
        let of_account = paid.iter().filter(|(event_id, _)| AccountNumber::split(event_id).1 == *number);
        let currency = usual(of_account.filter_map(|(_, currency)| Currency::parse(currency.as_deref()?)));
        statement(SETTLE)
            .bind::<BigInt, _>(owner.get())
            .bind::<BigInt, _>(number.get())
            .bind::<Text, _>(currency.as_str())
            .execute(transaction)
            .await
            .map_err(failed)?;
    }
    Ok(counting(currencies(transaction, owner).await.map_err(failed)?))
}

/// Number of latest payments that decide the currency of an account.
const LAST_PAYMENTS: i64 = 1_000;

/// Keeps a currency that another transaction has set meanwhile.
const SETTLE: &str = "
    UPDATE platform_accounts SET currency = $3 WHERE owner_id = $1 AND number = $2 AND currency IS NULL";

/// Returns the most frequent currency; US dollars for an empty input. The first code in alphabetical order wins a tie.
fn usual(currencies: impl Iterator<Item = Currency>) -> Currency {
    let mut counts: BTreeMap<Currency, usize> = BTreeMap::new();
    currencies.for_each(|currency| *counts.entry(currency).or_default() += 1);
    let most = counts.into_iter().max_by_key(|(currency, count)| (*count, Reverse(*currency)));
    most.map(|(currency, _)| currency).unwrap_or_default()
}

/// Returns the currency of an account; US dollars if none is set.
pub(crate) async fn currency_of(
    connection: &mut PgConnection,
    owner: OwnerId,
    account: &AccountId,
) -> QueryResult<Currency> {
    let named = platform_accounts::table.find((owner.get(), account.as_str()));
    let known: Option<Option<String>> =
        named.select(platform_accounts::currency).first(connection).await.optional()?;
    Ok(known.flatten().and_then(|code| Currency::parse(&code)).unwrap_or_default())
}

/// Returns the currency in which an owner's money is counted.
pub(crate) async fn currency(connection: &mut PgConnection, owner: OwnerId) -> QueryResult<Currency> {
    Ok(counting(currencies(connection, owner).await?).currency())
}

type Currencies = Vec<(AccountNumber, Option<Currency>)>;

fn counting(currencies: Currencies) -> Counting {
    Counting::new(currencies.into_iter().map(|(number, currency)| (number, currency.unwrap_or_default())))
}

async fn currencies(connection: &mut PgConnection, owner: OwnerId) -> QueryResult<Currencies> {
    let rows: Vec<(i64, Option<String>)> = platform_accounts::table
        .filter(platform_accounts::owner_id.eq(owner.get()))
        .select((platform_accounts::number, platform_accounts::currency))
        .load(connection)
        .await?;
    let known = |(number, currency): (i64, Option<String>)| {
        (AccountNumber::new(number), currency.as_deref().and_then(Currency::parse))
    };
    Ok(rows.into_iter().map(known).collect())
}

/// Finds a payment that is summed in another currency than $2, of account $3, or of any account if $4 is true.
const COUNTED_OTHERWISE: &str = "
    SELECT 1 FROM conversions WHERE owner_id = $1 AND currency <> $2 AND apart_net_cents IS NULL
        AND ($4 OR COALESCE(substring(event_id FROM E'\\x1f([0-9]+)$'), '0') = $3) LIMIT 1";

/// Finds a payment in $2 of one of the accounts $3 that is kept out of the sums.
const KEPT_APART: &str = "
    SELECT 1 FROM conversions WHERE owner_id = $1 AND currency = $2 AND apart_net_cents IS NOT NULL
        AND COALESCE(substring(event_id FROM E'\\x1f([0-9]+)$'), '0') = ANY($3) LIMIT 1";

/// Sets the currency of an account. Call it in a transaction that locks out batches of events.
///
/// A sum has one currency only and is not computed again. So the function returns an error if the account has sums in
/// another currency, or payments in this currency that are not in the sums.
pub(crate) async fn set_currency(
    transaction: &mut PgConnection,
    owner: OwnerId,
    account: &AccountId,
    currency: Currency,
) -> Result<(), Abort<ConnectError>> {
    let named = platform_accounts::table.find((owner.get(), account.as_str()));
    let (number, known): (i64, Option<String>) =
        named.select((platform_accounts::number, platform_accounts::currency)).first(transaction).await?;
    if known.as_deref() == Some(currency.as_str()) {
        return Ok(());
    }
    let accounts = currencies(transaction, owner).await?;
    // All sums of the owner use the currency of the first account.
    let is_first = accounts.iter().all(|(other, _)| other.get() >= number);
    let counted = statement(COUNTED_OTHERWISE)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(currency.as_str())
        .bind::<Text, _>(number.to_string())
        .bind::<Bool, _>(is_first)
        .execute(transaction)
        .await?;
    if counted > 0 {
        return Err(Abort::Rule(ConnectError::CurrencyCounted));
    }
    let after = counting(accounts).with(AccountNumber::new(number), currency);
    let apart = statement(KEPT_APART)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(currency.as_str())
        .bind::<Array<Text>, _>(after.adding(currency).map(|account| account.to_string()).collect::<Vec<_>>())
        .execute(transaction)
        .await?;
    if apart > 0 {
        return Err(Abort::Rule(ConnectError::CurrencyApart));
    }
    let set = platform_accounts::currency.eq(currency.as_str());
    diesel::update(named).set(set).prepared().execute(transaction).await?;
    Ok(())
}

/// Returns the domains on which an owner's accounts have links, in lock order.
pub(crate) async fn domains(
    connection: &mut PgConnection,
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

/// Returns the key of the link with this platform id. If several accounts have such a link, the most recently connected
/// account wins.
pub(crate) async fn link_key(
    connection: &mut PgConnection,
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
