//! Literals of which each match of a pattern contains at least one, whatever their case. The crate looks for
//! all literals in one pass, and then runs only the patterns whose literals occur.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Maximum number of texts that a part of a pattern is expanded to.
const MOST: usize = 64;
/// Shorter literals occur everywhere.
const SHORTEST: usize = 2;

type Texts = Vec<Vec<u8>>;

/// Literals that a part of a pattern needs.
#[derive(Debug, Default)]
struct Needs {
    /// All texts that the part matches, if they are few.
    exact: Option<Texts>,
    /// Sets of texts; each match contains a text of each set.
    sets: Vec<Texts>,
}

/// Returns the sets of literals that a match needs. Each match contains a literal of every set.
pub(super) fn of(pattern: &str, any_case: bool) -> anyhow::Result<Vec<Vec<String>>> {
    let hir =
        ParserBuilder::new().unicode(false).utf8(false).case_insensitive(any_case).build().parse(pattern)?;
    let sets = every_set(needs(&hir));
    let readable =
        sets.into_iter().map(|set| set.into_iter().map(String::from_utf8).collect::<Result<_, _>>());
    Ok(readable.filter_map(Result::ok).collect())
}

fn every_set(needs: Needs) -> Vec<Texts> {
    let usable = |set: &Texts| !set.is_empty() && set.iter().all(|text| text.len() >= SHORTEST);
    needs.sets.into_iter().chain(needs.exact).filter(usable).collect()
}

fn needs(hir: &Hir) -> Needs {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => exactly(vec![Vec::new()]),
        HirKind::Literal(literal) => exactly(vec![literal.0.to_ascii_lowercase()]),
        HirKind::Class(class) => letters(class).map_or_else(Needs::default, exactly),
        HirKind::Capture(capture) => needs(&capture.sub),
        HirKind::Repetition(repetition) => {
            let inner = needs(&repetition.sub);
            match (repetition.min, repetition.max) {
                (1, Some(1)) => inner,
                (0, Some(1)) => Needs {
                    exact: inner.exact.map(|texts| texts.into_iter().chain([Vec::new()]).collect()),
                    sets: Vec::new(),
                },
                (0, _) => Needs::default(),
                _ => Needs { exact: None, sets: every_set(inner) },
            }
        }
        HirKind::Concat(parts) => in_order(parts),
        HirKind::Alternation(parts) => any_of(parts),
    }
}

fn exactly(texts: Texts) -> Needs {
    Needs { exact: Some(texts), sets: Vec::new() }
}

/// Returns the members of a small class, in lower case.
fn letters(class: &Class) -> Option<Texts> {
    let Class::Bytes(class) = class else { return None };
    let count: usize = class.iter().map(|range| usize::from(range.end() - range.start()) + 1).sum();
    if count > 8 {
        return None;
    }
    let members: Vec<u8> = class.iter().flat_map(|range| range.start()..=range.end()).collect();
    // Literals are columns of a line.
    if members.iter().any(u8::is_ascii_control) {
        return None;
    }
    let mut lower: Texts = members.iter().map(|byte| vec![byte.to_ascii_lowercase()]).collect();
    lower.sort();
    lower.dedup();
    Some(lower)
}

fn in_order(parts: &[Hir]) -> Needs {
    let mut sets = Vec::new();
    let mut current: Texts = vec![Vec::new()];
    let mut whole = true;
    for part in parts {
        let part = needs(part);
        let fits = part.exact.as_ref().is_some_and(|texts| texts.len() * current.len() <= MOST);
        match part.exact {
            Some(texts) if fits => {
                current = current
                    .iter()
                    .flat_map(|head| texts.iter().map(|tail| [&head[..], tail].concat()))
                    .collect();
            }
            other => {
                whole = false;
                sets.push(std::mem::replace(&mut current, vec![Vec::new()]));
                sets.extend(other);
            }
        }
        sets.extend(part.sets);
    }
    if whole {
        return Needs { exact: Some(current), sets };
    }
    sets.push(current);
    Needs { exact: None, sets: every_set(Needs { exact: None, sets }) }
}

fn any_of(parts: &[Hir]) -> Needs {
    let parts: Vec<Needs> = parts.iter().map(needs).collect();
    let exact: Option<Vec<Texts>> = parts.iter().map(|part| part.exact.clone()).collect();
    let exact = exact.map(|texts| texts.concat()).filter(|texts| texts.len() <= MOST);
    if exact.is_some() {
        return Needs { exact, sets: Vec::new() };
    }
    let rarest = |part: Needs| {
        every_set(part).into_iter().max_by_key(|set| set.iter().map(Vec::len).min().unwrap_or_default())
    };
    let all: Option<Vec<Texts>> = parts.into_iter().map(rarest).collect();
    Needs { exact: None, sets: all.map(|sets| sets.concat()).into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_contains_a_literal_of_each_set() {
        for (pattern, any_case, expected) in [
            ("Googlebot/", false, vec![vec!["googlebot/"]]),
            (r"(Firefox|Chrome)/(\d+)", false, vec![vec!["firefox/", "chrome/"]]),
            (r"[pP]ingdom", false, vec![vec!["pingdom"]]),
            (r"googlebot?", true, vec![vec!["googlebot", "googlebo"]]),
            (r"Foo.{0,200} bar", false, vec![vec!["foo"], vec![" bar"]]),
            (r"(?:Foo)+\d", false, vec![vec!["foo"]]),
            (r"(?:Foo|\d+)x", false, vec![]),
            (r"^\d+\b", false, vec![]),
            (r"Foo\sbar", false, vec![vec!["foo"], vec!["bar"]]),
            (r"(?:Foo\d+|Ba[rz]\w*)", false, vec![vec!["foo", "bar", "baz"]]),
        ] {
            assert_eq!(of(pattern, any_case).unwrap(), expected, "{pattern}");
        }
    }
}
