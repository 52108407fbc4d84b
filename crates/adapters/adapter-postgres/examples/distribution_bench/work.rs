//! Workloads: batches of touches of many owners, batches of events of one owner, single campaign messages, and requests
//! with an API key.

use std::collections::BTreeMap;
use std::sync::Arc;

use adapter_postgres::{
    PgBroadcasts, PgDomainStore, PgEventStore, PgGate, PgKeyStore, PgTouchStore, Pool, Sealing,
};
use attribution::event::{EngineEvent, FanAction, FanEvent, FanFacts, Transaction, TransactionKind};
use attribution::ports::EventStore as _;
use auth_scopes::{KeyPrefix, KeyStore as _};
use broadcast_gate::audience::AudienceInput;
use broadcast_gate::campaign::{Binding, Campaign, CampaignInput, Definition};
use broadcast_gate::gate::GateEpoch;
use broadcast_gate::ledger::{Claim, NewRow, Settlement, Terms};
use broadcast_gate::message::MessageInput;
use broadcast_gate::pace::{OwnPace, PaceInput, PacePolicy};
use broadcast_gate::ports::{CampaignStats as _, CampaignStore as _, GateSwitch as _, Ledger as _};
use broadcast_gate::progress::Planning;
use broadcast_gate::state::{Actor, Transition};
use broadcast_gate::text::{AccountId, FanId, Text, TextDigest};
use diesel_async::RunQueryDsl as _;
use futures_util::future::try_join_all;
use kernel::fixed::SeededEntropy;
use kernel::{Acting, CountryCode, Hostname, OwnerId, UnixTime};
use landing_draft::ports::DomainStore as _;
use touches::ports::TouchStore as _;
use touches::{Act, Click, DeviceWord, Touch, TouchId, VisitorDigest};

use crate::Done;

const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
const OWNERS: i64 = 16;
const LINKS: i64 = 6;
/// Touches per batch: a process ships its journal twice a second, at 5,000 touches per second.
const SEGMENT: usize = 2_500;
const SEGMENTS: usize = 4;
/// Events per push.
const PUSH: usize = 100;
const PUSHES: usize = 8;
/// Number of concurrent pushes and messages, each of another owner.
const AT_ONCE: i64 = 8;
/// Messages per campaign.
const MESSAGES: usize = 50;
/// Reads per owner.
const READS: usize = 200;
const TEXT: &str = "Hi there";

#[derive(Clone, Copy)]
pub(crate) enum Work {
    Touches,
    Events,
    Messages,
    Reads,
}

impl Work {
    pub(crate) const ALL: [Self; 4] = [Self::Touches, Self::Events, Self::Messages, Self::Reads];

    pub(crate) fn describes(self) -> &'static str {
        match self {
            Self::Touches => {
                "touches stored, a journal's segments of 2,500 of 16 owners, one after the other"
            }
            Self::Events => "events taken in, pushes of 100, of 8 owners at once",
            Self::Messages => "messages of campaigns, from the claim to the outcome, of 8 owners at once",
            Self::Reads => "reads, the key of a request and the list of domains, of 8 owners at once",
        }
    }
}

/// Inserts owners with a domain and links each.
pub(crate) async fn seed(pool: &Pool) -> Done {
    let mut connection = pool.get().await?;
    for owner in 1..=OWNERS {
        let (host, prefix) = (host(owner), prefix(owner));
        for statement in [
            format!("INSERT INTO owners VALUES ({owner}, 'Ana', 'agency', now())"),
            format!("INSERT INTO hostnames VALUES ('{host}', {owner})"),
            format!(
                "INSERT INTO domains
                    (owner_id, hostname, display_name, created_at, infra_state, infra_attempts, lease)
                 VALUES ({owner}, '{host}', 'A', now(), 'active', 0, 0)"
            ),
            format!(
                "INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
                 VALUES ({owner}, '{host}', 1, 0, '{{\"v\": 1, \"segments\": []}}', now())"
            ),
            format!(
                "INSERT INTO funnel_links
                    (owner_id, link_id, provider_id, offer, name, url, permanent, active, created_at)
                 SELECT {owner}, n, 'p' || n, 'ftl', 'n', 'https://up.example/l', true, true, now()
                 FROM generate_series(1, {LINKS}) n"
            ),
            format!(
                "INSERT INTO api_keys (owner_id, key_id, prefix, token_hash, name, scopes, created_at)
                 VALUES ({owner}, {owner}, '{prefix}', decode(repeat('00', 32), 'hex'), 'key', 3, now())"
            ),
            format!(
                "INSERT INTO key_prefixes (prefix, owner_id, key_id) VALUES ('{prefix}', {owner}, {owner})"
            ),
            format!(
                "INSERT INTO domain_slots SELECT {owner}, '{host}', 'ftl/' || n, n FROM generate_series(1, {LINKS}) n"
            ),
        ] {
            diesel::sql_query(statement).execute(&mut connection).await?;
        }
    }
    Ok(())
}

fn host(owner: i64) -> String {
    format!("o{owner}.example")
}

fn prefix(owner: i64) -> String {
    format!("a{owner:09}")
}

pub(crate) struct Stores {
    touches: PgTouchStore,
    events: PgEventStore,
    broadcasts: PgBroadcasts,
    keys: PgKeyStore,
    domains: PgDomainStore,
}

impl Stores {
    pub(crate) async fn on(pool: &Pool) -> Done<Self> {
        let gate = PgGate::new(pool.clone(), true);
        for owner in 1..=OWNERS {
            gate.switch(&Acting::service(OwnerId::new(owner)), true).await?;
        }
        let sealing = Arc::new(Sealing::new(&[9; 32], Arc::new(SeededEntropy::new(1))));
        Ok(Self {
            touches: PgTouchStore::new(pool.clone()),
            events: PgEventStore::new(pool.clone(), sealing),
            broadcasts: PgBroadcasts::new(pool.clone()),
            keys: PgKeyStore::new(pool.clone()),
            domains: PgDomainStore::new(pool.clone()),
        })
    }

    /// Prepares the work of a round before the measurement. No two rounds repeat the same work.
    pub(crate) async fn load(&self, work: Work, round: usize) -> Done<Load<'_>> {
        Ok(match work {
            Work::Touches => {
                let segments = (0..SEGMENTS).map(|number| segment(round * SEGMENTS + number));
                Load::Touches(self, segments.collect::<Done<_>>()?)
            }
            Work::Events => Load::Events(self, (1..=AT_ONCE).map(|owner| pushes(owner, round)).collect()),
            Work::Messages => {
                let campaigns = (1..=AT_ONCE).map(|owner| self.campaign(owner, round));
                Load::Messages(self, try_join_all(campaigns).await?)
            }
            Work::Reads => Load::Reads(self),
        })
    }

    /// Creates a running campaign with its rows.
    async fn campaign(&self, owner: i64, round: usize) -> Done<(OwnerId, Campaign)> {
        let by = Acting::service(OwnerId::new(owner));
        let input = CampaignInput {
            title: Some("Sommer".into()),
            mode: Some("drip".into()),
            audience: Some(AudienceInput::default()),
            message: Some(MessageInput { text: Some(TEXT.into()), ..MessageInput::default() }),
            ..CampaignInput::default()
        };
        let definition = Definition::parse(&input).map_err(|errors| format!("{errors:?}"))?;
        let draft = self.broadcasts.create(&by, &definition, None, NOW).await?;
        let bound = Binding { account: account()?, gate: GateEpoch::new(1) };
        let (running, entry) =
            draft.moved(Transition::Launch { start_at: None }, Some(bound), Actor::Service, NOW)?;
        self.broadcasts.save(&by, &running, &entry).await?;
        let fan = |number| FanId::parse(&format!("fan-{round}-{number}")).map_err(|_| "no fan");
        let row = |number| {
            let country = CountryCode::parse("DE");
            Ok(NewRow { fan_id: fan(number)?, tier: None, country, skipped: None, not_before: None })
        };
        let rows: Vec<_> = (0..MESSAGES).map(row).collect::<Done<_>>()?;
        let next = Planning::default().after_page(None, NOW);
        self.broadcasts.plan(by.owner, running.id, &next, &rows).await?;
        Ok((by.owner, running))
    }

    async fn read(&self, owner: i64) -> Done {
        let prefix = KeyPrefix::parse(&prefix(owner)).ok_or("no prefix")?;
        let key = self.keys.find_by_prefix(&prefix).await?.ok_or("no key")?;
        let domains = self.domains.list(key.owner).await?;
        if domains.len() == 1 { Ok(()) } else { Err("no domain".into()) }
    }

    /// Sends all messages like a worker, but without an engine. Returns their number.
    async fn send(&self, owner: OwnerId, campaign: &Campaign, first: UnixTime) -> Done<usize> {
        let (account, store, epoch) = (account()?, &self.broadcasts, GateEpoch::new(1));
        let own = PaceInput { per_minute: Some(6_000), per_day: Some(8_000_000), jitter: Some(0.0) };
        let own = OwnPace::parse(&own).map_err(|errors| format!("{errors:?}"))?;
        let pace = PacePolicy::default().of(&own);
        let text = Text::parse(TEXT).map_err(|error| format!("{error:?}"))?;
        for sent in 0..=MESSAGES {
            let now = first.plus_seconds(i64::try_from(sent)?);
            store.progress(owner, campaign.id, now).await?;
            let terms = Terms {
                now,
                lease_seconds: 60,
                pace,
                draw: 7,
                gate: epoch,
                max_sends: None,
                max_per_day: None,
            };
            let Claim::Ticket(ticket) = store.claim(owner, &account, campaign.id, &terms).await? else {
                return Ok(sent);
            };
            let text = Some(TextDigest::of(&text));
            if !store.submit(owner, &account, &ticket, text, epoch, now).await? {
                return Err("a message was not submitted".into());
            }
            let outcome = Settlement::Sent { message_id: "m".into() };
            store.settle(owner, &account, &ticket, &outcome, now).await?;
        }
        Err("there were more than were planned".into())
    }
}

fn account() -> Done<AccountId> {
    Ok(AccountId::parse("acct_1").map_err(|_| "no account")?)
}

/// Work of one round on one side.
pub(crate) enum Load<'a> {
    Touches(&'a Stores, Vec<Vec<Touch>>),
    Events(&'a Stores, Vec<(OwnerId, Vec<Vec<EngineEvent>>)>),
    Messages(&'a Stores, Vec<(OwnerId, Campaign)>),
    Reads(&'a Stores),
}

impl Load<'_> {
    /// Runs the work, and returns the number of items.
    pub(crate) async fn run(self) -> Done<usize> {
        match self {
            Self::Touches(stores, segments) => {
                for segment in &segments {
                    stores.touches.put(segment).await?;
                }
                Ok(segments.iter().map(Vec::len).sum())
            }
            Self::Events(stores, pushed) => {
                try_join_all(pushed.iter().map(async |(owner, pushes)| -> Done {
                    for push in pushes {
                        stores.events.take_in(*owner, push, NOW).await?;
                    }
                    Ok(())
                }))
                .await?;
                Ok(pushed.iter().flat_map(|(_, pushes)| pushes).map(Vec::len).sum())
            }
            Self::Messages(stores, campaigns) => {
                // Campaigns of one account get distinct times, one after the other.
                let sent = campaigns.iter().map(async |(owner, campaign)| {
                    let first = NOW.plus_seconds(campaign.id.get() * 1_000);
                    stores.send(*owner, campaign, first).await
                });
                Ok(try_join_all(sent).await?.into_iter().sum())
            }
            Self::Reads(stores) => {
                let read = (1..=AT_ONCE).map(async |owner| -> Done<usize> {
                    for _ in 0..READS {
                        stores.read(owner).await?;
                    }
                    Ok(READS)
                });
                Ok(try_join_all(read).await?.into_iter().sum())
            }
        }
    }
}

/// Builds a batch: half visits, half clicks, each of a new visitor.
fn segment(number: usize) -> Done<Vec<Touch>> {
    let hosts: BTreeMap<i64, Hostname> = (1..=OWNERS)
        .map(|owner| Ok((owner, Hostname::parse(&host(owner)).map_err(|_| "no host")?)))
        .collect::<Done<_>>()?;
    let touch = |place: usize| {
        let place = u64::try_from(number * SEGMENT + place)?;
        let owner = i64::try_from(place)? % OWNERS + 1;
        let link = i64::try_from(place)? % LINKS + 1;
        let act = if place % 2 == 0 {
            Act::Visit
        } else {
            Act::Click(Click { link: Some(link), ..Click::default() })
        };
        let at = NOW.plus_seconds(i64::try_from(number)? / 2);
        let mut visitor = [0; 16];
        visitor[..8].copy_from_slice(&place.to_le_bytes());
        let id = TouchId::generate(at, &SeededEntropy::new(place));
        let host = hosts.get(&owner).ok_or("no host")?.clone();
        let touch = Touch::new(id, OwnerId::new(owner), host, at, VisitorDigest(visitor), act);
        Ok(Touch { country: CountryCode::parse("DE"), device: Some(DeviceWord::Mobile), ..touch })
    };
    (0..SEGMENT).map(touch).collect()
}

fn pushes(owner: i64, round: usize) -> (OwnerId, Vec<Vec<EngineEvent>>) {
    let push = |number: usize| {
        let first = (round * PUSHES + number) * PUSH;
        (first..first + PUSH).map(|n| EngineEvent::Fan(event(n))).collect()
    };
    (OwnerId::new(owner), (0..PUSHES).map(push).collect())
}

/// Builds an event of one of 1,000 fans, attributed by link: a sixth are subscriptions, half are messages, the rest are
/// payments.
fn event(n: usize) -> FanEvent {
    let mixed = n.wrapping_mul(2_654_435_761) >> 7;
    let action = match mixed % 6 {
        0 => FanAction::NewSubscriber { trial: true, price_cents: 0 },
        1..=3 => FanAction::MessageReceived { message_id: None },
        _ => FanAction::NewTransaction(Transaction {
            transaction_id: format!("tx-{n}"),
            kind: TransactionKind::Message,
            gross_cents: 1_250,
            net_cents: 1_000,
            currency: "USD".to_owned(),
            content_ids: vec![7],
            bundle_key: None,
            bundle_name: None,
            media_in_msg: 1,
        }),
    };
    FanEvent {
        event_id: format!("evt-{n:012}"),
        occurred_at: NOW.plus_seconds(-i64::try_from(mixed % 90_000).unwrap_or_default()),
        fan: FanFacts { fan_id: format!("fan-{}", mixed / 6 % 1_000), ..FanFacts::default() },
        provider_id: Some(format!("p{}", mixed / 6 % 6 + 1)),
        click_ref: None,
        action,
    }
}
