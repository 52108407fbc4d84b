#![doc = include_str!("../README.md")]

pub mod doctor;
pub mod engine;
pub mod events;
pub mod fan;
pub mod gate;
pub mod secrets;
pub mod touches;

use std::io::Read as _;

use jiff::Timestamp;
use kernel::UnixTime;

/// A secret as it stands, from a file (`@path`), or from standard input (`-`).
pub fn secret_text(given: &str) -> std::io::Result<String> {
    if given == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        return Ok(text.trim().to_owned());
    }
    match given.strip_prefix('@') {
        Some(path) => Ok(std::fs::read_to_string(path)?.trim().to_owned()),
        None => Ok(given.to_owned()),
    }
}

/// A moment as RFC 3339 in UTC, in whole seconds.
fn rfc3339(time: UnixTime) -> String {
    Timestamp::from_second(time.seconds()).map_or_else(|_| String::new(), |moment| moment.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_may_come_from_a_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "hidden\n").unwrap();
        assert_eq!(secret_text(&format!("@{}", file.path().display())).unwrap(), "hidden");
        assert_eq!(secret_text("as it stands").unwrap(), "as it stands");
    }
}
