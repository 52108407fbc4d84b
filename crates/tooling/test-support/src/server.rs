use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use local_postgres::{Durability, Server, Settings};

/// Names a server for the tests: the URL of a superuser. Without it they share a private one in the target folder.
pub const URL_VARIABLE: &str = "FUNNEL_TEST_POSTGRES_URL";

/// Names the workers of a distributed database whose coordinator is the server for the tests: URLs like that one, with commas
/// between them.
pub const WORKERS_VARIABLE: &str = "FUNNEL_TEST_POSTGRES_WORKERS";

/// The URLs of the maintenance databases of workers; none where the tests have one server.
pub(crate) fn worker_urls() -> Vec<String> {
    let named = std::env::var(WORKERS_VARIABLE).unwrap_or_default();
    named.split(',').filter(|url| !url.is_empty()).map(str::to_owned).collect()
}

/// Held until the process ends: stopping the server after each test would cost more than the tests do.
static SERVER: Mutex<Option<Server>> = Mutex::new(None);

/// The URL of the server's maintenance database. May block for a while, at the first call.
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

/// cargo marks the folder that it builds into, wherever that is.
fn target_folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let marked = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    marked.map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target"), Path::to_path_buf)
}
