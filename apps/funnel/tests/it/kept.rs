use std::cell::RefCell;
use std::ops::Deref;
use std::path::Path;

use tempfile::TempDir;
use test_support::TestDatabase;

thread_local! {
    static ENDED: RefCell<Vec<TestDatabase>> = const { RefCell::new(Vec::new()) };
}

/// A database that is dropped when its test's thread ends.
///
/// Dropping blocks the thread, and PostgreSQL drops no database while any session anywhere is in the middle of logging
/// in. A service in the test's own runtime may be just there, so the runtime must be gone first.
///
/// Beside it a data folder of its own: what a test's process leaves there is no business of another's.
pub(crate) struct Kept(Option<TestDatabase>, TempDir);

impl Kept {
    pub(crate) async fn create() -> Self {
        Self(Some(TestDatabase::create().await.unwrap()), TempDir::new().unwrap())
    }

    /// Without even the schema.
    pub(crate) async fn empty() -> Self {
        Self(Some(TestDatabase::empty().await.unwrap()), TempDir::new().unwrap())
    }
}

impl Kept {
    /// The address that the service gets: through the pooler that `FUNNEL_TEST_POOLER` names as `host:port`, if it does.
    pub(crate) fn pooled_url(&self) -> String {
        let direct = self.url();
        let Ok(pooler) = std::env::var("FUNNEL_TEST_POOLER") else { return direct.to_owned() };
        let mut url = url::Url::parse(direct).unwrap();
        let (host, port) = pooler.split_once(':').unwrap();
        url.set_host(Some(host)).unwrap();
        url.set_port(Some(port.parse().unwrap())).unwrap();
        url.into()
    }

    /// The data folder.
    pub(crate) fn folder(&self) -> &Path {
        self.1.path()
    }
}

impl Deref for Kept {
    type Target = TestDatabase;

    fn deref(&self) -> &TestDatabase {
        self.0.as_ref().unwrap()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        ENDED.with_borrow_mut(|ended| ended.extend(self.0.take()));
    }
}
