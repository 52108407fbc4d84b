//! Liveness check of the process on this machine, for containers without an HTTP client.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, ensure};

use crate::config::Config;

/// Timeout of connecting, writing and reading, each.
const TIMEOUT: Duration = Duration::from_secs(1);
const QUESTION: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// Requests `/healthz` from the configured management listener. Fails unless the status is 200.
pub fn health(config: &Config) -> anyhow::Result<()> {
    let address = here(config.management_addr);
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)
        .with_context(|| format!("no response from {address}"))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.write_all(QUESTION)?;
    let mut start = [0; 12];
    stream.read_exact(&mut start).context("the response was cut off")?;
    ensure!(start == *b"HTTP/1.1 200", "the response is {}", String::from_utf8_lossy(&start));
    Ok(())
}

/// Returns the address to connect to for a listener at `address`: loopback for an unspecified
/// address.
pub(crate) fn here(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_listens_everywhere_is_asked_here() {
        for (listens, asked) in
            [("0.0.0.0:8082", "127.0.0.1:8082"), ("[::]:1", "[::1]:1"), ("10.0.0.5:8082", "10.0.0.5:8082")]
        {
            assert_eq!(here(listens.parse().unwrap()), asked.parse().unwrap());
        }
    }
}
