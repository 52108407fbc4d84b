use anyhow::Context as _;

use crate::nodes::Nodes;
use crate::template;

/// Age from which a database counts as left behind. Hanging tests are killed long before.
const LEFTOVER_SECONDS: i64 = 600;

/// A private database for one test, with the whole schema and no rows. Dropped with the value.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    url: String,
    admin_url: String,
}

impl TestDatabase {
    /// Clones the template. The first call creates the template, and starts a server if there is
    /// none.
    pub async fn create() -> anyhow::Result<Self> {
        let nodes = Nodes::connect().await?;
        let template = template::ensure(&nodes).await?;
        // Each node's part is a copy of its part of the template, and knows the other nodes from there.
        Self::of(&template, nodes).await
    }

    /// Creates a database without a schema; on a distributed server, only on the coordinator.
    pub async fn empty() -> anyhow::Result<Self> {
        Self::of("template0", Nodes::connect().await?).await
    }

    async fn of(template: &str, nodes: Nodes) -> anyhow::Result<Self> {
        let now = "SELECT extract(epoch FROM now())::bigint";
        let now: i64 = nodes.first()?.query_one(now, &[]).await?.get(0);
        let name = format!("t_{now}_{}", random_word()?);
        let sql = format!("CREATE DATABASE {name} TEMPLATE {template}");
        nodes.everywhere(&sql).await.context("cloning the template")?;
        Ok(Self { url: nodes.url(&name), name, admin_url: nodes.url("postgres") })
    }

    /// Returns the URL of the database for a superuser.
    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for TestDatabase {
    /// Drops the database on a thread with its own runtime, because the test's runtime may be gone
    /// or blocked by this call.
    fn drop(&mut self) {
        let (admin_url, name) = (self.admin_url.clone(), self.name.clone());
        let dropped = std::thread::spawn(move || drop_database(&admin_url, &name)).join();
        if let Ok(Err(error)) = dropped {
            eprintln!("the database {} stays behind: {error:#}", self.name);
        }
    }
}

fn drop_database(admin_url: &str, name: &str) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let nodes = Nodes::of(admin_url.to_owned()).await?;
        nodes.everywhere(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await
    })
}

/// Drops databases left behind by killed tests, and creates the template, before a run of many
/// tests.
pub async fn prepare() -> anyhow::Result<()> {
    let nodes = Nodes::connect().await?;
    sweep(&nodes).await?;
    let current = template::ensure(&nodes).await?;
    template::drop_others(&nodes, &current).await
}

/// Drops old unused databases. Another run may be using the server, so recent or used databases
/// stay.
async fn sweep(nodes: &Nodes) -> anyhow::Result<()> {
    let sql = "SELECT datname FROM pg_database WHERE datname ~ '^t_[0-9]+_[0-9a-f]+$' \
               AND split_part(datname, '_', 2)::bigint < extract(epoch FROM now())::bigint - $1";
    for row in nodes.first()?.query(sql, &[&LEFTOVER_SECONDS]).await? {
        let name: String = row.get(0);
        match nodes.everywhere(&format!("DROP DATABASE IF EXISTS {name}")).await {
            Ok(()) => eprintln!("dropped {name}, left behind by an earlier run"),
            Err(error) => eprintln!("{name} stays: {error}"),
        }
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "a name for a test's database is no business of the service")]
fn random_word() -> anyhow::Result<String> {
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
