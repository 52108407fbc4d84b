//! The methods of banners.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Operation, Request, read};
use crate::types;

/// The banner of a landing page.
#[derive(Debug, Clone)]
pub struct Banners {
    pub(super) client: Client,
}

impl Banners {
    /// Show the banner.
    ///
    /// The banner of the domain's draft, with the preset that it follows.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn show(&self, domain: &str) -> Request<BannersShow> {
        Request::new(&self.client, &[domain])
    }

    /// Change the banner.
    ///
    /// Only the fields that are there change. A `style` replaces the stored one as a whole; `{}` clears it, null keeps it.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn update(&self, domain: &str, body: &types::BannerUpdate) -> Request<BannersUpdate> {
        Request::new(&self.client, &[domain]).with_json(body)
    }

    /// Upload the banner's picture.
    ///
    /// The raw bytes of a png, jpeg or webp of at most 10 MiB.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn avatar_upload(&self, domain: &str, file: impl Into<Bytes>) -> Request<BannersAvatarUpload> {
        Request::new(&self.client, &[domain]).with_file(file.into())
    }

    /// Assign a preset.
    ///
    /// The banner takes over the preset's content, and follows it from now on. Only a complete preset can be enabled.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn preset_assign(
        &self,
        domain: &str,
        body: &types::PresetAssignment,
    ) -> Request<BannersPresetAssign> {
        Request::new(&self.client, &[domain]).with_json(body)
    }

    /// Upload the banner's sound.
    ///
    /// The raw bytes of an mp3, ogg or wav of at most 2 MiB.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn sound_upload(&self, domain: &str, file: impl Into<Bytes>) -> Request<BannersSoundUpload> {
        Request::new(&self.client, &[domain]).with_file(file.into())
    }
}

/// `GET /api/admin/notification/{domain}`
#[derive(Debug, Clone, Copy)]
pub enum BannersShow {}

impl Operation for BannersShow {
    type Output = types::BannerOut;
    const ID: &'static str = "banners_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/notification/{domain}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BannerOut, Error> {
        read::json(&body)
    }
}

/// `PATCH /api/admin/notification/{domain}`
#[derive(Debug, Clone, Copy)]
pub enum BannersUpdate {}

impl Operation for BannersUpdate {
    type Output = types::BannerOut;
    const ID: &'static str = "banners_update";
    const METHOD: Method = Method::PATCH;
    const PATH: &'static str = "/api/admin/notification/{domain}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BannerOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BannersUpdate {}

/// `PUT /api/admin/notification/{domain}/avatar`
#[derive(Debug, Clone, Copy)]
pub enum BannersAvatarUpload {}

impl Operation for BannersAvatarUpload {
    type Output = types::BannerOut;
    const ID: &'static str = "banners_avatar_upload";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/notification/{domain}/avatar";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BannerOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BannersAvatarUpload {}

/// `PUT /api/admin/notification/{domain}/preset`
#[derive(Debug, Clone, Copy)]
pub enum BannersPresetAssign {}

impl Operation for BannersPresetAssign {
    type Output = types::BannerOut;
    const ID: &'static str = "banners_preset_assign";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/notification/{domain}/preset";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BannerOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BannersPresetAssign {}

/// `PUT /api/admin/notification/{domain}/sound`
#[derive(Debug, Clone, Copy)]
pub enum BannersSoundUpload {}

impl Operation for BannersSoundUpload {
    type Output = types::BannerOut;
    const ID: &'static str = "banners_sound_upload";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/notification/{domain}/sound";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BannerOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BannersSoundUpload {}
