use std::collections::BTreeSet;
use std::net::IpAddr;

use hickory_resolver::config::ConnectionConfig;
use hickory_resolver::proto::op::{Message, MessageType, OpCode, ResponseCode};
use hickory_resolver::proto::rr::rdata::A;
use hickory_resolver::proto::rr::{RData, Record, RecordType};
use tokio::net::UdpSocket;
use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use super::*;

const PUBLIC: Ipv4Addr = Ipv4Addr::new(1, 1, 1, 1);
const PRIVATE: Ipv4Addr = Ipv4Addr::new(10, 0, 0, 1);

/// A name server on the loopback, which never answers for names below `hangs.example`.
struct NameServer {
    address: SocketAddr,
    /// Number of different names that hang.
    hanging: watch::Receiver<usize>,
}

impl NameServer {
    async fn start() -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let (count, hanging) = watch::channel(0);
        tokio::spawn(async move {
            let (mut buffer, mut names) = ([0; 1024], BTreeSet::new());
            while let Ok((length, peer)) = socket.recv_from(&mut buffer).await {
                let asked = Message::from_vec(&buffer[..length]).unwrap();
                let name = asked.queries[0].name().to_ascii().to_lowercase();
                if name.ends_with(".hangs.example.") {
                    names.insert(name);
                    count.send_replace(names.len());
                    continue;
                }
                socket.send_to(&answer(&asked, &name).to_vec().unwrap(), peer).await.unwrap();
            }
        });
        Self { address, hanging }
    }

    fn resolver(&self, policy: AddressPolicy, wait: Duration) -> Resolver {
        let mut connection = ConnectionConfig::udp();
        connection.port = self.address.port();
        let mut server = NameServerConfig::udp(self.address.ip());
        server.connections = vec![connection];
        let config = ResolverConfig::from_name_servers(vec![server]);
        let mut builder = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
        builder.options_mut().timeout = wait;
        builder.options_mut().attempts = 0;
        builder.options_mut().cache_size = 0;
        Resolver { policy, names: Some(builder.build().unwrap()) }
    }
}

fn answer(asked: &Message, name: &str) -> Message {
    let mut answer = Message::new(asked.metadata.id, MessageType::Response, OpCode::Query);
    answer.metadata.recursion_available = true;
    let question = asked.queries[0].clone();
    let addresses: &[Ipv4Addr] = match name {
        "quick.example." | "under_score.example." => &[PUBLIC],
        "inside.example." => &[PRIVATE],
        "both.example." => &[PRIVATE, PUBLIC],
        _ => &[],
    };
    if addresses.is_empty() {
        answer.metadata.response_code = ResponseCode::NXDomain;
    } else if question.query_type() == RecordType::A {
        for address in addresses {
            answer.add_answer(Record::from_rdata(question.name().clone(), 60, RData::A(A(*address))));
        }
    }
    answer.add_query(question);
    answer
}

#[tokio::test]
async fn a_name_is_resolved_to_acceptable_addresses_only() {
    let server = NameServer::start().await;
    let strict = server.resolver(AddressPolicy::PublicOnly, Duration::from_secs(5));
    for name in ["quick.example", "under_score.example", "both.example"] {
        let found = strict.addresses(name).await.unwrap();
        let found: Vec<_> = found.into_iter().map(|address| address.ip()).collect();
        assert_eq!(found, [IpAddr::V4(PUBLIC)], "{name}");
    }
    assert!(strict.addresses("inside.example").await.unwrap_err().is::<Forbidden>());
    for name in ["missing.example", "nothing.invalid", "..", ""] {
        assert!(strict.addresses(name).await.unwrap_err().is::<Unresolved>(), "{name:?}");
    }
}

#[tokio::test]
async fn the_system_knows_this_machine() {
    let strict = Resolver::from_system(AddressPolicy::PublicOnly);
    assert!(strict.addresses("localhost").await.unwrap_err().is::<Forbidden>());
    let beside = Resolver::from_system(AddressPolicy::AllowLoopback);
    let found = beside.addresses("localhost").await.unwrap();
    assert!(!found.is_empty() && found.iter().all(|address| address.ip().is_loopback()));
}

/// On a runtime with one thread for blocking work, so that a look-up that holds a thread would stop everything else.
#[test]
fn names_that_hang_delay_no_other_name_and_hold_no_thread() {
    let second = Duration::from_secs(1);
    let runtime = Builder::new_multi_thread().worker_threads(1).max_blocking_threads(1).enable_all().build();
    runtime.unwrap().block_on(async {
        let mut server = NameServer::start().await;
        let resolver = server.resolver(AddressPolicy::PublicOnly, 4 * second);
        let mut hanging = JoinSet::new();
        for n in 0..200 {
            let resolver = resolver.clone();
            hanging.spawn(async move { resolver.addresses(&format!("n{n}.hangs.example")).await.is_ok() });
        }
        timeout(3 * second, server.hanging.wait_for(|names| *names == 200)).await.unwrap().unwrap();
        let began = Instant::now();
        assert!(resolver.addresses("quick.example").await.is_ok());
        tokio::task::spawn_blocking(|| ()).await.unwrap();
        assert!(began.elapsed() < second, "{:?}", began.elapsed());
        assert!(hanging.join_all().await.into_iter().all(|found| !found));
        // Look-ups without an answer count against nobody later.
        assert!(resolver.addresses("quick.example").await.is_ok());
    });
}
