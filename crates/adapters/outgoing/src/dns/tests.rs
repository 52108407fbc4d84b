use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};

use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::op::{Message, MessageType, OpCode, ResponseCode};
use hickory_resolver::proto::rr::rdata::{A, CNAME, TXT};
use hickory_resolver::proto::rr::{Name, Record};
use tokio::net::UdpSocket;
use tokio::task::JoinHandle;

use super::*;

/// Records of a name.
#[derive(Clone)]
enum Held {
    Address(Ipv4Addr),
    Alias(&'static str),
    Text(&'static [&'static str]),
    /// Refused query.
    Refusal,
}

/// Name server on the loopback interface with a few names; others do not exist.
struct NameServer {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Drop for NameServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn name_server(zone: &[(&'static str, Held)]) -> NameServer {
    let zone: HashMap<String, Held> =
        zone.iter().map(|(name, held)| ((*name).to_owned(), held.clone())).collect();
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    let task = tokio::spawn(async move {
        let mut buffer = [0; 1024];
        while let Ok((length, peer)) = socket.recv_from(&mut buffer).await {
            let asked = Message::from_vec(&buffer[..length]).unwrap();
            socket.send_to(&answer(&zone, &asked).to_vec().unwrap(), peer).await.unwrap();
        }
    });
    NameServer { address, task }
}

fn answer(zone: &HashMap<String, Held>, asked: &Message) -> Message {
    let mut answer = Message::new(asked.metadata.id, MessageType::Response, OpCode::Query);
    answer.metadata.recursion_available = true;
    let question = asked.queries[0].clone();
    answer.add_query(question.clone());
    let (wanted, mut name) = (question.query_type(), canonical(&question.name().to_ascii()));
    if !zone.contains_key(&name) {
        answer.metadata.response_code = ResponseCode::NXDomain;
        return answer;
    }
    while let Some(held) = zone.get(&name) {
        let owner = Name::from_ascii(format!("{name}.")).unwrap();
        match held {
            Held::Refusal => {
                answer.metadata.response_code = ResponseCode::ServFail;
                break;
            }
            Held::Alias(to) => {
                let to_name = Name::from_ascii(format!("{to}.")).unwrap();
                answer.add_answer(Record::from_rdata(owner, 60, RData::CNAME(CNAME(to_name))));
                if wanted == RecordType::CNAME {
                    break;
                }
                name = (*to).to_owned();
            }
            Held::Text(parts) => {
                if wanted == RecordType::TXT {
                    let parts = parts.iter().map(|part| (*part).to_owned()).collect();
                    answer.add_answer(Record::from_rdata(owner, 60, RData::TXT(TXT::new(parts))));
                }
                break;
            }
            Held::Address(address) => {
                if wanted == RecordType::A {
                    answer.add_answer(Record::from_rdata(owner, 60, RData::A(A(*address))));
                }
                break;
            }
        }
    }
    answer
}

fn provisioner(server: &NameServer, targets: &[&str]) -> DnsProvisioner {
    let targets: Vec<_> = targets.iter().map(|target| (*target).to_owned()).collect();
    DnsProvisioner::new(resolver(server), &targets)
}

fn resolver(server: &NameServer) -> TokioResolver {
    let mut connection = ConnectionConfig::udp();
    connection.port = server.address.port();
    let mut config = NameServerConfig::udp(server.address.ip());
    config.connections = vec![connection];
    let config = ResolverConfig::from_name_servers(vec![config]);
    let mut builder = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
    builder.options_mut().attempts = 1;
    builder.options_mut().cache_size = 0;
    builder.build().unwrap()
}

#[tokio::test]
async fn texts_of_a_name_are_read_whole() {
    let server = name_server(&[
        ("_funnel.one.example", Held::Text(&["funnel-verification=1"])),
        ("_funnel.parts.example", Held::Text(&["funnel-", "verification=2"])),
        ("_funnel.address.example", Held::Address(Ipv4Addr::LOCALHOST)),
        ("_funnel.broken.example", Held::Refusal),
    ])
    .await;
    let texts = DnsTexts { resolver: Some(resolver(&server)) };
    for (name, expected) in [
        ("_funnel.one.example", &["funnel-verification=1"][..]),
        ("_funnel.parts.example", &["funnel-verification=2"]),
        ("_funnel.address.example", &[]),
        ("_funnel.broken.example", &[]),
        ("_funnel.unknown.example", &[]),
    ] {
        assert_eq!(texts.texts(name).await, expected, "{name}");
    }
    assert!(DnsTexts { resolver: None }.texts("_funnel.one.example").await.is_empty());
}

#[tokio::test]
async fn a_name_must_lead_here() {
    let ours = Ipv4Addr::new(192, 0, 2, 1);
    let (other, inside) = (Ipv4Addr::new(1, 1, 1, 1), Ipv4Addr::new(10, 0, 0, 9));
    let server = name_server(&[
        ("edge.funnel.example", Held::Address(ours)),
        ("alias.example", Held::Alias("edge.funnel.example")),
        ("dangling.example", Held::Alias("Gone.funnel.example")),
        ("flattened.example", Held::Address(ours)),
        ("elsewhere.example", Held::Address(other)),
        ("stranger.example", Held::Alias("elsewhere.example")),
        ("inside.example", Held::Address(inside)),
        ("broken.example", Held::Refusal),
    ])
    .await;
    let by_name = provisioner(&server, &["Edge.Funnel.Example.", "gone.funnel.example"]);
    let by_address = provisioner(&server, &["192.0.2.1"]);
    for (hostname, with_name, with_address) in [
        ("alias.example", "", ""),
        ("dangling.example", "", "does not resolve"),
        ("flattened.example", "", ""),
        ("elsewhere.example", "leads elsewhere", "leads elsewhere"),
        ("stranger.example", "leads elsewhere", "leads elsewhere"),
        ("unknown.example", "does not resolve", "does not resolve"),
        ("inside.example", "does not resolve", "does not resolve"),
        ("broken.example", "could not be looked up", "could not be looked up"),
    ] {
        let hostname = Hostname::parse(hostname).unwrap();
        for (provisioner, expected) in [(&by_name, with_name), (&by_address, with_address)] {
            let outcome = provisioner.provision(&hostname).await;
            match expected {
                "" => assert_eq!(outcome, Ok(()), "{hostname}"),
                _ => {
                    let message = outcome.unwrap_err();
                    assert!(message.contains(expected) && message.contains(hostname.as_str()), "{message}");
                }
            }
        }
    }
}

#[tokio::test]
async fn the_owner_learns_which_record_to_set() {
    let server = name_server(&[]).await;
    let hostname = Hostname::parse("links.example").unwrap();
    let message = provisioner(&server, &["edge.funnel.example"]).provision(&hostname).await.unwrap_err();
    assert_eq!(
        message,
        "links.example does not resolve: add a CNAME record from links.example to edge.funnel.example"
    );
    let message = provisioner(&server, &["192.0.2.1"]).provision(&hostname).await.unwrap_err();
    assert_eq!(
        message,
        "links.example does not resolve: add an address record from links.example to 192.0.2.1"
    );
}
