use std::cell::RefCell;
use std::ops::Deref;
use std::path::Path;

use tempfile::TempDir;
use test_support::TestDatabase;

use crate::pooler::Pooler;

thread_local! {
    static ENDED: RefCell<Vec<TestDatabase>> = const { RefCell::new(Vec::new()) };
}

/// A database and a data folder, dropped when the test's thread ends.
///
/// Dropping blocks the thread. PostgreSQL drops no database while any session anywhere is logging
/// in. A service in the test's own runtime may be doing that, so the runtime must end first.
pub(crate) struct Kept {
    database: Option<TestDatabase>,
    folder: TempDir,
    reach: Reach,
    _pooler: Option<Pooler>,
}

/// URLs of a database.
#[derive(Clone)]
pub(crate) struct Reach {
    /// URL for the service, through the pooler if the tests use one.
    pub(crate) pooled: String,
    /// URL without the pooler.
    pub(crate) direct: String,
}

impl Reach {
    /// Wraps the database at this URL. The pooler runs until the returned value is dropped.
    pub(crate) async fn of(direct: &str) -> (Self, Option<Pooler>) {
        let direct = direct.to_owned();
        let start = move || {
            let pooler = Pooler::before(&direct);
            let pooled = pooler.as_ref().map_or_else(|| direct.clone(), |pooler| pooler.url(&direct));
            (Self { pooled, direct }, pooler)
        };
        tokio::task::spawn_blocking(start).await.unwrap()
    }

    /// Returns the database settings of a process.
    pub(crate) fn settings(&self) -> [(&'static str, &str); 2] {
        [("FUNNEL_DATABASE_URL", &self.pooled), ("FUNNEL_DATABASE_DIRECT_URL", &self.direct)]
    }
}

impl Kept {
    pub(crate) async fn create() -> Self {
        Self::of(TestDatabase::create().await.unwrap()).await
    }

    /// Creates a database without a schema.
    pub(crate) async fn empty() -> Self {
        Self::of(TestDatabase::empty().await.unwrap()).await
    }

    async fn of(database: TestDatabase) -> Self {
        let (reach, pooler) = Reach::of(database.url()).await;
        Self { database: Some(database), folder: TempDir::new().unwrap(), reach, _pooler: pooler }
    }

    pub(crate) fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Returns the data folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Deref for Kept {
    type Target = TestDatabase;

    fn deref(&self) -> &TestDatabase {
        self.database.as_ref().unwrap()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        ENDED.with_borrow_mut(|ended| ended.extend(self.database.take()));
    }
}
