use kernel::{AccountNumber, Fingerprint, Hostname, Precondition};

use super::world::{Dice, World, config, finish, step};
use super::*;
use crate::testing::{BY, OWNER, country, domain};
use crate::upstream::EngineLink;

fn provision(world: &World, config: &ProvisionConfig) -> Result<Provisioned, ProvisionError> {
    let (provisioning, config) = (world.provisioning(), config.clone());
    finish(async move { provisioning.provision(&BY, &domain(), &config, Precondition::None).await })
}

fn toggle(world: &World, id: i64, active: bool) -> Result<Toggled, ProvisionError> {
    let provisioning = world.provisioning();
    finish(async move {
        provisioning.toggle(&BY, &domain(), FunnelLinkId::new(id), active, Precondition::None).await
    })
}

fn counts(done: &Provisioned) -> (u32, u32, u32, usize) {
    (done.created, done.adopted, done.reused, done.unresolved.len())
}

fn down() -> EngineError {
    EngineError::Failed("down".into())
}

#[test]
fn slots_are_created_once_and_reused_then() {
    let world = World::default();
    let done = provision(&world, &config(&["DE", "US"], 7)).unwrap();
    assert_eq!(counts(&done), (3, 0, 0, 0));
    assert_eq!((done.count(Offer::Paid), done.count(Offer::Ftl), done.stamped.changed), (1, 2, 1));
    let calls = world.state().calls;
    // Another trial length creates no new link, and recorded links need no engine.
    let again = provision(&world, &config(&["DE", "US"], 30)).unwrap();
    assert_eq!((counts(&again), world.state().calls), ((0, 0, 3, 0), calls));
    let more = provision(&world, &config(&["DE", "FR"], 30)).unwrap();
    assert_eq!((counts(&more), more.links.len()), ((1, 0, 2, 0), 4));
}

#[test]
fn a_link_with_the_name_of_a_slot_is_adopted() {
    let world = World::default();
    let de = Slot::Trial(country("DE"));
    let good = world.state().next_link(Slot::Paid);
    let other = world.state().next_link(de);
    let not_permanent = EngineLink { permanent: false, provider_id: "x".into(), ..other };
    world.state().upstream.extend([(good, false), (not_permanent, false)]);
    let done = provision(&world, &config(&["DE"], 7)).unwrap();
    assert_eq!(counts(&done), (1, 1, 0, 0));
}

#[test]
fn a_slot_whose_call_failed_is_reported_and_the_others_go_on() {
    type Spoil = fn(&mut EngineLink);
    let spoils: [(Spoil, &str); 5] = [
        (|link| link.permanent = false, "not_permanent"),
        (|link| link.country = None, "wrong_country"),
        (|link| (link.offer, link.kind) = ("paid".into(), "tracking_link".into()), "wrong_offer"),
        (|link| link.url = "ftp://platform.example".into(), "bad_link"),
        (|link| link.country = Some("Germany".into()), "bad_link"),
    ];
    for (spoil, word) in spoils {
        let world = World::default();
        assert_eq!(counts(&provision(&world, &config(&[], 7)).unwrap()), (1, 0, 0, 0));
        world.state().spoil = Some(spoil);
        let done = provision(&world, &config(&["DE"], 7)).unwrap();
        assert_eq!(counts(&done), (0, 0, 1, 1), "{word}");
        let slot = &done.unresolved[0];
        assert_eq!((slot.offer, slot.country, slot.reason.as_str()), (Offer::Ftl, Some(country("DE")), word));
        assert_eq!(world.state().recorded.len(), 1);
        assert!(world.state().stamping.is_some());
    }
}

#[test]
fn an_engine_that_does_not_list_its_links_gets_no_new_ones() {
    let world = World::default();
    provision(&world, &config(&[], 7)).unwrap();
    world.state().engine_down = Some(down);
    let done = provision(&world, &config(&["DE"], 7)).unwrap();
    assert_eq!((counts(&done), done.unresolved[0].reason.as_str()), ((0, 0, 1, 1), "engine_error"));
    world.state().engine_down = Some(|| EngineError::NotConnected);
    let refused = provision(&world, &config(&["DE"], 7));
    assert!(matches!(refused, Err(ProvisionError::Engine(EngineError::NotConnected))));
    // All links of this configuration are recorded, so the engine is not needed.
    assert_eq!(counts(&provision(&world, &config(&[], 7)).unwrap()), (0, 0, 1, 0));
    world.state().engine_down = None;
    assert_eq!(counts(&provision(&world, &config(&["DE"], 7)).unwrap()), (1, 0, 1, 0));
}

#[test]
fn a_dry_run_changes_nothing() {
    let world = World::default();
    provision(&world, &config(&[], 7)).unwrap();
    let orphan = world.state().next_link(Slot::Trial(country("DE")));
    world.state().upstream.push((orphan, true));
    let provisioning = world.provisioning();
    let run = finish(async move { provisioning.dry_run(OWNER, &domain(), &config(&["DE", "US"], 7)).await });
    let run = run.unwrap();
    assert_eq!((run.new, run.exists, run.adoptable, run.items.len()), (1, 1, 1, 3));
    let state = world.state();
    assert_eq!(
        (state.upstream.len(), state.recorded.len(), state.config.as_ref()),
        (2, 1, Some(&config(&[], 7)))
    );
}

#[test]
fn a_toggle_goes_upstream_first_and_then_onto_the_buttons() {
    let world = World::default();
    provision(&world, &config(&["DE"], 7)).unwrap();
    let paid = |world: &World| {
        let state = world.state();
        (state.upstream[0].0.active, state.recorded[0].upstream.active)
    };
    let off = toggle(&world, 1, false).unwrap();
    assert_eq!((off.link.upstream.active, off.stamped.changed, paid(&world)), (false, 1, (false, false)));
    assert_eq!(toggle(&world, 1, false).unwrap().stamped.changed, 0);
    world.state().engine_down = Some(down);
    assert!(matches!(toggle(&world, 1, true), Err(ProvisionError::Engine(EngineError::Failed(_)))));
    assert_eq!(paid(&world), (false, false));
    assert!(matches!(toggle(&world, 99, true), Err(ProvisionError::LinkNotFound)));
}

/// Holds for any interleaving of the two calls.
#[test]
fn after_two_toggles_at_once_the_record_says_what_the_engine_has() {
    let mut ends = [0, 0];
    for seed in 0..500 {
        let (world, dice) = (World::default(), Dice::new(seed));
        provision(&world, &config(&[], 7)).unwrap();
        let mut tasks: Vec<_> = [true, false]
            .map(|active| -> std::pin::Pin<Box<dyn Future<Output = _>>> {
                let provisioning = world.provisioning();
                let link = FunnelLinkId::new(1);
                let none = Precondition::None;
                Box::pin(async move { provisioning.toggle(&BY, &domain(), link, active, none).await })
            })
            .into();
        while !tasks.is_empty() {
            let index = usize::try_from(dice.roll(tasks.len() as u64)).unwrap();
            if let Some(toggled) = step(&mut tasks[index]) {
                toggled.unwrap();
                drop(tasks.swap_remove(index));
            }
        }
        let state = world.state();
        let (engine, record) = (state.upstream[0].0.active, state.recorded[0].upstream.active);
        assert_eq!(engine, record, "{seed}");
        let slots = crate::slots::Slots::of(&state.recorded);
        assert_eq!(state.stamping, Some(crate::stamping::Stamping::new(config(&[], 7), slots)), "{seed}");
        ends[usize::from(record)] += 1;
    }
    assert!(ends.iter().all(|count| *count > 50), "either may be the last: {ends:?}");
}

#[test]
fn a_draft_that_is_not_the_expected_one_is_provisioned_with_nothing() {
    let world = World::default();
    let provision = |state| {
        let (provisioning, expected) = (world.provisioning(), Precondition::Is(Fingerprint::new(state)));
        finish(async move { provisioning.provision(&BY, &domain(), &config(&["DE"], 7), expected).await })
    };
    let refused = provision(2);
    assert!(matches!(refused, Err(ProvisionError::Store(StoreError::PreconditionFailed))), "{refused:?}");
    let state = world.state();
    assert_eq!((state.calls, state.recorded.len()), (0, 0));
    drop(state);
    assert_eq!(counts(&provision(1).unwrap()), (2, 0, 0, 0));
}

/// Whatever the order of their steps.
#[test]
fn of_two_different_toggles_at_once_from_one_state_one_is_made_and_the_engine_has_it() {
    let mut ends = [0, 0];
    for seed in 0..500 {
        let (world, dice) = (World::default(), Dice::new(seed));
        provision(&world, &config(&[], 7)).unwrap();
        let expected = Precondition::Is(world.state().recorded[0].fingerprint());
        let link = FunnelLinkId::new(1);
        let mut tasks: Vec<_> = [true, false]
            .map(|active| -> std::pin::Pin<Box<dyn Future<Output = _>>> {
                let provisioning = world.provisioning();
                Box::pin(async move { provisioning.toggle(&BY, &domain(), link, active, expected).await })
            })
            .into();
        let mut made = 0;
        while !tasks.is_empty() {
            let index = usize::try_from(dice.roll(tasks.len() as u64)).unwrap();
            if let Some(toggled) = step(&mut tasks[index]) {
                drop(tasks.swap_remove(index));
                match toggled {
                    Ok(_) => made += 1,
                    Err(ProvisionError::Store(StoreError::PreconditionFailed)) => {}
                    Err(other) => panic!("{other}"),
                }
            }
        }
        let state = world.state();
        let (engine, record) = (state.upstream[0].0.active, state.recorded[0].upstream.active);
        assert_eq!(engine, record, "{seed}");
        // The link is on: a switch to on leaves the state as it is, so both may be made.
        assert!(made == 2 || (made == 1 && !record), "{seed}: {made}");
        ends[usize::from(record)] += 1;
    }
    assert!(ends[0] > 50, "{ends:?}");
}

#[test]
fn the_configuration_of_the_last_call_is_what_a_toggle_stamps_by() {
    let world = World::default();
    provision(&world, &config(&["DE"], 7)).unwrap();
    provision(&world, &config(&[], 7)).unwrap();
    toggle(&world, 1, false).unwrap();
    let state = world.state();
    let slots = crate::slots::Slots::of(&state.recorded);
    assert_eq!(state.stamping, Some(crate::stamping::Stamping::new(config(&[], 7), slots)));
}

#[test]
fn a_foreign_domain_is_not_found() {
    let world = World::default();
    let other = Hostname::parse("other.example.com").unwrap();
    let provisioning = world.provisioning();
    let refused =
        finish(
            async move { provisioning.provision(&BY, &other, &config(&["DE"], 7), Precondition::None).await },
        );
    assert!(matches!(refused, Err(ProvisionError::DomainNotFound)));
    assert_eq!(world.state().calls, 0);
}

#[test]
fn another_account_gets_links_of_its_own_and_the_first_finds_its_own_again() {
    let world = World::default();
    let first = provision(&world, &config(&["DE"], 7)).unwrap();
    assert_eq!(counts(&first), (2, 0, 0, 0));
    world.state().account = AccountNumber::new(1);
    let second = provision(&world, &config(&["DE"], 7)).unwrap();
    assert_eq!(counts(&second), (2, 0, 0, 0));
    assert_eq!(provision(&world, &config(&["DE"], 7)).unwrap().reused, 2);
    let calls = world.state().calls;
    assert!(matches!(toggle(&world, first.links[0].id.get(), false), Err(ProvisionError::LinkForeign)));
    assert_eq!(world.state().calls, calls, "the engine of another account is asked nothing");
    world.state().account = AccountNumber::FIRST;
    let back = provision(&world, &config(&["DE"], 7)).unwrap();
    assert_eq!((counts(&back), back.links), ((0, 0, 2, 0), first.links));
}
