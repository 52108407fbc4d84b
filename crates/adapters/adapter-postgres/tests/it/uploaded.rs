//! Tests of upload counts.

use adapter_postgres::{PgCodeStore, PgUploadCounts};
use kernel::OwnerId;
use landing_draft::file::FileName;
use landing_draft::file::{Admission, FileQuota};
use landing_draft::ports::UploadCounts as _;
use qr_catalog::ports::CodeStore as _;

use crate::desk::Desk;
use crate::team::NOW;

const QUOTA: FileQuota = FileQuota { files: Some(3), bytes: Some(100) };

fn file(name: &str) -> FileName {
    FileName::parse(&format!("{name}.png")).unwrap()
}

#[tokio::test]
async fn what_is_beyond_the_quota_is_refused_and_not_counted() {
    use Admission::{Admitted, TooLarge, TooMany};
    let desk = Desk::create().await;
    let counts = PgUploadCounts::new(desk.pool.clone());
    for (owner, name, bytes, expected) in [
        (desk.owner, "a", 60, Admitted),
        (desk.owner, "b", 41, TooLarge),
        (desk.owner, "b", 40, Admitted),
        (desk.owner, "c", 1, TooLarge),
        (desk.owner, "c", 0, Admitted),
        (desk.owner, "d", 0, TooMany),
        // Already counted, so the quota is not checked again.
        (desk.owner, "a", 60, Admitted),
        (desk.stranger, "d", 100, Admitted),
        (desk.stranger, "a", u64::MAX, TooLarge),
    ] {
        let admission = counts.admit(owner, &file(name), bytes, QUOTA, NOW).await.unwrap();
        assert_eq!(admission, expected, "{owner} {name} {bytes}");
    }
    let any = FileQuota { files: None, bytes: None };
    assert_eq!(counts.admit(desk.owner, &file("e"), 1 << 40, any, NOW).await.unwrap(), Admitted);
    assert_eq!(counts.totals(desk.owner).await.unwrap(), (4, (1 << 40) + 100));
    assert_eq!(counts.totals(desk.stranger).await.unwrap(), (1, 100));
    assert_eq!(counts.totals(OwnerId::new(0)).await.unwrap(), (0, 0));
    assert_eq!(desk.count("SELECT count(*) AS n FROM owner_files").await, 5);
    assert_eq!(desk.count("SELECT sum(files)::bigint AS n FROM owner_file_totals").await, 5);
}

#[tokio::test]
async fn a_file_is_owned_by_those_who_uploaded_it() {
    let desk = Desk::create().await;
    let (counts, codes) = (PgUploadCounts::new(desk.pool.clone()), PgCodeStore::new(desk.pool.clone()));
    for (owner, name) in [(desk.owner, "a"), (desk.owner, "both"), (desk.stranger, "both")] {
        counts.admit(owner, &file(name), 1, QUOTA, NOW).await.unwrap();
    }
    for (owner, name, owned) in [
        (desk.owner, "a", true),
        (desk.stranger, "a", false),
        (desk.owner, "both", true),
        (desk.stranger, "both", true),
        (desk.owner, "nobody", false),
    ] {
        assert_eq!(codes.owns_file(owner, &file(name)).await.unwrap(), owned, "{owner} {name}");
        assert_eq!(counts.owns(owner, &file(name)).await.unwrap(), owned, "{owner} {name}");
    }
}

#[tokio::test]
async fn of_many_uploads_at_once_none_passes_the_quota() {
    let desk = Desk::create().await;
    let counts = PgUploadCounts::new(desk.pool.clone());
    let uploads = (0..12).map(|n| {
        let (counts, owner) = (counts.clone(), desk.owner);
        async move { counts.admit(owner, &file(&format!("f{}", n % 6)), 10, QUOTA, NOW).await.unwrap() }
    });
    let admitted = futures_util::future::join_all(uploads).await;
    assert!(admitted.iter().filter(|one| **one == Admission::Admitted).count() >= 3);
    assert_eq!(desk.count("SELECT files AS n FROM owner_file_totals").await, 3);
    assert_eq!(desk.count("SELECT count(*) AS n FROM owner_files").await, 3);
}
