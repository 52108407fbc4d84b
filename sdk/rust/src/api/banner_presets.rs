// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::BannerPresets;
use crate::operations::operations;
use crate::types;

operations! {
    BannerPresets:

    /// List banner presets.
    ///
    /// The banners that are kept in the library, a page at a time.
    fn list() -> json types::PresetList {
        BannerPresetsList = GET "/api/admin/library/notifications"
            as "banner_presets_list", Paged(items: types::PresetOut);
        /// How many at most.
        "limit" limit: i64;
        /// Where the page before ended.
        "cursor" cursor: &str;
    }

    /// Create a preset.
    ///
    /// Texts and files may be filled in later.
    fn create(json body: &types::PresetIn) -> json types::PresetOut {
        BannerPresetsCreate = POST "/api/admin/library/notifications" as "banner_presets_create", Keyed;
    }

    /// Keep a domain's banner as a preset.
    ///
    /// The new preset is assigned to the domain.
    fn capture(json body: &types::PresetFromDomain) -> json types::PresetOut {
        BannerPresetsCapture = POST "/api/admin/library/notifications/from-domain"
            as "banner_presets_capture", Keyed;
    }

    /// Delete a preset.
    ///
    /// The domains that it is assigned to keep its texts, and their banners go off.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn delete(path id: i64) -> nothing () {
        BannerPresetsDelete = DELETE "/api/admin/library/notifications/{id}"
            as "banner_presets_delete", Conditional;
    }

    /// Change a preset.
    ///
    /// Every domain that it is assigned to changes with it, in the same step; going live still needs a publish.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn update(path id: i64, json body: &types::PresetIn) -> json types::PresetOut {
        BannerPresetsUpdate = PATCH "/api/admin/library/notifications/{id}"
            as "banner_presets_update", Conditional;
    }

    /// Upload a preset's picture.
    ///
    /// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the type is decided by the content.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn avatar_upload(path id: i64, file file: impl Into<bytes::Bytes>) -> json types::PresetOut {
        BannerPresetsAvatarUpload = PUT "/api/admin/library/notifications/{id}/avatar"
            as "banner_presets_avatar_upload", Conditional;
    }

    /// Upload a preset's sound.
    ///
    /// The raw bytes of an MP3, Ogg or WAV file; the type is decided by the content.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn sound_upload(path id: i64, file file: impl Into<bytes::Bytes>) -> json types::PresetOut {
        BannerPresetsSoundUpload = PUT "/api/admin/library/notifications/{id}/sound"
            as "banner_presets_sound_upload", Conditional;
    }
}
