//! Input and output of commands.

use std::io::{self, Read as _, Write};

use tokio::io::{AsyncBufRead, BufReader};

/// Input and output of a command.
pub trait Console: Send + Sync {
    /// Writes a line of output.
    fn print(&self, line: &str);

    /// Writes a warning, which is not part of the output.
    fn warn(&self, line: &str);

    /// Reads the whole input.
    fn read_all(&self) -> io::Result<String>;

    /// Returns the input as a stream.
    fn input(&self) -> Box<dyn AsyncBufRead + Unpin + Send>;
}

/// The standard streams of the process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terminal;

impl Console for Terminal {
    fn print(&self, line: &str) {
        if let Err(error) = print(&format!("{line}\n")) {
            self.warn(&format!("the answer can't be written: {error}"));
        }
    }

    fn warn(&self, line: &str) {
        // A write error can't be reported anywhere.
        let _ = writeln!(io::stderr(), "{line}");
    }

    fn read_all(&self) -> io::Result<String> {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        Ok(text)
    }

    fn input(&self) -> Box<dyn AsyncBufRead + Unpin + Send> {
        Box::new(BufReader::new(tokio::io::stdin()))
    }
}

/// Writes to standard output. A closed pipe, as with `head`, is no failure: the rest is dropped.
pub fn print(text: &str) -> io::Result<()> {
    unless_gone(write(&mut io::stdout().lock(), text))
}

fn write(output: &mut impl Write, text: &str) -> io::Result<()> {
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Ignores the error of a closed pipe.
pub fn unless_gone(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// Reads a secret from the text itself, a file (`@path`), or standard input (`-`).
pub fn secret_text(console: &dyn Console, given: &str) -> io::Result<String> {
    if given == "-" {
        return Ok(console.read_all()?.trim().to_owned());
    }
    match given.strip_prefix('@') {
        Some(path) => Ok(std::fs::read_to_string(path)?.trim().to_owned()),
        None => Ok(given.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestConsole;

    #[test]
    fn only_a_reader_that_has_gone_is_no_failure() {
        assert!(unless_gone(Err(io::ErrorKind::BrokenPipe.into())).is_ok());
        assert!(unless_gone(Err(io::ErrorKind::StorageFull.into())).is_err());
    }

    #[test]
    fn a_secret_is_given_or_comes_from_a_file_or_from_the_input() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "in a file\n").unwrap();
        let path = format!("@{}", file.path().display());
        let console = TestConsole::with_input("typed in\n");
        for (given, expected) in [("as given", "as given"), (&path, "in a file"), ("-", "typed in")] {
            assert_eq!(secret_text(&console, given).unwrap(), expected);
        }
        assert!(secret_text(&console, "@/no/such/file").is_err());
    }
}
