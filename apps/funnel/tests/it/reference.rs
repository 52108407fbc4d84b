//! Compares the pages of docs/reference with the program. `FUNNEL_WRITE_REFERENCE=1` writes the
//! generated ones.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, Command};
use funnel::config::VARIABLES;
use serde_json::Value;
use webhooks::EventType;

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(page(name)).unwrap_or_default()
}

/// Returns the cells of all table rows whose first cell is code.
fn rows(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |"));
    rows.filter_map(|row| {
        let (name, rest) = row.split_once("` | ")?;
        Some((name, rest.split(" | ").collect()))
    })
}

#[test]
fn every_variable_is_described_with_its_default_and_nothing_else_is() {
    let text = read("configuration.md");
    let described: Vec<(&str, &str)> = rows(&text).map(|(name, cells)| (name, cells[0])).collect();
    let names: Vec<&str> = described.iter().map(|(name, _)| *name).collect();
    let known: Vec<&str> = VARIABLES.iter().map(|variable| variable.name).collect();
    assert_eq!(names, known, "docs/reference/configuration.md has one row a variable, in their order");
    for (variable, (_, default)) in VARIABLES.iter().zip(described) {
        // Without a default value, prose describes the default.
        let expected = if variable.default.is_empty() { None } else { Some(variable.default) };
        let literal = default.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        let names_another = literal.is_some_and(|word| known.contains(&word));
        assert!(literal == expected || names_another, "{}: {default}", variable.name);
    }
}

#[test]
fn every_type_of_webhook_is_described_and_nothing_else_is() {
    let text = read("events.md");
    let (_, reported) = text.split_once("\n## Webhooks\n").unwrap();
    let reported = reported.split("\n## ").next().unwrap();
    let described: BTreeSet<&str> = rows(reported).map(|(name, _)| name).collect();
    let known: BTreeSet<&str> = EventType::WORDS.iter().copied().chain(["webhook.test"]).collect();
    assert_eq!(described, known);
}

/// Compares a page with its generated text, or writes it.
fn compare(name: &str, made: &str) {
    if std::env::var_os("FUNNEL_WRITE_REFERENCE").is_some() {
        fs::write(page(name), made).unwrap();
    }
    assert!(read(name) == made, "docs/reference/{name} is out of date: run with FUNNEL_WRITE_REFERENCE=1");
}

#[test]
fn the_commands_of_the_reference_are_those_of_the_program() {
    let mut whole = funnel::cli::own();
    whole.build();
    let mut text = "# Commands\n\n\
        For operators: the commands of the program, from which a test generates this page. `funnel api` has one command for each \
        [operation](api.md). Where a command takes *settings*, each [variable](configuration.md) is a flag too.\n"
        .to_owned();
    describe(&whole, &mut text);
    compare("cli.md", &text);
}

/// Describes all runnable subcommands in order.
fn describe(command: &Command, text: &mut String) {
    let reported = |below: &&Command| !below.is_hide_set() && below.get_name() != "help";
    for below in command.get_subcommands().filter(reported) {
        if below.has_subcommands() {
            describe(below, text);
            continue;
        }
        let name = below.get_bin_name().unwrap_or(below.get_name());
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        let about = about.trim_end_matches('.');
        let _ = write!(text, "\n## `{name}`\n\n{about}.");
        let (settings, own): (Vec<&Arg>, Vec<&Arg>) =
            below.get_arguments().filter(|arg| !arg.is_hide_set()).partition(|arg| is_setting(arg));
        let own: Vec<&Arg> = own.into_iter().filter(|arg| arg.get_id() != "help").collect();
        text.push_str(if settings.is_empty() { "\n" } else { " Takes settings.\n" });
        if !own.is_empty() {
            text.push_str("\n| argument | meaning |\n|---|---|\n");
        }
        for arg in own {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let default: Vec<_> = arg.get_default_values().iter().map(|one| one.to_string_lossy()).collect();
            let default = if default.is_empty() || !arg.get_action().takes_values() {
                String::new()
            } else {
                format!("; default `{}`", default.join(","))
            };
            let help = help.trim_end_matches('.').replace('|', "\\|");
            let _ = writeln!(text, "| `{}` | {help}{default} |", shown(arg));
        }
    }
}

fn is_setting(arg: &Arg) -> bool {
    let heading = arg.get_help_heading().unwrap_or_default();
    heading.starts_with("Settings") || arg.get_id() == "config"
}

/// Formats an argument as typed.
fn shown(arg: &Arg) -> String {
    let values: Vec<String> =
        arg.get_value_names().unwrap_or_default().iter().map(|name| format!("<{name}>")).collect();
    let value = if arg.get_action().takes_values() { values.join(" ") } else { String::new() };
    match arg.get_long() {
        Some(long) if value.is_empty() => format!("--{long}"),
        Some(long) => format!("--{long} {value}"),
        None => value,
    }
}

#[test]
fn the_operations_of_the_reference_are_those_of_the_document() {
    let document = serde_json::to_value(admin_api::openapi::document()).unwrap();
    let mut text = "# Operations\n\n\
        For integrators: the operations of the API. A test generates this page from [openapi.json](../openapi.json), which has fields, examples and \
        codes. [Using the API](../api.md) says what all operations share. The name is that of the command (`funnel api domains list`), of the SDKs \
        (`funnel.domains.list()`) and of the tool of an assistant. Paths are below `/api/admin`.\n"
        .to_owned();
    for tag in document["tags"].as_array().unwrap() {
        let (name, about) = (tag["name"].as_str().unwrap(), tag["description"].as_str().unwrap());
        let _ = write!(text, "\n## {name}\n\n{about}\n\n| operation | name | needs |\n|---|---|---|\n");
        for (path, item) in document["paths"].as_object().unwrap() {
            let operations = item.as_object().unwrap().iter();
            for (method, operation) in operations.filter(|(_, one)| one["tags"][0] == name) {
                let _ = writeln!(text, "{}", row(name, path, method, operation));
            }
        }
    }
    compare("api.md", &text);
}

fn row(tag: &str, path: &str, method: &str, operation: &Value) -> String {
    let id = operation["operationId"].as_str().unwrap();
    let verb = id.strip_prefix(&tag.replace(' ', "_")).unwrap_or(id).trim_start_matches('_');
    let name = format!("{} {}", tag.replace(' ', "-"), verb.replace('_', "-"));
    let permission = &operation["x-permission"];
    let needs = match permission["scope"].as_str() {
        Some(scope) => {
            let (tab, function) = (permission["tab"].as_str(), permission["function"].as_str());
            format!("{scope}, `{}.{}`", tab.unwrap_or_default(), function.unwrap_or_default())
        }
        None => "a key".to_owned(),
    };
    let path = path.strip_prefix("/api/admin").unwrap_or(path);
    let summary = operation["summary"].as_str().unwrap().replace('|', "\\|");
    format!("| {summary}: `{} {path}` | `{name}` | {needs} |", method.to_uppercase())
}
