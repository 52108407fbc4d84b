//! Which network lies in which country, from a database file in MaxMind's format.

use std::net::IpAddr;
use std::path::Path;

use kernel::CountryCode;
use maxminddb::{MaxMindDbError, Reader, path};

/// A country database, read into memory at the start.
pub struct Networks(Reader<Vec<u8>>);

impl Networks {
    /// Reads a file such as GeoLite2-Country.mmdb.
    pub fn open(file: &Path) -> Result<Self, MaxMindDbError> {
        Reader::open_readfile(file).map(Self)
    }

    /// The country of an address; `None` for one that the file does not know.
    pub fn country(&self, address: IpAddr) -> Option<CountryCode> {
        let code: Option<&str> =
            self.0.lookup(address.to_canonical()).ok()?.decode_path(&path!["country", "iso_code"]).ok()?;
        code.and_then(CountryCode::parse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database of one record, written by hand: addresses that begin with a 1 bit lie in Germany. The format is
    /// described at maxmind.github.io/MaxMind-DB: a search tree, 16 zero bytes, the data, a marker, the metadata.
    fn database() -> Vec<u8> {
        let text = |text: &str| [&[0x40 | u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
        let entry = |key: &str, value: &[u8]| [text(key), value.to_vec()].concat();
        let number = |kind: u8, value: u8| vec![kind << 5 | 1, value];
        // One node: its left record is the number of nodes, "nothing here"; its right one points to the first datum.
        let tree = [0, 0, 1, 0, 0, 1 + 16];
        let code = [&[0xE1][..], &entry("iso_code", &text("DE"))].concat();
        let data = [&[0xE1][..], &entry("country", &code)].concat();
        let metadata = [
            vec![0xE9],
            entry("node_count", &number(6, 1)),
            entry("record_size", &number(5, 24)),
            entry("ip_version", &number(5, 4)),
            entry("database_type", &text("Test")),
            entry("languages", &[0x00, 0x04]),
            entry("binary_format_major_version", &number(5, 2)),
            entry("binary_format_minor_version", &[0xA0]),
            entry("build_epoch", &[0x01, 0x02, 1]),
            entry("description", &[0xE0]),
        ]
        .concat();
        [&tree[..], &[0; 16], &data, b"\xAB\xCD\xEFMaxMind.com", &metadata].concat()
    }

    #[test]
    fn the_file_tells_the_country_of_an_address() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), database()).unwrap();
        let networks = Networks::open(file.path()).unwrap();
        for (address, country) in [
            ("200.1.2.3", Some("DE")),
            ("::ffff:200.1.2.3", Some("DE")),
            ("8.8.8.8", None),
            ("2001:db8::1", None),
        ] {
            let found = networks.country(address.parse().unwrap());
            assert_eq!(found.as_ref().map(CountryCode::as_str), country, "{address}");
        }
    }

    #[test]
    fn a_file_of_another_kind_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "country,code").unwrap();
        assert!(Networks::open(file.path()).is_err());
    }
}
