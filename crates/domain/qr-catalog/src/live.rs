//! What the edge knows of a domain's codes, and what a scan is labelled with.

use std::collections::{BTreeMap, HashMap, HashSet};

use kernel::{OwnerId, UnixTime};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::code::{CodeId, ScanTarget, Slug, SourceLabel};

/// What distinguishes one state of a domain's codes from every other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodesStamp {
    /// Whose codes.
    pub owner: OwnerId,
    /// When the domain was registered.
    pub registered_at: UnixTime,
    /// A number that each change of its codes makes another.
    pub revision: i64,
}

/// A code, as far as a scan needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveCode {
    /// Its number.
    pub id: CodeId,
    /// The label that a scan adds.
    pub source: SourceLabel,
    /// Whether it does.
    pub active: bool,
    /// Where the scan leads.
    #[serde(default)]
    pub target: ScanTarget,
}

/// The codes of a domain, by path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostCodes {
    /// Which state of them.
    pub stamp: CodesStamp,
    codes: HashMap<Slug, LiveCode>,
    labels: HashSet<String>,
}

impl HostCodes {
    /// These codes at these slugs.
    pub fn new(stamp: CodesStamp, codes: impl IntoIterator<Item = (Slug, LiveCode)>) -> Self {
        let codes: HashMap<_, _> = codes.into_iter().collect();
        let labels = codes.values().map(|code| code.source.as_str().to_owned()).collect();
        Self { stamp, codes, labels }
    }

    /// Whether a code of the domain bears this label, also one that is switched off: who scanned it before is still on their
    /// way. Labels that visitors make up are nobody's.
    pub fn bears(&self, label: &str) -> bool {
        self.labels.contains(label)
    }

    /// The code that is printed with the path of a request, active or not. Without one, `/qr` and everything below it still
    /// redirects, without a label: that is how printed paths outlive renaming. So does a code that is not active.
    ///
    /// A slash at the end is taken for none.
    pub fn printed(&self, path: &str) -> Option<&LiveCode> {
        let rest = path.strip_prefix("/qr")?;
        let slug = match rest.strip_prefix('/') {
            Some(slug) => slug.strip_suffix('/').unwrap_or(slug),
            None if rest.is_empty() => "",
            None => return None,
        };
        self.codes.get(&Slug::parse(slug).ok()?)
    }

    /// The bytes that they take, about.
    pub fn weight(&self) -> usize {
        let code = |(slug, code): (&Slug, &LiveCode)| {
            let target = code.target.smart_link().map_or(0, |slug| slug.as_str().len());
            slug.as_str().len() + 2 * code.source.as_str().len() + target
        };
        // The two tables, each with its texts, half of them empty at worst.
        let tables = self.codes.len() * 2 * (size_of::<(Slug, LiveCode)>() + size_of::<String>());
        tables + self.codes.iter().map(code).sum::<usize>()
    }

    /// Whether there is no code at all.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }
}

/// The codes in the order of their paths: the same codes are always the same text.
#[derive(Serialize)]
struct Written<'a> {
    stamp: CodesStamp,
    codes: BTreeMap<&'a Slug, &'a LiveCode>,
}

#[derive(Deserialize)]
struct Read {
    stamp: CodesStamp,
    codes: HashMap<Slug, LiveCode>,
}

impl Serialize for HostCodes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written { stamp: self.stamp, codes: self.codes.iter().collect() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for HostCodes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Read { stamp, codes } = Read::deserialize(deserializer)?;
        Ok(Self::new(stamp, codes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::tests::{NOW, slug};

    #[test]
    fn the_code_with_just_this_path_is_scanned() {
        let code = |id, source: &str, active| LiveCode {
            id: CodeId::new(id),
            source: SourceLabel::parse(source).unwrap(),
            active,
            target: ScanTarget::Page,
        };
        let stamp = CodesStamp { owner: OwnerId::new(1), registered_at: NOW, revision: 1 };
        let codes = HostCodes::new(
            stamp,
            [
                (slug(""), code(1, "qr", true)),
                (slug("poster"), code(2, "qr-flyer", true)),
                (slug("off"), code(3, "qr-off", false)),
            ],
        );
        let text = serde_json::to_string(&codes).unwrap();
        assert_eq!(serde_json::from_str::<HostCodes>(&text).unwrap(), codes);
        for (label, known) in
            [("qr", true), ("qr-flyer", true), ("qr-off", true), ("qr-poster", false), ("", false)]
        {
            assert_eq!(codes.bears(label), known, "{label}");
        }
        for (path, expected) in [
            ("/qr", Some("qr")),
            ("/qr/", Some("qr")),
            ("/qr/poster", Some("qr-flyer")),
            ("/qr/poster/", Some("qr-flyer")),
            ("/qr/flyer", None), // an old path
            ("/qr/off", Some("qr-off")),
            ("/qr/nothing", None),
            ("/qr/Poster", None),
            ("/qr//", Some("qr")),
            ("/qr/poster/x", None),
            ("/qrx", None),
            ("/", None),
        ] {
            assert_eq!(codes.printed(path).map(|code| code.source.as_str()), expected, "{path}");
        }
    }
}
