//! Model test with random sequences of calls, crashes, lost responses and foreign edits, including two concurrent
//! calls. In all cases, no slot gets two of our links, and one undisturbed call repairs everything.

use std::collections::HashSet;
use std::future::Future;
use std::pin::Pin;

use kernel::Precondition;

use super::world::{Dice, State, World, config, finish, step};
use crate::link::FunnelLinkId;
use crate::slot::Slot;
use crate::stamping::Stamping;
use crate::testing::{BY, country, domain};
use crate::upstream::EngineLink;

const SEQUENCES: u64 = 1_000;
const STEPS: usize = 60;
const COUNTRIES: [&str; 3] = ["DE", "FR", "US"];

type Task = Pin<Box<dyn Future<Output = ()>>>;

#[test]
fn no_slot_ever_gets_two_links_and_a_quiet_call_heals() {
    let mut seen = Seen::default();
    for seed in 0..SEQUENCES {
        let (world, dice) = (World::default(), Dice::new(seed));
        world.state().trouble = Some(Dice::new(seed ^ 0xdead_beef));
        disturb(&world, &dice, &mut seen, seed);
        world.state().trouble = None;
        heal(&world, seed);
    }
    // The random sequences must reach the interesting cases often enough.
    assert!(seen.crashes > 1_000 && seen.orphans > 100 && seen.late > 100 && seen.forgotten > 10, "{seen:?}");
    assert!(seen.at_once > 1_000 && seen.foreign > 1_000 && seen.renamed > 100, "{seen:?}");
}

/// Number of times that each interesting case occurred.
#[derive(Debug, Default)]
struct Seen {
    crashes: u32,
    at_once: u32,
    orphans: u32,
    late: u32,
    forgotten: u32,
    foreign: u32,
    renamed: u32,
}

fn disturb(world: &World, dice: &Dice, seen: &mut Seen, seed: u64) {
    let mut tasks: Vec<Task> = Vec::new();
    for _ in 0..STEPS {
        match dice.roll(12) {
            0 if tasks.len() < 2 => tasks.push(provision(world, dice)),
            1 if tasks.len() < 2 => tasks.push(toggle(world, dice)),
            2 if !tasks.is_empty() => {
                // Simulates a crash of the process: the pending response is lost.
                drop(tasks.swap_remove(dice.roll(tasks.len() as u64) as usize));
                seen.crashes += 1;
            }
            3 => edit_upstream(&mut world.state(), dice, seen),
            4 => deliver_late(&mut world.state(), seen),
            5 if tasks.is_empty() => purge_keys(&mut world.state(), seen),
            _ => {
                seen.at_once += u32::from(tasks.len() > 1);
                for _ in 0..dice.roll(6) {
                    run_one(&mut tasks, dice);
                }
            }
        }
        let state = world.state();
        check(&state, seed);
        seen.orphans +=
            u32::from(state.upstream.iter().any(|(link, ours)| *ours && !is_recorded(&state, link)));
    }
}

fn run_one(tasks: &mut Vec<Task>, dice: &Dice) {
    if tasks.is_empty() {
        return;
    }
    let index = dice.roll(tasks.len() as u64) as usize;
    if step(&mut tasks[index]).is_some() {
        drop(tasks.swap_remove(index));
    }
}

fn provision(world: &World, dice: &Dice) -> Task {
    let countries: Vec<_> = COUNTRIES.into_iter().filter(|_| dice.one_in(2)).collect();
    let config = config(&countries, *dice.pick(&[7, 30, 90]).unwrap());
    let provisioning = world.provisioning();
    Box::pin(async move { drop(provisioning.provision(&BY, &domain(), &config, Precondition::None).await) })
}

fn toggle(world: &World, dice: &Dice) -> Task {
    let (id, active) = (FunnelLinkId::new(1 + dice.roll(4) as i64), dice.one_in(2));
    let provisioning = world.provisioning();
    Box::pin(async move { drop(provisioning.toggle(&BY, &domain(), id, active, Precondition::None).await) })
}

fn edit_upstream(state: &mut State, dice: &Dice, seen: &mut Seen) {
    let slots = [Slot::Paid, Slot::Trial(country("DE")), Slot::Trial(country("FR"))];
    match dice.roll(3) {
        0 => {
            let slot = *dice.pick(&slots).unwrap();
            let mut link = state.next_link(slot);
            link.permanent = dice.one_in(2);
            if dice.one_in(2) {
                link.name = "somebody's own".to_owned();
            }
            state.upstream.push((link, false));
            seen.foreign += 1;
        }
        edit => {
            let Some(index) = (!state.upstream.is_empty()).then(|| dice.roll(state.upstream.len() as u64))
            else {
                return;
            };
            let link = state.upstream[index as usize].0.clone();
            // A lost link whose key is forgotten can only be found by its name, so it must not be renamed.
            let known = is_recorded(state, &link)
                || state.keys.values().any(|first| first.provider_id == link.provider_id);
            let link = &mut state.upstream[index as usize].0;
            if edit == 1 {
                link.active = !link.active;
            } else if known {
                link.name = "renamed".to_owned();
                seen.renamed += 1;
            }
        }
    }
}

fn deliver_late(state: &mut State, seen: &mut Seen) {
    if let Some(wanted) = state.late.pop() {
        state.create(&wanted);
        seen.late += 1;
    }
}

/// Clears the engine's idempotency keys, which it keeps for a limited time. By then no creation is in flight, and lost
/// links can be found by name.
fn purge_keys(state: &mut State, seen: &mut Seen) {
    let found_by_name = |link: &EngineLink| is_recorded(state, link) || link.name != "renamed";
    if state.late.is_empty() && state.upstream.iter().all(|(link, ours)| !ours || found_by_name(link)) {
        seen.forgotten += u32::from(!state.keys.is_empty());
        state.keys.clear();
    }
}

fn is_recorded(state: &State, link: &EngineLink) -> bool {
    state.recorded.iter().any(|recorded| recorded.upstream.provider_id.as_str() == link.provider_id)
}

fn check(state: &State, seed: u64) {
    let mut created = HashSet::new();
    for (link, _) in state.upstream.iter().filter(|(_, ours)| *ours) {
        assert!(created.insert((&link.offer, &link.country)), "{seed}: two links for {link:?}");
    }
    let slots: HashSet<_> = state.recorded.iter().map(|link| link.slot).collect();
    let links: HashSet<_> = state.recorded.iter().map(|link| &link.upstream.provider_id).collect();
    assert_eq!((slots.len(), links.len()), (state.recorded.len(), state.recorded.len()), "{seed}");
    for link in &state.recorded {
        assert!(link.slot.is_some_and(|slot| link.upstream.fits(slot).is_ok()), "{seed}: {link:?}");
        assert!(state.upstream.iter().any(|(one, _)| one.provider_id == link.upstream.provider_id.as_str()));
    }
}

/// Lets everything settle; then one call repairs everything, and a second call finds nothing to do.
fn heal(world: &World, seed: u64) {
    let late = std::mem::take(&mut world.state().late);
    late.iter().for_each(|wanted| drop(world.state().create(wanted)));
    let all = config(&COUNTRIES, 14);
    for round in 0..2 {
        let (provisioning, config) = (world.provisioning(), all.clone());
        let call = async move { provisioning.provision(&BY, &domain(), &config, Precondition::None).await };
        let done = finish(call).unwrap();
        assert!(done.unresolved.is_empty(), "{seed}: {:?}", done.unresolved);
        assert_eq!(done.created + done.adopted + done.reused, 4, "{seed}");
        assert!(
            round == 0 || (done.created, done.adopted, done.stamped.changed) == (0, 0, 0),
            "{seed}: {done:?}"
        );
        let state = world.state();
        check(&state, seed);
        assert_eq!((state.recorded.len(), state.config.as_ref()), (4, Some(&all)), "{seed}");
        let slots = crate::slots::Slots::of(&state.recorded);
        assert_eq!(state.stamping, Some(Stamping::new(all.clone(), slots)), "{seed}");
    }
}
