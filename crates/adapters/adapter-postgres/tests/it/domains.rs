use adapter_postgres::PgOwnerStore;
use auth_scopes::{NewOwner, OwnerName, OwnerStore, Plan};
use futures_util::future::{join, join_all};
use kernel::{Acting, OwnerId, StoreError};
use landing_draft::domain::{Domain, Infra, InfraState, NewDomain, PlanCaps, Revision};
use landing_draft::ownership::{PROOF_SECONDS, QUARANTINE_SECONDS};
use landing_draft::ports::{DomainStore, DraftStore, LivePages, RegisterError};

use crate::desk::{Desk, host, new_domain};
use crate::team::NOW;

const CAPS: PlanCaps = PlanCaps { free: 1, pro: 2, agency: 3 };

#[tokio::test]
async fn domains_are_read_as_they_were_written() {
    let desk = Desk::create().await;
    let new = new_domain("xn--mnchen-3ya.example");
    let registered = desk.domains.register(desk.by(), &new, &CAPS).await.unwrap();
    let expected = Domain {
        hostname: new.hostname.clone(),
        display_name: new.display_name,
        created_at: NOW,
        button_count: 0,
        revision: Revision::FIRST,
        infra: Infra::registered(NOW),
    };
    assert_eq!(registered, expected);
    assert_eq!(desk.domains.find(desk.owner, &new.hostname).await.unwrap(), Some(expected.clone()));
    assert_eq!(desk.domains.list(desk.owner).await.unwrap(), [expected]);
    for (owner, name) in [(desk.stranger, new.hostname), (desk.owner, host("b.example"))] {
        assert_eq!(desk.domains.find(owner, &name).await.unwrap(), None);
    }
    assert_eq!(desk.domains.list(desk.stranger).await.unwrap(), []);
}

#[tokio::test]
async fn domains_are_listed_oldest_first() {
    let desk = Desk::create().await;
    for (name, later) in [("b.example", 1), ("c.example", 0), ("a.example", 0)] {
        let mut new = new_domain(name);
        new.created_at = NOW.plus_seconds(later);
        desk.domains.register(desk.by(), &new, &CAPS).await.unwrap();
    }
    let listed = desk.domains.list(desk.owner).await.unwrap();
    let names: Vec<_> = listed.iter().map(|domain| domain.hostname.as_str()).collect();
    assert_eq!(names, ["a.example", "c.example", "b.example"]);
}

#[tokio::test]
async fn a_name_belongs_to_one_owner_and_the_cap_is_reported_first() {
    let desk = Desk::create().await;
    desk.domain("a.example").await;
    for owner in [desk.owner, desk.stranger] {
        let again = desk.domains.register(&Acting::service(owner), &new_domain("a.example"), &CAPS).await;
        assert!(matches!(again, Err(RegisterError::Taken)), "{again:?}");
    }
    assert_eq!(desk.domains.list(desk.stranger).await.unwrap(), [], "nothing is left of it");
    let full = PlanCaps { agency: 1, ..CAPS };
    for name in ["a.example", "b.example"] {
        let beyond = desk.domains.register(desk.by(), &new_domain(name), &full).await;
        assert!(matches!(beyond, Err(RegisterError::CapReached)), "{beyond:?}");
    }
    let other = desk.domains.register(&Acting::service(desk.stranger), &new_domain("b.example"), &full).await;
    assert!(other.is_ok(), "each owner has a cap of their own: {other:?}");
}

#[tokio::test]
async fn the_domains_of_a_plan_are_counted_for_each_owner() {
    let desk = Desk::create().await;
    desk.domain("a.example").await;
    desk.domain("b.example").await;
    for (owner, domains) in [(desk.owner, 2), (desk.stranger, 0)] {
        let found = desk.domains.plan_use(owner).await.unwrap().unwrap();
        assert_eq!((found.plan.as_str(), found.domains), ("agency", domains));
    }
    assert_eq!(desk.domains.plan_use(OwnerId::new(0)).await.unwrap(), None);
}

#[tokio::test]
async fn the_cap_is_that_of_the_plan() {
    let desk = Desk::create().await;
    let owners = PgOwnerStore::new(desk.pool.clone());
    for (plan, cap) in [(Plan::Free, 1), (Plan::Pro, 2), (Plan::Agency, 3)] {
        let new = NewOwner { name: OwnerName::parse("Cy").unwrap(), plan, created_at: NOW };
        let owner = owners.insert(&new).await.unwrap();
        let by = &Acting::service(owner);
        for n in 0..4 {
            let name = format!("{n}.{owner}.example");
            let registered = desk.domains.register(by, &new_domain(&name), &CAPS).await;
            assert_eq!(registered.is_ok(), n < cap, "{plan:?} {n}");
        }
    }
}

#[tokio::test]
async fn registrations_at_once_do_not_pass_the_cap() {
    let desk = Desk::create().await;
    let new_ones: Vec<_> = (0..20).map(|n| new_domain(&format!("d{n}.example"))).collect();
    let caps = PlanCaps { agency: 7, ..CAPS };
    let registered = join_all(new_ones.iter().map(|new| desk.domains.register(desk.by(), new, &caps))).await;
    assert_eq!(registered.iter().filter(|registered| registered.is_ok()).count(), 7);
    let refused = registered.iter().filter(|r| matches!(r, Err(RegisterError::CapReached))).count();
    assert_eq!(refused, 13);
    assert_eq!(desk.domains.list(desk.owner).await.unwrap().len(), 7);
    assert_eq!(desk.count("SELECT count(*) AS n FROM hostnames").await, 7);
}

#[tokio::test]
async fn of_many_registrations_of_one_name_one_wins() {
    let desk = Desk::create().await;
    let new = new_domain("a.example");
    let caps = PlanCaps { agency: 100, ..CAPS };
    let owners = [desk.owner, desk.stranger].repeat(10);
    let registered = join_all(
        owners
            .into_iter()
            .map(async |owner| desk.domains.register(&Acting::service(owner), &new, &caps).await),
    )
    .await;
    assert_eq!(registered.iter().filter(|registered| registered.is_ok()).count(), 1);
    let taken = registered.iter().filter(|r| matches!(r, Err(RegisterError::Taken))).count();
    assert_eq!(taken, 19);
}

#[tokio::test]
async fn an_unknown_owner_can_register_nothing() {
    let desk = Desk::create().await;
    let nobody = kernel::OwnerId::new(i64::MAX);
    let registered = desk.domains.register(&Acting::service(nobody), &new_domain("a.example"), &CAPS).await;
    assert!(matches!(registered, Err(RegisterError::Store(StoreError::Failed(_)))), "{registered:?}");
    assert_eq!(desk.count("SELECT count(*) AS n FROM hostnames").await, 0);
}

#[tokio::test]
async fn a_deletion_takes_everything_and_frees_the_name() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let kept = desk.domain("b.example").await;
    desk.save(&domain, &desk.landing(1)).await;
    crate::live::publish(&desk, &domain, 1, &desk.landing(1)).await;
    assert!(!desk.domains.delete(&Acting::service(desk.stranger), &domain, None, NOW).await.unwrap());
    assert!(desk.domains.find(desk.owner, &domain).await.unwrap().is_some(), "a stranger deleted nothing");
    let revision = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap().revision;
    let late = desk.domains.delete(desk.by(), &domain, Some(Revision(revision.0 - 1)), NOW).await;
    assert!(matches!(late, Err(StoreError::PreconditionFailed)), "{late:?}");
    assert!(desk.domains.find(desk.owner, &domain).await.unwrap().is_some(), "nothing changed");
    assert!(desk.domains.delete(desk.by(), &domain, Some(revision), NOW).await.unwrap());
    assert!(!desk.domains.delete(desk.by(), &domain, None, NOW).await.unwrap(), "it is deleted already");
    assert!(desk.domains.find(desk.owner, &domain).await.unwrap().is_none());
    assert!(desk.drafts.load(desk.owner, &domain).await.unwrap().is_none());
    assert!(LivePages::load(&desk.domains, &domain).await.unwrap().is_none());
    for table in ["hostnames", "domains", "drafts", "landing_versions"] {
        let left = format!("SELECT count(*) AS n FROM {table} WHERE hostname = 'a.example'");
        assert_eq!(desk.count(&left).await, 0, "{table}");
    }
    assert!(desk.domains.find(desk.owner, &kept).await.unwrap().is_some());
    let later = NewDomain { created_at: NOW.plus_seconds(PROOF_SECONDS), ..new_domain("a.example") };
    desk.domains.register(&Acting::service(desk.stranger), &later, &CAPS).await.unwrap();
    assert!(!desk.domains.delete(desk.by(), &domain, None, NOW).await.unwrap(), "it is another's now");
    assert!(desk.domains.find(desk.stranger, &domain).await.unwrap().is_some());
}

#[tokio::test]
async fn a_name_that_was_given_up_is_set_apart_for_everybody_else() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    assert!(desk.domains.delete(desk.by(), &domain, None, NOW).await.unwrap());
    let register = async |by: &Acting, after: i64, is_proven: bool| {
        let created_at = NOW.plus_seconds(after);
        let new = NewDomain { created_at, is_proven, ..new_domain("a.example") };
        desk.domains.register(by, &new, &CAPS).await
    };
    for (after, is_proven) in [(0, false), (QUARANTINE_SECONDS - 1, true)] {
        let refused = register(&Acting::service(desk.stranger), after, is_proven).await;
        assert!(matches!(refused, Err(RegisterError::Quarantined(_))), "{after} {refused:?}");
    }
    let refused = register(&Acting::service(desk.stranger), QUARANTINE_SECONDS, false).await;
    assert!(matches!(refused, Err(RegisterError::Unproven)), "{refused:?}");
    assert_eq!(desk.count("SELECT count(*) AS n FROM hostnames").await, 0, "nothing was claimed");
    // The owner registers the name again. After the next release the stranger gets it, and then the stranger's own
    // release counts.
    register(desk.by(), 1, false).await.unwrap();
    assert!(desk.domains.delete(desk.by(), &domain, None, NOW.plus_seconds(1)).await.unwrap());
    register(&Acting::service(desk.stranger), QUARANTINE_SECONDS + 1, true).await.unwrap();
    let released = NOW.plus_seconds(QUARANTINE_SECONDS + 2);
    assert!(desk.domains.delete(&Acting::service(desk.stranger), &domain, None, released).await.unwrap());
    let refused = register(desk.by(), QUARANTINE_SECONDS + 3, true).await;
    assert!(matches!(refused, Err(RegisterError::Quarantined(_))), "{refused:?}");
    // A later release deletes releases that no claim needs any more.
    let other = desk.domain("b.example").await;
    let much_later = NOW.plus_seconds(3 * PROOF_SECONDS);
    assert!(desk.domains.delete(desk.by(), &other, None, much_later).await.unwrap());
    assert_eq!(
        desk.count("SELECT count(*) AS n FROM released_hostnames WHERE hostname = 'a.example'").await,
        0
    );
}

#[tokio::test]
async fn a_name_that_is_given_up_at_the_same_moment_goes_to_nobody_else() {
    let desk = Desk::create().await;
    for round in 0..10 {
        let name = format!("{round}.example");
        let domain = desk.domain(&name).await;
        let new = new_domain(&name);
        let (deleted, registered) = join(
            desk.domains.delete(desk.by(), &domain, None, NOW),
            desk.domains.register(&Acting::service(desk.stranger), &new, &PlanCaps { agency: 100, ..CAPS }),
        )
        .await;
        assert!(deleted.unwrap());
        assert!(
            matches!(registered, Err(RegisterError::Taken | RegisterError::Quarantined(_))),
            "{registered:?}"
        );
    }
}

#[tokio::test]
async fn the_infra_state_is_replaced_where_it_is_still_the_expected_one() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let pending = Infra::registered(NOW);
    let failed = Infra {
        state: InfraState::Failed,
        error: Some("the name doesn't resolve: »ä«".to_owned()),
        attempted_at: Some(NOW),
        attempts: 5,
    };
    let later = NOW.plus_seconds(60);
    let replace = async |by: &Acting, name: &str, from: &Infra, to: &Infra| {
        desk.domains.replace_infra(by, &host(name), None, from, to).await.unwrap()
    };
    let infra = async || desk.domains.find(desk.owner, &domain).await.unwrap().unwrap().infra;
    assert!(replace(desk.by(), "a.example", &pending, &failed).await);
    assert_eq!(infra().await, failed);
    let restarted = failed.restarted(later).unwrap();
    assert!(!replace(desk.by(), "a.example", &pending, &restarted).await, "it is not pending");
    assert!(!replace(&Acting::service(desk.stranger), "a.example", &failed, &restarted).await);
    assert!(!replace(desk.by(), "b.example", &failed, &restarted).await);
    assert_eq!(infra().await, failed);
    let at = |revision| {
        let (name, revision) = (&domain, Some(Revision(revision)));
        desk.domains.replace_infra(desk.by(), name, revision, &failed, &restarted)
    };
    assert!(matches!(at(2).await, Err(StoreError::PreconditionFailed)), "the draft is at its first revision");
    assert_eq!(infra().await, failed);
    assert!(at(1).await.unwrap());
    assert_eq!(infra().await, restarted);
    assert!(!replace(desk.by(), "a.example", &failed, &restarted).await, "only the first restart counts");
}
