//! Helpers for the tests of commands.

use std::io;
use std::sync::{Mutex, PoisonError};

use clap::Subcommand;
use kernel::StoreError;
use tokio::io::AsyncBufRead;

use crate::console::Console;

/// A console that records its output.
#[derive(Default)]
pub(crate) struct TestConsole {
    input: String,
    printed: Mutex<Vec<String>>,
    warned: Mutex<Vec<String>>,
}

impl TestConsole {
    pub(crate) fn with_input(input: &str) -> Self {
        Self { input: input.to_owned(), ..Self::default() }
    }

    /// Returns the output since the last call, or the command's error with its causes.
    pub(crate) fn outcome(&self, done: anyhow::Result<()>) -> Result<String, String> {
        let printed = take(&self.printed).join("\n");
        done.map(|()| printed).map_err(|error| format!("{error:#}"))
    }

    /// Returns the warnings since the last call.
    pub(crate) fn warnings(&self) -> Vec<String> {
        take(&self.warned)
    }

    /// Returns the output of a failed command.
    pub(crate) fn printed(&self) -> String {
        take(&self.printed).join("\n")
    }
}

fn take(lines: &Mutex<Vec<String>>) -> Vec<String> {
    std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Console for TestConsole {
    fn print(&self, line: &str) {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_owned());
    }

    fn warn(&self, line: &str) {
        self.warned.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_owned());
    }

    fn read_all(&self) -> io::Result<String> {
        Ok(self.input.clone())
    }

    fn input(&self) -> Box<dyn AsyncBufRead + Unpin + Send> {
        Box::new(io::Cursor::new(self.input.clone().into_bytes()))
    }
}

/// Parses a command as the program does.
pub(crate) fn typed<C: Subcommand>(words: &str) -> C {
    let words = std::iter::once("funnel").chain(words.split_whitespace());
    let matches = C::augment_subcommands(clap::Command::new("funnel")).get_matches_from(words);
    C::from_arg_matches(&matches).unwrap()
}

/// The error of an unreachable store.
pub(crate) fn unavailable() -> StoreError {
    StoreError::Unavailable("connection refused".into())
}

/// Message for [`unavailable`].
pub(crate) const UNAVAILABLE: &str = "the store is unavailable: connection refused";
