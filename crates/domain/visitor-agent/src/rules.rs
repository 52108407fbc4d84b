//! Rules of the data file, found by one automaton over their literals.

use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex_automata::Input;
use regex_automata::meta::Regex;
use regex_automata::util::syntax;

const DATA: &str = include_str!("../data/rules.tsv");
/// Words of a set of candidates.
const WORDS: usize = 64;

/// Kinds of rules. Within a list, the first rule that matches decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum List {
    /// Programs.
    Program,
    /// Programs that fetch previews.
    Preview,
    /// Apps with a web view.
    App,
    /// Device types.
    Type,
    /// Browser families.
    Browser,
    /// Tokens that browsers of one engine share.
    Token,
    /// Families of operating systems.
    System,
    /// Names of devices.
    Device,
}

impl List {
    const ALL: [(&'static str, Self); 8] = [
        ("program", Self::Program),
        ("preview", Self::Preview),
        ("app", Self::App),
        ("type", Self::Type),
        ("browser", Self::Browser),
        ("token", Self::Token),
        ("system", Self::System),
        ("device", Self::Device),
    ];

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, list)| *list)
    }
}

/// Rule of the data file.
#[derive(Debug)]
pub(crate) struct Rule {
    list: List,
    word: &'static str,
    any_case: bool,
    is_literal: bool,
    /// Whether the rule counts only if nothing names a browser or a device.
    pub(crate) is_weak: bool,
    pattern: &'static str,
    not_after: Vec<&'static str>,
    not_before: Vec<&'static str>,
    literals: Vec<&'static str>,
    /// Compiled when the first header contains a literal of the rule.
    regex: OnceLock<Option<Regex>>,
}

impl Rule {
    fn parse(line: &'static str) -> Option<Self> {
        let mut columns = line.split('\t');
        let (list, word) = (List::parse(columns.next()?)?, columns.next()?);
        let (flags, pattern) = (columns.next()?, columns.next()?);
        let mut texts = || -> Vec<&'static str> {
            columns.next().unwrap_or_default().split('|').filter(|text| !text.is_empty()).collect()
        };
        let (not_after, not_before) = (texts(), texts());
        Some(Self {
            list,
            word,
            any_case: flags.contains('i'),
            is_literal: flags.contains('l'),
            is_weak: flags.contains('w'),
            pattern,
            not_after,
            not_before,
            literals: columns.collect(),
            regex: OnceLock::new(),
        })
    }

    /// Whether a literal that occurs at `span` is a match.
    fn is_at(&self, text: &[u8], span: Range<usize>) -> bool {
        let found = text.get(span.clone()).unwrap_or_default();
        (self.any_case || found == self.pattern.as_bytes()) && self.fits(text, span)
    }

    /// Whether the texts around `span` are allowed.
    fn fits(&self, text: &[u8], span: Range<usize>) -> bool {
        let (before, after) =
            (text.get(..span.start).unwrap_or_default(), text.get(span.end..).unwrap_or_default());
        let ends = |end: &&str| {
            let tail = before.len().checked_sub(end.len()).and_then(|from| before.get(from..));
            tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end.as_bytes()))
        };
        let starts = |start: &&str| {
            after.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
        };
        !self.not_after.iter().any(ends) && !self.not_before.iter().any(starts)
    }

    fn regex(&self) -> Option<&Regex> {
        let compile = || {
            let syntax = syntax::Config::new().unicode(false).utf8(false).case_insensitive(self.any_case);
            let config = Regex::config().utf8_empty(false).onepass(false);
            Regex::builder().syntax(syntax).configure(config).build(self.pattern).ok()
        };
        self.regex.get_or_init(compile).as_ref()
    }

    /// Whether a candidate matches.
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        if self.is_literal {
            return true;
        }
        let Some(regex) = self.regex() else { return false };
        if self.not_after.is_empty() && self.not_before.is_empty() {
            return regex.is_match(text);
        }
        regex.find_iter(text).any(|found| self.fits(text, found.range()))
    }

    /// Returns the answer of a rule that matches: its word, or the first group of the match.
    pub(crate) fn answer<'a>(&'a self, text: &'a [u8]) -> &'a [u8] {
        if self.word != "$1" {
            return self.word.as_bytes();
        }
        let Some(regex) = self.regex() else { return &[] };
        let mut captures = regex.create_captures();
        regex.captures(Input::new(text), &mut captures);
        captures.get_group(1).and_then(|group| text.get(group.range())).unwrap_or_default()
    }
}

/// Set of rules that may match a header.
#[derive(Debug, Clone)]
pub(crate) struct Candidates([u64; WORDS]);

impl Candidates {
    fn add(&mut self, rule: usize) {
        if let Some(word) = self.0.get_mut(rule / 64) {
            *word |= 1 << (rule % 64);
        }
    }

    fn within(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate().skip(range.start / 64);
        let words = words.take_while(move |(at, _)| at * 64 < range.end).filter(|(_, word)| **word != 0);
        let rules = words.flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(at * 64 + usize::try_from(bit).unwrap_or_default())
            })
        });
        rules.filter(move |rule| range.contains(rule))
    }
}

/// All rules, and the automaton that finds those that may match.
#[derive(Debug)]
pub(crate) struct Rules {
    rules: Vec<Rule>,
    finder: Option<AhoCorasick>,
    /// Rules of each literal.
    of_literal: Vec<Vec<u16>>,
    /// Rules without a literal.
    always: Candidates,
    ranges: Vec<Range<usize>>,
}

impl Rules {
    /// Returns the rules of the data file.
    pub(crate) fn get() -> &'static Self {
        static RULES: OnceLock<Rules> = OnceLock::new();
        RULES.get_or_init(|| Self::parse(DATA))
    }

    /// Compiles the expressions of all rules.
    pub(crate) fn compile(&self) {
        for rule in self.rules.iter().filter(|rule| !rule.is_literal) {
            rule.regex();
        }
    }

    fn parse(data: &'static str) -> Self {
        let lines = data.lines().filter(|line| !line.starts_with('#'));
        let mut rules: Vec<Rule> = lines.filter_map(Rule::parse).collect();
        rules.sort_by_key(|rule| rule.list);
        let ranges = List::ALL.map(|(_, list)| {
            let [from, to] = [|a: List, b: List| a < b, |a: List, b: List| a <= b]
                .map(|before| rules.partition_point(|rule| before(rule.list, list)));
            from..to
        });
        let mut named: Vec<(&str, u16)> = Vec::new();
        let mut always = Candidates([0; WORDS]);
        for (at, rule) in rules.iter().enumerate() {
            if rule.literals.is_empty() {
                always.add(at);
            }
            let at = u16::try_from(at).unwrap_or(u16::MAX);
            named.extend(rule.literals.iter().map(|literal| (*literal, at)));
        }
        named.sort_unstable();
        let (mut literals, mut of_literal): (Vec<&str>, Vec<Vec<u16>>) = (Vec::new(), Vec::new());
        for (literal, rule) in named {
            match of_literal.last_mut() {
                Some(rules) if literals.last() == Some(&literal) => rules.push(rule),
                _ => {
                    literals.push(literal);
                    of_literal.push(vec![rule]);
                }
            }
        }
        let mut builder = AhoCorasick::builder();
        builder.ascii_case_insensitive(true).match_kind(MatchKind::Standard);
        let finder = builder.kind(Some(AhoCorasickKind::ContiguousNFA)).build(literals).ok();
        Self { rules, finder, of_literal, always, ranges: ranges.to_vec() }
    }

    /// Returns the rules that may match, of all lists.
    pub(crate) fn candidates(&self, text: &[u8]) -> Candidates {
        let mut candidates = self.always.clone();
        let found = self.finder.iter().flat_map(|finder| finder.find_overlapping_iter(text));
        for found in found {
            for &at in self.of_literal.get(found.pattern().as_usize()).into_iter().flatten() {
                let at = usize::from(at);
                let Some(rule) = self.rules.get(at) else { continue };
                if !rule.is_literal || rule.is_at(text, found.range()) {
                    candidates.add(at);
                }
            }
        }
        candidates
    }

    /// Returns the rules of a list that may match, in their order.
    pub(crate) fn possible(&self, list: List, candidates: &Candidates) -> impl Iterator<Item = &Rule> {
        let range = List::ALL.iter().position(|(_, one)| *one == list).and_then(|at| self.ranges.get(at));
        candidates.within(range.cloned().unwrap_or_default()).filter_map(|at| self.rules.get(at))
    }

    /// Returns the answer of the first matching rule of a list.
    pub(crate) fn first<'a>(
        &'a self,
        list: List,
        candidates: &'a Candidates,
        text: &'a [u8],
    ) -> Option<&'a [u8]> {
        self.possible(list, candidates).find(|rule| rule.is_match(text)).map(|rule| rule.answer(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_data_is_a_rule_that_compiles() {
        let rules = Rules::get();
        let lines = DATA.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(rules.rules.len(), lines);
        assert!(lines <= WORDS * 64, "{lines} rules need more words");
        for rule in &rules.rules {
            assert!(rule.is_literal || rule.regex().is_some(), "{}", rule.pattern);
            assert!(
                !rule.is_literal || rule.literals == [rule.pattern.to_ascii_lowercase()],
                "{}",
                rule.pattern
            );
        }
        assert!(rules.finder.is_some());
    }

    #[test]
    fn every_addition_is_among_the_rules() {
        let additions = include_str!("../data/additions.tsv").lines().filter(|line| !line.starts_with('#'));
        let rules = &Rules::get().rules;
        for line in additions {
            let columns: Vec<&str> = line.split('\t').collect();
            let [list, word, _, pattern, _] = columns[..] else { panic!("{line}") };
            let found = List::parse(list).is_none_or(|list| {
                rules.iter().any(|rule| {
                    let texts = rule.is_literal || pattern.contains("(?!") || rule.pattern == pattern;
                    rule.list == list && rule.word == word && texts
                })
            });
            assert!(found, "run `cargo xtask agents`: {line}");
        }
    }
}
