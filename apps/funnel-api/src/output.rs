//! Output of responses, for people and for programs.

use std::fs;
use std::io::{Read, Write};

use clap::ArgMatches;
use serde_json::Value;

use crate::Console;
use crate::answer::Answer;
use crate::document::Operation;
use crate::failure::Failure;
use crate::table::table;

pub(crate) fn write<In: Read, Out: Write, Err: Write>(
    answer: &Answer,
    operation: &Operation,
    matches: &ArgMatches,
    console: &mut Console<'_, In, Out, Err>,
) -> Result<(), Failure> {
    if let Some(path) = matches.get_one::<String>("output") {
        return fs::write(path, &answer.body)
            .map_err(|error| Failure::usage(format!("{path} can't be written: {error}")));
    }
    let value = serde_json::from_slice(&answer.body).ok();
    let Some(value) = value.filter(|_| !matches.get_flag("json")) else {
        console.output.write_all(&answer.body)?;
        // Files stay unchanged; JSON gets a line break.
        let is_line = matches!(answer.body.first(), Some(b'{' | b'['));
        if is_line {
            writeln!(console.output)?;
        }
        return Ok(console.output.flush()?);
    };
    writeln!(console.output, "{}", table(&value, console.width))?;
    if let Some(etag) = answer.etag.as_deref().filter(|_| console.watched) {
        writeln!(console.errors, "ETag {etag}")?;
    }
    if operation.list.is_some() && value.get("next_cursor").is_some_and(Value::is_string) {
        writeln!(console.errors, "There are more: --all reads them.")?;
    }
    Ok(console.output.flush()?)
}
