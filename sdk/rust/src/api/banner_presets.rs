// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::BannerPresets;
use crate::operations::operations;
use crate::types;

operations! {
    BannerPresets:

    /// List banner presets.
    ///
    /// Banner presets of the owner's library, in pages.
    fn list() -> json types::PresetList {
        BannerPresetsList = GET "/api/admin/library/notifications"
            as "banner_presets_list", Paged(items: types::Preset);
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Create a preset.
    ///
    /// Texts and files may be added later. A preset is complete with a title, a body, a link text, a picture and, in link
    /// mode `manual`, an address.
    fn create(json body: &types::PresetChange) -> json types::Preset {
        BannerPresetsCreate = POST "/api/admin/library/notifications" as "banner_presets_create", Keyed;
    }

    /// Save a domain's banner as a preset.
    ///
    /// Creates a preset from the banner and assigns it to the domain, in one step. The banner stays enabled only if it is
    /// complete.
    fn capture(json body: &types::PresetFromDomain) -> json types::Preset {
        BannerPresetsCapture = POST "/api/admin/library/notifications/from-domain"
            as "banner_presets_capture", Keyed;
    }

    /// Delete a preset.
    ///
    /// Domains with this preset keep its texts, and their banners are switched off.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn delete(path id: i64) -> nothing () {
        BannerPresetsDelete = DELETE "/api/admin/library/notifications/{id}"
            as "banner_presets_delete", Conditional;
    }

    /// Change a preset.
    ///
    /// Also updates the drafts of all domains with this preset, in the same step. Visitors see the change after a
    /// publication. If the preset becomes incomplete, these banners are switched off until it is complete again.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn update(path id: i64, json body: &types::PresetChange) -> json types::Preset {
        BannerPresetsUpdate = PATCH "/api/admin/library/notifications/{id}"
            as "banner_presets_update", Conditional;
    }

    /// Upload a preset's picture.
    ///
    /// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the content decides the type. An invalid file is
    /// reported before an unknown preset.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn avatar_upload(path id: i64, file file: impl Into<bytes::Bytes>) -> json types::Preset {
        BannerPresetsAvatarUpload = PUT "/api/admin/library/notifications/{id}/avatar"
            as "banner_presets_avatar_upload", Conditional;
    }

    /// Upload a preset's sound.
    ///
    /// The raw bytes of an MP3, Ogg or WAV file of at most 2 MiB; the content decides the type.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn sound_upload(path id: i64, file file: impl Into<bytes::Bytes>) -> json types::Preset {
        BannerPresetsSoundUpload = PUT "/api/admin/library/notifications/{id}/sound"
            as "banner_presets_sound_upload", Conditional;
    }
}
