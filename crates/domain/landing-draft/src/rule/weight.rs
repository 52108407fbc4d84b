use std::mem::size_of;

use super::{Entry, Group, Leaf, Membership, Rule, TextTest};

/// Approximate size of a text in a condition, in bytes: texts are words and names.
const TEXT: usize = size_of::<String>() + 32;

impl Rule {
    /// Approximate size of the condition in memory, in bytes; see
    /// [`Landing::weight`](crate::landing::Landing::weight).
    pub(crate) fn weight(&self) -> usize {
        group(&self.root)
    }
}

fn group(group: &Group) -> usize {
    group.entries.iter().map(entry).sum()
}

fn entry(entry: &Entry) -> usize {
    size_of::<Entry>()
        + match entry {
            Entry::Group(inner) => group(inner),
            Entry::Not(inner) => self::entry(inner),
            Entry::Leaf(leaf) => self::leaf(leaf),
        }
}

fn leaf(leaf: &Leaf) -> usize {
    match leaf {
        Leaf::Country(values) => small(values),
        Leaf::Device(values) => small(values),
        Leaf::Os(values) => small(values),
        Leaf::Browser(values) => small(values),
        Leaf::InApp(values) => small(values),
        Leaf::Lang(values) => small(values),
        Leaf::Channel(values) => values.values.len() * TEXT,
        Leaf::ReferrerHost(test) => texts(test),
        Leaf::Query { test, .. } => 2 * TEXT + texts(test),
        Leaf::Time(_) => TEXT,
        Leaf::Returning(_) | Leaf::Date { .. } => 0,
    }
}

fn small<T>(values: &Membership<T>) -> usize {
    values.values.len() * size_of::<T>()
}

fn texts(test: &TextTest) -> usize {
    match test {
        TextTest::OneOf(values) => values.values.len() * TEXT,
        TextTest::Suffix(values) => values.len() * TEXT,
        TextTest::Exists(_) => 0,
    }
}
