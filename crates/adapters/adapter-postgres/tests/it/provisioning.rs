use kernel::Acting;
use std::collections::BTreeMap;

use adapter_postgres::PgProvisioningQueue;
use landing_draft::domain::{Infra, InfraState};
use landing_draft::ports::{DomainStore, ProvisioningQueue, ProvisioningTask};

use crate::desk::Desk;
use crate::team::NOW;

const LEASE: i64 = 60;

async fn claim_one(desk: &Desk, after: i64) -> ProvisioningTask {
    let mut tasks = desk.queue.claim(desk.owner, NOW.plus_seconds(after), LEASE, 10).await.unwrap();
    assert_eq!(tasks.len(), 1, "{tasks:?}");
    tasks.remove(0)
}

#[tokio::test]
async fn a_claim_names_the_domain_as_it_is() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    assert_eq!(
        desk.queue.claim(desk.owner, NOW.plus_seconds(-1), LEASE, 10).await.unwrap(),
        [],
        "it is not due"
    );
    let task = claim_one(&desk, 0).await;
    assert_eq!((task.owner, &task.hostname, task.began_at), (desk.owner, &domain, NOW));
    assert_eq!(task.infra, Infra::registered(NOW));
}

#[tokio::test]
async fn claimers_at_once_are_handed_out_each_domain_once() {
    let desk = Desk::create().await;
    for n in 0..50 {
        desk.domain(&format!("d{n}.example")).await;
    }
    let other = PgProvisioningQueue::new(adapter_postgres::pool(desk.url(), 1));
    let drain = async |queue: &PgProvisioningQueue| {
        let mut all = Vec::new();
        // Claims skip rows that the other claimer is taking, so one empty result does not prove the end.
        for _ in 0..40 {
            all.extend(queue.claim(desk.owner, NOW, LEASE, 3).await.unwrap());
        }
        all
    };
    let (mine, theirs) = tokio::join!(drain(&desk.queue), drain(&other));
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for task in mine.iter().chain(&theirs) {
        *times.entry(task.hostname.to_string()).or_default() += 1;
    }
    assert_eq!(times.len(), 50);
    assert!(times.values().all(|&count| count == 1), "{times:?}");
}

#[tokio::test]
async fn domains_that_another_claimer_is_just_taking_are_skipped_and_not_waited_for() {
    let desk = Desk::create().await;
    for n in 0..5 {
        desk.domain(&format!("d{n}.example")).await;
    }
    let (client, connection) = adapter_postgres::connect(desk.url()).await.unwrap();
    let driver = tokio::spawn(connection);
    let taking = format!(
        "BEGIN; SELECT FROM domains WHERE owner_id = {} AND hostname IN ('d1.example', 'd3.example') FOR UPDATE",
        desk.owner
    );
    client.batch_execute(&taking).await.unwrap();
    let hostnames = async || {
        let tasks = desk.queue.claim(desk.owner, NOW, LEASE, 10).await.unwrap();
        let mut names: Vec<_> = tasks.into_iter().map(|task| task.hostname.to_string()).collect();
        names.sort();
        names
    };
    assert_eq!(hostnames().await, ["d0.example", "d2.example", "d4.example"]);
    client.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(hostnames().await, ["d1.example", "d3.example"]);
    driver.abort();
}

#[tokio::test]
async fn owners_are_ordered_by_what_failed_and_by_time_and_their_domains_are_theirs() {
    let desk = Desk::create().await;
    desk.domain("a.example").await;
    let mut new = crate::desk::new_domain("b.example");
    new.created_at = NOW.plus_seconds(-5);
    desk.domains.register(&Acting::service(desk.stranger), &new, &Default::default()).await.unwrap();
    let due = async |failing, served: &[_], limit| {
        desk.queue.due(NOW.plus_seconds(60), failing, served, limit).await.unwrap()
    };
    assert_eq!(due(false, &[], 9).await, [desk.stranger, desk.owner]);
    assert_eq!(due(false, &[], 1).await, [desk.stranger]);
    assert_eq!(due(false, &[desk.stranger], 9).await, [desk.owner]);
    let task = claim_one(&desk, 0).await;
    let waiting = task.infra.after_attempt(NOW, NOW, Err("no such name".to_owned()));
    assert!(desk.queue.settle(&task, &waiting).await.unwrap());
    assert_eq!((due(false, &[], 9).await, due(true, &[], 9).await), (vec![desk.stranger], vec![desk.owner]));
}

#[tokio::test]
async fn the_longest_due_come_first_and_no_more_than_asked_for() {
    let desk = Desk::create().await;
    for (name, later) in [("b.example", 1), ("c.example", 2), ("a.example", 0)] {
        let mut new = crate::desk::new_domain(name);
        new.created_at = NOW.plus_seconds(later);
        desk.domains.register(desk.by(), &new, &Default::default()).await.unwrap();
    }
    let mut names = Vec::new();
    for limit in [0, 2, 2] {
        let mut tasks = desk.queue.claim(desk.owner, NOW.plus_seconds(5), LEASE, limit).await.unwrap();
        tasks.sort_by_key(|task| task.infra.state.due());
        names.push(tasks.into_iter().map(|task| task.hostname.to_string()).collect::<Vec<_>>());
    }
    assert_eq!(
        names,
        [vec![], vec!["a.example".to_owned(), "b.example".to_owned()], vec!["c.example".to_owned()]]
    );
}

trait Due {
    fn due(&self) -> Option<kernel::UnixTime>;
}

impl Due for InfraState {
    fn due(&self) -> Option<kernel::UnixTime> {
        match self {
            Self::Pending { next_attempt_at } => Some(*next_attempt_at),
            Self::Active | Self::Failed => None,
        }
    }
}

#[tokio::test]
async fn a_lease_that_ran_out_goes_to_another_and_its_holder_settles_nothing() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let first = claim_one(&desk, 0).await;
    assert_eq!(desk.queue.claim(desk.owner, NOW.plus_seconds(LEASE - 1), LEASE, 10).await.unwrap(), []);
    let second = claim_one(&desk, LEASE).await;
    assert_eq!(second.hostname, domain);
    assert_ne!(second.lease, first.lease);
    let active = first.infra.after_attempt(first.began_at, NOW, Ok(()));
    assert!(!desk.queue.settle(&first, &active).await.unwrap());
    let infra = async || desk.domains.find(desk.owner, &domain).await.unwrap().unwrap().infra;
    assert_eq!(infra().await, first.infra, "nothing is changed");
    assert!(desk.queue.settle(&second, &active).await.unwrap());
    assert_eq!(infra().await, active);
    assert!(!desk.queue.settle(&second, &active).await.unwrap(), "a task is settled once");
    assert_eq!(desk.queue.claim(desk.owner, NOW.plus_seconds(1_000_000), LEASE, 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_failed_attempt_is_due_again_after_its_wait() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let task = claim_one(&desk, 0).await;
    let waiting = task.infra.after_attempt(NOW, NOW, Err("no such name".to_owned()));
    assert!(desk.queue.settle(&task, &waiting).await.unwrap());
    assert!(!desk.queue.settle(&task, &waiting).await.unwrap(), "a task is settled once");
    let found = desk.domains.find(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!(found.infra, waiting);
    assert_eq!(desk.queue.claim(desk.owner, NOW.plus_seconds(59), LEASE, 10).await.unwrap(), []);
    let again = claim_one(&desk, 60).await;
    assert_eq!(again.infra, waiting);
}

#[tokio::test]
async fn a_deleted_domain_can_not_be_settled() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let task = claim_one(&desk, 0).await;
    desk.domains.delete(desk.by(), &domain, None, NOW).await.unwrap();
    let active = task.infra.after_attempt(NOW, NOW, Ok(()));
    assert!(!desk.queue.settle(&task, &active).await.unwrap());
    desk.domain("a.example").await;
    assert!(!desk.queue.settle(&task, &active).await.unwrap(), "its successor is another domain");
    let successor = claim_one(&desk, 0).await;
    assert!(!desk.queue.settle(&task, &active).await.unwrap(), "and is held by another lease");
    assert!(desk.queue.settle(&successor, &active).await.unwrap());
}
