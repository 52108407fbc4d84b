use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const SOURCE: &str = include_str!("machine.c");
const PAGE_BYTES: usize = 4096;
const CLOCK_AT: u64 = 0;
const FULL_AT: u64 = 8;
const FOLDER_AT: u64 = 16;

/// A clock that can be set and a disk that can be full, for processes with [`Self::environment`].
/// Needs no privileges and no other package: every Rust installation links with a C compiler.
pub(crate) struct Machine {
    folder: TempDir,
    page: File,
}

impl Machine {
    pub(crate) fn start() -> Self {
        let folder = TempDir::new().unwrap();
        // The database's user must read both files.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let source = folder.path().join("machine.c");
        fs::write(&source, SOURCE).unwrap();
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-shared", "-fPIC", "-o"]).arg(library(&folder)).arg(source).arg("-ldl");
        assert!(compiler.status().unwrap().success(), "cc");
        let path = page(&folder);
        fs::write(&path, [0; PAGE_BYTES]).unwrap();
        let page = File::options().write(true).open(path).unwrap();
        Self { folder, page }
    }

    /// Returns the environment of a process that runs on this machine.
    pub(crate) fn environment(&self) -> [(&'static str, String); 2] {
        [("LD_PRELOAD", text(library(&self.folder))), ("DRILL_PAGE", text(page(&self.folder)))]
    }

    /// Sets the clock off by this many seconds.
    pub(crate) fn set_clock(&self, seconds: i64) {
        self.page.write_all_at(&seconds.to_ne_bytes(), CLOCK_AT).unwrap();
    }

    /// Prevents all files below `folder` from growing.
    pub(crate) fn fill_disk(&self, folder: &Path) {
        let folder = fs::canonicalize(folder).unwrap();
        let bytes = [folder.as_os_str().as_bytes(), b"/\0"].concat();
        self.page.write_all_at(&bytes, FOLDER_AT).unwrap();
        self.page.write_all_at(&1_i64.to_ne_bytes(), FULL_AT).unwrap();
    }

    /// Lets files grow again.
    pub(crate) fn free_disk(&self) {
        self.page.write_all_at(&0_i64.to_ne_bytes(), FULL_AT).unwrap();
    }
}

fn library(folder: &TempDir) -> PathBuf {
    folder.path().join("machine.so")
}

fn page(folder: &TempDir) -> PathBuf {
    folder.path().join("page")
}

fn text(path: PathBuf) -> String {
    path.into_os_string().into_string().unwrap()
}
