use std::{fmt, io};

use funnel_sdk::{Error, Kind};

/// Why a command ended without doing what it was asked to do.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The words, a file or the profile is wrong.
    Usage(String),
    /// Help was asked for, or the words are wrong.
    Clap(clap::Error),
    /// The service refused.
    Call(Error),
    /// The service can't be reached at this address.
    Unreachable(String, Error),
    /// The answer can't be written.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn usage(words: impl Into<String>) -> Self {
        Self::Usage(words.into())
    }

    /// Of a call to the service at this address.
    pub(crate) fn call(address: &str, error: Error) -> Self {
        match error.kind() {
            Kind::Unreachable | Kind::Timeout => Self::Unreachable(address.to_string(), error),
            _ => Self::Call(error),
        }
    }

    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Clap(error) => u8::try_from(error.exit_code()).unwrap_or(2),
            Self::Usage(_) => 2,
            Self::Unreachable(..) => 3,
            Self::Call(error) if error.kind() == Kind::Configuration => 2,
            Self::Call(_) => 1,
            Self::Output(_) => 1,
        }
    }

    /// Whether it is what was asked for: help is.
    pub(crate) fn is_help(&self) -> bool {
        matches!(self, Self::Clap(error) if error.exit_code() == 0)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(words) => write!(formatter, "error: {words}"),
            Self::Clap(error) => error.fmt(formatter),
            Self::Output(error) => write!(formatter, "error: the answer can't be written: {error}"),
            Self::Unreachable(address, error) => {
                write!(formatter, "error: {} ({address})", error.message())?;
                match cause(error) {
                    Some(cause) => write!(formatter, "\n  {cause}"),
                    None => Ok(()),
                }
            }
            Self::Call(error) => {
                write!(formatter, "error: {}", error.message())?;
                if let Some(code) = error.code() {
                    write!(formatter, " ({code})")?;
                }
                for fault in error.faults() {
                    write!(formatter, "\n  {}: {}", fault.path, fault.message)?;
                }
                if let Some(wait) = error.retry_after() {
                    write!(formatter, "\n  try again in {} s", wait.as_secs())?;
                }
                match error.request_id() {
                    Some(id) => write!(formatter, "\n  request {id}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Clap(error)
    }
}

/// The first of the causes, such as a refused connection.
fn cause(error: &Error) -> Option<String> {
    let causes = std::iter::successors(std::error::Error::source(error), |error| error.source());
    causes.last().map(ToString::to_string)
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Call(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
