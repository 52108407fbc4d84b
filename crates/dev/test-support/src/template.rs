use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use sha2::{Digest as _, Sha256};
use tokio_postgres::Client;

use crate::nodes::Nodes;

/// Advisory lock for creating the template, different from that of the migrations.
const LOCK: i64 = 0x74_65_6d_70_6c;

/// Returns the name of the template for the current migrations; creates the template if necessary.
pub(crate) async fn ensure(nodes: &Nodes) -> anyhow::Result<String> {
    let migrations = Migrations::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../migrations"))?;
    let name = name(&migrations, nodes)?;
    let first = nodes.first()?;
    if exists(first, &name).await? {
        return Ok(name);
    }
    first.execute("SELECT pg_advisory_lock($1)", &[&LOCK]).await?;
    let made = match exists(first, &name).await {
        Ok(false) => make(nodes, &name, migrations.count).await,
        other => other.map(|_| ()),
    };
    first.execute("SELECT pg_advisory_unlock($1)", &[&LOCK]).await?;
    made.map(|()| name)
}

/// Returns the template's name. A distributed template also depends on its nodes and on the
/// distribution statements.
fn name(migrations: &Migrations, nodes: &Nodes) -> anyhow::Result<String> {
    if !nodes.is_distributed() {
        return Ok(migrations.template_name());
    }
    let layout = include_str!("../../../adapters/adapter-postgres/src/distribution.rs");
    let trigger = include_str!("../../../adapters/adapter-postgres/src/distribution/sum_up_sales.sql");
    let addresses = nodes.addresses()?;
    let digest = Sha256::digest(format!("{}{addresses:?}{layout}{trigger}", migrations.hash));
    Ok(format!("tpl_{}", digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<String>()))
}

/// Drops templates of other migration states.
pub(crate) async fn drop_others(nodes: &Nodes, current: &str) -> anyhow::Result<()> {
    let sql = "SELECT datname FROM pg_database WHERE datname LIKE 'tpl\\_%' AND datname <> $1";
    for row in nodes.first()?.query(sql, &[&current]).await? {
        let old: String = row.get(0);
        // The first server has the mark of a complete template, which is dropped last.
        nodes
            .everywhere(&format!("UPDATE pg_database SET datistemplate = false WHERE datname = '{old}'"))
            .await?;
        nodes.everywhere(&format!("DROP DATABASE IF EXISTS {old}")).await?;
    }
    Ok(())
}

/// Returns whether the template is complete: it is marked in the last step of its creation.
async fn exists(admin: &Client, name: &str) -> anyhow::Result<bool> {
    let sql = "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate";
    Ok(admin.query_opt(sql, &[&name]).await?.is_some())
}

async fn make(nodes: &Nodes, name: &str, expected: usize) -> anyhow::Result<()> {
    nodes.everywhere(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await?;
    nodes.everywhere(&format!("CREATE DATABASE {name} TEMPLATE template0")).await?;
    let url = nodes.url(name);
    let ran = adapter_postgres::migrate(&url).await.context("migrating the template")?;
    ensure!(
        ran.len() == expected,
        "adapter-postgres was compiled with {} migrations, the folder has {expected}: \
         run `touch crates/adapters/adapter-postgres/src/migrations.rs` and build again",
        ran.len()
    );
    if nodes.is_distributed() {
        nodes.join(name).await.context("joining the nodes")?;
        let distributed = adapter_postgres::distribution::distribute(&url).await;
        distributed.context("distributing the template")?;
    }
    // A database with sessions can't be cloned, and the migration's own session may take a moment
    // to end.
    nodes.everywhere(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false")).await?;
    let end =
        format!("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'");
    nodes.everywhere(&end).await?;
    nodes.first()?.batch_execute(&format!("ALTER DATABASE {name} IS_TEMPLATE true")).await?;
    Ok(())
}

struct Migrations {
    hash: String,
    count: usize,
}

impl Migrations {
    fn read(folder: &Path) -> anyhow::Result<Self> {
        let mut files: Vec<PathBuf> = Vec::new();
        let mut count = 0;
        for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
            let up = entry?.path().join("up.sql");
            if up.is_file() {
                count += 1;
                files.push(up);
            }
        }
        files.sort();
        let mut digest = Sha256::new();
        for file in files {
            let name = file.parent().and_then(Path::file_name).unwrap_or_default();
            let text = fs::read(&file)?;
            digest.update(name.as_encoded_bytes());
            digest.update((text.len() as u64).to_be_bytes());
            digest.update(text);
        }
        let hash = digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { hash, count })
    }

    fn template_name(&self) -> String {
        format!("tpl_{}", self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_follows_names_and_content() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            fs::create_dir_all(folder.path().join(name)).unwrap();
            fs::write(folder.path().join(name).join("up.sql"), text).unwrap();
            Migrations::read(folder.path()).unwrap().template_name()
        };
        let names = [write("1_a", "x"), write("1_a", "y"), write("2_b", "z"), write("3_c", "z")];
        let mut different = names.to_vec();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), names.len());
        assert_eq!(write("1_a", "y"), names[3]);
    }
}
