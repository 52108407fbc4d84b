//! QR codes: paths, source labels, and their changes.

use std::fmt;

use kernel::{Fingerprint, Hostname, UnixTime};
use serde::{Deserialize, Serialize};

use crate::design::Design;

kernel::stored_id! {
    /// Stored number of a code.
    CodeId
}

/// Error: the text is not a valid slug of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a slug has 1 to 32 characters of a-z, 0-9, _ and -, or none for the main code")]
#[non_exhaustive]
pub struct InvalidSlug;

/// Part of a code's path after `/qr/`: 1-32 characters of `[a-z0-9_-]`, or empty for the main code at `/qr`.
///
/// No slug is reserved here; only smart links reserve `paid` and `ftl`.
///
/// ```
/// use qr_catalog::{Slug, SourceLabel};
///
/// let slug = Slug::parse("flyer")?;
/// assert_eq!(slug.path(), "/qr/flyer");
/// assert_eq!(SourceLabel::of(&slug).as_str(), "qr-flyer");
/// assert!(Slug::parse("Flyer").is_err());
/// # Ok::<(), qr_catalog::InvalidSlug>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Slug(String);

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

kernel::text_value!(Slug: InvalidSlug);

impl Slug {
    /// Maximum length of a slug, in characters.
    pub const MAX: usize = 32;

    /// Parses a slug. Upper case is rejected, not converted.
    pub fn parse(text: &str) -> Result<Self, InvalidSlug> {
        let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-');
        let fits = text.len() <= Self::MAX && text.bytes().all(is_plain);
        if fits { Ok(Self(text.to_owned())) } else { Err(InvalidSlug) }
    }

    /// Slug as text; empty for the main code.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Printed path of a code with this slug: `/qr` or `/qr/<slug>`.
    pub fn path(&self) -> String {
        if self.0.is_empty() { "/qr".to_owned() } else { format!("/qr/{}", self.0) }
    }

    /// Address encoded in a picture of the code: `https://<domain>/qr` or `https://<domain>/qr/<slug>`.
    pub fn url(&self, domain: &Hostname) -> String {
        format!("https://{domain}{}", self.path())
    }
}

/// Label of a code's scans: `qr` or `qr-<slug>`, from the slug that the code was created with.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLabel(String);

impl SourceLabel {
    /// Label of a code that is created with this slug.
    pub fn of(slug: &Slug) -> Self {
        Self(if slug.0.is_empty() { "qr".to_owned() } else { format!("qr-{}", slug.0) })
    }

    /// Parses a stored label; `None` if invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let slug = match text.strip_prefix("qr-") {
            Some(slug) if !slug.is_empty() => Slug::parse(slug).ok()?,
            Some(_) => return None,
            None if text == "qr" => Slug::default(),
            None => return None,
        };
        Some(Self::of(&slug))
    }

    /// Label as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

kernel::text_value!(SourceLabel, "qr, or qr- and a slug");

impl fmt::Display for SourceLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Slug of a smart link on the code's domain: the part of its path after `/r/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkSlug(Slug);

impl LinkSlug {
    /// Parses a slug. Unlike the slug of a code, it must not be empty.
    pub fn parse(text: &str) -> Result<Self, InvalidSlug> {
        if text.is_empty() { Err(InvalidSlug) } else { Slug::parse(text).map(Self) }
    }

    /// Slug as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for LinkSlug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

kernel::text_value!(LinkSlug: InvalidSlug);

/// Target of a scan. The printed path does not contain the target, so it may change after printing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScanTarget {
    /// Landing page of the domain.
    #[default]
    Page,
    /// Smart link of the domain. Scans lead to the landing page while no active link has this slug.
    SmartLink(LinkSlug),
}

impl ScanTarget {
    /// Slug of the smart link, if the target is one.
    pub fn smart_link(&self) -> Option<&LinkSlug> {
        match self {
            Self::Page => None,
            Self::SmartLink(slug) => Some(slug),
        }
    }
}

impl From<Option<LinkSlug>> for ScanTarget {
    fn from(slug: Option<LinkSlug>) -> Self {
        slug.map_or(Self::Page, Self::SmartLink)
    }
}

kernel::line_of_text! {
    /// Title that the owner gives a code, up to 80 characters; may be empty.
    #[derive(Default)]
    Title, 0..=80
}

kernel::line_of_text! {
    /// Place where a code is displayed, in the owner's words, up to 40 characters; may be empty.
    #[derive(Default)]
    Channel, 0..=40
}

/// Owner's words about a code.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Notes {
    /// Title that the owner gives the code.
    pub title: Title,
    /// Place where the code is displayed, in the owner's words.
    pub channel: Channel,
}

impl Notes {
    /// Change that gives a code these notes.
    pub fn patch(&self) -> CodePatch {
        let Self { title, channel } = self.clone();
        CodePatch { title: Some(title), channel: Some(channel), ..CodePatch::default() }
    }
}

/// Code to be created.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewCode {
    /// Domain of the code.
    pub domain: Hostname,
    /// Path of the code.
    pub slug: Slug,
    /// Title and place.
    #[serde(flatten)]
    pub notes: Notes,
    /// Target of a scan.
    #[serde(default)]
    pub target: ScanTarget,
    /// Shapes and colours of the code.
    pub design: Design,
    /// Time of the creation.
    pub created_at: UnixTime,
}

impl NewCode {
    /// Permanent label of the new code.
    pub fn source(&self) -> SourceLabel {
        SourceLabel::of(&self.slug)
    }
}

/// Stored code. Codes are never deleted, only deactivated, because prints stay in use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Code {
    /// Stored number of the code.
    pub id: CodeId,
    /// Domain of the code.
    pub domain: Hostname,
    /// Path of the code; may change.
    pub slug: Slug,
    /// Title and place.
    #[serde(flatten)]
    pub notes: Notes,
    /// Target of a scan.
    #[serde(default)]
    pub target: ScanTarget,
    /// Permanent label of the code's scans and statistics, made from its first slug.
    pub source: SourceLabel,
    /// Shapes and colours of the code.
    pub design: Design,
    /// Whether redirects carry the label.
    pub active: bool,
    /// Time of the creation.
    pub created_at: UnixTime,
    /// Time of the last change.
    pub updated_at: UnixTime,
}

/// Changes of a code; `None` keeps a field.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CodePatch {
    /// New path. The label stays. Prints with the old path still redirect, but without the label.
    pub slug: Option<Slug>,
    /// New title.
    pub title: Option<Title>,
    /// New channel.
    pub channel: Option<Channel>,
    /// New target of a scan.
    #[serde(default)]
    pub target: Option<ScanTarget>,
    /// New design.
    pub design: Option<Design>,
    /// Whether redirects carry the label.
    pub active: Option<bool>,
}

impl Code {
    /// State of the code for `ETag` and `If-Match`.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self)
    }

    /// Builds the stored code from `new` and its number.
    pub fn made(id: CodeId, new: &NewCode) -> Self {
        Self {
            id,
            domain: new.domain.clone(),
            slug: new.slug.clone(),
            notes: new.notes.clone(),
            target: new.target.clone(),
            source: new.source(),
            design: new.design.clone(),
            active: true,
            created_at: new.created_at,
            updated_at: new.created_at,
        }
    }

    /// Current printed path of the code.
    pub fn path(&self) -> String {
        self.slug.path()
    }

    /// Address encoded in a picture of the code.
    pub fn url(&self) -> String {
        self.slug.url(&self.domain)
    }

    /// Returns the code with the changes, or `None` if they change nothing.
    pub fn edited(&self, patch: &CodePatch, now: UnixTime) -> Option<Self> {
        let mut edited = self.clone();
        set(&mut edited.slug, patch.slug.as_ref());
        set(&mut edited.notes.title, patch.title.as_ref());
        set(&mut edited.notes.channel, patch.channel.as_ref());
        set(&mut edited.target, patch.target.as_ref());
        set(&mut edited.design, patch.design.as_ref());
        set(&mut edited.active, patch.active.as_ref());
        (edited != *self).then_some(Self { updated_at: now, ..edited })
    }

    /// Whether this code blocks `slug` for other codes of its domain: by its path, or by its label. So two codes never
    /// share statistics. A code does not block its own slug.
    pub fn blocks(&self, slug: &Slug) -> bool {
        self.slug == *slug || self.source == SourceLabel::of(slug)
    }
}

/// Whether a code may take this slug. `codes` are all other codes of the domain.
pub fn is_free<'a>(slug: &Slug, codes: impl IntoIterator<Item = &'a Code>) -> bool {
    !codes.into_iter().any(|code| code.blocks(slug))
}

fn set<T: Clone>(field: &mut T, value: Option<&T>) {
    if let Some(value) = value {
        *field = value.clone();
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use kernel::ValidationErrors;

    use super::*;

    pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);

    pub(crate) fn slug(text: &str) -> Slug {
        Slug::parse(text).unwrap()
    }

    pub(crate) fn new_code(text: &str) -> NewCode {
        NewCode {
            domain: Hostname::parse("links.example.com").unwrap(),
            slug: slug(text),
            notes: Notes::default(),
            target: ScanTarget::Page,
            design: Design::stock(),
            created_at: NOW,
        }
    }

    pub(crate) fn code(id: i64, text: &str) -> Code {
        Code::made(CodeId::new(id), &new_code(text))
    }

    #[test]
    fn slugs_and_what_is_made_of_them() {
        for (text, path, source) in [
            ("", "/qr", "qr"),
            ("flyer_2-a", "/qr/flyer_2-a", "qr-flyer_2-a"),
            ("paid", "/qr/paid", "qr-paid"),
            ("ftl", "/qr/ftl", "qr-ftl"),
            ("-", "/qr/-", "qr--"),
        ] {
            let slug = slug(text);
            assert_eq!(slug.path(), path);
            assert_eq!(SourceLabel::of(&slug).as_str(), source);
            assert_eq!(SourceLabel::parse(source), Some(SourceLabel::of(&slug)));
            let domain = Hostname::parse("a.example").unwrap();
            assert_eq!(slug.url(&domain), format!("https://a.example{path}"));
        }
        let (longest, too_long) = ("a".repeat(32), "a".repeat(33));
        assert!(Slug::parse(&longest).is_ok());
        for text in [too_long.as_str(), "Flyer", "a b", "a/b", "ä", ".", "a\n", "\0"] {
            assert_eq!(Slug::parse(text), Err(InvalidSlug), "{text:?}");
        }
        for text in ["", "qr-", "qr_a", "direct", "qr-A", "QR"] {
            assert_eq!(SourceLabel::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn titles_and_channels_are_short_lines() {
        let kinds = |errors: Option<ValidationErrors>| -> Vec<&str> {
            errors.unwrap_or_default().iter().map(|error| error.kind.as_str()).collect()
        };
        assert_eq!(kinds(Title::parse(&"é".repeat(80)).err()), Vec::<&str>::new());
        assert_eq!(kinds(Title::parse(&"é".repeat(81)).err()), ["too_long"]);
        assert_eq!(kinds(Channel::parse("").err()), Vec::<&str>::new());
        assert_eq!(kinds(Channel::parse(&format!("\n{}", "a".repeat(40))).err()), ["too_long", "pattern"]);
    }

    #[test]
    fn only_supplied_fields_change_and_a_renamed_code_keeps_its_label() {
        let old = code(1, "flyer");
        let later = NOW.plus_seconds(60);
        assert_eq!(old.edited(&CodePatch::default(), later), None);
        let same = CodePatch { slug: Some(slug("flyer")), active: Some(true), ..CodePatch::default() };
        assert_eq!(old.edited(&same, later), None, "the same values are no change");
        let rename = CodePatch { slug: Some(slug("poster")), ..CodePatch::default() };
        let renamed = old.edited(&rename, later).unwrap();
        assert_eq!((renamed.path().as_str(), renamed.source.as_str()), ("/qr/poster", "qr-flyer"));
        assert_eq!(renamed, Code { slug: slug("poster"), updated_at: later, ..old });
    }

    #[test]
    fn a_scan_leads_to_a_smart_link_or_to_the_page() {
        let target = |text: &str| ScanTarget::SmartLink(LinkSlug::parse(text).unwrap());
        for text in ["", "Vip", "a/b", &"a".repeat(33)] {
            assert_eq!(LinkSlug::parse(text), Err(InvalidSlug), "{text:?}");
        }
        let to_vip = CodePatch { target: Some(target("vip")), ..CodePatch::default() };
        let code = code(1, "flyer").edited(&to_vip, NOW).unwrap();
        assert_eq!((code.target.smart_link().unwrap().as_str(), code.path().as_str()), ("vip", "/qr/flyer"));
        assert_eq!(code.edited(&to_vip, NOW), None, "it leads there already");
        let to_page = CodePatch { target: Some(ScanTarget::Page), ..CodePatch::default() };
        assert_eq!(code.edited(&to_page, NOW).unwrap().target.smart_link(), None);
        for target in [ScanTarget::Page, target("vip")] {
            let text = serde_json::to_string(&target).unwrap();
            assert_eq!(serde_json::from_str::<ScanTarget>(&text).unwrap(), target);
        }
    }

    #[test]
    fn paths_and_labels_are_each_had_once() {
        // One code was created as `flyer` and renamed to `poster`; the second one is the main code.
        let renamed = Code { slug: slug("poster"), ..code(1, "flyer") };
        let main = code(2, "");
        for (text, free) in [
            ("card", true),
            ("poster", false), // the path is taken
            ("flyer", false),  // the path is free, but its label has statistics
            ("", false),
        ] {
            assert_eq!(is_free(&slug(text), [&renamed, &main]), free, "{text:?}");
        }
        assert!(is_free(&slug("flyer"), [&main]), "back to the code's own first slug");
        let moved = Code { slug: slug("front"), ..code(2, "") };
        assert!(!is_free(&slug(""), [&moved]), "the main path of a code that moved away");
    }
}
