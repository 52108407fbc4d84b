use conversion_pixel::PixelId;
use url::Url;

/// Addresses of the ad platforms. The defaults are the real platforms; tests use other addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoints {
    meta: Url,
    meta_version: String,
    tiktok: Url,
}

/// Invalid address or version of a platform.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointsError {
    /// Not an `https://` or `http://` address without credentials, query and fragment.
    #[error("{0:?} is not the http address of a platform")]
    Address(String),
    /// Not a version such as `v25.0`.
    #[error("{0:?} is not a version such as v25.0")]
    Version(String),
}

impl Endpoints {
    /// Address of Meta's Graph API.
    pub const META: &str = "https://graph.facebook.com";
    /// Version of the Graph API that this crate uses.
    pub const META_VERSION: &str = "v25.0";
    /// Address of TikTok's Business API.
    pub const TIKTOK: &str = "https://business-api.tiktok.com";

    /// Parses the addresses of the platforms. A path in an address is kept.
    pub fn parse(meta: &str, meta_version: &str, tiktok: &str) -> Result<Self, EndpointsError> {
        let numbers = meta_version.strip_prefix('v').and_then(|rest| rest.split_once('.'));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !numbers.is_some_and(|(major, minor)| digits(major) && digits(minor)) {
            return Err(EndpointsError::Version(meta_version.to_owned()));
        }
        Ok(Self { meta: base(meta)?, meta_version: meta_version.to_owned(), tiktok: base(tiktok)? })
    }

    pub(crate) fn meta_events(&self, pixel: &PixelId) -> Url {
        below(&self.meta, &[&self.meta_version, pixel.as_str(), "events"])
    }

    pub(crate) fn tiktok_track(&self) -> Url {
        // The empty segment adds a final slash; without it, the platform redirects.
        below(&self.tiktok, &["open_api", "v1.3", "event", "track", ""])
    }
}

fn base(address: &str) -> Result<Url, EndpointsError> {
    let refused = || EndpointsError::Address(address.to_owned());
    let url = Url::parse(address).map_err(|_| refused())?;
    let plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    if plain { Ok(url) } else { Err(refused()) }
}

fn below(base: &Url, steps: &[&str]) -> Url {
    let mut url = base.clone();
    // An http address can always have path segments.
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(steps);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_built_below_the_base() {
        let pixel = PixelId::parse("123").unwrap();
        for (meta, tiktok, events, track) in [
            (
                Endpoints::META,
                Endpoints::TIKTOK,
                "https://graph.facebook.com/v25.0/123/events",
                "https://business-api.tiktok.com/open_api/v1.3/event/track/",
            ),
            (
                "http://127.0.0.1:9/meta/",
                "http://127.0.0.1:9/tiktok",
                "http://127.0.0.1:9/meta/v25.0/123/events",
                "http://127.0.0.1:9/tiktok/open_api/v1.3/event/track/",
            ),
        ] {
            let endpoints = Endpoints::parse(meta, Endpoints::META_VERSION, tiktok).unwrap();
            assert_eq!(endpoints.meta_events(&pixel).as_str(), events);
            assert_eq!(endpoints.tiktok_track().as_str(), track);
        }
    }

    #[test]
    fn what_is_no_address_or_version_is_refused() {
        for meta in
            ["", "graph.facebook.com", "ftp://a.example", "https://u:p@a.example", "https://a.example/?q"]
        {
            let refused = Endpoints::parse(meta, "v25.0", Endpoints::TIKTOK);
            assert_eq!(refused, Err(EndpointsError::Address(meta.to_owned())));
        }
        for version in ["", "25.0", "v25", "v25.", "v.0", "v25.0/x", "v2５.0"] {
            let refused = Endpoints::parse(Endpoints::META, version, Endpoints::TIKTOK);
            assert_eq!(refused, Err(EndpointsError::Version(version.to_owned())));
        }
    }
}
