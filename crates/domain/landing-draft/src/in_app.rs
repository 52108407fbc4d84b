//! Help for visitors inside apps: the ways out of an app's built-in browser.
//!
//! No app documents its way out, and each changes without notice. So the ways are a table with a source and a date for
//! each, an installation can switch single ways off, and the edge counts who arrives outside.

use kernel::{Location, ValidationErrors, words};
use serde_json::Value;

pub use crate::escapes::Escapes;
use crate::reading::{Fields, alone, written};
use crate::visitor::{InApp, Os, Visitor};

words! {
    /// Help for visitors to leave an app's built-in browser.
    InAppMode {
        /// No help.
        Off = "off",
        /// Hint on the page, with a link where the app has a way out.
        Hint = "hint",
        /// Opens the system browser once by itself where the app has a way out.
        Auto = "auto",
    }
}

/// Help for visitors inside apps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InAppUi {
    /// Type of help; by default none.
    pub mode: Option<InAppMode>,
}

/// Method that asks an app or its system to open an address in the system browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EscapeMethod {
    /// Address `intent://`, which Android resolves, with the page itself as fallback.
    Intent,
    /// Address `instagram://extbrowser/?url=`, which Instagram itself resolves.
    InstagramExtbrowser,
    /// Address `x-safari-https://`, which iOS 17 and later open in Safari.
    XSafari,
}

/// Way out of one app on one system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Escape {
    /// Name in settings, addresses and metrics: the app and the system.
    pub name: &'static str,
    /// Word of the app. The parser of user agents may learn the word later than this table.
    app: &'static str,
    os: Os,
    /// Method that opens the system browser.
    pub method: EscapeMethod,
    /// Report that the method works.
    pub source: &'static str,
    /// Date of the report.
    pub reported: &'static str,
}

const fn escape(
    name: &'static str,
    app: &'static str,
    os: Os,
    method: EscapeMethod,
    source: &'static str,
    reported: &'static str,
) -> Escape {
    Escape { name, app, os, method, source, reported }
}

/// Report on Instagram's own scheme, for both systems.
const INSTAGRAM: &str = "shalanah/inapp-debugger pull request 23";
/// Tables of apps in the README of that project.
const TABLE: &str = "shalanah/inapp-debugger README";

/// Version of [`ESCAPES`]: the date of its last change.
pub const ESCAPES_VERSION: &str = "2026-11-28";

/// Known ways out. X, Snapchat and Telegram are missing: X has none since November 2025, Snapchat none on iOS, and
/// Telegram's browser has a button for it.
pub const ESCAPES: [Escape; 8] = [
    // On Android the scheme works as well, but only the intent has a fallback.
    escape("instagram-android", "instagram", Os::Android, EscapeMethod::Intent, TABLE, "2024-11-07"),
    escape("instagram-ios", "instagram", Os::Ios, EscapeMethod::InstagramExtbrowser, INSTAGRAM, "2026-09-10"),
    escape("facebook-android", "facebook", Os::Android, EscapeMethod::Intent, TABLE, "2024-11-07"),
    // Not in half-screen advertisements (shalanah/inapp-spy issue 53, 2025-09-22).
    escape("facebook-ios", "facebook", Os::Ios, EscapeMethod::XSafari, TABLE, "2024-10-16"),
    // The report calls it not dependable.
    escape("tiktok-android", "tiktok", Os::Android, EscapeMethod::Intent, TABLE, "2024-11-07"),
    escape("tiktok-ios", "tiktok", Os::Ios, EscapeMethod::XSafari, TABLE, "2024-10-16"),
    escape("threads-android", "threads", Os::Android, EscapeMethod::Intent, TABLE, "2024-11-07"),
    escape("threads-ios", "threads", Os::Ios, EscapeMethod::XSafari, TABLE, "2024-10-16"),
];

impl Escape {
    /// Finds a way out by name.
    pub fn named(name: &str) -> Option<Self> {
        ESCAPES.into_iter().find(|escape| escape.name == name)
    }

    fn of(app: InApp, os: Os) -> Option<Self> {
        ESCAPES.into_iter().find(|escape| escape.app == app.as_str() && escape.os == os)
    }
}

/// Query parameter that names the way out by which a visitor came. It tells an arrival outside from a visitor who is
/// still inside, who gets the hint alone.
pub const ESCAPE_PARAMETER: &str = "left_app";

/// Outcome of a way out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EscapeOutcome {
    /// The page offered the way out.
    Offered,
    /// A visitor arrived outside.
    Arrived,
    /// A visitor is still inside.
    Stayed,
}

impl EscapeOutcome {
    /// Name in metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Offered => "offered",
            Self::Arrived => "arrived",
            Self::Stayed => "stayed",
        }
    }
}

/// Help for one visitor to leave an app's built-in browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InAppHelp {
    /// Hint that points to the menu of the app.
    Hint,
    /// Link that leads outside, next to the hint.
    Link(Escape),
    /// The same link, which the page also follows once by itself.
    AtOnce(Escape),
}

impl InAppHelp {
    /// Returns the offered way out, if any.
    pub fn escape(self) -> Option<Escape> {
        match self {
            Self::Hint => None,
            Self::Link(escape) | Self::AtOnce(escape) => Some(escape),
        }
    }
}

impl InAppUi {
    pub(crate) fn read(node: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<Self> {
        let fields = Fields::of(node, at, &["mode"], errors)?;
        Some(Self { mode: fields.word("mode", errors, InAppMode::WORDS, InAppMode::parse) })
    }

    pub(crate) fn to_json(self) -> Value {
        written([("mode", self.mode.map(|mode| mode.as_str().into()))])
    }

    /// Returns whether visitors inside apps get help.
    pub fn helps(self) -> bool {
        self.mode.is_some_and(|mode| mode != InAppMode::Off)
    }

    /// Returns the help for this visitor; `None` if the page offers none or the visitor's app needs none.
    pub fn help(self, visitor: &Visitor) -> Option<InAppHelp> {
        let mode = self.mode.filter(|mode| *mode != InAppMode::Off)?;
        let app = visitor.in_app.filter(|app| ESCAPES.iter().any(|escape| escape.app == app.as_str()))?;
        let came_back = visitor.query.contains_key(ESCAPE_PARAMETER);
        let escape = visitor.os.and_then(|os| Escape::of(app, os));
        let escape = escape.filter(|escape| visitor.escapes.uses(escape.name) && !came_back);
        Some(match (escape, mode) {
            (None, _) => InAppHelp::Hint,
            (Some(escape), InAppMode::Auto) => InAppHelp::AtOnce(escape),
            (Some(escape), _) => InAppHelp::Link(escape),
        })
    }
}

/// Returns what became of ways out at this visit of a page with help.
pub fn escape_outcome(help: Option<InAppHelp>, visitor: &Visitor) -> Option<(Escape, EscapeOutcome)> {
    if let Some(escape) = visitor.query.get(ESCAPE_PARAMETER).and_then(|name| Escape::named(name)) {
        let is_inside = visitor.in_app.is_some_and(|app| app.as_str() == escape.app);
        return Some((escape, if is_inside { EscapeOutcome::Stayed } else { EscapeOutcome::Arrived }));
    }
    Some((help?.escape()?, EscapeOutcome::Offered))
}

kernel::json_value!(InAppUi, |node: &Value| alone(node, InAppUi::read));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::visitor;

    fn inside(app: InApp, os: Os) -> Visitor {
        Visitor { in_app: Some(app), os: Some(os), ..visitor() }
    }

    /// Describes the help in one word.
    fn word(help: Option<InAppHelp>) -> &'static str {
        match help {
            None => "none",
            Some(InAppHelp::Hint) => "hint",
            Some(InAppHelp::Link(escape)) => escape.name,
            Some(InAppHelp::AtOnce(_)) => "at once",
        }
    }

    #[test]
    fn every_way_has_a_name_a_source_and_a_date() {
        assert_eq!(ESCAPES.map(|escape| escape.name), crate::escapes::NAMES);
        for escape in ESCAPES {
            assert_eq!(escape.name, format!("{}-{}", escape.app, escape.os), "{escape:?}");
            assert!(!escape.source.is_empty() && escape.reported.len() == 10, "{escape:?}");
            assert!(escape.reported <= ESCAPES_VERSION, "{escape:?}");
            let same = ESCAPES.iter().filter(|other| (other.app, other.os) == (escape.app, escape.os));
            assert_eq!((Escape::named(escape.name), same.count()), (Some(escape), 1));
        }
    }

    #[test]
    fn help_follows_the_app_its_system_and_the_mode() {
        for (mode, app, os, expected) in [
            (InAppMode::Off, InApp::Instagram, Os::Android, "none"),
            (InAppMode::Hint, InApp::None, Os::Android, "none"),
            (InAppMode::Auto, InApp::Telegram, Os::Android, "none"),
            (InAppMode::Hint, InApp::Instagram, Os::Android, "instagram-android"),
            (InAppMode::Hint, InApp::Instagram, Os::Ios, "instagram-ios"),
            (InAppMode::Hint, InApp::Facebook, Os::Ios, "facebook-ios"),
            (InAppMode::Auto, InApp::Tiktok, Os::Android, "at once"),
            (InAppMode::Auto, InApp::Tiktok, Os::Ios, "at once"),
            (InAppMode::Auto, InApp::Instagram, Os::Macos, "hint"),
        ] {
            let ui = InAppUi { mode: Some(mode) };
            assert_eq!(word(ui.help(&inside(app, os))), expected, "{mode} {app} {os}");
            assert_eq!(ui.helps(), mode != InAppMode::Off);
        }
        assert_eq!(InAppUi::default().help(&inside(InApp::Instagram, Os::Ios)), None);
    }

    #[test]
    fn a_way_that_is_off_or_failed_leaves_the_hint() {
        let ui = InAppUi { mode: Some(InAppMode::Auto) };
        let ios = inside(InApp::Instagram, Os::Ios);
        let escapes = Escapes::without(["instagram-ios", "tiktok-android"]).unwrap();
        let switched = |visitor: Visitor| word(ui.help(&Visitor { escapes, ..visitor }));
        assert_eq!(switched(ios.clone()), "hint");
        assert_eq!(switched(inside(InApp::Tiktok, Os::Android)), "hint");
        assert_eq!(switched(inside(InApp::Instagram, Os::Android)), "at once");
        let back = [(ESCAPE_PARAMETER.to_owned(), "instagram-ios".to_owned())].into();
        assert_eq!(word(ui.help(&Visitor { query: back, ..ios })), "hint", "never twice");
        assert!(Escapes::without(["instagram"]).is_err());
        assert_eq!(Escapes::without([]), Ok(Escapes::default()));
    }

    #[test]
    fn outcomes_tell_who_arrived() {
        let ui = InAppUi { mode: Some(InAppMode::Hint) };
        for (app, name, expected) in [
            (InApp::Instagram, None, Some(("instagram-ios", "offered"))),
            (InApp::None, None, None),
            (InApp::None, Some("instagram-ios"), Some(("instagram-ios", "arrived"))),
            (InApp::Instagram, Some("instagram-ios"), Some(("instagram-ios", "stayed"))),
            (InApp::Facebook, Some("instagram-ios"), Some(("instagram-ios", "arrived"))),
            (InApp::Instagram, Some("made-up"), None),
        ] {
            let query = name.map(|name| (ESCAPE_PARAMETER.to_owned(), name.to_owned()));
            let visitor = Visitor { query: query.into_iter().collect(), ..inside(app, Os::Ios) };
            let found = escape_outcome(ui.help(&visitor), &visitor);
            let found = found.map(|(escape, outcome)| (escape.name, outcome.as_str()));
            assert_eq!(found, expected, "{app} {name:?}");
        }
    }
}
