//! Rules for the entries of an archive.

use landing_draft::file::FileName;
use zip::CompressionMethod;

use super::{DOCUMENT, FILES};

/// Maximum number of entries.
pub(super) const MAX_ENTRIES: usize = 10_000;

/// Maximum unpacked size of an entry, in bytes; the same as for an upload or a document.
pub(super) const MAX_ENTRY: u64 = 10 << 20;

/// Maximum unpacked size of all entries, in bytes.
pub(super) const MAX_TOTAL: u64 = 512 << 20;

/// Extensions of uploaded files.
const UPLOADS: [&str; 6] = ["png", "jpg", "webp", "mp3", "ogg", "wav"];

/// Maximum expansion ratio of an entry beyond the first [`MEBIBYTE`]. Exported documents have
/// ratios of 5 to 30.
const MAX_RATIO: u64 = 200;

const MEBIBYTE: u64 = 1 << 20;

/// An entry in the archive's directory.
pub(super) struct Entry<'a> {
    pub(super) name: &'a [u8],
    pub(super) is_encrypted: bool,
    pub(super) is_symlink: bool,
    pub(super) method: CompressionMethod,
    /// Compressed size in bytes.
    pub(super) packed: u64,
    /// Unpacked size in bytes.
    pub(super) size: u64,
}

/// Kind of an entry.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Document,
    /// File that the document may name.
    File(FileName),
    /// Folder of the files, which some archivers add.
    Folder,
}

impl Entry<'_> {
    /// Returns the kind of the entry, or why its archive is rejected, in a sentence with the
    /// entry's name.
    pub(super) fn judge(&self) -> Result<Kind, String> {
        let name = std::str::from_utf8(self.name).map_err(|_| {
            format!("the name {:?} is not UTF-8", shortened(&String::from_utf8_lossy(self.name)))
        })?;
        let refused = |reason: &str| Err(format!("{:?} {reason}", shortened(name)));
        if is_absolute(name) {
            return refused("is an absolute path");
        }
        if name.split(['/', '\\']).any(|step| step == "..") {
            return refused("leads out of the archive");
        }
        if self.is_symlink {
            return refused("is a link to somewhere else");
        }
        if self.is_encrypted {
            return refused("is encrypted");
        }
        if name == FILES {
            return Ok(Kind::Folder);
        }
        let file = name.strip_prefix(FILES).filter(|file| is_of_content(file)).and_then(FileName::parse);
        let kind = match file {
            Some(file) => Kind::File(file),
            None if name == DOCUMENT => Kind::Document,
            None => return refused("is neither the document nor a file by the name that an export gives"),
        };
        if !matches!(self.method, CompressionMethod::Stored | CompressionMethod::Deflated) {
            return refused("is packed in a way that is not read here");
        }
        if self.size > MAX_ENTRY {
            return refused(&format!("has more than {MAX_ENTRY} bytes when it is unpacked"));
        }
        if self.size > MEBIBYTE && self.size > self.packed.saturating_mul(MAX_RATIO) {
            return refused(&format!("is more than {MAX_RATIO} times longer when it is unpacked"));
        }
        Ok(kind)
    }
}

/// Returns whether a name has the form of uploads: a content digest, and the extension of a
/// supported kind.
fn is_of_content(name: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    name.split_once('.').is_some_and(|(digest, kind)| {
        digest.len() == 32 && digest.bytes().all(is_digit) && UPLOADS.contains(&kind)
    })
}

fn is_absolute(name: &str) -> bool {
    let has_drive = name.as_bytes().get(1) == Some(&b':');
    name.starts_with(['/', '\\']) || has_drive
}

/// Shortens a name for an error message.
fn shortened(name: &str) -> String {
    name.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "files/ba7816bf8f01cfea414140de5dae2223.jpg";

    fn entry(name: &[u8]) -> Entry<'_> {
        let method = CompressionMethod::Deflated;
        Entry { name, is_encrypted: false, is_symlink: false, method, packed: 100, size: 200 }
    }

    #[test]
    fn what_an_export_writes_is_known() {
        let file = FileName::parse("ba7816bf8f01cfea414140de5dae2223.jpg").unwrap();
        for (name, expected) in
            [(DOCUMENT, Kind::Document), (FILE, Kind::File(file)), ("files/", Kind::Folder)]
        {
            assert_eq!(entry(name.as_bytes()).judge(), Ok(expected), "{name}");
        }
        let stored = Entry {
            method: CompressionMethod::Stored,
            size: MAX_ENTRY,
            packed: MAX_ENTRY,
            ..entry(DOCUMENT.as_bytes())
        };
        assert_eq!(stored.judge(), Ok(Kind::Document));
        let small = Entry { size: MEBIBYTE, packed: 10, ..entry(DOCUMENT.as_bytes()) };
        assert_eq!(small.judge(), Ok(Kind::Document), "what is small does no harm");
    }

    #[test]
    fn everything_else_is_refused_by_its_name() {
        let named = |name: &'static str| entry(name.as_bytes());
        let rows: [(Entry<'_>, &str); 18] = [
            (named("/etc/passwd"), "\"/etc/passwd\" is an absolute path"),
            (named("\\\\host\\share"), "is an absolute path"),
            (named("C:export.json"), "is an absolute path"),
            (named("../export.json"), "\"../export.json\" leads out of the archive"),
            (named("files/../../export.json"), "leads out of the archive"),
            (named("files\\..\\export.json"), "leads out of the archive"),
            (named(".."), "leads out of the archive"),
            (named(""), "is neither the document nor a file"),
            (named("./export.json"), "is neither the document nor a file"),
            (named("Export.json"), "is neither the document nor a file"),
            (named("files/index.html"), "\"files/index.html\" is neither the document nor a file"),
            (named("__MACOSX/export.json"), "is neither the document nor a file"),
            (entry(b"files/\xff.png"), "is not UTF-8"),
            (Entry { is_symlink: true, ..named(FILE) }, "is a link to somewhere else"),
            (Entry { is_encrypted: true, ..named(DOCUMENT) }, "\"export.json\" is encrypted"),
            (
                Entry { method: CompressionMethod::DEFLATE64, ..named(DOCUMENT) },
                "is packed in a way that is not read here",
            ),
            (
                Entry { size: MAX_ENTRY + 1, packed: MAX_ENTRY, ..named(DOCUMENT) },
                "has more than 10485760 bytes",
            ),
            (Entry { size: MEBIBYTE + 1, packed: 5_242, ..named(FILE) }, "is more than 200 times longer"),
        ];
        for (entry, expected) in rows {
            let error = entry.judge().unwrap_err();
            assert!(error.contains(expected), "{error}: {expected}");
        }
        let long = "a".repeat(10_000);
        assert!(entry(long.as_bytes()).judge().unwrap_err().len() < 200);
    }
}
