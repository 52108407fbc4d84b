//! The methods of appearance.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Operation, Request, read};
use crate::types;

/// The look of a landing page and its background pictures.
#[derive(Debug, Clone)]
pub struct Appearance {
    pub(super) client: Client,
}

impl Appearance {
    /// Show the look of a draft.
    ///
    /// The look of the draft: theme, canvas, background pictures, and the design that draws the page.
    ///
    /// - `domain`: Its hostname.
    pub fn show(&self, domain: &str) -> Request<AppearanceShow> {
        Request::new(&self.client, &[]).with_query("domain", domain)
    }

    /// Set the canvas colour.
    ///
    /// The solid backdrop behind the phone card on desktop.
    ///
    /// - `domain`: Its hostname.
    pub fn canvas_color_set(
        &self,
        domain: &str,
        body: &types::CanvasColor,
    ) -> Request<AppearanceCanvasColorSet> {
        Request::new(&self.client, &[]).with_query("domain", domain).with_json(body)
    }

    /// Choose what draws the page.
    ///
    /// `builtin` draws the page from segments and buttons; `html` serves the HTML of the body in its place.
    ///
    /// - `domain`: Its hostname.
    pub fn design_set(&self, domain: &str, body: &types::DesignIn) -> Request<AppearanceDesignSet> {
        Request::new(&self.client, &[]).with_query("domain", domain).with_json(body)
    }

    /// Show whether a background was uploaded.
    ///
    /// One variant at a time: `mobile`, `desktop`, or `share` for the picture of the preview.
    ///
    /// - `domain`: The domain's hostname.
    /// - `variant`: `mobile`, `desktop` or `share`.
    pub fn source_show(&self, domain: &str, variant: &str) -> Request<AppearanceSourceShow> {
        Request::new(&self.client, &[]).with_query("domain", domain).with_query("variant", variant)
    }

    /// Upload a background picture.
    ///
    /// The raw bytes of a png, jpeg or webp of at most 10 MiB; the type is decided by the content. As `share` it is the picture of
    /// the preview, which section `share` of the look chooses.
    ///
    /// - `domain`: The domain's hostname.
    /// - `variant`: `mobile`, `desktop` or `share`.
    pub fn source_upload(
        &self,
        domain: &str,
        variant: &str,
        file: impl Into<Bytes>,
    ) -> Request<AppearanceSourceUpload> {
        Request::new(&self.client, &[])
            .with_query("domain", domain)
            .with_query("variant", variant)
            .with_file(file.into())
    }

    /// Set the look of the page.
    ///
    /// Each section replaces the stored one as a whole; null resets it; sections that are left out stay. `share`, `in_app` and `utm`
    /// say how the page reaches people.
    ///
    /// - `domain`: Its hostname.
    pub fn ui_set(&self, domain: &str, body: &types::LandingUi) -> Request<AppearanceUiSet> {
        Request::new(&self.client, &[]).with_query("domain", domain).with_json(body)
    }
}

/// `GET /api/admin/bg`
#[derive(Debug, Clone, Copy)]
pub enum AppearanceShow {}

impl Operation for AppearanceShow {
    type Output = types::BackgroundOut;
    const ID: &'static str = "appearance_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/bg";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::BackgroundOut, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/bg/canvas-color`
#[derive(Debug, Clone, Copy)]
pub enum AppearanceCanvasColorSet {}

impl Operation for AppearanceCanvasColorSet {
    type Output = types::CanvasColorOut;
    const ID: &'static str = "appearance_canvas_color_set";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/bg/canvas-color";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::CanvasColorOut, Error> {
        read::json(&body)
    }
}

impl Conditional for AppearanceCanvasColorSet {}

/// `PUT /api/admin/bg/design`
#[derive(Debug, Clone, Copy)]
pub enum AppearanceDesignSet {}

impl Operation for AppearanceDesignSet {
    type Output = types::DesignOut;
    const ID: &'static str = "appearance_design_set";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/bg/design";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::DesignOut, Error> {
        read::json(&body)
    }
}

impl Conditional for AppearanceDesignSet {}

/// `GET /api/admin/bg/source`
#[derive(Debug, Clone, Copy)]
pub enum AppearanceSourceShow {}

impl Operation for AppearanceSourceShow {
    type Output = types::SourceOut;
    const ID: &'static str = "appearance_source_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/bg/source";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::SourceOut, Error> {
        read::json(&body)
    }
}

/// `PUT /api/admin/bg/source`
#[derive(Debug, Clone, Copy)]
pub enum AppearanceSourceUpload {}

impl Operation for AppearanceSourceUpload {
    type Output = types::SourceOut;
    const ID: &'static str = "appearance_source_upload";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/bg/source";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::SourceOut, Error> {
        read::json(&body)
    }
}

impl Conditional for AppearanceSourceUpload {}

/// `POST /api/admin/bg/ui`
#[derive(Debug, Clone, Copy)]
pub enum AppearanceUiSet {}

impl Operation for AppearanceUiSet {
    type Output = types::LandingUiOut;
    const ID: &'static str = "appearance_ui_set";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/bg/ui";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::LandingUiOut, Error> {
        read::json(&body)
    }
}

impl Conditional for AppearanceUiSet {}
