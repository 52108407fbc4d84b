//! Index from host to snapshot file.

use std::collections::{HashMap, HashSet};

use application::snapshots::may_be_served;
use kernel::{Hostname, UnixTime};
use serde::{Deserialize, Serialize};

/// Format version of the index and of the files. A new format needs another number, and files of older formats are
/// ignored.
const FORM: u32 = 1;
/// Divisor of the total room that gives one host's maximum, so that a host with very many links does not evict all
/// others.
const MOST_OF_THE_ROOM: u64 = 4;

/// Snapshot file of a host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// File name: the SHA-256 of the content.
    pub(crate) name: String,
    /// Size of the file, in bytes.
    pub(crate) bytes: u64,
    /// Moment when the database last confirmed the content.
    pub(crate) confirmed_at: UnixTime,
    /// Moment of the last visit to the host.
    pub(crate) used_at: UnixTime,
}

/// Written file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: u64,
}

/// Files of all hosts.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Index {
    entries: HashMap<Hostname, Entry>,
    /// Files found damaged, which are not read again.
    refused: HashSet<String>,
}

#[derive(Serialize)]
struct Written<'a> {
    form: u32,
    hosts: &'a HashMap<Hostname, Entry>,
}

#[derive(Deserialize)]
struct Read {
    form: u32,
    hosts: HashMap<Hostname, Entry>,
}

impl Index {
    /// Parses the output of [`Index::written`]. Returns `None` for anything else.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let Read { form, hosts } = serde_json::from_slice(bytes).ok()?;
        (form == FORM).then(|| Self { entries: hosts, refused: HashSet::new() })
    }

    pub(crate) fn written(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(&Written { form: FORM, hosts: &self.entries })
    }

    pub(crate) fn hosts(&self) -> impl Iterator<Item = &Hostname> {
        self.entries.keys()
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.entries.values().map(|entry| entry.bytes).sum()
    }

    /// Returns the latest moment at which an entry was confirmed.
    pub(crate) fn confirmed_at(&self) -> Option<UnixTime> {
        let good = self.entries.values().filter(|entry| !self.refused.contains(&entry.name));
        good.map(|entry| entry.confirmed_at).max()
    }

    pub(crate) fn servable(&self, host: &Hostname, now: UnixTime) -> Option<&Entry> {
        let entry = self.entries.get(host)?;
        let good = may_be_served(entry.confirmed_at, now) && !self.refused.contains(&entry.name);
        good.then_some(entry)
    }

    /// Marks the file of this name as damaged.
    pub(crate) fn refuse(&mut self, name: String) {
        self.refused.insert(name);
    }

    /// Takes over the entries that another process has written. Damaged files stay marked while an entry names them.
    pub(crate) fn replaced_by(&mut self, other: Self) {
        self.entries = other.entries;
        self.remove_refused();
    }

    /// Returns whether a host has the file of this name.
    pub(crate) fn names(&self, name: &str) -> bool {
        self.entries.values().any(|entry| entry.name == name)
    }

    /// Returns whether a host has the file of this name, and the file is not damaged.
    pub(crate) fn holds(&self, name: &str) -> bool {
        self.names(name) && !self.refused.contains(name)
    }

    pub(crate) fn put(&mut self, host: Hostname, file: File, now: UnixTime) {
        let used_at = self.entries.get(&host).map_or(now, |before| before.used_at);
        // The file was written again.
        self.refused.remove(&file.name);
        self.entries.insert(host, Entry { name: file.name, bytes: file.bytes, confirmed_at: now, used_at });
    }

    pub(crate) fn confirm(&mut self, hosts: &[Hostname], now: UnixTime) {
        self.each(hosts, |entry| entry.confirmed_at = now);
    }

    pub(crate) fn mark_used(&mut self, hosts: &[Hostname], now: UnixTime) {
        self.each(hosts, |entry| entry.used_at = now);
    }

    fn each(&mut self, hosts: &[Hostname], change: impl Fn(&mut Entry)) {
        for host in hosts {
            if let Some(entry) = self.entries.get_mut(host) {
                change(entry);
            }
        }
    }

    pub(crate) fn remove(&mut self, host: &Hostname) {
        self.entries.remove(host);
    }

    /// Keeps the entries that satisfy `good`, within `room` bytes. Removes entries above the maximum of one host, and
    /// then the least recently used hosts.
    pub(crate) fn retain(&mut self, room: u64, good: impl Fn(&Entry) -> bool) {
        self.entries.retain(|_, entry| good(entry) && entry.bytes <= room / MOST_OF_THE_ROOM);
        let mut bytes = self.bytes();
        if bytes > room {
            let age = |(host, entry): (&Hostname, &Entry)| (entry.used_at, host.clone(), entry.bytes);
            let mut oldest: Vec<_> = self.entries.iter().map(age).collect();
            oldest.sort_unstable();
            for (_, host, taken) in oldest {
                if bytes <= room {
                    break;
                }
                self.entries.remove(&host);
                bytes = bytes.saturating_sub(taken);
            }
        }
        self.remove_refused();
    }

    fn remove_refused(&mut self) {
        let named: HashSet<&String> = self.entries.values().map(|entry| &entry.name).collect();
        self.refused.retain(|name| named.contains(name));
    }

    /// Returns the names of files that no host has in `other`.
    pub(crate) fn names_without<'a>(&'a self, other: &Self) -> impl Iterator<Item = &'a str> {
        let kept: HashSet<String> = other.entries.values().map(|entry| entry.name.clone()).collect();
        self.entries.values().map(|entry| entry.name.as_str()).filter(move |name| !kept.contains(*name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(name: &str) -> Hostname {
        Hostname::parse(&format!("{name}.example")).unwrap()
    }

    fn at(second: i64) -> UnixTime {
        UnixTime::from_seconds(second)
    }

    /// Builds an index of hosts with file sizes, each used one second after the previous host.
    fn index(hosts: &[(&str, u64)]) -> Index {
        let mut index = Index::default();
        for (second, (name, bytes)) in (0..).zip(hosts) {
            index.put(host(name), File { name: format!("file of {name}"), bytes: *bytes }, at(second));
        }
        index
    }

    fn kept(index: &Index) -> Vec<String> {
        let mut hosts: Vec<_> = index.hosts().map(|host| host.as_str().to_owned()).collect();
        hosts.sort();
        hosts
    }

    #[test]
    fn who_was_not_used_for_longest_makes_room() {
        let mut index = index(&[("a", 25), ("b", 25), ("c", 25), ("d", 25)]);
        index.retain(100, |_| true);
        assert_eq!(index.len(), 4);
        index.mark_used(&[host("a")], at(9));
        index.put(host("e"), File { name: "file of e".to_owned(), bytes: 10 }, at(10));
        index.retain(100, |_| true);
        assert_eq!(kept(&index), ["a.example", "c.example", "d.example", "e.example"]);
        assert!(index.bytes() <= 100);
    }

    #[test]
    fn no_host_takes_more_than_a_quarter() {
        let mut index = index(&[("a", 25), ("b", 26)]);
        index.retain(100, |_| true);
        assert_eq!(kept(&index), ["a.example"]);
    }

    #[test]
    fn what_is_too_old_goes_and_is_not_served_before() {
        let mut index = index(&[("a", 1), ("b", 1)]);
        let late = at(1 + application::snapshots::SERVED_SECONDS);
        assert_eq!(index.servable(&host("a"), late), None);
        assert!(index.servable(&host("b"), late).is_some());
        index.retain(100, |entry| may_be_served(entry.confirmed_at, late));
        assert_eq!(kept(&index), ["b.example"]);
        index.confirm(&[host("b")], late);
        assert_eq!(index.confirmed_at(), Some(late));
    }

    #[test]
    fn it_reads_what_it_wrote_and_no_other_form() {
        let index = index(&[("a", 1)]);
        let written = index.written().unwrap();
        assert_eq!(Index::read(&written), Some(index));
        let other = String::from_utf8(written).unwrap().replace("\"form\":1", "\"form\":2");
        assert_eq!(Index::read(other.as_bytes()), None);
        assert_eq!(Index::read(b"{}"), None);
    }

    #[test]
    fn what_was_found_damaged_is_not_looked_at_again_until_it_is_written_anew() {
        let mut index = index(&[("a", 1)]);
        index.refuse("file of a".to_owned());
        assert_eq!((index.servable(&host("a"), at(0)), index.holds("file of a")), (None, false));
        let mut other = Index::default();
        other.put(host("a"), File { name: "file of a".to_owned(), bytes: 1 }, at(1));
        index.replaced_by(other);
        assert_eq!(index.servable(&host("a"), at(0)), None);
        index.put(host("a"), File { name: "file of a".to_owned(), bytes: 1 }, at(2));
        assert!(index.servable(&host("a"), at(2)).is_some());
    }
}
