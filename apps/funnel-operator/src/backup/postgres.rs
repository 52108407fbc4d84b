//! Dump and restore with the programs of PostgreSQL.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use percent_encoding::percent_decode_str;
use url::Url;

use super::Error;

/// Excludes dashboard sessions from backups: a restore would revive sessions that have ended since.
const LEFT_OUT: &str = "--exclude-table-data=public.sessions";

/// Dumps the database at this address into a file.
pub(crate) fn dump(address: &str, into: File) -> Result<(), Error> {
    let mut command = program("pg_dump");
    command.args(["--format=custom", "--no-password", LEFT_OUT]).stdout(into);
    run("pg_dump", reach(&mut command, address)?)
}

/// Restores a dump into the database at this address, completely or not at all.
pub(crate) fn restore(address: &str, from: File) -> Result<(), Error> {
    let mut command = program("pg_restore");
    command.args([
        "--single-transaction",
        "--exit-on-error",
        "--no-owner",
        "--no-privileges",
        "--no-password",
    ]);
    command.stdin(from).stdout(Stdio::null());
    run("pg_restore", reach(&mut command, address)?)
}

fn program(name: &str) -> Command {
    Command::new(std::env::var_os("PG_BIN").map_or(PathBuf::new(), PathBuf::from).join(name))
}

/// Passes the address to a program. The password goes into the environment, because everybody on the machine can read
/// the arguments.
fn reach<'a>(command: &'a mut Command, address: &str) -> Result<&'a mut Command, Error> {
    let (address, password) = apart(address)?;
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    Ok(command.arg("--dbname").arg(address))
}

/// Splits an address into the address without a password, and the password.
fn apart(address: &str) -> Result<(String, Option<String>), Error> {
    let mut url = Url::parse(address).map_err(Error::Address)?;
    let Some(password) = url.password().map(ToOwned::to_owned) else { return Ok((address.to_owned(), None)) };
    // An address with a password also allows none.
    let _ = url.set_password(None);
    let plain = percent_decode_str(&password).decode_utf8_lossy().into_owned();
    Ok((url.into(), Some(plain)))
}

fn run(name: &'static str, command: &mut Command) -> Result<(), Error> {
    let command = command.stderr(Stdio::piped());
    let ended = command.spawn().and_then(std::process::Child::wait_with_output);
    let output = ended.map_err(|cause| Error::NoProgram { program: name, cause })?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Program { program: name, stderr: String::from_utf8_lossy(&output.stderr).trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_is_taken_out_of_the_address() {
        for (address, plain, password) in [
            (
                "postgres://u:p%40+ss%26w@db.internal:5432/f?sslmode=require",
                "postgres://u@db.internal:5432/f?sslmode=require",
                Some("p@+ss&w"),
            ),
            ("postgres://u@%2Frun%2Fpostgresql/f", "postgres://u@%2Frun%2Fpostgresql/f", None),
            (
                "postgres://u:p@%2Frun%2Fpostgresql:5433/f",
                "postgres://u@%2Frun%2Fpostgresql:5433/f",
                Some("p"),
            ),
        ] {
            assert_eq!(apart(address).unwrap(), (plain.to_owned(), password.map(str::to_owned)), "{address}");
        }
        assert!(apart("no address").is_err());
    }
}
