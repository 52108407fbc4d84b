use std::{fmt, io};

use funnel_sdk::{Error, Kind};
use serde_json::{Map, Value, json};

/// Reason why a command failed or only printed help.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments, a file or the profile is invalid.
    Usage(String),
    /// The arguments are invalid, or help was requested.
    Clap(clap::Error),
    /// The service rejected the call.
    Call(Error),
    /// The service is unreachable at this address.
    Unreachable(String, Error),
    /// The output can't be written.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn usage(words: impl Into<String>) -> Self {
        Self::Usage(words.into())
    }

    /// Wraps the error of a call to the service at this address.
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

    /// Returns whether the reader of the output is gone, as with `head`.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Formats the failure for programs as `{"error": {...}}`. Only `kind` and `message` are always
    /// present.
    pub(crate) fn json(&self) -> Value {
        let mut error = Map::new();
        error.insert("kind".to_owned(), self.kind().into());
        error.insert("message".to_owned(), self.message().into());
        if let Self::Call(of_call) | Self::Unreachable(_, of_call) = self {
            let faults = of_call.faults().iter().map(|it| json!({ "path": it.path, "message": it.message }));
            let faults: Vec<_> = faults.collect();
            for (name, value) in [
                ("status", of_call.status().map(Value::from)),
                ("code", of_call.code().map(Value::from)),
                ("faults", Some(Value::from(faults)).filter(|_| !of_call.faults().is_empty())),
                ("retry_after_seconds", of_call.retry_after().map(|wait| wait.as_secs().into())),
                ("request_id", of_call.request_id().map(Value::from)),
            ] {
                error.extend(value.map(|value| (name.to_owned(), value)));
            }
        }
        json!({ "error": error })
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Usage(_) | Self::Clap(_) => "usage",
            Self::Output(_) => "output",
            Self::Unreachable(..) => "unreachable",
            Self::Call(error) => match error.kind() {
                Kind::Configuration => "configuration",
                Kind::Unreachable | Kind::Timeout => "unreachable",
                Kind::Unreadable => "unreadable",
                _ => "refused",
            },
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Call(error) | Self::Unreachable(_, error) => error.message().to_owned(),
            other => {
                let text = other.to_string();
                text.trim().trim_start_matches("error: ").to_owned()
            }
        }
    }

    /// Returns whether this is requested help.
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

/// Returns the root cause, such as a refused connection.
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
