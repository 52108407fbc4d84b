use std::ffi::OsStr;
use std::io::{self, Seek as _};
use std::path::Path;

use tempfile::NamedTempFile;

use super::archive::{ASSETS, DUMP, Packing, TOUCHES};
use super::manifest::{Files, Manifest};
use super::seal::{self, Output};
use super::{Error, at, postgres};

/// Source of a backup.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Address of the database itself, without a pooler.
    pub database: &'a str,
    /// Data folder of the service.
    pub data_dir: &'a Path,
    /// Whether uploaded files are in the data folder.
    pub files: Files,
    /// Version of this program.
    pub program: &'a str,
    /// Current time, in Unix seconds.
    pub now: i64,
}

/// Writes a backup to `path`, where nothing may exist yet, readable only for its owner. With `recipients` (`age1…`),
/// only holders of their identities can decrypt the backup. May run while the service is running.
pub fn create(source: &Source<'_>, path: &Path, recipients: &[String]) -> Result<Manifest, Error> {
    let recipients = seal::recipients(recipients)?;
    if path.try_exists().map_err(at(path))? {
        return Err(Error::Another(path.to_path_buf()));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let waiting = waiting_touches(source.data_dir, folder)?;
    let mut dump = tempfile::tempfile_in(folder).map_err(at(folder))?;
    postgres::dump(source.database, dump.try_clone().map_err(at(folder))?)?;
    dump.rewind().map_err(at(folder))?;

    // The file is created with mode 0600.
    let unfinished = NamedTempFile::new_in(folder).map_err(at(folder))?;
    let output = Output::open(unfinished.as_file().try_clone().map_err(at(path))?, &recipients)?;
    let mut packing = Packing::new(output);
    packing.file(DUMP.to_owned(), &dump).map_err(at(path))?;
    packing.folder(TOUCHES, waiting.path(), &|_| true)?;
    if source.files == Files::Included {
        let files = source.data_dir.join(ASSETS);
        packing.folder(ASSETS, &files, &|file| !file.starts_with(files.join(UNFINISHED)))?;
    }
    let manifest = |entries| Manifest::new(source.program, source.now, source.files, entries);
    let (output, manifest) = packing.finish(manifest).map_err(at(path))?;
    output.finish().map_err(at(path))?;
    unfinished.persist_noclobber(path).map_err(|error| at(path)(error.error))?;
    std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(at(folder))?;
    Ok(manifest)
}

/// Folder of unfinished uploads, which are no files yet.
const UNFINISHED: &str = "unfinished";

/// Copies the waiting touches, because the service deletes each file after storing it. Leaves out open segments, which
/// are at most half a second old.
fn waiting_touches(data_dir: &Path, beside: &Path) -> Result<tempfile::TempDir, Error> {
    let copy = tempfile::Builder::new().prefix(".touches").tempdir_in(beside).map_err(at(beside))?;
    copy_folder(&data_dir.join(TOUCHES), copy.path())?;
    Ok(copy)
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), Error> {
    let listed = match std::fs::read_dir(from) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        listed => listed.map_err(at(from))?,
    };
    for entry in listed {
        let entry = entry.map_err(at(from))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type().map_err(at(&source))?.is_dir() {
            std::fs::create_dir_all(&target).map_err(at(&target))?;
            copy_folder(&source, &target)?;
        } else if source.extension() != Some(OsStr::new("open")) {
            match std::fs::copy(&source, &target) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                copied => {
                    copied.map_err(at(&source))?;
                }
            }
        }
    }
    Ok(())
}
