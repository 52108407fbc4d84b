//! QR codes and their statistics.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::expression::{AsExpression, SqlLiteral, UncheckedBind};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Jsonb, Nullable};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, FileName, Hostname, OwnerId, StoreError};
use qr_catalog::code::{Channel, Code, CodeId, LinkSlug, NewCode, Notes, Slug, SourceLabel, Title};
use qr_catalog::design::Design;
use qr_catalog::ports::{CodeStats, CodeStore, CodeStoreError, CountedCode};
use serde_json::{Value, json};

use crate::Pool;
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::time::{timestamp, unix_time};
use crate::live::{codes_changed, has_domain};
use crate::money::by_currency;
use crate::schema::codes::qr_codes;
use crate::schema::files::owner_files;
use crate::schema::landing::domains;
use crate::schema::links::smart_links;
use crate::schema::touches::source_totals;

/// QR codes on PostgreSQL.
#[derive(Clone)]
pub struct PgCodeStore {
    pool: Pool,
}

impl PgCodeStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = qr_codes, check_for_backend(diesel::pg::Pg))]
struct CodeRow {
    code_id: i64,
    hostname: String,
    slug: String,
    title: String,
    channel: String,
    smart_link: Option<String>,
    source: String,
    design: Value,
    active: bool,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl CodeRow {
    fn read(self) -> Result<Code, StoreError> {
        Ok(Code {
            id: CodeId::new(self.code_id),
            domain: Hostname::parse(&self.hostname).map_err(corrupt)?,
            slug: Slug::parse(&self.slug).map_err(corrupt)?,
            notes: Notes {
                title: Title::restore(&self.title).map_err(corrupt)?,
                channel: Channel::parse(&self.channel).map_err(corrupt)?,
            },
            target: self.smart_link.as_deref().map(LinkSlug::parse).transpose().map_err(corrupt)?.into(),
            source: SourceLabel::parse(&self.source)
                .ok_or_else(|| corrupt(format!("the label {}", self.source)))?,
            design: Design::parse(&self.design).map_err(corrupt)?,
            active: self.active,
            created_at: unix_time(self.created_at),
            updated_at: unix_time(self.updated_at),
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = source_totals, check_for_backend(diesel::pg::Pg))]
struct TotalsRow {
    scans: i64,
    visits: i64,
    clicks: i64,
    subs: i64,
    revenue_cents: i64,
}

/// Combines a code with its totals; a code without scans has no totals yet.
fn counted(
    (code, totals, apart): (CodeRow, Option<TotalsRow>, Option<Value>),
) -> Result<CountedCode, StoreError> {
    let stats = totals.map_or_else(CodeStats::default, |totals| CodeStats {
        scans: totals.scans,
        visits: totals.visits,
        clicks: totals.clicks,
        subs: totals.subs,
        revenue_cents: totals.revenue_cents,
        other_currencies: BTreeMap::new(),
    });
    let other_currencies = apart.map(by_currency).transpose()?.unwrap_or_default();
    Ok(CountedCode { code: code.read()?, stats: CodeStats { other_currencies, ..stats } })
}

type ApartOfCode = SqlLiteral<
    Nullable<Jsonb>,
    UncheckedBind<SqlLiteral<Nullable<Jsonb>>, <i64 as AsExpression<BigInt>>::Expression>,
>;

/// Selects a code's money in other currencies. Older money of the same label does not count, because the label's totals
/// restart when the code is created.
fn apart(owner: OwnerId) -> ApartOfCode {
    diesel::dsl::sql::<Nullable<Jsonb>>(
        "(SELECT jsonb_object_agg(currency, cents) FROM (
            SELECT currency, fits(sum(apart_net_cents)) AS cents FROM conversions
            WHERE conversions.hostname = qr_codes.hostname AND conversions.source = qr_codes.source
                AND conversions.taken_at >= qr_codes.created_at AND apart_net_cents IS NOT NULL
                AND currency IS NOT NULL AND conversions.owner_id = ",
    )
    .bind::<BigInt, _>(owner.get())
    .sql(" GROUP BY currency HAVING sum(apart_net_cents) <> 0) apart)")
}

#[diesel::dsl::auto_type]
fn of_same_label() -> _ {
    source_totals::owner_id
        .eq(qr_codes::owner_id)
        .and(source_totals::hostname.eq(qr_codes::hostname))
        .and(source_totals::source.eq(qr_codes::source))
}

#[diesel::dsl::auto_type]
fn on_domain() -> _ {
    qr_codes::owner_id.eq(domains::owner_id).and(qr_codes::hostname.eq(domains::hostname))
}

#[async_trait]
impl CodeStore for PgCodeStore {
    async fn insert(&self, by: &Acting, new: &NewCode) -> Result<Code, CodeStoreError> {
        let mut connection = connection(&self.pool).await?;
        let inserted = connection
            .transaction(async |connection| -> Result<Code, Abort<CodeStoreError>> {
                insert(connection, by, new).await
            })
            .await;
        inserted.map_err(in_words)
    }

    async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        after: Option<CodeId>,
        limit: u32,
    ) -> Result<Option<Vec<CountedCode>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let behind = qr_codes::code_id.gt(after.map_or(i64::MIN, CodeId::get));
        // A domain without codes yields one row without a code. Ids are assigned under the domain's lock, so their
        // order is the order of creation.
        let rows: Vec<(Option<CodeRow>, Option<TotalsRow>, Option<Value>)> = domains::table
            .left_join(qr_codes::table.on(on_domain().and(behind)))
            .left_join(source_totals::table.on(of_same_label()))
            .filter(domains::owner_id.eq(owner.get()).and(domains::hostname.eq(domain.as_str())))
            .order(qr_codes::code_id)
            .limit(limit.into())
            .select((Option::<CodeRow>::as_select(), Option::<TotalsRow>::as_select(), apart(owner)))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        if rows.is_empty() {
            return Ok(None);
        }
        let codes = rows.into_iter().filter_map(|(code, totals, apart)| Some((code?, totals, apart)));
        codes.map(counted).collect::<Result<_, _>>().map(Some)
    }

    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        code: CodeId,
    ) -> Result<Option<CountedCode>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<(CodeRow, Option<TotalsRow>, Option<Value>)> = qr_codes::table
            .left_join(source_totals::table.on(of_same_label()))
            .filter(qr_codes::owner_id.eq(owner.get()).and(qr_codes::code_id.eq(code.get())))
            .filter(qr_codes::hostname.eq(domain.as_str()))
            .select((CodeRow::as_select(), Option::<TotalsRow>::as_select(), apart(owner)))
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(counted).transpose()
    }

    async fn replace(&self, by: &Acting, old: &Code, new: &Code) -> Result<(), CodeStoreError> {
        let mut connection = connection(&self.pool).await?;
        let replaced = connection
            .transaction(async |connection| -> Result<(), Abort<CodeStoreError>> {
                replace(connection, by, old, new).await
            })
            .await;
        replaced.map_err(in_words)
    }

    async fn owns_file(&self, owner: OwnerId, file: &FileName) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found =
            diesel::select(diesel::dsl::exists(owner_files::table.find((owner.get(), file.as_str()))));
        found.get_result(&mut connection).await.map_err(failed)
    }

    async fn has_smart_link(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        slug: &LinkSlug,
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let links = smart_links::table
            .filter(smart_links::owner_id.eq(owner.get()).and(smart_links::hostname.eq(domain.as_str())))
            .filter(smart_links::slug.eq(slug.as_str()));
        diesel::select(diesel::dsl::exists(links)).get_result(&mut connection).await.map_err(failed)
    }

    async fn has_domain(&self, owner: OwnerId, domain: &Hostname) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        has_domain(&mut connection, owner, domain).await.map_err(failed)
    }
}

fn in_words(abort: Abort<CodeStoreError>) -> CodeStoreError {
    match abort {
        Abort::Rule(error) => error,
        Abort::Store(error) => error.into(),
    }
}

pub(crate) async fn insert(
    connection: &mut PgConnection,
    by: &Acting,
    new: &NewCode,
) -> Result<Code, Abort<CodeStoreError>> {
    let owner = by.owner;
    if !take_turn(connection, owner, &new.domain).await? {
        return Err(Abort::Rule(CodeStoreError::DomainNotFound));
    }
    if is_blocked(connection, owner, &new.domain, &new.slug, None).await? {
        return Err(Abort::Rule(CodeStoreError::SlugTaken));
    }
    let (source, now) = (new.source(), timestamp(new.created_at));
    // Old totals under this label remain from before the domain was deleted and registered again.
    diesel::delete(source_totals::table.find((owner.get(), new.domain.as_str(), source.as_str())))
        .execute(connection)
        .await?;
    let id = diesel::insert_into(qr_codes::table)
        .values((
            qr_codes::owner_id.eq(owner.get()),
            qr_codes::hostname.eq(new.domain.as_str()),
            qr_codes::slug.eq(new.slug.as_str()),
            qr_codes::title.eq(new.notes.title.as_str()),
            qr_codes::channel.eq(new.notes.channel.as_str()),
            qr_codes::smart_link.eq(new.target.smart_link().map(LinkSlug::as_str)),
            qr_codes::source.eq(source.as_str()),
            qr_codes::design.eq(new.design.to_json()),
            qr_codes::active.eq(true),
            qr_codes::created_at.eq(now),
            qr_codes::updated_at.eq(now),
        ))
        .returning(qr_codes::code_id)
        .get_result(connection)
        .await?;
    codes_changed(connection, owner, &new.domain).await?;
    let code = Code::made(CodeId::new(id), new);
    let record = || AuditRecord::new(Action::QrCodeCreate, (Subject::QrCode, id), None, Some(audited(&code)));
    audit::append(connection, by, record).await?;
    Ok(code)
}

/// Returns the audited fields of a code.
fn audited(code: &Code) -> Value {
    json!({
        "domain": code.domain.as_str(),
        "slug": code.slug.as_str(),
        "title": code.notes.title.as_str(),
        "channel": code.notes.channel.as_str(),
        "smart_link": code.target.smart_link().map(LinkSlug::as_str),
        "design": code.design.to_json(),
        "active": code.active,
    })
}

pub(crate) async fn replace(
    connection: &mut PgConnection,
    by: &Acting,
    old: &Code,
    new: &Code,
) -> Result<(), Abort<CodeStoreError>> {
    let owner = by.owner;
    let stale = || Abort::Rule(CodeStoreError::Stale);
    if !take_turn(connection, owner, &old.domain).await? {
        return Err(stale());
    }
    let row: Option<CodeRow> = qr_codes::table
        .find((owner.get(), old.id.get()))
        .select(CodeRow::as_select())
        .first(connection)
        .await
        .optional()?;
    let stored = row.map(CodeRow::read).transpose().map_err(Abort::Store)?;
    if stored.as_ref() != Some(old) {
        return Err(stale());
    }
    if is_blocked(connection, owner, &old.domain, &new.slug, Some(old.id)).await? {
        return Err(Abort::Rule(CodeStoreError::SlugTaken));
    }
    let record = || {
        AuditRecord::new(
            Action::QrCodeChange,
            (Subject::QrCode, old.id.get()),
            Some(audited(old)),
            Some(audited(new)),
        )
    };
    let change = diesel::update(qr_codes::table.find((owner.get(), old.id.get()))).set((
        qr_codes::slug.eq(new.slug.as_str()),
        qr_codes::title.eq(new.notes.title.as_str()),
        qr_codes::channel.eq(new.notes.channel.as_str()),
        qr_codes::smart_link.eq(new.target.smart_link().map(LinkSlug::as_str)),
        qr_codes::design.eq(new.design.to_json()),
        qr_codes::active.eq(new.active),
        qr_codes::updated_at.eq(timestamp(new.updated_at)),
    ));
    audit::execute_noted(connection, by, record, change).await?;
    codes_changed(connection, owner, &old.domain).await?;
    Ok(())
}

/// Serializes writers of one domain's codes until the surrounding transaction ends. Returns `false` if the domain is
/// not the owner's.
///
/// Locks the same row as [`codes_changed`] at the end. So the lock order stays the usual one: the domain before its
/// codes, as in a deletion.
async fn take_turn(connection: &mut PgConnection, owner: OwnerId, domain: &Hostname) -> QueryResult<bool> {
    let known = domains::table.find((owner.get(), domain.as_str())).select(domains::owner_id);
    Ok(known.for_no_key_update().first::<i64>(connection).await.optional()?.is_some())
}

/// Returns whether a code of the domain other than `own` blocks this slug, by the rule of [`Code::blocks`].
async fn is_blocked(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
    slug: &Slug,
    own: Option<CodeId>,
) -> QueryResult<bool> {
    let label = SourceLabel::of(slug);
    let blocking = qr_codes::table
        .filter(qr_codes::owner_id.eq(owner.get()).and(qr_codes::hostname.eq(domain.as_str())))
        .filter(qr_codes::slug.eq(slug.as_str()).or(qr_codes::source.eq(label.as_str())))
        .filter(qr_codes::code_id.ne(own.map_or(0, CodeId::get)));
    diesel::select(diesel::dsl::exists(blocking)).get_result(connection).await
}
// touched 1
