// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Appearance;
use crate::operations::operations;
use crate::types;

operations! {
    Appearance:

    /// Show the look of a draft.
    ///
    /// Theme, canvas, background pictures, and the design that draws the page. Sections and fields that were never set are
    /// left out.
    ///
    /// - `domain`: Hostname of the domain.
    fn show(query "domain" domain: &str) -> json types::Background {
        AppearanceShow = GET "/api/admin/bg" as "appearance_show";
    }

    /// Remove the canvas colour.
    ///
    /// Resets the backdrop behind the phone card on desktop to the stock look.
    ///
    /// - `domain`: Hostname of the domain.
    fn canvas_color_delete(query "domain" domain: &str) -> nothing () {
        AppearanceCanvasColorDelete = DELETE "/api/admin/bg/canvas-color"
            as "appearance_canvas_color_delete", Conditional;
    }

    /// Set the canvas colour.
    ///
    /// The solid backdrop behind the phone card on desktop.
    ///
    /// - `domain`: Hostname of the domain.
    fn canvas_color_set(
        query "domain" domain: &str,
        json body: &types::CanvasColor,
    ) -> json types::ChangedCanvasColor {
        AppearanceCanvasColorSet = POST "/api/admin/bg/canvas-color"
            as "appearance_canvas_color_set", Conditional;
    }

    /// Set the design of the page.
    ///
    /// `builtin` draws the page from segments and buttons. `html` serves the HTML of the body instead, sandboxed in an
    /// origin of its own: without buttons, age gate, banner and `ui`.
    ///
    /// - `domain`: Hostname of the domain.
    fn design_set(
        query "domain" domain: &str,
        json body: &types::PageDesignChange,
    ) -> json types::PageDesign {
        AppearanceDesignSet = PUT "/api/admin/bg/design" as "appearance_design_set", Conditional;
    }

    /// Remove a background picture.
    ///
    /// Removes the picture of one variant from the draft. The live page keeps it until the draft is published.
    ///
    /// - `domain`: Hostname of the domain.
    /// - `variant`: `mobile`, `desktop` or `share`.
    fn source_delete(
        query "domain" domain: &str,
        query "variant" variant: types::SourceVariant,
    ) -> nothing () {
        AppearanceSourceDelete = DELETE "/api/admin/bg/source" as "appearance_source_delete", Conditional;
    }

    /// Show whether a background was uploaded.
    ///
    /// One variant at a time: `mobile`, `desktop`, or `share` for the picture of the link preview.
    ///
    /// - `domain`: Hostname of the domain.
    /// - `variant`: `mobile`, `desktop` or `share`.
    fn source_show(
        query "domain" domain: &str,
        query "variant" variant: types::SourceVariant,
    ) -> json types::BackgroundUpload {
        AppearanceSourceShow = GET "/api/admin/bg/source" as "appearance_source_show";
    }

    /// Upload a background picture.
    ///
    /// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side; the content
    /// decides the type. The service turns it upright, converts it to sRGB, scales it to at most 2,560 pixels a side and
    /// removes metadata. Animations are rejected. `share` is the picture of the link preview, which the section `share` of
    /// the look selects; it is stored at most 1,200 pixels wide and at most 600 kB large.
    ///
    /// - `domain`: Hostname of the domain.
    /// - `variant`: `mobile`, `desktop` or `share`.
    fn source_upload(
        query "domain" domain: &str,
        query "variant" variant: types::SourceVariant,
        file file: impl Into<bytes::Bytes>,
    ) -> json types::BackgroundUpload {
        AppearanceSourceUpload = PUT "/api/admin/bg/source" as "appearance_source_upload", Conditional;
    }

    /// Set the look of the page.
    ///
    /// A section replaces the stored one as a whole; null resets it; sections that are left out stay. A null field counts
    /// as left out. `share` sets the link preview, `in_app` what visitors inside Instagram, TikTok and Facebook see, `utm`
    /// the campaign parameters that are added at a click. All faults are in one message, each with its path. `relabeled`
    /// counts the button labels whose picture changed.
    ///
    /// - `domain`: Hostname of the domain.
    fn ui_set(query "domain" domain: &str, json body: &types::LandingUi) -> json types::ChangedLandingUi {
        AppearanceUiSet = POST "/api/admin/bg/ui" as "appearance_ui_set", Conditional;
    }
}
