use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use local_postgres::{Durability, Server, Settings};

/// Variable with the superuser URL of a test server. Without it, tests share a private server in
/// the target folder.
pub const URL_VARIABLE: &str = "FUNNEL_TEST_POSTGRES_URL";

/// Variable with the workers of a distributed database whose coordinator is the test server:
/// superuser URLs separated by commas.
pub const WORKERS_VARIABLE: &str = "FUNNEL_TEST_POSTGRES_WORKERS";

/// Returns the maintenance URLs of the workers; empty with a single server.
pub(crate) fn worker_urls() -> Vec<String> {
    let named = std::env::var(WORKERS_VARIABLE).unwrap_or_default();
    named.split(',').filter(|url| !url.is_empty()).map(str::to_owned).collect()
}

/// Held until the process ends, because stopping the server after each test would take longer than
/// the tests.
static SERVER: Mutex<Option<Server>> = Mutex::new(None);

/// Returns the server's maintenance URL. The first call may block for a while.
pub(crate) fn admin_url() -> anyhow::Result<String> {
    if let Ok(url) = std::env::var(URL_VARIABLE) {
        return Ok(url);
    }
    let mut shared = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = shared.as_ref() {
        return Ok(server.url("postgres"));
    }
    let data_dir = target_folder().join("test-postgres");
    let settings = Settings { durability: Durability::InMemory, ..Settings::new(data_dir) };
    local_postgres::install_if_absent().context("the tests need PostgreSQL")?;
    let server = Server::start_or_join(&settings).context("the tests need a PostgreSQL server")?;
    let url = server.url("postgres");
    *shared = Some(server);
    Ok(url)
}

/// Returns the target folder, which cargo marks with a tag file.
fn target_folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let marked = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    marked.map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target"), Path::to_path_buf)
}
