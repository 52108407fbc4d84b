//! Creations by two processes that crash and retry, against a simulated platform.

use kernel::UnixTime;
use proptest::prelude::*;

use super::creation::*;
use super::duplicates::tests::link;
use super::{PlatformLink, PlatformLinkId, duplicates};
use crate::answer::Outcome;

const START: UnixTime = UnixTime::from_seconds(1_800_000_000);
const NAME: &str = "links.example.com/paid";

/// Behaviour of the platform at one creation.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Reply {
    /// Creates and says so.
    Clear,
    /// Creates, and the answer is lost.
    Lost,
    /// Creates later, and the answer is lost.
    Late,
    /// Creates nothing, and the answer is lost.
    Never,
    /// Refuses.
    Refused,
}

#[derive(Debug, Clone, Copy)]
enum Act {
    /// Begins an attempt, or does a step.
    Step(usize, Reply),
    /// Forgets everything that is not stored.
    Crash(usize),
    /// Lets time pass, in seconds.
    Pass(i64),
}

enum Answered {
    Looked(Looked),
    Posted(Posted),
    Saved(bool),
}

#[derive(Default)]
struct Process {
    creation: Option<Creation>,
    taken: Option<CreationRow>,
    /// Answer that the process has not read yet: a crash loses it.
    answered: Option<Answered>,
}

struct World {
    now: UnixTime,
    row: Option<CreationRow>,
    links: Vec<PlatformLink>,
    late: u64,
    too_late: u64,
    processes: [Process; 2],
    made: Vec<PlatformLinkId>,
}

impl World {
    fn new() -> Self {
        let processes = [Process::default(), Process::default()];
        Self { now: START, row: None, links: Vec::new(), late: 0, too_late: 0, processes, made: Vec::new() }
    }

    fn create(&mut self) -> PlatformLinkId {
        let id = format!("c{}", self.links.len() + 1);
        self.links.push(link(&id, NAME, self.now.seconds()));
        id.parse().unwrap()
    }

    fn oldest(&self) -> Option<PlatformLinkId> {
        self.links.first().map(|link| link.id.clone())
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Pass(seconds) => {
                self.now = self.now.plus_seconds(seconds);
                for _ in 0..std::mem::take(&mut self.late) {
                    self.create();
                }
            }
            Act::Crash(process) => self.processes[process] = Process::default(),
            Act::Step(process, reply) => self.step(process, reply),
        }
    }

    fn step(&mut self, at: usize, reply: Reply) {
        let mut process = std::mem::take(&mut self.processes[at]);
        match (process.creation.take(), process.answered.take()) {
            (None, _) => {
                if let Claimed::Take(row) = CreationRow::claim(self.row.as_ref(), self.now) {
                    self.row = Some(row.clone());
                    process = Process {
                        creation: Some(Creation::begin(row.clone())),
                        taken: Some(row),
                        answered: None,
                    };
                }
            }
            (Some(creation), Some(answered)) => {
                process.creation = Some(match answered {
                    Answered::Looked(looked) => creation.looked(looked),
                    Answered::Posted(posted) => creation.posted(posted),
                    Answered::Saved(ours) => creation.saved(ours),
                });
            }
            (Some(creation), None) => match creation.next(self.now) {
                Step::Look => {
                    let found = self.oldest().map_or(Looked::Absent, Looked::Found);
                    process.answered = Some(Answered::Looked(found));
                    process.creation = Some(creation);
                }
                Step::Post => {
                    process.answered = Some(Answered::Posted(self.post(reply)));
                    process.creation = Some(creation);
                }
                Step::Save(row) => {
                    let ours = self.row == process.taken;
                    if ours {
                        self.row = Some(row);
                    }
                    process.answered = Some(Answered::Saved(ours));
                    process.creation = Some(creation);
                }
                Step::End(ended) => {
                    if let Ended::Made { id, .. } = ended {
                        self.made.push(id);
                    }
                }
            },
        }
        self.processes[at] = process;
    }

    fn post(&mut self, reply: Reply) -> Posted {
        match reply {
            Reply::Clear => Posted::Created(self.create()),
            Reply::Lost => {
                self.create();
                Posted::Failed(Outcome::Unknown)
            }
            Reply::Late => {
                self.late += 1;
                self.too_late += 1;
                Posted::Failed(Outcome::Unknown)
            }
            Reply::Never => Posted::Failed(Outcome::Unknown),
            Reply::Refused => Posted::Failed(Outcome::Wait { seconds: 30 }),
        }
    }

    /// Lets the processes finish, with a platform that answers.
    fn finish(&mut self) {
        self.act(Act::Pass(BUSY_SECONDS));
        for _ in 0..12 {
            self.act(Act::Step(0, Reply::Clear));
            self.act(Act::Step(1, Reply::Clear));
        }
    }
}

fn acts(reply: impl Strategy<Value = Reply> + Clone + 'static) -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        8 => (0_usize..2, reply).prop_map(|(process, reply)| Act::Step(process, reply)),
        2 => (0_usize..2).prop_map(Act::Crash),
        1 => prop_oneof![Just(1_i64), Just(59), Just(61), Just(119), Just(121)].prop_map(Act::Pass),
    ];
    prop::collection::vec(act, 0..80)
}

#[test]
fn a_row_is_taken_over_when_its_process_must_be_dead() {
    let row = |state| CreationRow { attempt: 3, started_at: START, state };
    let id = PlatformLinkId::Campaign(1);
    let taken = |at: i64| {
        let started_at = START.plus_seconds(at);
        Claimed::Take(CreationRow { attempt: 4, started_at, state: CreationState::Started })
    };
    for (state, after, expected) in [
        (CreationState::Started, 0, Claimed::Busy { seconds: 120 }),
        (CreationState::Started, 119, Claimed::Busy { seconds: 1 }),
        (CreationState::Started, 120, taken(120)),
        (CreationState::Open, 0, taken(0)),
        (CreationState::Done(id.clone()), 0, Claimed::Done(id.clone())),
    ] {
        assert_eq!(
            CreationRow::claim(Some(&row(state.clone())), START.plus_seconds(after)),
            expected,
            "{state:?}"
        );
    }
    assert!(matches!(CreationRow::claim(None, START), Claimed::Take(row) if row.attempt == 0));
    let gone = row(CreationState::Done(id)).reopened();
    assert!(matches!(CreationRow::claim(Some(&gone), START), Claimed::Take(_)));
}

#[test]
fn an_unclear_outcome_is_looked_up_at_once_and_not_sent_again() {
    let Claimed::Take(row) = CreationRow::claim(None, START) else { panic!("nobody has the row") };
    let unclear = Creation::begin(row).looked(Looked::Absent).posted(Posted::Failed(Outcome::Unknown));
    assert_eq!(unclear.next(START), Step::Look);
    let found = unclear.clone().looked(Looked::Found(PlatformLinkId::Campaign(1))).saved(true);
    assert_eq!(found.next(START), Step::End(Ended::Made { id: PlatformLinkId::Campaign(1), adopted: true }));
    let absent = unclear.looked(Looked::Absent);
    assert!(matches!(absent.next(START), Step::Save(row) if row.state == CreationState::Open));
    assert_eq!(absent.saved(true).next(START), Step::End(Ended::Failed(Outcome::Unknown)));
}

#[test]
fn a_slow_process_does_not_send() {
    let Claimed::Take(row) = CreationRow::claim(None, START) else { panic!("nobody has the row") };
    let ready = Creation::begin(row).looked(Looked::Absent);
    assert_eq!(ready.next(START.plus_seconds(POST_SECONDS - 1)), Step::Post);
    assert_eq!(ready.next(START.plus_seconds(POST_SECONDS)), Step::End(Ended::Busy));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn with_clear_answers_a_name_gets_one_link(
        acts in acts(prop_oneof![4 => Just(Reply::Clear), 1 => Just(Reply::Refused)]),
    ) {
        let mut world = World::new();
        for act in acts {
            world.act(act);
            prop_assert!(world.links.len() <= 1);
        }
        world.finish();
        prop_assert_eq!(world.links.len(), 1);
        prop_assert!(world.made.iter().all(|id| Some(id) == world.oldest().as_ref()));
        prop_assert!(matches!(world.row.map(|row| row.state), Some(CreationState::Done(_))));
    }

    #[test]
    fn a_second_link_needs_a_late_creation_and_is_reported(
        acts in acts(prop_oneof![Just(Reply::Clear), Just(Reply::Lost), Just(Reply::Late), Just(Reply::Never)]),
    ) {
        let mut world = World::new();
        for act in acts {
            world.act(act);
        }
        world.finish();
        prop_assert!(!world.links.is_empty());
        let surplus = world.links.len() - 1;
        prop_assert!(surplus as u64 <= world.too_late, "{} links, {} late", world.links.len(), world.too_late);
        let reported = duplicates(&world.links);
        prop_assert_eq!(reported.len(), surplus);
        prop_assert!(reported.iter().all(|duplicate| Some(&duplicate.duplicate_of) == world.oldest().as_ref()));
    }
}
