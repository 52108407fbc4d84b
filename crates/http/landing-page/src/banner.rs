use landing_draft::banner::{Banner, BannerTexts, BannerVariant};
use landing_draft::visitor::Visitor;

/// Texts of a banner for one visitor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Texts {
    pub(super) title: String,
    pub(super) body: String,
    pub(super) link_text: String,
}

impl Texts {
    /// Returns the approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.title.len() + self.body.len() + self.link_text.len()
    }

    /// Returns the banner's texts: a translation into the visitor's language if available, else the
    /// visitor's variant. Returns `None` without a banner.
    pub(super) fn of(banner: &Banner, visitor: &Visitor) -> Option<Self> {
        if !banner.enabled || banner.content.is_empty() {
            return None;
        }
        let content = &banner.content;
        let translation = visitor.languages.iter().find_map(|asked| {
            let mut known = content.translations.iter();
            known.find(|(language, _)| language.covers(asked)).map(|(_, texts)| texts)
        });
        let other = translation.or_else(|| variant(content.variants.as_deref()?, visitor).map(|v| &v.texts));
        let pick = |own: &str, other: Option<&String>| other.map_or(own, String::as_str).to_owned();
        Some(Self {
            title: pick(&content.title, other.and_then(|texts: &BannerTexts| texts.title.as_ref())),
            body: pick(&content.body, other.and_then(|texts| texts.body.as_ref())),
            link_text: pick(&content.link_text, other.and_then(|texts| texts.link_text.as_ref())),
        })
    }
}

/// Returns whether the banner is the same for every visitor, or absent.
pub(super) fn is_same_for_everybody(banner: &Banner) -> bool {
    let content = &banner.content;
    let says_one_thing =
        content.translations.is_empty() && content.variants.as_deref().is_none_or(<[_]>::is_empty);
    !banner.enabled || content.is_empty() || says_one_thing
}

/// Returns the visitor's variant, chosen by weight and stable per visitor.
fn variant<'a>(variants: &'a [BannerVariant], visitor: &Visitor) -> Option<&'a BannerVariant> {
    let total: u64 = variants.iter().map(|variant| u64::from(variant.weight)).sum();
    let point = (u128::from(visitor.token.fraction("banner")) * u128::from(total)) >> 64;
    let mut end = 0_u128;
    variants.iter().find(|variant| {
        end += u128::from(variant.weight);
        point < end
    })
}

#[cfg(test)]
mod tests {
    use kernel::{Language, UnixTime};
    use landing_draft::banner::BannerPatch;
    use landing_draft::visitor::VisitorToken;
    use serde_json::Value;

    use super::*;

    fn banner(variants: &[(&str, i64)]) -> Banner {
        let map = |entries: Vec<(&str, Value)>| Value::from_iter(entries);
        let variants = variants.iter().map(|(key, weight)| {
            map(vec![("key", (*key).into()), ("weight", Value::from(*weight)), ("title", (*key).into())])
        });
        let patch = map(vec![
            ("enabled", true.into()),
            ("title", "Hello".into()),
            ("body", "Body".into()),
            ("translations", map(vec![("de", map(vec![("title", "Hallo".into())]))])),
            ("variants", Value::from_iter(variants)),
        ]);
        let mut banner = Banner::default();
        banner.apply(BannerPatch::parse(&patch).unwrap());
        banner
    }

    fn title(banner: &Banner, languages: &[&str]) -> Option<String> {
        let mut visitor = Visitor::unknown(UnixTime::from_seconds(0), VisitorToken::new([1; 16]));
        visitor.languages = languages.iter().filter_map(|text| Language::parse(text)).collect();
        Texts::of(banner, &visitor).map(|texts| texts.title)
    }

    #[test]
    fn the_visitors_language_comes_before_variants_and_the_banners_own_texts() {
        assert_eq!(title(&banner(&[]), &["fr", "de-AT"]).as_deref(), Some("Hallo"));
        assert_eq!(title(&banner(&[]), &["fr"]).as_deref(), Some("Hello"));
        assert_eq!(title(&banner(&[("a", 0), ("b", 1)]), &[]).as_deref(), Some("b"));
        assert_eq!(title(&Banner { enabled: false, ..banner(&[]) }, &[]), None);
    }
}
