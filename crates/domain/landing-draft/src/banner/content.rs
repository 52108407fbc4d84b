use std::collections::BTreeMap;

use kernel::{ErrorKind, Language, Location, ValidationErrors, check_line, words};
use serde_json::Value;

use crate::experiment::{ArmId, MAX_ARMS, MAX_WEIGHT};
use crate::file::FileName;
use crate::reading::Fields;
use crate::target::Target;

words! {
    /// Destination of the banner's link.
    LinkMode {
        /// No destination.
        None = "",
        /// URL that the owner typed.
        Manual = "manual",
        /// Smart link of the domain.
        Smartlink = "smartlink",
    }
}

words! {
    /// Source of the lines about recent activity.
    ActivitySource {
        /// Recent subscribers.
        RecentSubscribers = "recent_subscribers",
    }
}

/// Maximum length of a title, in characters.
pub(super) const MAX_TITLE: usize = 80;
/// Maximum length of a body, in characters.
pub(super) const MAX_BODY: usize = 300;
/// Maximum length of a link text, in characters.
pub(super) const MAX_LINK_TEXT: usize = 40;
/// Maximum number of languages.
pub(super) const MAX_TRANSLATIONS: usize = 100;
/// Maximum delay, in milliseconds.
pub(super) const MAX_DELAY: u32 = 600_000;

/// Texts of a banner in another language or variant. `None` uses the text of the banner itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BannerTexts {
    /// Title in this language or variant.
    pub title: Option<String>,
    /// Body in this language or variant.
    pub body: Option<String>,
    /// Link text in this language or variant.
    pub link_text: Option<String>,
}

/// Variant of the texts for a share of the visitors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BannerVariant {
    /// Name of the variant.
    pub key: ArmId,
    /// Weight of the variant, 0-10000.
    pub weight: u32,
    /// Texts of the variant.
    pub texts: BannerTexts,
}

/// Content of a banner: texts, link, picture and sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BannerContent {
    /// Title, at most 80 characters.
    pub title: String,
    /// Body, at most 300 characters.
    pub body: String,
    /// Text of the link, at most 40 characters.
    pub link_text: String,
    /// Destination of the link in mode `manual`.
    pub target_url: Option<Target>,
    /// Destination type of the link.
    pub link_mode: LinkMode,
    /// Delay before the page shows the banner, in milliseconds.
    pub delay_ms: u32,
    /// Picture of the banner.
    pub avatar: Option<FileName>,
    /// Sound of the banner.
    pub sound: Option<FileName>,
    /// Texts in other languages, by the visitor's language.
    pub translations: BTreeMap<Language, BannerTexts>,
    /// Variants of the texts.
    pub variants: Option<Vec<BannerVariant>>,
    /// Source of the lines about recent activity; `None` for no lines.
    pub activity_source: Option<ActivitySource>,
}

impl Default for BannerContent {
    fn default() -> Self {
        Self {
            title: String::new(),
            body: String::new(),
            link_text: String::new(),
            target_url: None,
            link_mode: LinkMode::None,
            delay_ms: 0,
            avatar: None,
            sound: None,
            translations: BTreeMap::new(),
            variants: None,
            activity_source: None,
        }
    }
}

impl BannerContent {
    /// Returns the uploaded files in the content.
    pub fn files(&self) -> impl Iterator<Item = &FileName> {
        [&self.avatar, &self.sound].into_iter().flatten()
    }
}

/// Partial change of a banner's content. The outer `None` keeps a field; `Some(None)` clears the field.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ContentPatch {
    title: Option<String>,
    body: Option<String>,
    link_text: Option<String>,
    target_url: Option<Option<Target>>,
    link_mode: Option<LinkMode>,
    delay_ms: Option<u32>,
    avatar: Option<Option<FileName>>,
    sound: Option<Option<FileName>>,
    translations: Option<BTreeMap<Language, BannerTexts>>,
    variants: Option<Option<Vec<BannerVariant>>>,
    activity_source: Option<Option<ActivitySource>>,
}

impl ContentPatch {
    /// Fields of a change.
    pub const KEYS: [&'static str; 11] = [
        "title",
        "body",
        "link_text",
        "target_url",
        "link_mode",
        "delay_ms",
        "avatar_filename",
        "sound_filename",
        "translations",
        "variants",
        "activity_source",
    ];

    /// Builds a change that replaces the files; `None` keeps a file.
    pub fn files(avatar: Option<FileName>, sound: Option<FileName>) -> Self {
        Self { avatar: avatar.map(Some), sound: sound.map(Some), ..Self::default() }
    }

    /// Returns the files in the change with their field names. The files must exist.
    pub fn named_files(&self) -> impl Iterator<Item = (&'static str, &FileName)> {
        let avatar = self.avatar.iter().flatten().map(|file| ("avatar_filename", file));
        avatar.chain(self.sound.iter().flatten().map(|file| ("sound_filename", file)))
    }

    pub(crate) fn read(fields: &Fields<'_>, errors: &mut ValidationErrors) -> Self {
        fields.not_null(&["title", "body", "link_text", "target_url", "link_mode", "delay_ms"], errors);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "within 0 and 600000, as checked"
        )]
        let delay_ms = fields.whole("delay_ms", f64::from(MAX_DELAY), errors).map(|delay| delay as u32);
        Self {
            title: line(fields, "title", MAX_TITLE, errors),
            body: line(fields, "body", MAX_BODY, errors),
            link_text: line(fields, "link_text", MAX_LINK_TEXT, errors),
            target_url: target(fields, errors),
            link_mode: fields.word("link_mode", errors, LinkMode::WORDS, LinkMode::parse),
            delay_ms,
            avatar: file(fields, "avatar_filename", errors),
            sound: file(fields, "sound_filename", errors),
            translations: translations(fields, errors),
            variants: variants(fields, errors),
            activity_source: match fields.get("activity_source") {
                None => fields.has("activity_source").then_some(None),
                Some(_) => fields
                    .word("activity_source", errors, ActivitySource::WORDS, ActivitySource::parse)
                    .map(Some),
            },
        }
    }
}

fn line(fields: &Fields<'_>, key: &str, max: usize, errors: &mut ValidationErrors) -> Option<String> {
    fields.read(key, errors, |text| check_line(text, 0, max).map(|()| text.to_owned()))
}

fn target(fields: &Fields<'_>, errors: &mut ValidationErrors) -> Option<Option<Target>> {
    match fields.text("target_url", errors)? {
        "" => Some(None),
        text => errors.take(&fields.place("target_url"), Target::parse(text)).map(Some),
    }
}

fn file(fields: &Fields<'_>, key: &str, errors: &mut ValidationErrors) -> Option<Option<FileName>> {
    if fields.get(key).is_none() {
        return fields.has(key).then_some(None);
    }
    fields
        .parsed(key, errors, ErrorKind::Pattern, "is not the name of an uploaded file", FileName::parse)
        .map(Some)
}

const TEXTS: [&str; 3] = ["title", "body", "link_text"];

fn texts(fields: &Fields<'_>, errors: &mut ValidationErrors) -> BannerTexts {
    BannerTexts {
        title: line(fields, "title", MAX_TITLE, errors),
        body: line(fields, "body", MAX_BODY, errors),
        link_text: line(fields, "link_text", MAX_LINK_TEXT, errors),
    }
}

fn translations(
    fields: &Fields<'_>,
    errors: &mut ValidationErrors,
) -> Option<BTreeMap<Language, BannerTexts>> {
    let at = fields.place("translations");
    let entries = match fields.get("translations") {
        None => return fields.has("translations").then(BTreeMap::new),
        Some(Value::Object(entries)) => entries,
        Some(_) => return fields.error("translations", ErrorKind::ObjectType, "must be an object", errors),
    };
    if entries.len() > MAX_TRANSLATIONS {
        let message = format!("has more than {MAX_TRANSLATIONS} languages");
        return fields.error("translations", ErrorKind::TooLong, &message, errors);
    }
    let mut read = BTreeMap::new();
    for (lang, node) in entries {
        let here = at.at(lang.as_str());
        let language = Language::parse(lang);
        if language.is_none() {
            errors.push(
                here.clone(),
                ErrorKind::LanguageInvalid,
                "must be a language code such as de or pt-BR",
            );
        }
        if let (Some(inner), Some(language)) = (Fields::of(node, &here, &TEXTS, errors), language) {
            read.insert(language, texts(&inner, errors));
        }
    }
    Some(read)
}

fn variants(fields: &Fields<'_>, errors: &mut ValidationErrors) -> Option<Option<Vec<BannerVariant>>> {
    let items = match fields.get("variants") {
        None => return fields.has("variants").then_some(None),
        Some(Value::Array(items)) if items.len() <= MAX_ARMS => items,
        Some(Value::Array(_)) => {
            return fields.error("variants", ErrorKind::TooLong, "has more than 20 entries", errors);
        }
        Some(_) => return fields.error("variants", ErrorKind::ListType, "must be a list", errors),
    };
    let at = fields.place("variants");
    let mut read: Vec<BannerVariant> = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let Some(variant) = variant(item, &at.at(index), errors) else { continue };
        if read.iter().any(|other| other.key == variant.key) {
            errors.push(at.at(index).at("key"), ErrorKind::Duplicate, "appears twice");
        }
        read.push(variant);
    }
    Some(Some(read))
}

fn variant(item: &Value, at: &Location, errors: &mut ValidationErrors) -> Option<BannerVariant> {
    let fields = Fields::of(item, at, &["key", "weight", "title", "body", "link_text"], errors)?;
    fields.needed(&["key", "weight"], errors);
    let key = fields.parsed(
        "key",
        errors,
        ErrorKind::Pattern,
        "must be 1 to 32 characters of a-z, 0-9, _ and -",
        ArmId::parse,
    );
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within 0 and 10000, as checked"
    )]
    let weight = fields.whole("weight", f64::from(MAX_WEIGHT), errors).map(|weight| weight as u32);
    let texts = texts(&fields, errors);
    Some(BannerVariant { key: key?, weight: weight?, texts })
}

impl BannerContent {
    /// Applies the changes in the patch.
    pub fn apply(&mut self, patch: ContentPatch) {
        use crate::button::set;
        set(&mut self.title, patch.title);
        set(&mut self.body, patch.body);
        set(&mut self.link_text, patch.link_text);
        set(&mut self.target_url, patch.target_url);
        set(&mut self.link_mode, patch.link_mode);
        set(&mut self.delay_ms, patch.delay_ms);
        set(&mut self.avatar, patch.avatar);
        set(&mut self.sound, patch.sound);
        set(&mut self.translations, patch.translations);
        set(&mut self.variants, patch.variants);
        set(&mut self.activity_source, patch.activity_source);
    }

    /// Whether the banner can be shown: title, body, link text and picture are set, and in mode `manual` also
    /// the URL.
    pub fn is_complete(&self) -> bool {
        let texts = [&self.title, &self.body, &self.link_text];
        let linked = self.link_mode != LinkMode::Manual || self.target_url.is_some();
        texts.iter().all(|text| !text.trim().is_empty()) && self.avatar.is_some() && linked
    }

    /// Whether title, body and link text are all blank.
    pub fn is_empty(&self) -> bool {
        [&self.title, &self.body, &self.link_text].iter().all(|text| text.trim().is_empty())
    }

    /// Returns the content in the form of the API.
    pub fn to_json(&self) -> Value {
        let file = |file: &Option<FileName>| Value::from(file.as_ref().map(FileName::as_str));
        let translations = self
            .translations
            .iter()
            .map(|(lang, texts)| (lang.as_str(), Value::from_iter(text_fields(texts))));
        let variants =
            self.variants.as_ref().map(|variants| Value::from_iter(variants.iter().map(variant_node)));
        Value::from_iter([
            ("title", self.title.as_str().into()),
            ("body", self.body.as_str().into()),
            ("link_text", self.link_text.as_str().into()),
            ("target_url", self.target_url.as_ref().map_or("", Target::as_typed).into()),
            ("link_mode", self.link_mode.as_str().into()),
            ("delay_ms", i64::from(self.delay_ms).into()),
            ("avatar_filename", file(&self.avatar)),
            ("sound_filename", file(&self.sound)),
            ("translations", Value::from_iter(translations)),
            ("variants", variants.unwrap_or(Value::Null)),
            ("activity_source", self.activity_source.map(ActivitySource::as_str).into()),
        ])
    }
}

fn text_fields(texts: &BannerTexts) -> impl Iterator<Item = (&'static str, Value)> {
    [("title", &texts.title), ("body", &texts.body), ("link_text", &texts.link_text)]
        .into_iter()
        .filter_map(|(key, text)| Some((key, Value::from(text.as_deref()?))))
}

fn variant_node(variant: &BannerVariant) -> Value {
    let own = [("key", variant.key.as_str().into()), ("weight", i64::from(variant.weight).into())];
    Value::from_iter(own.into_iter().chain(text_fields(&variant.texts)))
}

impl BannerContent {
    /// Parses the output of [`BannerContent::to_json`].
    fn restore(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let mut content = Self::default();
        if let Some(fields) = Fields::of(node, &Location::root(), &ContentPatch::KEYS, &mut errors) {
            content.apply(ContentPatch::read(&fields, &mut errors));
        }
        errors.into_result().map(|()| content)
    }
}

kernel::json_value!(BannerContent, BannerContent::restore);
