// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Banners;
use crate::operations::operations;
use crate::types;

operations! {
    Banners:

    /// Show the banner.
    ///
    /// The banner of the domain's draft, with the preset that it follows. A banner without title, body and link text is not
    /// shown to visitors, even if it is enabled.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn show(path domain: &str) -> json types::Banner {
        BannersShow = GET "/api/admin/notification/{domain}" as "banners_show";
    }

    /// Change the banner.
    ///
    /// Only the fields of the body change. A `style` replaces the stored one as a whole; `{}` clears it, null keeps it.
    /// `preset_id` assigns a preset first, then the other fields are applied, in two steps: if the second fails, the first
    /// stays. `preset_id` null detaches the preset; the texts stay and the banner is switched off. Fields that a preset
    /// brought can be changed, until a change of the preset overwrites them.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn update(path domain: &str, json body: &types::BannerUpdate) -> json types::Banner {
        BannersUpdate = PATCH "/api/admin/notification/{domain}" as "banners_update", Conditional;
    }

    /// Upload the banner's picture.
    ///
    /// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side. The shorter
    /// side is stored with at most 144 pixels, for the sharpest screens. A file is named by its content and never changes.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn avatar_upload(path domain: &str, file file: impl Into<bytes::Bytes>) -> json types::Banner {
        BannersAvatarUpload = PUT "/api/admin/notification/{domain}/avatar"
            as "banners_avatar_upload", Conditional;
    }

    /// Assign a preset.
    ///
    /// The banner takes the preset's content and follows later changes of the preset. Only a complete preset can be enabled
    /// (`preset_incomplete`).
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn preset_assign(path domain: &str, json body: &types::PresetAssignment) -> json types::Banner {
        BannersPresetAssign = PUT "/api/admin/notification/{domain}/preset"
            as "banners_preset_assign", Conditional;
    }

    /// Upload the banner's sound.
    ///
    /// The raw bytes of an MP3, Ogg or WAV file of at most 2 MiB, without Speex. Tags, comments and covers are removed.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn sound_upload(path domain: &str, file file: impl Into<bytes::Bytes>) -> json types::Banner {
        BannersSoundUpload = PUT "/api/admin/notification/{domain}/sound"
            as "banners_sound_upload", Conditional;
    }
}
