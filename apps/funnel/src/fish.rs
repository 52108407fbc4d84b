//! Completions for fish. clap_complete covers two levels of commands, but this program has three.

use std::fmt::Write as _;

use clap::{Arg, Command};

/// Script function that tests whether the words before the cursor name a command. The function
/// skips values of flags and arguments.
const AT: &str = r#"function __fish_funnel_at
    set -l at
    for word in (commandline -opc)[2..]
        set -l deeper (string trim -- "$at $word")
        contains -- $deeper $__fish_funnel_commands; and set at $deeper
    end
    test "$at" = "$argv"
end
"#;

/// Builds the script for `command` and all its subcommands.
pub fn completions(mut command: Command) -> String {
    command.build();
    let (mut known, mut lines) = (String::new(), String::new());
    add(&command, "", &mut known, &mut lines);
    format!("set -g __fish_funnel_commands{known}\n\n{AT}\n{lines}")
}

/// Adds the command at `path` and its subcommands.
fn add(command: &Command, path: &str, known: &mut String, lines: &mut String) {
    let here = format!("complete -c funnel -n '__fish_funnel_at {path}'");
    let arguments = command.get_arguments().filter(|argument| !argument.is_hide_set());
    for argument in arguments.filter_map(argument_of) {
        let _ = writeln!(lines, "{here}{argument}");
    }
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        let about = below.get_about().map(ToString::to_string);
        let _ = writeln!(lines, "{here} -f -a {}{}", below.get_name(), described(about));
        let path = format!("{path} {}", below.get_name());
        let _ = write!(known, " '{}'", path.trim_start());
        add(below, path.trim_start(), known, lines);
    }
}

/// Returns the part of a line that completes `argument`, or `None` for a free-form positional
/// argument.
fn argument_of(argument: &Arg) -> Option<String> {
    let mut text = String::new();
    if let Some(short) = argument.get_short() {
        let _ = write!(text, " -s {short}");
    }
    if let Some(long) = argument.get_long() {
        let _ = write!(text, " -l {long}");
    }
    let values: Vec<String> =
        argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let takes_value = argument.get_action().takes_values();
    match (takes_value && !values.is_empty(), argument.is_positional()) {
        // The value is optional: `--active` means `--active=true`.
        (true, false) if argument.get_num_args().is_some_and(|count| count.min_values() == 0) => {}
        (true, false) => {
            let _ = write!(text, " -x -a '{}'", values.join(" "));
        }
        (true, true) => {
            let _ = write!(text, " -f -a '{}'", values.join(" "));
        }
        (false, false) if takes_value => text.push_str(" -r"),
        (false, false) => {}
        (false, true) => return None,
    }
    Some(text + &described(argument.get_help().map(ToString::to_string)))
}

/// Formats the first line of a help text as a description.
fn described(help: Option<String>) -> String {
    let first = help.unwrap_or_default().lines().next().unwrap_or_default().to_owned();
    let quoted = first.replace('\\', "\\\\").replace('\'', "\\'");
    if quoted.is_empty() { quoted } else { format!(" -d '{quoted}'") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    #[test]
    fn every_command_is_known_with_its_flags() {
        let script = completions(cli::whole());
        for expected in [
            "complete -c funnel -n '__fish_funnel_at ' -f -a serve -d '",
            "complete -c funnel -n '__fish_funnel_at api' -f -a domains -d '",
            "complete -c funnel -n '__fish_funnel_at api domains' -f -a list -d '",
            "complete -c funnel -n '__fish_funnel_at api domains list' -l limit -r -d '",
            "complete -c funnel -n '__fish_funnel_at api domains list' -l json -d '",
            "complete -c funnel -n '__fish_funnel_at owner create' -l plan -r -d '",
            "complete -c funnel -n '__fish_funnel_at completions' -f -a 'bash ",
            " 'api domains list'",
        ] {
            assert!(script.contains(expected), "{expected}");
        }
        assert!(!script.contains("-f -a man "), "what is hidden is not completed");
    }

    #[test]
    fn a_quote_does_not_end_a_description() {
        assert_eq!(described(Some("It's a \\ .\nMore.".into())), r" -d 'It\'s a \\ .'");
        assert_eq!(described(None), "");
    }
}
