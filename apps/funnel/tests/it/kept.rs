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
