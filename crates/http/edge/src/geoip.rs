//! Country lookup by network, from a MaxMind database file.

use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::SystemTime;

use kernel::CountryCode;
use maxminddb::{MaxMindDbError, Reader, path};

/// A country database in memory, reloaded when its file is replaced.
pub struct Geoip {
    file: PathBuf,
    known: RwLock<Known>,
}

struct Known {
    reader: Reader<Vec<u8>>,
    state: State,
}

/// Distinguishes a file from its replacement.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    modified: SystemTime,
    length: u64,
}

impl State {
    fn of(file: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(file)?;
        Ok(Self { modified: metadata.modified()?, length: metadata.len() })
    }
}

impl Known {
    /// Reads the state before the content, so that a concurrent write counts as a new state.
    fn read(file: &Path) -> Result<Self, MaxMindDbError> {
        let state = State::of(file)?;
        Ok(Self { reader: Reader::open_readfile(file)?, state })
    }
}

impl Geoip {
    /// Reads a file such as GeoLite2-Country.mmdb.
    pub fn open(file: &Path) -> Result<Self, MaxMindDbError> {
        Ok(Self { file: file.to_owned(), known: RwLock::new(Known::read(file)?) })
    }

    /// Reloads the file if it was replaced; returns whether it was. On failure the old content
    /// stays in use.
    pub fn renew(&self) -> Result<bool, MaxMindDbError> {
        let state = self.known.read().unwrap_or_else(PoisonError::into_inner).state;
        if State::of(&self.file)? == state {
            return Ok(false);
        }
        let renewed = Known::read(&self.file)?;
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = renewed;
        Ok(true)
    }

    /// Returns the country of an address; `None` if the file does not know it.
    pub fn country(&self, address: IpAddr) -> Option<CountryCode> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let found = known.reader.lookup(address.to_canonical()).ok()?;
        let code: Option<&str> = found.decode_path(&path!["country", "iso_code"]).ok()?;
        code.and_then(CountryCode::parse)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Builds a database with one record: addresses that start with a 1 bit are in this country.
    /// The format is described at maxmind.github.io/MaxMind-DB: a search tree, 16 zero bytes, the
    /// data, a marker, the metadata.
    fn database(country: &str) -> Vec<u8> {
        let text = |text: &str| [&[0x40 | u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
        let entry = |key: &str, value: &[u8]| [text(key), value.to_vec()].concat();
        let number = |kind: u8, value: u8| vec![kind << 5 | 1, value];
        // One node: its left record is the number of nodes ("not found"), its right one points to the
        // first datum.
        let tree = [0, 0, 1, 0, 0, 1 + 16];
        let code = [&[0xE1][..], &entry("iso_code", &text(country))].concat();
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
    fn the_file_gives_the_country_of_an_address() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), database("DE")).unwrap();
        let geoip = Geoip::open(file.path()).unwrap();
        for (address, country) in [
            ("200.1.2.3", Some("DE")),
            ("::ffff:200.1.2.3", Some("DE")),
            ("8.8.8.8", None),
            ("2001:db8::1", None),
        ] {
            let found = geoip.country(address.parse().unwrap());
            assert_eq!(found.as_ref().map(CountryCode::as_str), country, "{address}");
        }
        for code in ["EU", "AP", "A1", "A2", "ZZ"] {
            fs::write(file.path(), database(code)).unwrap();
            let geoip = Geoip::open(file.path()).unwrap();
            assert_eq!(geoip.country("200.1.2.3".parse().unwrap()), None, "{code}");
        }
    }

    #[test]
    fn a_file_that_takes_its_place_is_read_and_one_that_can_t_be_read_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("countries.mmdb");
        let put = |content: &[u8], seconds: u64| {
            fs::write(&file, content).unwrap();
            let moment = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            fs::File::options().write(true).open(&file).unwrap().set_modified(moment).unwrap();
        };
        put(&database("DE"), 1);
        let geoip = Geoip::open(&file).unwrap();
        let country = || geoip.country("200.1.2.3".parse().unwrap()).unwrap();
        assert!(!geoip.renew().unwrap(), "it is the same");
        put(&database("FR"), 2);
        assert_eq!((geoip.renew().unwrap(), country().as_str()), (true, "FR"));
        put(b"half of a file", 3);
        assert!(geoip.renew().is_err());
        fs::remove_file(&file).unwrap();
        assert!(geoip.renew().is_err());
        assert_eq!(country().as_str(), "FR");
        put(&database("IT"), 3);
        assert_eq!((geoip.renew().unwrap(), country().as_str()), (true, "IT"));
    }

    #[test]
    fn a_file_of_another_kind_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "country,code").unwrap();
        assert!(Geoip::open(file.path()).is_err());
    }
}
