use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, Read, Seek as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, chown};
use std::path::Path;

use tempfile::NamedTempFile;

use super::archive::{place, unpack};
use super::manifest::Manifest;
use super::{Error, at, postgres, seal};

/// Target of a restore.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// Address of an empty database, without a pooler.
    pub database: &'a str,
    /// Data folder; files get its owner.
    pub data_dir: &'a Path,
}

/// Reads a backup to its end, and verifies all checksums. `identity` is a file of age identities.
pub fn verify(path: &Path, identity: Option<&Path>) -> Result<Manifest, Error> {
    unpack(seal::open(path, identity)?, &mut |name, _| place(name, Path::new("")).map(|_| ()))
}

/// Verifies a backup, and then restores its files and its database. No process of the service may run meanwhile.
pub fn restore(path: &Path, identity: Option<&Path>, target: &Target<'_>) -> Result<Manifest, Error> {
    verify(path, identity)?;
    let mut private = DirBuilder::new();
    private.recursive(true).mode(0o700).create(target.data_dir).map_err(at(target.data_dir))?;
    let owner = fs::metadata(target.data_dir).map_err(at(target.data_dir))?;
    let mut dump = tempfile::tempfile_in(target.data_dir).map_err(at(target.data_dir))?;
    let manifest =
        unpack(seal::open(path, identity)?, &mut |name, content| match place(name, target.data_dir)? {
            None => io::copy(content, &mut dump).map(|_| ()).map_err(at(target.data_dir)),
            Some(file) => put(&file, content, target.data_dir, &owner),
        })?;
    dump.rewind().map_err(at(target.data_dir))?;
    // Last, and in one transaction, so that a failed restore can be repeated.
    postgres::restore(target.database, dump)?;
    Ok(manifest)
}

/// Writes a file completely or not at all.
fn put(path: &Path, content: &mut dyn Read, data_dir: &Path, owner: &Metadata) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(data_dir);
    make_folders(folder, data_dir, owner)?;
    let mut written = NamedTempFile::new_in(folder).map_err(at(folder))?;
    io::copy(content, &mut written).map_err(at(path))?;
    if path.try_exists().map_err(at(path))? {
        return if is_same(&mut written.reopen().map_err(at(path))?, path)? {
            Ok(())
        } else {
            Err(Error::Another(path.to_path_buf()))
        };
    }
    written.as_file().sync_all().map_err(at(path))?;
    give(written.path(), owner)?;
    written.persist_noclobber(path).map_err(|error| at(path)(error.error))?;
    Ok(())
}

fn make_folders(folder: &Path, data_dir: &Path, owner: &Metadata) -> Result<(), Error> {
    if folder == data_dir || folder.try_exists().map_err(at(folder))? {
        return Ok(());
    }
    make_folders(folder.parent().unwrap_or(data_dir), data_dir, owner)?;
    DirBuilder::new().mode(0o700).create(folder).map_err(at(folder))?;
    give(folder, owner)
}

/// Gives a path to the owner of the data folder, because root may run the restore.
fn give(path: &Path, owner: &Metadata) -> Result<(), Error> {
    let now = fs::metadata(path).map_err(at(path))?;
    if (now.uid(), now.gid()) == (owner.uid(), owner.gid()) {
        return Ok(());
    }
    chown(path, Some(owner.uid()), Some(owner.gid())).map_err(at(path))
}

fn is_same(one: &mut File, path: &Path) -> Result<bool, Error> {
    let mut other = File::open(path).map_err(at(path))?;
    let (mut here, mut there) = (Vec::new(), Vec::new());
    one.read_to_end(&mut here).map_err(at(path))?;
    other.read_to_end(&mut there).map_err(at(path))?;
    Ok(here == there)
}
