// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Appearance;
use crate::operations::operations;
use crate::types;

operations! {
    Appearance:

    /// Show the look of a draft.
    ///
    /// The look of the draft: theme, canvas, background pictures, and the design that draws the page.
    ///
    /// - `domain`: Its hostname.
    fn show(query "domain" domain: &str) -> json types::BackgroundOut {
        AppearanceShow = GET "/api/admin/bg" as "appearance_show";
    }

    /// Set the canvas colour.
    ///
    /// The solid backdrop behind the phone card on desktop.
    ///
    /// - `domain`: Its hostname.
    fn canvas_color_set(
        query "domain" domain: &str,
        json body: &types::CanvasColor,
    ) -> json types::CanvasColorOut {
        AppearanceCanvasColorSet = POST "/api/admin/bg/canvas-color"
            as "appearance_canvas_color_set", Conditional;
    }

    /// Choose what draws the page.
    ///
    /// `builtin` draws the page from segments and buttons; `html` serves the HTML of the body in its place.
    ///
    /// - `domain`: Its hostname.
    fn design_set(query "domain" domain: &str, json body: &types::DesignIn) -> json types::DesignOut {
        AppearanceDesignSet = PUT "/api/admin/bg/design" as "appearance_design_set", Conditional;
    }

    /// Show whether a background was uploaded.
    ///
    /// One variant at a time: `mobile`, `desktop`, or `share` for the picture of the preview.
    ///
    /// - `domain`: The domain's hostname.
    /// - `variant`: `mobile`, `desktop` or `share`.
    fn source_show(query "domain" domain: &str, query "variant" variant: &str) -> json types::SourceOut {
        AppearanceSourceShow = GET "/api/admin/bg/source" as "appearance_source_show";
    }

    /// Upload a background picture.
    ///
    /// The raw bytes of a png, jpeg or webp of at most 10 MiB; the type is decided by the content. As `share` it is the picture of
    /// the preview, which section `share` of the look chooses.
    ///
    /// - `domain`: The domain's hostname.
    /// - `variant`: `mobile`, `desktop` or `share`.
    fn source_upload(
        query "domain" domain: &str,
        query "variant" variant: &str,
        file file: impl Into<bytes::Bytes>,
    ) -> json types::SourceOut {
        AppearanceSourceUpload = PUT "/api/admin/bg/source" as "appearance_source_upload", Conditional;
    }

    /// Set the look of the page.
    ///
    /// Each section replaces the stored one as a whole; null resets it; sections that are left out stay. `share`, `in_app` and `utm`
    /// say how the page reaches people.
    ///
    /// - `domain`: Its hostname.
    fn ui_set(query "domain" domain: &str, json body: &types::LandingUi) -> json types::LandingUiOut {
        AppearanceUiSet = POST "/api/admin/bg/ui" as "appearance_ui_set", Conditional;
    }
}
