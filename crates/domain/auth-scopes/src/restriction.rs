pub(crate) mod by_tab;
pub(crate) mod named_by_tab;

use std::collections::BTreeSet;

use kernel::{ErrorKind, Location, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::{Right, Rights, Tab};

/// Function names by tab name. Comes from a JSON object, so the order of tabs has no meaning.
pub type CapWords = Vec<(String, Vec<String>)>;

/// Restriction of rights as it was requested, for a key or a member. Always names at least one right.
///
/// serde writes `{"tabs": [tab] or null, "caps": {tab: [function]} or null}`, and reads by the rules of
/// [`Restriction::parse`]. An empty restriction is rejected, because reading it as "everything is allowed" would be
/// dangerous.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredRestriction", into = "StoredRestriction")]
pub struct Restriction {
    tabs: Option<Vec<Tab>>,
    caps: Option<Vec<(Tab, Vec<Right>)>>,
}

/// Serialized form of a restriction.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredRestriction {
    tabs: Option<Vec<String>>,
    #[serde(default, with = "by_tab")]
    caps: Option<CapWords>,
}

impl TryFrom<StoredRestriction> for Restriction {
    type Error = ValidationErrors;

    fn try_from(stored: StoredRestriction) -> Result<Self, ValidationErrors> {
        let restriction = Self::parse(stored.tabs.as_deref(), stored.caps.as_deref())?;
        restriction.ok_or_else(|| {
            ValidationErrors::one(Location::root(), ErrorKind::Missing, "must have tabs, caps, or both")
        })
    }
}

impl From<Restriction> for StoredRestriction {
    fn from(restriction: Restriction) -> Self {
        Self { tabs: restriction.tab_words(), caps: restriction.cap_words() }
    }
}

impl Restriction {
    /// Parses a restriction; `None` if both parts are absent.
    ///
    /// Returns all errors, at the paths `tabs`, `tabs.<i>`, `caps`, `caps.<tab>` and `caps.<tab>.<i>`. A duplicate name
    /// is an error, so that a stored restriction is never longer than the dictionary.
    pub fn parse(
        tabs: Option<&[String]>,
        caps: Option<&[(String, Vec<String>)]>,
    ) -> Result<Option<Self>, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let known_tabs = tabs.map(|names| parse_tabs(names, &mut errors));
        let known_caps = caps.map(|entries| parse_caps(entries, &mut errors));
        if let (Some(tabs), Some(caps)) = (&known_tabs, &known_caps) {
            check_caps_within_tabs(tabs, caps, &mut errors);
        }
        errors.into_result()?;
        let given = known_tabs.is_some() || known_caps.is_some();
        Ok(given.then_some(Self { tabs: known_tabs, caps: known_caps }))
    }

    /// Tabs as requested.
    pub fn tabs(&self) -> Option<&[Tab]> {
        self.tabs.as_deref()
    }

    /// Functions as requested, with the tabs in dictionary order.
    pub fn caps(&self) -> Option<&[(Tab, Vec<Right>)]> {
        self.caps.as_deref()
    }

    /// Allowed rights: all functions of the tabs, except that a tab in `caps` has only the functions listed there.
    pub fn rights(&self) -> Rights {
        let caps = self.caps().unwrap_or_default();
        let listed = caps.iter().flat_map(|(_, rights)| rights.iter().copied()).collect::<Rights>();
        let narrowed = |tab: Tab| caps.iter().any(|(capped, _)| *capped == tab);
        let whole = self.tabs().unwrap_or_default().iter().filter(|&&tab| !narrowed(tab));
        whole.fold(listed, |rights, &tab| rights.union(Rights::of_tab(tab)))
    }

    /// Tab names in the form that [`Restriction::parse`] takes.
    pub fn tab_words(&self) -> Option<Vec<String>> {
        self.tabs().map(|tabs| tabs.iter().map(|tab| tab.as_str().to_owned()).collect())
    }

    /// Function names in the form that [`Restriction::parse`] takes.
    pub fn cap_words(&self) -> Option<CapWords> {
        let words = |rights: &[Right]| rights.iter().map(|right| right.function().to_owned()).collect();
        self.caps()
            .map(|caps| caps.iter().map(|(tab, rights)| (tab.as_str().to_owned(), words(rights))).collect())
    }
}

/// Rights of an optional restriction: all without one.
pub(crate) fn rights_of(restriction: Option<&Restriction>) -> Rights {
    restriction.map_or_else(Rights::all, Restriction::rights)
}

fn parse_tabs(names: &[String], errors: &mut ValidationErrors) -> Vec<Tab> {
    let place = Location::root().at("tabs");
    let found = parse_names(names, &place, errors, |name| {
        Tab::parse(name).ok_or((ErrorKind::UnknownTab, format!("{name:?} is not a tab")))
    });
    if names.is_empty() {
        errors.push(place, ErrorKind::TooShort, "must have at least one tab");
    }
    found
}

fn parse_caps(entries: &[(String, Vec<String>)], errors: &mut ValidationErrors) -> Vec<(Tab, Vec<Right>)> {
    let place = Location::root().at("caps");
    if entries.is_empty() {
        errors.push(place.clone(), ErrorKind::TooShort, "must have at least one tab");
    }
    let mut seen = BTreeSet::new();
    let mut caps = Vec::new();
    for (name, functions) in entries {
        let place = place.at(name.as_str());
        let Some(tab) = Tab::parse(name) else {
            errors.push(place, ErrorKind::UnknownTab, format!("{name:?} is not a tab"));
            continue;
        };
        if !seen.insert(tab) {
            errors.push(place.clone(), ErrorKind::Duplicate, format!("{name:?} is named twice"));
        }
        let rights = parse_names(functions, &place, errors, |function| {
            let message = || format!("{function:?} is not a function of {name:?}");
            tab.function(function).ok_or_else(|| (ErrorKind::UnknownFunction, message()))
        });
        if functions.is_empty() {
            errors.push(place, ErrorKind::TooShort, "must have at least one function");
        }
        caps.push((tab, rights));
    }
    // JSON objects are unordered, so dictionary order makes equal restrictions compare equal.
    caps.sort_by_key(|(tab, _)| *tab);
    caps
}

fn parse_names<T: Copy + Ord>(
    names: &[String],
    place: &Location,
    errors: &mut ValidationErrors,
    parse: impl Fn(&str) -> Result<T, (ErrorKind, String)>,
) -> Vec<T> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (index, name) in names.iter().enumerate() {
        match parse(name) {
            Ok(value) if seen.insert(value) => found.push(value),
            Ok(_) => errors.push(place.at(index), ErrorKind::Duplicate, format!("{name:?} is named twice")),
            Err((kind, message)) => errors.push(place.at(index), kind, message),
        }
    }
    found
}

/// Skips the check for an empty list of tabs, which is reported separately.
fn check_caps_within_tabs(tabs: &[Tab], caps: &[(Tab, Vec<Right>)], errors: &mut ValidationErrors) {
    for (tab, _) in caps.iter().filter(|(tab, _)| !tabs.is_empty() && !tabs.contains(tab)) {
        let message = format!("{:?} is not among the tabs", tab.as_str());
        errors.push(Location::root().at("caps").at(tab.as_str()), ErrorKind::Value, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cap_words, tab_words};

    fn parse(
        tabs: Option<&[&str]>,
        caps: Option<&[(&str, &[&str])]>,
    ) -> Result<Option<Restriction>, ValidationErrors> {
        Restriction::parse(tabs.map(tab_words).as_deref(), caps.map(cap_words).as_deref())
    }

    #[test]
    fn what_is_allowed() {
        let qr = [Right::QrView, Right::QrEdit];
        for (tabs, caps, expected) in [
            (Some(&["qr"][..]), None, &qr[..]),
            (None, Some(&[("qr", &["view"][..])][..]), &[Right::QrView]),
            (Some(&["qr", "keys"]), Some(&[("keys", &["mint"])]), &[qr[0], qr[1], Right::KeysMint]),
            (None, Some(&[("qr", &["edit", "view"]), ("team", &["view"])]), &[qr[0], qr[1], Right::TeamView]),
        ] {
            let restriction = parse(tabs, caps).unwrap().unwrap();
            assert_eq!(restriction.rights(), expected.iter().copied().collect(), "{tabs:?} {caps:?}");
            let words = (restriction.tab_words(), restriction.cap_words());
            assert_eq!(words, (tabs.map(tab_words), caps.map(cap_words)), "what was typed is shown");
        }
        assert_eq!(parse(None, None), Ok(None));
    }

    #[test]
    fn all_errors_are_listed_with_their_places() {
        for (tabs, caps, expected) in [
            (Some(&[][..]), None, "tabs too_short"),
            (None, Some(&[][..]), "caps too_short"),
            (None, Some(&[("qr", &[][..])]), "caps.qr too_short"),
            (Some(&["qr", "nope", "Keys"]), None, "tabs.1 unknown_tab, tabs.2 unknown_tab"),
            (None, Some(&[("nope", &["view"])]), "caps.nope unknown_tab"),
            (
                None,
                Some(&[("qr", &["view", "publish", ""])]),
                "caps.qr.1 unknown_function, caps.qr.2 unknown_function",
            ),
            (Some(&["qr"]), Some(&[("keys", &["mint"])]), "caps.keys value_error"),
            (Some(&["qr", "qr"]), None, "tabs.1 duplicate"),
            (None, Some(&[("qr", &["view", "view"])]), "caps.qr.1 duplicate"),
            (None, Some(&[("qr", &["view"]), ("qr", &["edit"])]), "caps.qr duplicate"),
            (Some(&[]), Some(&[("qr", &["view"])]), "tabs too_short"),
            (
                Some(&["nope"]),
                Some(&[("qr", &["publish"])]),
                "tabs.0 unknown_tab, caps.qr.0 unknown_function",
            ),
        ] {
            let errors = parse(tabs, caps).unwrap_err();
            let shown: Vec<_> =
                errors.iter().map(|f| format!("{} {}", f.location, f.kind.as_str())).collect();
            assert_eq!(shown.join(", "), expected);
        }
        let named = parse(Some(&["nope"]), None).unwrap_err();
        assert!(named.iter().all(|error| error.message.contains("nope")));
    }
}
