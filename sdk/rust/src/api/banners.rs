// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Banners;
use crate::operations::operations;
use crate::types;

operations! {
    Banners:

    /// Show the banner.
    ///
    /// The banner of the domain's draft, with the preset that it follows.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn show(path domain: &str) -> json types::BannerOut {
        BannersShow = GET "/api/admin/notification/{domain}" as "banners_show";
    }

    /// Change the banner.
    ///
    /// Only the fields that are there change. A `style` replaces the stored one as a whole; `{}` clears it, null keeps it.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn update(path domain: &str, json body: &types::BannerUpdate) -> json types::BannerOut {
        BannersUpdate = PATCH "/api/admin/notification/{domain}" as "banners_update", Conditional;
    }

    /// Upload the banner's picture.
    ///
    /// The raw bytes of a png, jpeg or webp of at most 10 MiB.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn avatar_upload(path domain: &str, file file: impl Into<bytes::Bytes>) -> json types::BannerOut {
        BannersAvatarUpload = PUT "/api/admin/notification/{domain}/avatar"
            as "banners_avatar_upload", Conditional;
    }

    /// Assign a preset.
    ///
    /// The banner takes over the preset's content, and follows it from now on. Only a complete preset can be enabled.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn preset_assign(path domain: &str, json body: &types::PresetAssignment) -> json types::BannerOut {
        BannersPresetAssign = PUT "/api/admin/notification/{domain}/preset"
            as "banners_preset_assign", Conditional;
    }

    /// Upload the banner's sound.
    ///
    /// The raw bytes of an mp3, ogg or wav of at most 2 MiB.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn sound_upload(path domain: &str, file file: impl Into<bytes::Bytes>) -> json types::BannerOut {
        BannersSoundUpload = PUT "/api/admin/notification/{domain}/sound"
            as "banners_sound_upload", Conditional;
    }
}
