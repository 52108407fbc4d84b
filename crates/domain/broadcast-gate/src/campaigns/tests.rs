use kernel::fixed::FixedClock;

use super::*;
use crate::audience::{AudienceInput, Fan, FanTier};
use crate::campaign::CampaignInput;
use crate::gate::{Gate, GateEpoch};
use crate::histogram::Bucket;
use crate::message::MessageInput;
use crate::ports::{
    FanPage, MockCampaignStats, MockCampaignStore, MockFanDirectory, MockGateKeeper, MockLedger,
};
use crate::screening::History;
use crate::state::{ActingKey, Status};
use crate::testing::{NOW, fan, places};
use crate::text::AccountId;

const OWNER: OwnerId = OwnerId::new(1);
const BY: Acting = Acting::service(OWNER);
const ID: CampaignId = CampaignId::new(7);

struct Mocks {
    campaigns: MockCampaignStore,
    ledger: MockLedger,
    fans: MockFanDirectory,
    gate: MockGateKeeper,
}

impl Mocks {
    /// Mocks without expectations.
    fn new() -> Self {
        Self {
            campaigns: MockCampaignStore::new(),
            ledger: MockLedger::new(),
            fans: MockFanDirectory::new(),
            gate: MockGateKeeper::new(),
        }
    }

    /// Mocks with an open gate and a connected account.
    fn ready(status: Status) -> Self {
        let mut mocks = Self::new();
        mocks.campaigns.expect_find().returning(move |_, _| Ok(Some(campaign(status))));
        mocks.gate.expect_gate().returning(|_| Ok(Gate::Open(GateEpoch::new(4))));
        mocks.fans.expect_account().returning(|_| Ok(AccountId::parse("acct").ok()));
        mocks
    }

    fn campaigns(self) -> Campaigns {
        let ports = CampaignPorts {
            campaigns: Arc::new(self.campaigns),
            ledger: Arc::new(self.ledger),
            stats: Arc::new(MockCampaignStats::new()),
            fans: Arc::new(self.fans),
            gate: Arc::new(self.gate),
            clock: Arc::new(FixedClock::at(NOW)),
        };
        Campaigns::new(ports, Screening::default(), PacePolicy::default())
    }
}

fn definition(account: Option<&str>) -> Definition {
    let input = CampaignInput {
        title: Some("x".into()),
        mode: Some("segmented".into()),
        audience: Some(AudienceInput::default()),
        message: Some(MessageInput { text: Some("hi".into()), ..MessageInput::default() }),
        platform_account_id: account.map(Into::into),
        ..CampaignInput::default()
    };
    Definition::parse(&input).unwrap()
}

fn campaign(status: Status) -> Campaign {
    Campaign {
        id: ID,
        definition: definition(None),
        status,
        account: None,
        gate: None,
        launched_at: None,
        alarms_since: None,
        created_at: NOW,
        updated_at: NOW,
        revision: 0,
    }
}

fn me() -> Acting {
    let key = ActingKey { prefix: "prefix".into(), name: "name".into(), member: None };
    Acting { actor: kernel::Actor::Key(key), ..Acting::service(OWNER) }
}

#[tokio::test]
async fn a_draft_that_names_another_account_is_not_kept() {
    let mut mocks = Mocks::new();
    mocks.fans.expect_account().returning(|_| Ok(AccountId::parse("acct").ok()));
    let error = mocks.campaigns().create(&BY, &definition(Some("other")), None).await.unwrap_err();
    let CampaignError::Invalid(errors) = error else { panic!("{error}") };
    assert_eq!(places::<()>(Err(errors)), ["platform_account_id value_error"]);
}

#[tokio::test]
async fn a_draft_that_names_no_account_asks_for_none() {
    let mut mocks = Mocks::new();
    let created = mocks.campaigns.expect_create().withf(|_, _, reserved, _| *reserved == Some(ID));
    created.returning(|_, _, _, _| Ok(campaign(Status::Draft)));
    assert_eq!(mocks.campaigns().create(&BY, &definition(None), Some(ID)).await.unwrap().id, ID);
}

#[tokio::test]
async fn a_launch_saves_what_it_is_bound_to_and_who_did_it() {
    let mut mocks = Mocks::ready(Status::Draft);
    mocks.campaigns.expect_save().times(1).returning(|_, moved, entry| {
        assert_eq!((moved.status, moved.gate), (Status::Running, Some(GateEpoch::new(4))));
        assert_eq!(
            (moved.account.clone(), entry.actor.clone()),
            (AccountId::parse("acct").ok(), Actor::of(&me()))
        );
        Ok(true)
    });
    mocks.campaigns().launch(&me(), ID).await.unwrap();
}

#[tokio::test]
async fn what_stops_a_launch_in_the_order_of_looking() {
    let mut absent = Mocks::new();
    absent.campaigns.expect_find().returning(|_, _| Ok(None));
    assert!(matches!(absent.campaigns().launch(&me(), ID).await, Err(CampaignError::NotFound)));

    let mut over = Mocks::new();
    over.campaigns.expect_find().returning(|_, _| Ok(Some(campaign(Status::Cancelled))));
    assert!(matches!(over.campaigns().launch(&me(), ID).await, Err(CampaignError::Transition(_))));

    let mut closed = Mocks::new();
    closed.campaigns.expect_find().returning(|_, _| Ok(Some(campaign(Status::Draft))));
    closed.gate.expect_gate().returning(|_| Ok(Gate::Closed));
    assert!(matches!(closed.campaigns().launch(&me(), ID).await, Err(CampaignError::GateClosed)));

    let mut alone = Mocks::new();
    alone.campaigns.expect_find().returning(|_, _| Ok(Some(campaign(Status::Draft))));
    alone.gate.expect_gate().returning(|_| Ok(Gate::Open(GateEpoch::new(4))));
    alone.fans.expect_account().returning(|_| Ok(None));
    assert!(matches!(alone.campaigns().launch(&me(), ID).await, Err(CampaignError::NotConnected)));
}

#[tokio::test]
async fn a_cancel_needs_neither_gate_nor_account() {
    let mut mocks = Mocks::new();
    mocks.campaigns.expect_find().returning(|_, _| Ok(Some(campaign(Status::Running))));
    mocks.campaigns.expect_save().returning(|_, _, _| Ok(true));
    let cancelled = mocks.campaigns().cancel(&me(), ID).await.unwrap();
    assert_eq!(cancelled.status, Status::Cancelled);
}

#[tokio::test]
async fn a_move_that_is_meant_for_another_revision_changes_nothing() {
    for (revision, saves) in [(campaign(Status::Running).revision, 1), (7, 0)] {
        let mut mocks = Mocks::new();
        mocks.campaigns.expect_find().returning(|_, _| Ok(Some(campaign(Status::Running))));
        mocks.campaigns.expect_save().times(saves).returning(|_, _, _| Ok(true));
        let expected = Precondition::Is(Fingerprint::new(revision));
        let moved = mocks.campaigns().expecting(expected).cancel(&me(), ID).await;
        assert_eq!(moved.is_ok(), saves == 1);
    }
}

#[tokio::test]
async fn a_lost_race_is_run_again_and_not_for_ever() {
    let mut lost = Mocks::ready(Status::Draft);
    let mut tries = 0;
    lost.campaigns.expect_save().returning(move |_, _, _| {
        tries += 1;
        Ok(tries == 3)
    });
    lost.campaigns().launch(&me(), ID).await.unwrap();

    let mut hopeless = Mocks::ready(Status::Draft);
    hopeless.campaigns.expect_save().times(5).returning(|_, _, _| Ok(false));
    assert!(matches!(hopeless.campaigns().launch(&me(), ID).await, Err(CampaignError::Contended)));
}

#[tokio::test]
async fn a_preview_counts_page_by_page_and_keeps_nobody() {
    let audience = AudienceInput {
        tier: Some("whale".into()),
        exclude_fan_ids: vec!["3".into()],
        ..AudienceInput::default()
    };
    let mut mocks = Mocks::new();
    mocks.fans.expect_page().times(2).returning(|_, _, _, cursor, _| {
        let from = if cursor.is_some() { 10 } else { 0 };
        let mut fans: Vec<Fan> = (from..from + 10).map(|n| fan(&n.to_string(), FanTier::Whale)).collect();
        fans[0].tier = Some(FanTier::Free);
        fans[1].opted_out = true;
        Ok(FanPage { fans, next_cursor: cursor.is_none().then(|| "2".to_owned()) })
    });
    mocks.ledger.expect_histories().returning(|_, _, fans| {
        let rested = |id: &str| if id == "2" { Some(NOW) } else { None };
        Ok(fans
            .iter()
            .map(|(fan, _)| History { last_sent_at: rested(fan.as_str()), ..History::default() })
            .collect())
    });
    let preview = mocks.campaigns().preview(OWNER, &Audience::parse(&audience).unwrap()).await.unwrap();
    // Two fans match no tier, two opted out, and one is in the cooldown. One is excluded, too few to be
    // shown.
    let published = preview.published();
    assert_eq!((published.matched, published.selected, published.floor), (Some(18), Some(15), None));
    assert_eq!(published.histogram.into_iter().collect::<Vec<_>>(), [(Bucket::Tier(FanTier::Whale), 15)]);
}

#[tokio::test]
async fn an_engine_that_repeats_its_cursor_fails_the_preview() {
    let mut mocks = Mocks::new();
    mocks
        .fans
        .expect_page()
        .times(2)
        .returning(|_, _, _, _, _| Ok(FanPage { fans: Vec::new(), next_cursor: Some("same".into()) }));
    mocks.ledger.expect_histories().returning(|_, _, _| Ok(Vec::new()));
    let ended = mocks.campaigns().preview(OWNER, &Audience::default()).await;
    assert!(matches!(ended, Err(CampaignError::Engine(_))));
}
