//! Implementation of the ports over the in-memory tables.

use async_trait::async_trait;
use broadcast_gate::campaign::{Campaign, Definition};
use broadcast_gate::gate::{GateEpoch, GateState};
use broadcast_gate::ledger::{Reaction, Report};
use broadcast_gate::ports::{CampaignStats, CampaignStore, FanEvents, GateKeeper, Ledger};
use kernel::{Acting, OwnerId, StoreError, UnixTime};

use super::*;

#[async_trait]
impl CampaignStore for World {
    async fn create(
        &self,
        _: &Acting,
        definition: &Definition,
        _: Option<CampaignId>,
        now: UnixTime,
    ) -> Result<Campaign, StoreError> {
        self.atomically(|tables| {
            let id = CampaignId::new(i64::try_from(tables.campaigns.len()).unwrap() + 1);
            let campaign = Campaign {
                id,
                definition: definition.clone(),
                status: Status::Draft,
                account: None,
                gate: None,
                launched_at: None,
                alarms_since: None,
                created_at: now,
                updated_at: now,
                revision: 0,
            };
            tables.campaigns.insert(id, campaign.clone());
            campaign
        })
        .await
    }

    async fn find(&self, _: OwnerId, id: CampaignId) -> Result<Option<Campaign>, StoreError> {
        self.atomically(|tables| tables.campaigns.get(&id).cloned()).await
    }

    async fn list(&self, _: OwnerId, _: Option<CampaignId>, _: u32) -> Result<Vec<Campaign>, StoreError> {
        self.atomically(|tables| tables.campaigns.values().rev().cloned().collect()).await
    }

    async fn save(&self, _: &Acting, moved: &Campaign, entry: &AuditEntry) -> Result<bool, StoreError> {
        self.atomically(|tables| {
            if tables.campaigns[&moved.id].revision != moved.revision - 1 {
                return false;
            }
            tables.campaigns.insert(moved.id, moved.clone());
            tables.audit.entry(moved.id).or_default().push(entry.clone());
            true
        })
        .await
    }

    async fn audit(&self, _: OwnerId, id: CampaignId) -> Result<Vec<AuditEntry>, StoreError> {
        self.atomically(|tables| tables.audit.get(&id).cloned().unwrap_or_default()).await
    }

    async fn accounts_at_work(&self, _: UnixTime) -> Result<Vec<(OwnerId, AccountId)>, StoreError> {
        Ok(Vec::new())
    }

    async fn at_work(&self, _: OwnerId, _: &AccountId, now: UnixTime) -> Result<Vec<Campaign>, StoreError> {
        let at_work = |campaign: &&Campaign| match campaign.status {
            Status::Running => true,
            Status::Scheduled => campaign.definition.start_at().is_none_or(|at| at <= now),
            _ => false,
        };
        self.atomically(|tables| tables.campaigns.values().filter(at_work).cloned().collect()).await
    }
}

#[async_trait]
impl Ledger for World {
    async fn plan(
        &self,
        _: OwnerId,
        campaign: CampaignId,
        next: &Planning,
        rows: &[NewRow],
    ) -> Result<bool, StoreError> {
        self.atomically(|tables| {
            let planning = tables.planning.entry(campaign).or_default();
            if planning.step != next.step - 1 || tables.campaigns[&campaign].status != Status::Running {
                return false;
            }
            *planning = next.clone();
            let kept = tables.rows.entry(campaign).or_default();
            for new in rows {
                if kept.iter().any(|row| row.new.fan_id == new.fan_id) {
                    continue;
                }
                kept.push(Row {
                    state: new.skipped.map_or(RowState::Pending, RowState::Skipped),
                    not_before: new.not_before,
                    new: new.clone(),
                    lease: 0,
                    lease_until: UnixTime::from_millis(0),
                    gives_up: false,
                    submitted: None,
                    unanswered: 0,
                    claimed_at: UnixTime::from_millis(0),
                    claimed_day: 0,
                    answered_at: None,
                    reactions: (false, false, false),
                });
            }
            true
        })
        .await
    }

    async fn histories(
        &self,
        _: OwnerId,
        campaign: Option<CampaignId>,
        fans: &[(FanId, Option<TextDigest>)],
    ) -> Result<Vec<History>, StoreError> {
        self.atomically(|tables| {
            fans.iter().map(|(fan, text)| tables.history(campaign, fan, *text)).collect()
        })
        .await
    }

    async fn claim(
        &self,
        _: OwnerId,
        account: &AccountId,
        campaign: CampaignId,
        terms: &Terms,
    ) -> Result<Claim, StoreError> {
        self.atomically(|tables| tables.claim(account, campaign, terms)).await
    }

    async fn submit(
        &self,
        _: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        text: Option<TextDigest>,
        gate: GateEpoch,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        pause().await;
        let mut tables = self.tables();
        if !tables.may_send(ticket.campaign, gate) || !tables.paces[account].honours(&ticket.slot) {
            return Ok(false);
        }
        let Some(row) = tables.held(ticket) else { return Ok(false) };
        row.submitted = Some((now, text));
        // No yield here: the engine must see the submission under exactly this state.
        Ok(true)
    }

    async fn settle(
        &self,
        _: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        settlement: &Settlement,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        self.atomically(|tables| tables.settle(account, ticket, settlement, now)).await
    }
}

#[async_trait]
impl CampaignStats for World {
    async fn progress(
        &self,
        _: OwnerId,
        campaign: CampaignId,
        now: UnixTime,
    ) -> Result<Progress, StoreError> {
        self.atomically(|tables| tables.progress(campaign, now)).await
    }

    async fn pace(&self, _: OwnerId, account: &AccountId) -> Result<AccountPace, StoreError> {
        self.atomically(|tables| tables.paces.get(account).copied().unwrap_or_default()).await
    }

    async fn report(&self, _: OwnerId, _: CampaignId) -> Result<Report, StoreError> {
        Ok(Report::default())
    }
}

#[async_trait]
impl FanEvents for World {
    async fn reacted(
        &self,
        _: OwnerId,
        fan: &FanId,
        reaction: Reaction,
        at: UnixTime,
    ) -> Result<(), StoreError> {
        self.atomically(|tables| {
            match reaction {
                Reaction::OptOut => drop(tables.opted_out.insert(fan.clone())),
                Reaction::Reply => drop(tables.replies.insert(fan.clone(), at)),
                Reaction::Purchase { .. } | Reaction::PurchaseApart { .. } => {}
            }
            let owed = |row: &&mut Row| {
                row.is_taken()
                    && row.new.fan_id == *fan
                    && row.submitted.is_some_and(|(sent_at, _)| Reaction::is_owed_to(sent_at, at))
            };
            let rows =
                tables.rows.iter_mut().flat_map(|(id, rows)| rows.iter_mut().map(move |row| (*id, row)));
            let latest = rows.filter(|(_, row)| owed(row)).max_by_key(|(_, row)| row.submitted);
            let Some((id, row)) = latest else { return };
            match reaction {
                Reaction::Reply => row.reactions.0 = true,
                Reaction::OptOut => row.reactions.1 = true,
                Reaction::Purchase { net_cents } => {
                    row.reactions.2 = true;
                    *tables.revenue.entry(id).or_default() += net_cents;
                }
                Reaction::PurchaseApart { .. } => row.reactions.2 = true,
            }
        })
        .await
    }

    async fn came_online(&self, _: OwnerId, fan: &FanId, at: UnixTime) -> Result<(), StoreError> {
        self.atomically(|tables| tables.arrivals.insert(fan.clone(), at)).await.map(|_| ())
    }

    async fn latest_arrival(&self, _: OwnerId) -> Result<Option<UnixTime>, StoreError> {
        self.atomically(|tables| tables.arrivals.values().max().copied()).await
    }

    async fn arrivals(
        &self,
        _: OwnerId,
        fans: &[FanId],
        since: UnixTime,
    ) -> Result<BTreeSet<FanId>, StoreError> {
        let arrived = |tables: &mut Tables| {
            let came = |fan: &&FanId| tables.arrivals.get(*fan).is_some_and(|at| *at >= since);
            fans.iter().filter(came).cloned().collect()
        };
        self.atomically(arrived).await
    }
}

#[async_trait]
impl GateKeeper for World {
    async fn state(&self, _: OwnerId) -> Result<GateState, StoreError> {
        Ok(GateState { configured_open: true, switch: self.atomically(|tables| tables.gate()).await? })
    }
}
