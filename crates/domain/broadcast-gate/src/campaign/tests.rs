use super::*;
use crate::message::TierInput;
use crate::state::PauseReason;
use crate::testing::{NOW, places};

fn valid() -> CampaignInput {
    CampaignInput {
        title: Some("Summer".into()),
        mode: Some("segmented".into()),
        audience: Some(AudienceInput::default()),
        message: Some(MessageInput { text: Some("hi".into()), ..MessageInput::default() }),
        ..CampaignInput::default()
    }
}

#[test]
fn each_field_can_be_wrong_in_each_way() {
    let tiered = |mode: &str| {
        let tiers = [("whale".to_owned(), TierInput::default())].into();
        CampaignInput {
            mode: Some(mode.into()),
            message: Some(MessageInput { text: Some("hi".into()), tiers, ..MessageInput::default() }),
            ..valid()
        }
    };
    let ends = |start_at, end_at| CampaignInput {
        start_at: Some(start_at),
        auto_stop: Some(AutoStopInput { end_at: Some(end_at), ..AutoStopInput::default() }),
        ..valid()
    };
    let nowhere = AudienceInput { countries: vec!["Germany".into()], ..AudienceInput::default() };
    let slow = PaceInput { per_minute: Some(0), ..PaceInput::default() };
    let nobody = AutoStopInput { max_sends: Some(0), ..AutoStopInput::default() };
    for (input, expected) in [
        (valid(), vec![]),
        (CampaignInput { title: None, ..valid() }, vec!["title missing"]),
        (CampaignInput { title: Some(String::new()), ..valid() }, vec!["title too_short"]),
        (CampaignInput { title: Some("x".repeat(201)), ..valid() }, vec!["title too_long"]),
        (CampaignInput { mode: None, ..valid() }, vec!["mode missing"]),
        (CampaignInput { mode: Some("mass".into()), ..valid() }, vec!["mode enum"]),
        (CampaignInput { audience: None, ..valid() }, vec!["audience missing"]),
        (CampaignInput { audience: Some(nowhere), ..valid() }, vec!["audience.countries.0 country_invalid"]),
        (CampaignInput { message: None, ..valid() }, vec!["message missing"]),
        (CampaignInput { message: Some(MessageInput::default()), ..valid() }, vec!["message.text missing"]),
        (tiered("tiered"), vec![]),
        (tiered("drip"), vec!["message.tiers extra_forbidden"]),
        (tiered("mass"), vec!["mode enum"]),
        (CampaignInput { start_at: Some(0), ..valid() }, vec![]),
        (CampaignInput { start_at: Some(-1), ..valid() }, vec!["schedule.start_at greater_than_equal"]),
        (CampaignInput { start_at: Some(i64::MAX), ..valid() }, vec!["schedule.start_at less_than_equal"]),
        (CampaignInput { operator_id: Some(0), ..valid() }, vec!["operator_id greater_than_equal"]),
        (
            CampaignInput { platform_account_id: Some(" ".into()), ..valid() },
            vec!["platform_account_id too_short"],
        ),
        (CampaignInput { pace: Some(slow), ..valid() }, vec!["pace.per_minute greater_than_equal"]),
        (
            CampaignInput { auto_stop: Some(nobody), ..valid() },
            vec!["auto_stop.max_sends greater_than_equal"],
        ),
        (ends(10, 11), vec![]),
        (ends(10, 10), vec!["auto_stop.end_at greater_than_equal"]),
        (
            CampaignInput::default(),
            vec!["title missing", "mode missing", "audience missing", "message missing"],
        ),
    ] {
        assert_eq!(places(Definition::parse(&input)), expected, "{input:?}");
    }
}

#[test]
fn a_definition_is_read_back_from_its_own_form() {
    let input = CampaignInput {
        mode: Some("drip".into()),
        start_at: Some(1_800_000_000),
        operator_id: Some(7),
        platform_account_id: Some("acct".into()),
        pace: Some(PaceInput { per_minute: Some(5), per_day: Some(50), jitter: Some(0.1) }),
        auto_stop: Some(AutoStopInput { max_per_day: Some(9), ..AutoStopInput::default() }),
        ..valid()
    };
    let definition = Definition::parse(&input).unwrap();
    assert_eq!(Definition::parse(&definition.to_input()).unwrap(), definition);
}

#[test]
fn only_the_connected_account_may_be_named() {
    let account = |id: &str| AccountId::parse(id).unwrap();
    let naming = |id: Option<&str>| {
        let input = CampaignInput { platform_account_id: id.map(Into::into), ..valid() };
        Definition::parse(&input).unwrap()
    };
    let refused = vec!["platform_account_id value_error"];
    for (named, connected, expected) in [
        (None, None, vec![]),
        (None, Some("a"), vec![]),
        (Some("a"), Some("a"), vec![]),
        (Some("a"), Some("b"), refused.clone()),
        (Some("a"), None, refused),
    ] {
        let connected = connected.map(account);
        assert_eq!(places(naming(named).check_account(connected.as_ref())), expected);
    }
}

fn campaign(id: i64, mode: &str, launched: i64) -> Campaign {
    Campaign {
        id: CampaignId::new(id),
        definition: Definition::parse(&CampaignInput { mode: Some(mode.into()), ..valid() }).unwrap(),
        status: Status::Draft,
        account: None,
        gate: None,
        launched_at: Some(NOW.plus_seconds(launched)),
        alarms_since: None,
        created_at: NOW,
        updated_at: NOW,
        revision: 3,
    }
}

#[test]
fn a_launch_binds_and_a_resume_binds_anew() {
    let bound =
        |epoch| Some(Binding { account: AccountId::parse("acct").unwrap(), gate: GateEpoch::new(epoch) });
    let draft = Campaign { launched_at: None, ..campaign(1, "drip", 0) };
    let (running, entry) =
        draft.moved(Transition::Launch { start_at: None }, bound(1), Actor::Service, NOW).unwrap();
    assert_eq!(
        (running.gate, running.launched_at, running.revision),
        (Some(GateEpoch::new(1)), Some(NOW), 4)
    );
    assert_eq!((entry.from, entry.to), (Status::Draft, Status::Running));

    let later = NOW.plus_seconds(60);
    let pause = Transition::Pause(PauseReason::GateClosed);
    let (paused, _) = running.moved(pause, None, Actor::Service, later).unwrap();
    let (resumed, _) = paused.moved(Transition::Resume, bound(2), Actor::Service, later).unwrap();
    assert_eq!((resumed.gate, resumed.launched_at), (Some(GateEpoch::new(2)), Some(NOW)));
    assert_eq!((running.alarms_since, resumed.alarms_since), (Some(NOW), Some(later)));

    let (scheduled, _) =
        draft.moved(Transition::Launch { start_at: Some(later) }, bound(1), Actor::Service, NOW).unwrap();
    let (draft_again, _) = scheduled.moved(Transition::Unschedule, None, Actor::Service, NOW).unwrap();
    assert_eq!((draft_again.account, draft_again.gate, draft_again.launched_at), (None, None, None));
    let (started, _) = scheduled.moved(Transition::Start, None, Actor::Service, later).unwrap();
    assert_eq!((started.launched_at, started.gate), (Some(later), Some(GateEpoch::new(1))));
}

#[test]
fn who_can_not_wait_comes_first_then_who_was_launched_first() {
    let mut line = [
        campaign(1, "drip", 0),
        campaign(2, "segmented", 9),
        campaign(3, "tiered", 0),
        campaign(4, "online", 9),
        campaign(5, "segmented", 1),
    ];
    line.sort_by_key(Campaign::priority);
    assert_eq!(line.map(|one| one.id.get()), [4, 5, 2, 3, 1]);
}
