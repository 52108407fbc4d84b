//! Tests of TLS with a real server, in each mode of libpq.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::PathBuf;
use std::sync::Arc;

use adapter_postgres::{ChangeListener, ConnectError};
use diesel_async::RunQueryDsl;
use local_postgres::{DATABASE, Durability, Server, Settings};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use tempfile::TempDir;
use tokio_postgres::NoTls;

/// Private server of a test, and a folder for certificates.
struct Guarded {
    settings: Settings,
    server: Option<Server>,
    folder: TempDir,
}

impl Guarded {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings =
            Settings { durability: Durability::Unsafe, ..Settings::new(folder.path().join("data")) };
        let server = Server::start_or_join(&settings).unwrap();
        Self { settings, server: Some(server), folder }
    }

    fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    /// Restarts the server with these settings, this certificate, and this `pg_hba.conf` rule for TCP.
    fn guard(&mut self, settings: &str, identity: Option<&Identity>, rule: &str) {
        let cluster = self.server().home().join("cluster");
        self.server.take().unwrap().stop_if_last().unwrap();
        let owner = cluster.metadata().unwrap();
        let write = |name: &str, text: &str| {
            let path = cluster.join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            chown(&path, Some(owner.uid()), Some(owner.gid())).unwrap();
        };
        let mut all = format!("{settings}\n");
        if let Some(identity) = identity {
            write("server.crt", &identity.chain);
            write("server.key", &identity.key.serialize_pem());
            write("clients.crt", &identity.root);
            all.push_str("ssl = on\nssl_ca_file = 'clients.crt'\n");
        }
        write("postgresql.auto.conf", &all);
        write("pg_hba.conf", &format!("local all all scram-sha-256\n{rule}\n"));
        self.server = Some(Server::start_or_join(&self.settings).unwrap());
    }

    /// Writes a file that an address can name.
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn url(&self, query: &str) -> String {
        format!("{}?{query}", self.server().url(DATABASE))
    }

    /// Connects, and returns whether the connection is encrypted, or the error in one line.
    async fn connect(&self, query: &str) -> Result<bool, String> {
        is_encrypted(&self.url(query)).await
    }
}

async fn is_encrypted(url: &str) -> Result<bool, String> {
    let (client, driver) = adapter_postgres::connect(url).await.map_err(|error| one_line(&error))?;
    tokio::spawn(driver);
    let asked = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    Ok(client.query_one(asked, &[]).await.unwrap().get(0))
}

/// Returns the SQLSTATE of a rejected connection.
fn state<T>(opened: Result<T, ConnectError>) -> String {
    let Err(ConnectError::Unreachable(error)) = opened else { panic!("not rejected by the server") };
    error.code().unwrap().code().to_owned()
}

fn one_line(error: &ConnectError) -> String {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    let text = causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"));
    assert!(!text.contains('\n'), "{text}");
    text
}

/// Certificate with its chain, and its key.
struct Identity {
    chain: String,
    root: String,
    key: KeyPair,
}

fn params(name: &str, hosts: &[&str]) -> CertificateParams {
    let mut params =
        CertificateParams::new(hosts.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap();
    params.distinguished_name.push(DnType::CommonName, name);
    params
}

/// Creates a certificate like `openssl req -x509`.
fn self_signed(hosts: &[&str]) -> Identity {
    let (mut params, key) = (params("self", hosts), KeyPair::generate().unwrap());
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let chain = params.self_signed(&key).unwrap().pem();
    Identity { root: chain.clone(), chain, key }
}

/// Certificate authority.
struct Authority {
    pem: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn new() -> Self {
        let (mut params, key) = (params("authority", &[]), KeyPair::generate().unwrap());
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = params.self_signed(&key).unwrap().pem();
        Self { pem, issuer: Issuer::new(params, key) }
    }

    fn sign(&self, params: &CertificateParams) -> Identity {
        let key = KeyPair::generate().unwrap();
        let chain = params.signed_by(&key, &self.issuer).unwrap().pem();
        Identity { chain, root: self.pem.clone(), key }
    }
}

const ANYBODY: &str = "host all all 127.0.0.1/32 scram-sha-256";

#[tokio::test(flavor = "multi_thread")]
async fn without_tls_at_the_server_those_who_demand_it_are_not_served() {
    let server = Guarded::start();
    let root = server.file("root.pem", &self_signed(&["127.0.0.1"]).chain);
    for mode in ["", "sslmode=disable", "sslmode=allow", "sslmode=prefer"] {
        assert_eq!(server.connect(mode).await, Ok(false), "{mode}");
    }
    let verified = format!("sslmode=verify-full&sslrootcert={}", root.display());
    for mode in ["sslmode=require", &verified, "sslrootcert=system"] {
        let refused = server.connect(mode).await.unwrap_err();
        assert!(refused.contains("server does not support TLS"), "{mode}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_signed_by_itself_serves_all_who_do_not_verify() {
    let mut server = Guarded::start();
    let identity = self_signed(&["127.0.0.1"]);
    server.guard("", Some(&identity), ANYBODY);
    for (mode, encrypted) in [
        ("", true),
        ("sslmode=disable", false),
        ("sslmode=allow", false),
        ("sslmode=prefer", true),
        ("sslmode=require", true),
        ("sslmode=require&channel_binding=require", true),
    ] {
        assert_eq!(server.connect(mode).await, Ok(encrypted), "{mode}");
    }
    let itself = server.file("itself.pem", &identity.root);
    let another = server.file("another.pem", &self_signed(&["127.0.0.1"]).root);
    for mode in ["require", "verify-ca", "verify-full"] {
        let with = async |root: &PathBuf| {
            server.connect(&format!("sslmode={mode}&sslrootcert={}", root.display())).await
        };
        assert_eq!(with(&itself).await, Ok(true), "{mode}");
        with(&another).await.unwrap_err();
    }
    server.connect("sslrootcert=system").await.unwrap_err();
    let missing = server.connect("sslmode=verify-ca&sslrootcert=/no/such/root.pem").await.unwrap_err();
    assert!(missing.contains("sslrootcert /no/such/root.pem can't be read"), "{missing}");
}

#[tokio::test(flavor = "multi_thread")]
async fn verify_full_looks_at_the_name_and_both_at_the_time() {
    let mut server = Guarded::start();
    let authority = Authority::new();
    let root = server.file("root.pem", &authority.pem);
    let root = root.display();
    server.guard("", Some(&authority.sign(&params("db", &["db.example"]))), ANYBODY);
    assert_eq!(server.connect(&format!("sslmode=verify-ca&sslrootcert={root}")).await, Ok(true));
    let full = format!("sslmode=verify-full&sslrootcert={root}");
    let refused = server.connect(&full).await.unwrap_err();
    assert!(refused.contains("certificate"), "{refused}");
    let named = server.url(&format!("{full}&hostaddr=127.0.0.1")).replace("@127.0.0.1:", "@db.example:");
    assert_eq!(is_encrypted(&named).await, Ok(true));
    // All kinds of connections work, not only this one.
    adapter_postgres::migrate(&named).await.unwrap();
    let pool = adapter_postgres::pool(&named, 1);
    diesel::sql_query("SELECT 1").execute(&mut pool.get().await.unwrap()).await.unwrap();
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    let on_change = move |change| sender.send(change).unwrap_or_default();
    let _listener = ChangeListener::start(named.clone(), Arc::default(), on_change);
    receiver.recv().await.unwrap();
    let mut late = params("db", &["127.0.0.1"]);
    late.not_after = date_time_ymd(2020, 1, 1);
    server.guard("", Some(&authority.sign(&late)), ANYBODY);
    for mode in ["verify-ca", "verify-full"] {
        server.connect(&format!("sslmode={mode}&sslrootcert={root}")).await.unwrap_err();
    }
    assert_eq!(server.connect("sslmode=require").await, Ok(true));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_may_demand_the_certificate_of_its_client() {
    let mut server = Guarded::start();
    let authority = Authority::new();
    let demanding = "hostssl all all 127.0.0.1/32 cert";
    server.guard("", Some(&authority.sign(&params("db", &["127.0.0.1"]))), demanding);
    let client = authority.sign(&params(local_postgres::USER, &[]));
    let cert = server.file("client.pem", &client.chain);
    let key = server.file("client.key", &client.key.serialize_pem());
    let with = format!("sslcert={}&sslkey={}", cert.display(), key.display());
    assert_eq!(server.connect(&with).await, Ok(true));
    let without = adapter_postgres::connect(&server.url("sslmode=require")).await;
    assert_eq!(state(without), "28000");
    let foreign = server.file("foreign.key", &KeyPair::generate().unwrap().serialize_pem());
    let wrong = format!("sslcert={}&sslkey={}", cert.display(), foreign.display());
    let reported = server.connect(&wrong).await.unwrap_err();
    assert!(reported.contains("sslkey does not go with sslcert"), "{reported}");
}

/// The server's rules may allow only one way. `prefer` and `allow` find it, each from its side.
#[tokio::test(flavor = "multi_thread")]
async fn prefer_and_allow_go_the_other_way_where_the_first_is_closed() {
    let mut server = Guarded::start();
    let identity = self_signed(&["127.0.0.1"]);
    server.guard("", Some(&identity), "hostssl all all 127.0.0.1/32 scram-sha-256");
    assert_eq!(server.connect("sslmode=allow").await, Ok(true));
    assert_eq!(server.connect("sslmode=prefer").await, Ok(true));
    server.connect("sslmode=disable").await.unwrap_err();
    server.guard("", Some(&identity), "hostnossl all all 127.0.0.1/32 scram-sha-256");
    assert_eq!(server.connect("sslmode=prefer").await, Ok(false));
    assert_eq!(server.connect("sslmode=allow").await, Ok(false));
    server.connect("sslmode=require").await.unwrap_err();
}

/// A local server is reachable by its socket too, always without TLS.
#[tokio::test(flavor = "multi_thread")]
async fn a_socket_knows_no_tls() {
    let server = Guarded::start();
    let socket = server.server().socket_url(DATABASE);
    for mode in ["", "?sslmode=require", "?sslmode=prefer"] {
        assert_eq!(is_encrypted(&format!("{socket}{mode}")).await, Ok(false), "{mode}");
    }
    let (plain, driver) = tokio_postgres::connect(&socket, NoTls).await.unwrap();
    tokio::spawn(driver);
    plain.batch_execute("SELECT 1").await.unwrap();
    assert_eq!(state(adapter_postgres::connect(&format!("{socket}_not")).await), "3D000");
}
