//! QR codes: their paths, their source labels, and how both change.

use std::fmt;

use kernel::{Fingerprint, Hostname, UnixTime};
use serde::{Deserialize, Serialize};

use crate::design::Design;

kernel::stored_id! {
    /// The stored number of a code.
    CodeId
}

/// Not the slug of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a slug has 1 to 32 characters of a-z, 0-9, _ and -, or none for the main code")]
#[non_exhaustive]
pub struct InvalidSlug;

/// What follows `/qr/` in a code's path, 1-32 of `[a-z0-9_-]`; empty for the main code at `/qr`.
///
/// No slug is reserved here: `paid` and `ftl` are the smart links' concern.
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
    /// The longest slug, in characters.
    pub const MAX: usize = 32;

    /// Takes a slug as it is; upper case is refused, not lowered.
    pub fn parse(text: &str) -> Result<Self, InvalidSlug> {
        let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-');
        let fits = text.len() <= Self::MAX && text.bytes().all(is_plain);
        if fits { Ok(Self(text.to_owned())) } else { Err(InvalidSlug) }
    }

    /// The slug, empty for the main code.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path that a code with this slug is printed with: `/qr` or `/qr/<slug>`.
    pub fn path(&self) -> String {
        if self.0.is_empty() { "/qr".to_owned() } else { format!("/qr/{}", self.0) }
    }

    /// What a picture of the code holds: `https://<domain>/qr` or `https://<domain>/qr/<slug>`.
    pub fn url(&self, domain: &Hostname) -> String {
        format!("https://{domain}{}", self.path())
    }
}

/// The label that scans of a code carry, `qr` or `qr-<slug>` by its first slug.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLabel(String);

impl SourceLabel {
    /// The label of a code that is made with this slug.
    pub fn of(slug: &Slug) -> Self {
        Self(if slug.0.is_empty() { "qr".to_owned() } else { format!("qr-{}", slug.0) })
    }

    /// Reads a stored label; `None` when it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let slug = match text.strip_prefix("qr-") {
            Some(slug) if !slug.is_empty() => Slug::parse(slug).ok()?,
            Some(_) => return None,
            None if text == "qr" => Slug::default(),
            None => return None,
        };
        Some(Self::of(&slug))
    }

    /// The label.
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

/// The slug of a smart link on the domain of a code: what follows `/r/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkSlug(Slug);

impl LinkSlug {
    /// Takes a slug as it is; unlike that of a code it has at least one character.
    pub fn parse(text: &str) -> Result<Self, InvalidSlug> {
        if text.is_empty() { Err(InvalidSlug) } else { Slug::parse(text).map(Self) }
    }

    /// The slug.
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

/// Where a scan leads. What is printed stays the same, so it may change after the print.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScanTarget {
    /// To the landing page of the domain.
    #[default]
    Page,
    /// To a smart link of the domain; to the page while there is no active one of this slug.
    SmartLink(LinkSlug),
}

impl ScanTarget {
    /// The smart link, where it leads to one.
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
    /// What its owner calls a code, up to 80 characters, perhaps none.
    #[derive(Default)]
    Title, 0..=80
}

kernel::line_of_text! {
    /// Where a code is shown, in its owner's words, up to 40 characters, perhaps none.
    #[derive(Default)]
    Channel, 0..=40
}

/// A code that is to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewCode {
    /// On which domain.
    pub domain: Hostname,
    /// Its path.
    pub slug: Slug,
    /// What it is called.
    pub title: Title,
    /// Where it is shown.
    pub channel: Channel,
    /// Where a scan leads.
    #[serde(default)]
    pub target: ScanTarget,
    /// What it looks like.
    pub design: Design,
    /// When it is made.
    pub created_at: UnixTime,
}

impl NewCode {
    /// The label that it will bear for good.
    pub fn source(&self) -> SourceLabel {
        SourceLabel::of(&self.slug)
    }
}

/// A code. It is never deleted, only switched off: print lives on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Code {
    /// The stored number.
    pub id: CodeId,
    /// On which domain.
    pub domain: Hostname,
    /// Its path; may change.
    pub slug: Slug,
    /// What it is called.
    pub title: Title,
    /// Where it is shown.
    pub channel: Channel,
    /// Where a scan leads.
    #[serde(default)]
    pub target: ScanTarget,
    /// The label of its scans and its history; made of its first slug, and never changes.
    pub source: SourceLabel,
    /// What it looks like.
    pub design: Design,
    /// Whether scans carry the label.
    pub active: bool,
    /// When it was made.
    pub created_at: UnixTime,
    /// When it was last changed.
    pub updated_at: UnixTime,
}

/// Changes of a code; what is `None` stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CodePatch {
    /// Another path. The label stays, and what was printed before still redirects, without it.
    pub slug: Option<Slug>,
    /// Another title.
    pub title: Option<Title>,
    /// Another channel.
    pub channel: Option<Channel>,
    /// Where a scan is to lead.
    #[serde(default)]
    pub target: Option<ScanTarget>,
    /// Another look.
    pub design: Option<Design>,
    /// Whether scans carry the label.
    pub active: Option<bool>,
}

impl Code {
    /// State of the code for `ETag` and `If-Match`.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self)
    }

    /// The code that a store made of `new`, under the number that it gave.
    pub fn made(id: CodeId, new: &NewCode) -> Self {
        Self {
            id,
            domain: new.domain.clone(),
            slug: new.slug.clone(),
            title: new.title.clone(),
            channel: new.channel.clone(),
            target: new.target.clone(),
            source: new.source(),
            design: new.design.clone(),
            active: true,
            created_at: new.created_at,
            updated_at: new.created_at,
        }
    }

    /// The path that it is printed with now.
    pub fn path(&self) -> String {
        self.slug.path()
    }

    /// What its picture holds.
    pub fn url(&self) -> String {
        self.slug.url(&self.domain)
    }

    /// This code with the changes, or `None` if they change nothing.
    pub fn edited(&self, patch: &CodePatch, now: UnixTime) -> Option<Self> {
        let mut edited = self.clone();
        set(&mut edited.slug, patch.slug.as_ref());
        set(&mut edited.title, patch.title.as_ref());
        set(&mut edited.channel, patch.channel.as_ref());
        set(&mut edited.target, patch.target.as_ref());
        set(&mut edited.design, patch.design.as_ref());
        set(&mut edited.active, patch.active.as_ref());
        (edited != *self).then_some(Self { updated_at: now, ..edited })
    }

    /// Whether this code keeps another one of its domain from taking `slug`: by its path, or by a label that the other
    /// one would be taken for. So two codes never share a history. The code itself is never in its own way.
    pub fn blocks(&self, slug: &Slug) -> bool {
        self.slug == *slug || self.source == SourceLabel::of(slug)
    }
}

/// Whether a code of a domain may have this slug, `codes` being all codes of the domain but itself.
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
            title: Title::default(),
            channel: Channel::default(),
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
        // One code was made as `flyer` and is at `poster` now; another one is the main code.
        let renamed = Code { slug: slug("poster"), ..code(1, "flyer") };
        let main = code(2, "");
        for (text, free) in [
            ("card", true),
            ("poster", false), // the path is taken
            ("flyer", false),  // the path is free again, but its label has a history
            ("", false),
        ] {
            assert_eq!(is_free(&slug(text), [&renamed, &main]), free, "{text:?}");
        }
        assert!(is_free(&slug("flyer"), [&main]), "back to the code's own first slug");
        let moved = Code { slug: slug("front"), ..code(2, "") };
        assert!(!is_free(&slug(""), [&moved]), "the main path of a code that moved away");
    }
}
