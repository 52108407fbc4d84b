//! Columns of tables: of our own export, and of the exports of other services.

use kernel::{is_invisible, pasted};

/// Columns of an exported table.
pub(crate) const COLUMNS: [&str; 5] = ["domain", "label", "url", "segment", "position"];

/// Names of the column with the destination, the clearest first. `docs/import-export.md` says which service writes which.
const ADDRESSES: [&str; 10] = [
    "destinationurl",
    "longurl",
    "originalurl",
    "destination",
    "linkurl",
    "url",
    "target",
    "targeturl",
    "href",
    "link",
];

/// Names of columns with a label, the best first.
const LABELS: [&str; 7] = ["label", "title", "linktitle", "name", "linkname", "text", "description"];

/// Maximum length of a column's name in messages, in characters.
const SHOWN: usize = 40;

/// Positions of the columns in a table.
#[derive(Debug, PartialEq)]
pub(super) struct Columns {
    names: Vec<String>,
    /// Number of columns up to the last one with a name.
    pub(super) width: usize,
    /// Whether the columns are those of our own export.
    pub(super) is_own: bool,
    pub(super) url: usize,
    /// Columns with a label, the best first.
    pub(super) labels: Vec<usize>,
    pub(super) domain: Option<usize>,
    pub(super) segment: Option<usize>,
    pub(super) position: Option<usize>,
}

impl Columns {
    /// Reads a header, with names in any case and spelling, such as `Long URL`, `longUrl` and `long_url`.
    pub(super) fn read(header: &csv::StringRecord) -> Result<Self, String> {
        let names: Vec<String> =
            header.iter().map(|name| pasted(name).chars().take(SHOWN).collect()).collect();
        let plain: Vec<String> = header.iter().map(plain).collect();
        let find = |name: &str| plain.iter().position(|known| known == name);
        let width = plain.iter().rposition(|name| !name.is_empty()).map_or(0, |last| last + 1);
        let is_own = find("label").is_some() && find("url").is_some();
        let unknown = |name: &&String| !name.is_empty() && !COLUMNS.contains(&name.as_str());
        if let Some(at) = plain.iter().position(|name| is_own && unknown(&name)) {
            let name = names.get(at).map_or("", String::as_str);
            return Err(format!(
                "the column {name:?} is not known; beside label and url there are {}",
                COLUMNS.join(", ")
            ));
        }
        let addresses: &[&str] = if is_own { &["url"] } else { &ADDRESSES };
        let Some(url) = addresses.iter().find_map(|name| find(name)) else {
            return Err(without_addresses(header));
        };
        let labels: Vec<usize> = LABELS.iter().filter_map(|name| find(name)).collect();
        let columns = Self {
            width,
            is_own,
            url,
            labels,
            domain: find("domain"),
            segment: find("segment").filter(|_| is_own),
            position: find("position").filter(|_| is_own),
            names,
        };
        columns.read_once(&plain)?;
        Ok(columns)
    }

    /// Checks that no column that is read has a second one with the same name.
    fn read_once(&self, plain: &[String]) -> Result<(), String> {
        let others = [self.domain, self.segment, self.position];
        for at in
            [self.url].into_iter().chain(self.labels.iter().copied()).chain(others.into_iter().flatten())
        {
            let twin = plain.iter().enumerate().skip(at + 1).find(|(_, name)| Some(*name) == plain.get(at));
            if let Some((twin, _)) = twin {
                let (name, first, second) = (self.name(at), at + 1, twin + 1);
                return Err(format!(
                    "there are two columns {name} (columns {first} and {second}); remove one"
                ));
            }
        }
        Ok(())
    }

    /// Returns the name of a column as the file spells it.
    pub(super) fn name(&self, at: usize) -> &str {
        self.names.get(at).map_or("", String::as_str)
    }
}

/// Returns a name in lower case without what its spellings differ in, and without marks that people can't see. Separators
/// of other tables stay: `Link;URL` is not `link_url`.
fn plain(name: &str) -> String {
    let is_blank = |letter: char| letter.is_whitespace() && !matches!(letter, '\t' | '\n');
    let differs =
        |letter: &char| matches!(letter, '_' | '-' | '.') || is_blank(*letter) || is_invisible(*letter);
    pasted(name).chars().filter(|letter| !differs(letter)).flat_map(char::to_lowercase).collect()
}

fn without_addresses(header: &csv::StringRecord) -> String {
    let is_address = |cell: &str| cell.contains("://") || cell.trim().starts_with("www.");
    if header.iter().any(is_address) {
        return "has an address where the names of the columns belong; begin the file with a line such as label,url".to_owned();
    }
    let names = "url, Destination URL, Long URL, destination, target or link";
    format!("names no column url; the column with the addresses may be called {names}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_spelling() {
        let of = |names: &[&str]| Columns::read(&csv::StringRecord::from(names.to_vec()));
        for name in
            ["longUrl", "Long URL", "long_url", "LONG-URL", "\u{feff}long url ", "\u{200b}Long\u{a0}Url"]
        {
            assert_eq!(
                of(&[name, "Title"]).map(|columns| (columns.url, columns.labels)),
                Ok((0, vec![1])),
                "{name:?}"
            );
        }
        let own = of(&["Position", "URL", " Label", "", ""]).unwrap();
        assert_eq!(
            (own.is_own, own.url, own.width, own.position, own.name(2)),
            (true, 1, 3, Some(0), "Label")
        );
        assert!(!of(&["label", "Destination URL", "tags"]).unwrap().is_own);
    }

    #[test]
    fn a_header_that_cannot_be_read_is_described() {
        for (names, said) in [
            (&["label", "url", "nonsense"][..], "the column \"nonsense\" is not known"),
            (&["label", "label", "url"], "two columns label (columns 1 and 2)"),
            (&["Title", "Long URL", "long_url"], "two columns Long URL (columns 2 and 3)"),
            (&["label"], "names no column url"),
            (&["Link;URL"], "names no column url"),
            (&["Link\tURL"], "names no column url"),
            (&["https://a.example/", "A"], "begin the file with a line such as label,url"),
        ] {
            let error = Columns::read(&csv::StringRecord::from(names.to_vec())).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
        let unused = csv::StringRecord::from(vec!["tags", "url", "tags"]);
        assert!(Columns::read(&unused).is_ok(), "columns that are not read may have twins");
    }
}
