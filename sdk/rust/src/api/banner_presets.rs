//! The methods of banner presets.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Paged, Request, read};
use crate::types;

/// Banners that are kept for several landing pages.
#[derive(Debug, Clone)]
pub struct BannerPresets {
    pub(super) client: Client,
}

impl BannerPresets {
    /// List banner presets.
    ///
    /// The banners that are kept in the library, a page at a time.
    pub fn list(&self) -> Request<BannerPresetsList> {
        Request::new(&self.client, &[])
    }

    /// Create a preset.
    ///
    /// Texts and files may be filled in later.
    pub fn create(&self, body: &types::PresetIn) -> Request<BannerPresetsCreate> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Keep a domain's banner as a preset.
    ///
    /// The new preset is assigned to the domain.
    pub fn capture(&self, body: &types::PresetFromDomain) -> Request<BannerPresetsCapture> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Delete a preset.
    ///
    /// The domains that it is assigned to keep its texts, and their banners go off.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn delete(&self, id: i64) -> Request<BannerPresetsDelete> {
        Request::new(&self.client, &[&id.to_string()])
    }

    /// Change a preset.
    ///
    /// Every domain that it is assigned to changes with it, in the same step; going live still needs a publish.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn update(&self, id: i64, body: &types::PresetIn) -> Request<BannerPresetsUpdate> {
        Request::new(&self.client, &[&id.to_string()]).with_json(body)
    }

    /// Upload a preset's picture.
    ///
    /// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the type is decided by the content.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn avatar_upload(&self, id: i64, file: impl Into<Bytes>) -> Request<BannerPresetsAvatarUpload> {
        Request::new(&self.client, &[&id.to_string()]).with_file(file.into())
    }

    /// Upload a preset's sound.
    ///
    /// The raw bytes of an MP3, Ogg or WAV file; the type is decided by the content.
    ///
    /// - `id`: The number of the resource, as its list shows it
    pub fn sound_upload(&self, id: i64, file: impl Into<Bytes>) -> Request<BannerPresetsSoundUpload> {
        Request::new(&self.client, &[&id.to_string()]).with_file(file.into())
    }
}

/// `GET /api/admin/library/notifications`
#[derive(Debug, Clone, Copy)]
pub enum BannerPresetsList {}

impl Operation for BannerPresetsList {
    type Output = types::PresetList;
    const ID: &'static str = "banner_presets_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/library/notifications";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::PresetList, Error> {
        read::json(&body)
    }
}

impl Paged for BannerPresetsList {
    type Item = types::PresetOut;

    fn split(page: types::PresetList) -> (Vec<types::PresetOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::PresetList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<BannerPresetsList> {
    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the page before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `POST /api/admin/library/notifications`
#[derive(Debug, Clone, Copy)]
pub enum BannerPresetsCreate {}

impl Operation for BannerPresetsCreate {
    type Output = types::PresetOut;
    const ID: &'static str = "banner_presets_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/library/notifications";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::PresetOut, Error> {
        read::json(&body)
    }
}

impl Keyed for BannerPresetsCreate {}

/// `POST /api/admin/library/notifications/from-domain`
#[derive(Debug, Clone, Copy)]
pub enum BannerPresetsCapture {}

impl Operation for BannerPresetsCapture {
    type Output = types::PresetOut;
    const ID: &'static str = "banner_presets_capture";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/library/notifications/from-domain";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::PresetOut, Error> {
        read::json(&body)
    }
}

impl Keyed for BannerPresetsCapture {}

/// `DELETE /api/admin/library/notifications/{id}`
#[derive(Debug, Clone, Copy)]
pub enum BannerPresetsDelete {}

impl Operation for BannerPresetsDelete {
    type Output = ();
    const ID: &'static str = "banner_presets_delete";
    const METHOD: Method = Method::DELETE;
    const PATH: &'static str = "/api/admin/library/notifications/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<(), Error> {
        read::nothing(&body)
    }
}

impl Conditional for BannerPresetsDelete {}

/// `PATCH /api/admin/library/notifications/{id}`
#[derive(Debug, Clone, Copy)]
pub enum BannerPresetsUpdate {}

impl Operation for BannerPresetsUpdate {
    type Output = types::PresetOut;
    const ID: &'static str = "banner_presets_update";
    const METHOD: Method = Method::PATCH;
    const PATH: &'static str = "/api/admin/library/notifications/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::PresetOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BannerPresetsUpdate {}

/// `PUT /api/admin/library/notifications/{id}/avatar`
#[derive(Debug, Clone, Copy)]
pub enum BannerPresetsAvatarUpload {}

impl Operation for BannerPresetsAvatarUpload {
    type Output = types::PresetOut;
    const ID: &'static str = "banner_presets_avatar_upload";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/library/notifications/{id}/avatar";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::PresetOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BannerPresetsAvatarUpload {}

/// `PUT /api/admin/library/notifications/{id}/sound`
#[derive(Debug, Clone, Copy)]
pub enum BannerPresetsSoundUpload {}

impl Operation for BannerPresetsSoundUpload {
    type Output = types::PresetOut;
    const ID: &'static str = "banner_presets_sound_upload";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/library/notifications/{id}/sound";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::PresetOut, Error> {
        read::json(&body)
    }
}

impl Conditional for BannerPresetsSoundUpload {}
