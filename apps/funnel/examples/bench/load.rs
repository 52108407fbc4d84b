//! Generator of HTTP load. Each connection sends the next request as soon as the response has
//! arrived.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use dev_kit::report::Side;
use memchr::memmem;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Load before the measurement, so that caches and pools are full.
const WARM_UP: Duration = Duration::from_secs(3);

/// Length of a round. Short rounds alternate often, so both sides see the same load of the machine.
const ROUND: Duration = Duration::from_secs(1);

/// Number of measured rounds of each side.
const TURNS: u32 = 15;

struct Load {
    address: SocketAddr,
    connections: usize,
    threads: usize,
    duration: Duration,
}

/// Result of one round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    pub(crate) per_second: f64,
    p50_us: f64,
    p99_us: f64,
}

/// Name and address of a server under load.
pub(crate) type Server = (&'static str, SocketAddr);

/// Writes the next request into the buffer. The number counts the requests of a connection, from a
/// different start for each connection.
pub(crate) type Requests = Arc<dyn Fn(usize, &mut Vec<u8>) + Send + Sync>;

/// Repeats `requests` in order.
pub(crate) fn repeated(requests: &[Vec<u8>]) -> Requests {
    let requests = requests.to_vec();
    Arc::new(move |turn, buffer| {
        buffer.extend_from_slice(requests.get(turn % requests.len().max(1)).map_or(&[], Vec::as_slice));
    })
}

/// Runs rounds of both sides alternately; each round swaps which side goes first.
pub(crate) async fn both(limit: Server, ours: Server, requests: &Requests) -> anyhow::Result<(Side, Side)> {
    for side in [limit, ours] {
        round(side.1, requests, WARM_UP).await?;
    }
    let (mut bare, mut measured) = (Vec::new(), Vec::new());
    for turn in 0..TURNS {
        let sides = [(limit, &mut bare), (ours, &mut measured)];
        let in_order = if turn % 2 == 0 {
            sides
        } else {
            let [first, second] = sides;
            [second, first]
        };
        for (side, rounds) in in_order {
            rounds.push(round(side.1, requests, ROUND).await?);
        }
    }
    Ok((side(limit.0, &bare), side(ours.0, &measured)))
}

fn side(name: &str, rounds: &[Round]) -> Side {
    let median = |figure: fn(&Round) -> f64| {
        let mut figures: Vec<_> = rounds.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures.get(figures.len() / 2).copied().unwrap_or_default()
    };
    Side::rates(name, rounds.iter().map(|round| round.per_second))
        .with("p50_us", median(|round| round.p50_us))
        .with("p99_us", median(|round| round.p99_us))
}

/// Runs load for `duration`. Fails on a response that is neither a success nor a redirect.
pub(crate) async fn round(
    address: SocketAddr,
    requests: &Requests,
    duration: Duration,
) -> anyhow::Result<Round> {
    let load = Load { address, connections: 64, threads: 2, duration };
    let requests = Arc::clone(requests);
    tokio::task::spawn_blocking(move || load.run(&requests)).await?
}

impl Load {
    /// Sends the requests in order until the time is over. Fails on a response that is neither a
    /// success nor a redirect.
    fn run(&self, requests: &Requests) -> anyhow::Result<Round> {
        let began = Instant::now();
        let workers: anyhow::Result<Vec<Vec<u32>>> = thread::scope(|scope| {
            let workers: Vec<_> =
                (0..self.threads).map(|worker| scope.spawn(move || self.work(worker, requests))).collect();
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|_| bail!("a worker panicked")))
                .collect()
        });
        let mut latencies: Vec<u32> = workers?.into_iter().flatten().collect();
        let elapsed = began.elapsed().as_secs_f64();
        latencies.sort_unstable();
        let at = |share: f64| {
            let place = (latencies.len() as f64 * share) as usize;
            latencies.get(place).copied().map_or(0.0, |nanos| f64::from(nanos) / 1_000.0)
        };
        Ok(Round { per_second: latencies.len() as f64 / elapsed, p50_us: at(0.5), p99_us: at(0.99) })
    }

    fn work(&self, worker: usize, requests: &Requests) -> anyhow::Result<Vec<u32>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let share = self.connections / self.threads.max(1);
        runtime.block_on(async {
            let end = Instant::now() + self.duration;
            let talks = (0..share).map(|number| self.talk(worker * share + number, requests, end));
            let latencies: anyhow::Result<Vec<_>> =
                futures_util::future::join_all(talks).await.into_iter().collect();
            Ok(latencies?.concat())
        })
    }

    async fn talk(&self, number: usize, requests: &Requests, end: Instant) -> anyhow::Result<Vec<u32>> {
        let mut stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let (mut latencies, mut buffer) = (Vec::with_capacity(100_000), Vec::with_capacity(16_384));
        let mut request = Vec::with_capacity(1_024);
        let mut next = number.wrapping_mul(7_919);
        loop {
            let began = Instant::now();
            if began >= end {
                return Ok(latencies);
            }
            next = next.wrapping_add(1);
            request.clear();
            requests(next, &mut request);
            stream.write_all(&request).await?;
            answer(&mut stream, &mut buffer).await?;
            latencies.push(u32::try_from(began.elapsed().as_nanos()).unwrap_or(u32::MAX));
        }
    }
}

/// Reads one response to its end. Parsing costs the same for all headers, so that more headers do
/// not look like a slower server.
async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> anyhow::Result<()> {
    buffer.clear();
    loop {
        if stream.read_buf(buffer).await? == 0 {
            bail!("the server closed the connection");
        }
        let Some(end) = memmem::find(buffer, b"\r\n\r\n") else { continue };
        let head = buffer.get(..end).unwrap_or_default();
        let status = head.get(9..12).unwrap_or_default();
        if !status.starts_with(b"2") && !status.starts_with(b"3") {
            bail!("the server answered {}", String::from_utf8_lossy(status));
        }
        let whole = end + 4 + body_length(head);
        while buffer.len() < whole {
            if stream.read_buf(buffer).await? == 0 {
                bail!("the server closed the connection");
            }
        }
        return Ok(());
    }
}

/// Returns the length of the body. All servers here write the header name in lower case, as actix
/// does.
fn body_length(head: &[u8]) -> usize {
    const NAME: &[u8] = b"\r\ncontent-length: ";
    let digits =
        memmem::find(head, NAME).and_then(|place| head.get(place + NAME.len()..)).unwrap_or_default();
    let digits = digits.iter().take_while(|digit| digit.is_ascii_digit());
    digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'))
}
