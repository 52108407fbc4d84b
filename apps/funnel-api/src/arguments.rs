//! Commands for the operations of the OpenAPI document, and the values of their flags.

use clap::builder::{PossibleValuesParser, StringValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Map, Value};

use crate::document::{Body, Document, Field, Operation, Type};

/// Returns `funnel api` without its operations.
pub(crate) fn empty() -> Command {
    let json = Arg::new("json").long("json").global(true).action(ArgAction::SetTrue);
    let address = Arg::new("address").long("address").global(true).value_name("URL");
    Command::new("api")
        .bin_name("funnel api")
        .about("Calls the administration API")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .arg(json.help("Prints JSON"))
        .arg(address.help("Address of the service, instead of FUNNEL_API_URL and the profile"))
}

pub(crate) fn command(document: &Document) -> Command {
    let login = Command::new("login")
        .about("Writes a profile with the address and the key, which is read from standard input");
    let nouns = document.nouns.iter().map(|(name, noun)| {
        let about = if noun.about.is_empty() {
            format!("Calls for {}", name.replace('-', " "))
        } else {
            noun.about.clone()
        };
        let command = Command::new(name.clone()).about(about).subcommand_required(true);
        let command = command.arg_required_else_help(true).disable_help_subcommand(true);
        command.subcommands(noun.verbs.iter().map(|(verb, operation)| one(verb, operation)))
    });
    empty().subcommand(login).subcommands(nouns)
}

fn one(verb: &str, operation: &Operation) -> Command {
    let mut command = Command::new(verb.to_string()).about(operation.summary.clone());
    if !operation.description.is_empty() {
        command = command.after_help(operation.description.clone());
    }
    let places = operation.places.iter().map(|field| {
        let arg = Arg::new(id("path", field)).help(field.about.clone()).value_name(shout(&field.name));
        let arg = if field.kind == Type::Whole { arg.value_parser(value_parser!(i64)) } else { arg };
        arg.required(true)
    });
    command = command.args(places);
    let query = operation.query.iter().map(|field| flag("query", field).required(field.required));
    command = command.args(query);
    match &operation.body {
        Body::None => {}
        Body::File => {
            let file = Arg::new("file").long("file").value_name("PATH").required(true);
            command = command.arg(file.help("File to send; - for standard input"));
        }
        Body::Json(fields) => {
            let data = Arg::new("data").long("data").value_name("JSON");
            command = command.arg(data.help(
                "Body of the request: JSON, @file, or - for standard input; flags override its fields",
            ));
            // Fields whose flag would clash with a built-in flag are only settable with --data.
            let free =
                fields.iter().filter(|field| field.kind != Type::Other && !is_taken(operation, &field.name));
            command = command.args(free.map(|field| flag("body", field)));
        }
    }
    command.args(ours(operation))
}

/// Returns the flags that belong to no field.
fn ours(operation: &Operation) -> Vec<Arg> {
    let output = Arg::new("output").long("output").short('o').value_name("PATH");
    let mut flags = vec![output.help("Writes the response to this file")];
    if operation.keyed {
        let key = Arg::new("idempotency-key").long("idempotency-key").value_name("KEY");
        flags.push(key.help("Your own idempotency key: a call with a known key is not repeated"));
    }
    if operation.conditional {
        let etag = Arg::new("if-match").long("if-match").value_name("ETAG");
        flags.push(etag.help("Changes the item only if it still has this ETag"));
    }
    if operation.list.is_some() {
        let all = Arg::new("all").long("all").action(ArgAction::SetTrue).conflicts_with("query:cursor");
        flags.push(all.help("Reads all pages"));
    }
    if operation.dry_run.is_some() {
        let dry_run = Arg::new("dry-run").long("dry-run").action(ArgAction::SetTrue);
        flags.push(dry_run.help("Shows what would change, and changes nothing"));
    }
    flags
}

fn is_taken(operation: &Operation, name: &str) -> bool {
    matches!(name, "address" | "json" | "data" | "output" | "help" | "all" | "file" | "dry_run")
        || operation.query.iter().any(|field| field.name == name)
}

fn flag(place: &str, field: &Field) -> Arg {
    let arg = Arg::new(id(place, field)).long(field.name.replace('_', "-")).help(field.about.clone());
    let arg = arg.value_name(shout(&field.name));
    match &field.kind {
        Type::Text | Type::Other => arg,
        Type::Word(words) => arg.value_parser(PossibleValuesParser::new(words)),
        Type::Whole => arg.value_parser(value_parser!(i64)).allow_negative_numbers(true),
        Type::Number => arg.value_parser(value_parser!(f64)).allow_negative_numbers(true),
        // Without a value the flag is true.
        Type::Flag => {
            let arg = arg.num_args(0..=1).require_equals(true).default_missing_value("true");
            arg.value_parser(value_parser!(bool)).value_name("true|false")
        }
        Type::Texts => {
            let parser: ValueParser = StringValueParser::new().into();
            arg.value_parser(parser).value_delimiter(',').action(ArgAction::Append)
        }
    }
}

fn id(place: &str, field: &Field) -> String {
    format!("{place}:{}", field.name)
}

fn shout(name: &str) -> String {
    name.to_uppercase()
}

/// Returns the value of a path or query parameter as text.
pub(crate) fn text(matches: &ArgMatches, place: &str, field: &Field) -> Option<String> {
    match given(matches, place, field)? {
        Value::String(text) => Some(text),
        other => Some(other.to_string()),
    }
}

/// Sets the fields of a body that flags give.
pub(crate) fn set_fields(matches: &ArgMatches, fields: &[Field], body: &mut Map<String, Value>) {
    for field in fields {
        if let Some(value) = given(matches, "body", field) {
            body.insert(field.name.clone(), value);
        }
    }
}

fn given(matches: &ArgMatches, place: &str, field: &Field) -> Option<Value> {
    let id = id(place, field);
    match field.kind {
        Type::Text | Type::Word(_) => one_of::<String>(matches, &id).map(Value::from),
        Type::Whole => one_of::<i64>(matches, &id).map(Value::from),
        Type::Number => one_of::<f64>(matches, &id).map(Value::from),
        Type::Flag => one_of::<bool>(matches, &id).map(Value::from),
        Type::Texts => {
            let texts = matches.try_get_many::<String>(&id).ok().flatten()?;
            Some(texts.cloned().collect())
        }
        Type::Other => None,
    }
}

/// Returns the value of a flag, or `None` if it is unset or the operation lacks it.
fn one_of<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, id: &str) -> Option<T> {
    matches.try_get_one::<T>(id).ok().flatten().cloned()
}
