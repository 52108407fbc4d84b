//! Live codes: the edge's copy of a domain's codes, used to label scans.

use std::collections::{BTreeMap, HashMap, HashSet};

use kernel::{OwnerId, UnixTime};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::code::{CodeId, ScanTarget, Slug, SourceLabel};

/// Stamp that identifies one state of a domain's codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodesStamp {
    /// Owner of the domain.
    pub owner: OwnerId,
    /// Time at which the domain was registered.
    pub registered_at: UnixTime,
    /// Number that every change of the domain's codes increases.
    pub revision: i64,
}

/// Code, reduced to the data that a scan needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveCode {
    /// Number of the code.
    pub id: CodeId,
    /// Label that a scan adds to the redirect.
    pub source: SourceLabel,
    /// Whether scans add the label.
    pub active: bool,
    /// Target of a scan.
    #[serde(default)]
    pub target: ScanTarget,
}

/// Codes of a domain, by slug.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostCodes {
    /// Stamp of this state.
    pub stamp: CodesStamp,
    codes: HashMap<Slug, LiveCode>,
    labels: HashSet<String>,
}

impl HostCodes {
    /// Builds the set from codes and their slugs.
    pub fn new(stamp: CodesStamp, codes: impl IntoIterator<Item = (Slug, LiveCode)>) -> Self {
        let codes: HashMap<_, _> = codes.into_iter().collect();
        let labels = codes.values().map(|code| code.source.as_str().to_owned()).collect();
        Self { stamp, codes, labels }
    }

    /// Whether a code of the domain has this label. Inactive codes count too, because visitors may have scanned them
    /// earlier. Made-up labels belong to no code.
    pub fn bears(&self, label: &str) -> bool {
        self.labels.contains(label)
    }

    /// Finds the code of a request path, active or not. A slash at the end is ignored.
    ///
    /// The edge redirects `/qr` and every path below it, without a label if no active code is found. So printed paths
    /// keep working after a renaming.
    pub fn printed(&self, path: &str) -> Option<&LiveCode> {
        let rest = path.strip_prefix("/qr")?;
        let slug = match rest.strip_prefix('/') {
            Some(slug) => slug.strip_suffix('/').unwrap_or(slug),
            None if rest.is_empty() => "",
            None => return None,
        };
        self.codes.get(&Slug::parse(slug).ok()?)
    }

    /// Approximate size in memory, in bytes.
    pub fn weight(&self) -> usize {
        let code = |(slug, code): (&Slug, &LiveCode)| {
            let target = code.target.smart_link().map_or(0, |slug| slug.as_str().len());
            slug.as_str().len() + 2 * code.source.as_str().len() + target
        };
        // Two hash tables with their strings, at worst half empty.
        let tables = self.codes.len() * 2 * (size_of::<(Slug, LiveCode)>() + size_of::<String>());
        tables + self.codes.iter().map(code).sum::<usize>()
    }

    /// Whether the domain has no codes.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }
}

/// Serialized form, ordered by slug, so that equal codes give equal text.
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
            ("/qr/flyer", None), // renamed
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
