#![doc = include_str!("../README.md")]

mod answer;
mod arguments;
mod call;
mod document;
mod failure;
mod output;
mod profile;
mod progress;
mod table;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::channel;

use self::document::Document;
use self::failure::Failure;
pub use self::profile::Environment;

/// Environment and streams of one run.
#[derive(Debug)]
pub struct Console<'a, In, Out, Err> {
    pub environment: &'a Environment,
    /// Input for bodies, files and keys.
    pub input: In,
    /// Output for responses.
    pub output: Out,
    /// Output for everything else.
    pub errors: Err,
    /// Whether a person watches the error stream and wants to see progress.
    pub watched: bool,
    /// Terminal width in characters, if the output is a terminal.
    pub width: Option<usize>,
}

/// Returns the commands of `funnel api`, for completions.
pub fn command() -> clap::Command {
    Document::read().map_or_else(|_| arguments::empty(), |document| arguments::command(&document))
}

/// Runs `funnel api` with these arguments in this process.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let console = Console {
        environment: &Environment::of_process(),
        input: io::stdin().lock(),
        output: io::stdout().lock(),
        errors: io::stderr().lock(),
        watched: io::stderr().is_terminal(),
        width: terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into()),
    };
    match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => ExitCode::from(runtime.block_on(execute(words, console))),
        Err(_) => ExitCode::FAILURE,
    }
}

/// Runs `funnel api` with these arguments; returns the exit status.
pub async fn execute<In: Read, Out: Write, Err: Write>(
    words: impl IntoIterator<Item = OsString>,
    mut console: Console<'_, In, Out, Err>,
) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    let as_json = words.iter().take_while(|word| *word != "--").any(|word| word == "--json");
    match attempt(words, &mut console).await {
        Ok(()) => 0,
        Err(failure) if failure.is_closed_pipe() => 0,
        Err(failure) if as_json && !failure.is_help() => {
            // A write error can't be reported anywhere.
            let _ = writeln!(console.errors, "{}", failure.json());
            failure.status()
        }
        Err(failure) => {
            let channel: &mut dyn Write =
                if failure.is_help() { &mut console.output } else { &mut console.errors };
            // A write error can't be reported anywhere.
            let _ = writeln!(channel, "{}", failure.to_string().trim_end());
            failure.status()
        }
    }
}

async fn attempt<In: Read, Out: Write, Err: Write>(
    words: impl IntoIterator<Item = OsString>,
    console: &mut Console<'_, In, Out, Err>,
) -> Result<(), Failure> {
    let document = Document::read()?;
    let words = std::iter::once(OsString::from("funnel api")).chain(words);
    let matches = arguments::command(&document).try_get_matches_from(words)?;
    let address = matches.get_one::<String>("address").map(String::as_str);
    match matches.subcommand() {
        Some(("login", _)) => profile::login(console, address).await,
        Some((noun, matches)) => {
            let (verb, matches) = matches.subcommand().ok_or_else(|| Failure::usage("a verb is missing"))?;
            let operation =
                document.find(noun, verb).ok_or_else(|| Failure::usage("there is no such verb"))?;
            let (sender, receiver) = channel();
            let client = console.environment.client(address, move |deprecation| {
                // The receiver lives as long as calls are made.
                let _ = sender.send(deprecation.to_string());
            })?;
            let done = call::run(&client, operation, matches, console).await;
            for deprecation in receiver.try_iter() {
                writeln!(console.errors, "warning: {deprecation}")?;
            }
            done
        }
        None => Err(Failure::usage("a noun is missing")),
    }
}
