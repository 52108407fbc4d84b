//! Test database with one owner and the stores of broadcasts.

use adapter_postgres::{PgBroadcasts, PgGate};
use broadcast_gate::audience::{AudienceInput, FanTier};
use broadcast_gate::campaign::{Binding, Campaign, CampaignInput, Definition};
use broadcast_gate::gate::GateEpoch;
use broadcast_gate::ledger::{Claim, NewRow, Settlement, Terms, Ticket};
use broadcast_gate::message::MessageInput;
use broadcast_gate::pace::{OwnPace, Pace, PaceInput, PacePolicy};
use broadcast_gate::ports::{CampaignStats, CampaignStore, GateSwitch as _, Ledger};
use broadcast_gate::progress::{Planning, Progress};
use broadcast_gate::state::{ActingKey, Actor, Transition};
use broadcast_gate::text::{AccountId, CampaignId, FanId, Text, TextDigest};
use kernel::{Acting, CountryCode, OwnerId, UnixTime};

use crate::desk::Desk;
use crate::team::NOW;

pub(crate) const LEASE: i64 = 60;

pub(crate) struct Hall {
    pub(crate) desk: Desk,
    pub(crate) store: PgBroadcasts,
    pub(crate) gate: PgGate,
    pub(crate) account: AccountId,
    pub(crate) epoch: GateEpoch,
}

pub(crate) fn input() -> CampaignInput {
    CampaignInput {
        title: Some("Sommer 🎁".into()),
        mode: Some("drip".into()),
        audience: Some(AudienceInput::default()),
        message: Some(MessageInput { text: Some("Hi there".into()), ..Default::default() }),
        ..Default::default()
    }
}

pub(crate) fn acting() -> ActingKey {
    ActingKey { prefix: "abc".into(), name: "Jo's key".into(), member: Some(3) }
}

pub(crate) fn fan(id: &str) -> FanId {
    FanId::parse(id).unwrap()
}

pub(crate) fn digest(text: &str) -> Option<TextDigest> {
    Some(TextDigest::of(&Text::parse(text).unwrap()))
}

pub(crate) fn row(id: &str) -> NewRow {
    NewRow {
        fan_id: fan(id),
        tier: Some(FanTier::Whale),
        country: CountryCode::parse("DE"),
        skipped: None,
        not_before: None,
    }
}

pub(crate) fn pace(per_minute: i64) -> Pace {
    let own = PaceInput { per_minute: Some(per_minute), per_day: Some(100_000), jitter: Some(0.0) };
    PacePolicy::default().of(&OwnPace::parse(&own).unwrap())
}

pub(crate) fn after(seconds: i64) -> UnixTime {
    NOW.plus_seconds(seconds)
}

impl Hall {
    /// Creates the stores, with the owner's gate opened for the first time.
    pub(crate) async fn create() -> Self {
        Self::on(Desk::create().await).await
    }

    pub(crate) async fn on(desk: Desk) -> Self {
        let gate = PgGate::new(desk.pool.clone(), true);
        gate.switch(desk.by(), true).await.unwrap();
        let account = AccountId::parse("acct_1").unwrap();
        Self { store: PgBroadcasts::new(desk.pool.clone()), gate, account, epoch: GateEpoch::new(1), desk }
    }

    pub(crate) async fn switch(&self, open: bool) {
        assert!(self.gate.switch(self.by(), open).await.unwrap());
    }

    pub(crate) fn by(&self) -> &Acting {
        self.desk.by()
    }

    pub(crate) fn owner(&self) -> OwnerId {
        self.desk.owner
    }

    pub(crate) async fn moved(&self, campaign: &Campaign, step: Transition, at: UnixTime) -> Campaign {
        let bound = Binding { account: self.account.clone(), gate: self.epoch };
        let bound = matches!(step, Transition::Launch { .. } | Transition::Resume).then_some(bound);
        let (moved, entry) = campaign.moved(step, bound, Actor::Key(acting()), at).unwrap();
        assert!(self.store.save(self.by(), &moved, &entry).await.unwrap());
        moved
    }

    /// Creates a running campaign with these rows.
    pub(crate) async fn running(&self, input: &CampaignInput, rows: &[NewRow]) -> Campaign {
        let definition = Definition::parse(input).unwrap();
        let draft = self.store.create(self.by(), &definition, None, NOW).await.unwrap();
        let running = self.moved(&draft, Transition::Launch { start_at: None }, NOW).await;
        let next = Planning::default().after_page(None, NOW);
        assert!(self.store.plan(self.owner(), running.id, &next, rows).await.unwrap());
        running
    }

    pub(crate) fn terms(&self, at: UnixTime) -> Terms {
        Terms {
            now: at,
            lease_seconds: LEASE,
            pace: pace(6000),
            draw: 7,
            gate: self.epoch,
            max_sends: None,
            max_per_day: None,
        }
    }

    pub(crate) async fn claim(&self, campaign: CampaignId, at: UnixTime) -> Claim {
        self.store.claim(self.owner(), &self.account, campaign, &self.terms(at)).await.unwrap()
    }

    pub(crate) async fn ticket(&self, campaign: CampaignId, at: UnixTime) -> Ticket {
        match self.claim(campaign, at).await {
            Claim::Ticket(ticket) => ticket,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn submit(&self, ticket: &Ticket, at: UnixTime) -> bool {
        let text = digest("Hi there");
        self.store.submit(self.owner(), &self.account, ticket, text, self.epoch, at).await.unwrap()
    }

    pub(crate) async fn settle(&self, ticket: &Ticket, how: Settlement, at: UnixTime) -> bool {
        self.store.settle(self.owner(), &self.account, ticket, &how, at).await.unwrap()
    }

    /// Claims, submits and settles the next row as sent.
    pub(crate) async fn sent(&self, campaign: CampaignId, at: UnixTime) -> FanId {
        let ticket = self.ticket(campaign, at).await;
        assert!(self.submit(&ticket, at).await);
        assert!(self.settle(&ticket, Settlement::Sent { message_id: "m".into() }, at).await);
        ticket.fan_id
    }

    pub(crate) async fn progress(&self, campaign: CampaignId, at: UnixTime) -> Progress {
        self.store.progress(self.owner(), campaign, at).await.unwrap()
    }

    pub(crate) async fn count(&self, condition: &str) -> u64 {
        let query = format!("SELECT count(*) AS n FROM broadcast_rows WHERE {condition}");
        u64::try_from(self.desk.count(&query).await).unwrap()
    }

    /// Returns the progress of the only campaign, after comparing it with a count of its rows.
    pub(crate) async fn fitting_progress(&self, campaign: CampaignId, at: UnixTime) -> Progress {
        let progress = self.progress(campaign, at).await;
        let moment = format!("to_timestamp({}::numeric / 1000)", at.millis());
        for (count, condition) in [
            (progress.matched, "true".to_owned()),
            (progress.pending, "state IN ('pending', 'claimed')".to_owned()),
            (progress.waiting, format!("state = 'pending' AND due_at > {moment}")),
            (progress.sent, "state = 'sent'".to_owned()),
            (progress.failed, "state = 'failed'".to_owned()),
            (progress.unknown, "state = 'unknown'".to_owned()),
            (progress.taken, "state IN ('claimed', 'sent', 'unknown')".to_owned()),
            (progress.under_way, "state = 'claimed' OR (state = 'unknown' AND NOT gives_up)".to_owned()),
            (progress.screened.values().sum(), "state = 'skipped'".to_owned()),
            (u64::from(progress.recent.answered), "answered_at IS NOT NULL".to_owned()),
        ] {
            assert_eq!(count, self.count(&condition).await, "{condition}");
        }
        let open = progress.pending + progress.sent + progress.failed + progress.unknown;
        assert_eq!(progress.matched, open + progress.screened.values().sum::<u64>());
        progress
    }
}
