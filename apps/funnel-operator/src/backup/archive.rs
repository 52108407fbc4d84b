//! Backup archive: entries with checksums, one after the other.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use sha2::{Digest as _, Sha256};
use tar::{Archive, Builder, EntryType, Header};

use super::manifest::{Entry, Manifest};
use super::{Error, at};

pub(crate) const DUMP: &str = "database.dump";
pub(crate) const TOUCHES: &str = "touches";
pub(crate) const ASSETS: &str = "assets";
const MANIFEST: &str = "manifest.json";

/// Maximum size of a manifest, in bytes: enough for a million files.
const LONGEST_MANIFEST: u64 = 256 << 20;

/// Reader that counts and hashes its input.
pub(crate) struct Summed<R> {
    inner: R,
    sum: Sha256,
    bytes: u64,
}

impl<R: Read> Summed<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, sum: Sha256::new(), bytes: 0 }
    }

    pub(crate) fn entry(self, name: String) -> Entry {
        let digits = self.sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Entry { name, bytes: self.bytes, sha256: digits }
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.sum.update(buffer.get(..read).unwrap_or_default());
        self.bytes = self.bytes.saturating_add(read as u64);
        Ok(read)
    }
}

pub(crate) struct Packing<W: Write> {
    archive: Builder<W>,
    entries: Vec<Entry>,
}

impl<W: Write> Packing<W> {
    pub(crate) fn new(output: W) -> Self {
        Self { archive: Builder::new(output), entries: Vec::new() }
    }

    /// Adds a file with its current length; data appended meanwhile is left out.
    pub(crate) fn file(&mut self, name: String, file: &File) -> io::Result<()> {
        let length = file.metadata()?.len();
        let mut content = Summed::new(file.take(length));
        self.archive.append_data(&mut header(length), &name, &mut content)?;
        self.entries.push(content.entry(name));
        Ok(())
    }

    /// Adds every `wanted` file below a folder, if the folder exists. Skips files that disappear meanwhile.
    pub(crate) fn folder(
        &mut self,
        name: &str,
        folder: &Path,
        wanted: &dyn Fn(&Path) -> bool,
    ) -> Result<(), Error> {
        let mut below = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            listed => listed.and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(at(folder))?,
        };
        below.sort_by_key(fs::DirEntry::file_name);
        for entry in below {
            let (path, kind) = (entry.path(), entry.file_type().map_err(at(&entry.path()))?);
            let name = format!("{name}/{}", entry.file_name().to_string_lossy());
            if kind.is_dir() {
                self.folder(&name, &path, wanted)?;
            } else if kind.is_file() && wanted(&path) {
                match File::open(&path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    opened => self.file(name, &opened.map_err(at(&path))?).map_err(at(&path))?,
                }
            }
        }
        Ok(())
    }

    /// Writes the manifest of all entries so far, and ends the archive.
    pub(crate) fn finish(
        mut self,
        manifest: impl FnOnce(Vec<Entry>) -> Manifest,
    ) -> io::Result<(W, Manifest)> {
        let manifest = manifest(self.entries);
        let text = serde_json::to_vec(&manifest)?;
        self.archive.append_data(&mut header(text.len() as u64), MANIFEST, text.as_slice())?;
        Ok((self.archive.into_inner()?, manifest))
    }
}

/// Returns a header without metadata of the source machine.
fn header(length: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Regular);
    header.set_mode(0o600);
    header.set_size(length);
    header
}

/// Reads an archive to its end, and passes every file before the manifest to `each`. Rejects an incomplete archive, and
/// one that differs from its manifest.
pub(crate) fn unpack(
    input: impl Read,
    each: &mut dyn FnMut(&str, &mut dyn Read) -> Result<(), Error>,
) -> Result<Manifest, Error> {
    let damaged = |error: io::Error| Error::Damaged(error.to_string());
    let mut archive = Archive::new(input);
    let (mut entries, mut manifest) = (Vec::new(), None);
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        if manifest.is_some() || entry.header().entry_type() != EntryType::Regular {
            return Err(Error::Damaged("it has an unexpected entry".to_owned()));
        }
        let name = String::from_utf8(entry.path_bytes().into_owned());
        let name = name.map_err(|_| Error::Damaged("it has an entry without a name".to_owned()))?;
        if name == MANIFEST {
            let mut text = Vec::new();
            entry.by_ref().take(LONGEST_MANIFEST).read_to_end(&mut text).map_err(damaged)?;
            manifest = Some(Manifest::read(&text)?);
            continue;
        }
        let mut content = Summed::new(entry);
        each(&name, &mut content)?;
        io::copy(&mut content, &mut io::sink()).map_err(damaged)?;
        entries.push(content.entry(name));
    }
    // Read to the end, because the end is authenticated too.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(damaged)?;
    let manifest = manifest.ok_or_else(|| Error::Damaged("it has no manifest".to_owned()))?;
    if entries.first().is_none_or(|first| first.name != DUMP) {
        return Err(Error::Damaged("it does not begin with a dump of the database".to_owned()));
    }
    if entries != manifest.entries {
        let differs = entries.iter().zip(&manifest.entries).find(|(one, other)| one != other);
        let place = differs.map_or("their number".to_owned(), |(entry, _)| entry.name.clone());
        return Err(Error::Damaged(format!("its entries are not those of the manifest: {place}")));
    }
    Ok(manifest)
}

/// Returns the place of an entry below the data folder; `None` for the dump. Rejects a path that leads elsewhere.
pub(crate) fn place(name: &str, data_dir: &Path) -> Result<Option<PathBuf>, Error> {
    if name == DUMP {
        return Ok(None);
    }
    let path = Path::new(name);
    let mut parts = path.components();
    let known = matches!(parts.next(), Some(Component::Normal(first)) if first == TOUCHES || first == ASSETS);
    let plain = parts.clone().count() > 0 && parts.all(|part| matches!(part, Component::Normal(_)));
    if known && plain {
        Ok(Some(data_dir.join(path)))
    } else {
        Err(Error::Damaged(format!("unexpected entry {name:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup::manifest::Files;

    fn packed(files: &[(&str, &str)]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let mut packing = Packing::new(Vec::new());
        for (name, content) in files {
            let path = folder.path().join("file");
            fs::write(&path, content).unwrap();
            packing.file((*name).to_owned(), &File::open(path).unwrap()).unwrap();
        }
        packing.finish(|entries| Manifest::new("1.2.3", 7, Files::Included, entries)).unwrap().0
    }

    fn read(bytes: &[u8]) -> Result<Vec<(String, String)>, Error> {
        let mut found = Vec::new();
        unpack(bytes, &mut |name, content| {
            found.push((name.to_owned(), io::read_to_string(content).unwrap()));
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn what_was_packed_is_read_again() {
        let long = format!("{ASSETS}/{}.png", "a".repeat(150));
        let files = [(DUMP, "dump"), ("touches/1/2.sealed", ""), (long.as_str(), "picture")];
        let expected: Vec<_> =
            files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        assert_eq!(read(&packed(&files)).unwrap(), expected);
    }

    #[test]
    fn what_is_not_whole_is_refused_wherever_it_ends_or_was_changed() {
        let whole = packed(&[(DUMP, "dump of a database"), ("assets/3f/3f.png", "picture")]);
        // The archive ends with two empty blocks without meaning.
        let end = whole.iter().rposition(|byte| *byte != 0).unwrap() + 1;
        for length in 0..end {
            assert!(read(&whole[..length]).is_err(), "{length} of {}", whole.len());
        }
        let mut changed = 0;
        for place in 0..end {
            let mut other = whole.clone();
            other[place] ^= 1;
            // Some header bytes have no meaning, such as names of owners.
            changed += usize::from(read(&other).is_err());
        }
        assert!(changed > end / 2, "{changed} of {end}");
        for place in [512, 512 * 3] {
            let mut other = whole.clone();
            other[place] ^= 1;
            assert!(matches!(read(&other), Err(Error::Damaged(_))), "the content at {place}");
        }
    }

    #[test]
    fn an_archive_without_a_dump_is_no_backup() {
        assert!(read(&packed(&[("assets/3f/3f.png", "picture")])).is_err());
        assert!(read(&packed(&[])).is_err());
    }

    #[test]
    fn entries_stay_below_the_data_folder() {
        let folder = Path::new("/data");
        assert_eq!(place(DUMP, folder).unwrap(), None);
        assert_eq!(place("assets/3f/3f.png", folder).unwrap(), Some("/data/assets/3f/3f.png".into()));
        for name in [
            "/etc/passwd",
            "assets/../../etc/passwd",
            "secret-key",
            "assets",
            "postgres/cluster/x",
            "../x",
            "",
        ] {
            assert!(place(name, folder).is_err(), "{name}");
        }
    }
}
