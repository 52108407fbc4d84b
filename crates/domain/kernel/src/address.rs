use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use serde::{Deserialize, Serialize};

/// Policy for IP addresses that users supply: which non-public addresses are allowed.
///
/// ```
/// use kernel::AddressPolicy;
///
/// let local = "127.0.0.1".parse().unwrap();
/// assert!(!AddressPolicy::PublicOnly.accepts(local));
/// assert!(AddressPolicy::AllowLoopback.accepts(local));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddressPolicy {
    /// Any address, including this machine and private networks.
    AllowPrivate,
    /// Public addresses and loopback addresses, for a developer's computer.
    AllowLoopback,
    /// Public internet addresses only.
    PublicOnly,
}

impl AddressPolicy {
    /// Whether the policy allows connections to `address`.
    pub fn accepts(self, address: IpAddr) -> bool {
        match self {
            Self::AllowPrivate => true,
            Self::AllowLoopback => is_loopback(address) || is_public(address),
            Self::PublicOnly => is_public(address),
        }
    }
}

/// Whether an address is on the public internet.
///
/// Loopback, private, reserved and cloud metadata addresses are not public. An IPv6 address that embeds an IPv4
/// address is judged by the IPv4 address.
///
/// ```
/// use kernel::is_public;
///
/// assert!(is_public("1.1.1.1".parse().unwrap()));
/// assert!(!is_public("169.254.169.254".parse().unwrap()));
/// assert!(!is_public("::ffff:10.0.0.1".parse().unwrap()));
/// ```
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match embedded_v4(address) {
            Some(inner) => is_public_v4(inner),
            None => is_public_v6(address),
        },
    }
}

/// Whether an address is a loopback address.
///
/// IPv4-mapped IPv6 addresses count. NAT64 and 6to4 addresses don't: they lead to a gateway, and the embedded
/// loopback address would be the gateway's.
fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !matches!(
        (a, b, c),
        (0 | 10 | 127, ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
            | (224..=255, ..)
    )
}

/// Whether an IPv6 address is public: inside 2000::/3, the only range assigned to the internet, and outside its
/// reserved blocks.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Teredo, ORCHID, other protocol assignments, and documentation prefixes.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [first, ..] => (0x2000..=0x3fff).contains(&first),
    }
}

/// Returns the IPv4 address inside an IPv4-mapped, IPv4-compatible, NAT64 or 6to4 address.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let join = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match address.segments() {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            Some(join(high, low))
        }
        [0x2002, high, low, ..] => Some(join(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_internet_are_distinguished_from_others() {
        for (text, public) in [
            ("93.184.215.14", true),
            ("1.1.1.1", true),
            ("172.15.255.255", true),
            ("172.32.0.1", true),
            ("100.63.255.255", true),
            ("100.128.0.1", true),
            ("192.0.1.1", true),
            ("223.255.255.255", true),
            ("0.0.0.0", false),
            ("10.1.2.3", false),
            ("100.64.0.1", false),
            ("127.0.0.1", false),
            ("127.255.0.9", false),
            ("169.254.169.254", false),
            ("172.16.0.1", false),
            ("172.31.255.255", false),
            ("192.0.0.8", false),
            ("192.0.2.1", false),
            ("192.168.1.1", false),
            ("198.19.0.1", false),
            ("203.0.113.5", false),
            ("224.0.0.1", false),
            ("255.255.255.255", false),
            ("2606:4700:4700::1111", true),
            ("2a00:1450:4001:82b::200e", true),
            ("::", false),
            ("::1", false),
            ("fe80::1", false),
            ("fec0::1", false),
            ("fd00:ec2::254", false),
            ("fc00::1", false),
            ("ff02::1", false),
            ("2001::1", false),
            ("2001:db8::1", false),
            ("::ffff:127.0.0.1", false),
            ("::ffff:1.1.1.1", true),
            ("::127.0.0.1", false),
            ("64:ff9b::a9fe:a9fe", false),
            ("64:ff9b::7f00:1", false),
            ("64:ff9b::101:101", true),
            ("64:ff9b:1::1", false),
            ("2002:7f00:1::1", false),
            ("2002:101:101::1", true),
        ] {
            let address = text.parse().unwrap();
            assert_eq!(is_public(address), public, "{text}");
            assert_eq!(AddressPolicy::PublicOnly.accepts(address), public, "{text}");
            let accepted = public || ["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"].contains(&text);
            assert_eq!(AddressPolicy::AllowLoopback.accepts(address), accepted, "{text}");
            assert!(AddressPolicy::AllowPrivate.accepts(address), "{text}");
        }
    }
}
