// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Pixels;
use crate::operations::operations;
use crate::types;

operations! {
    Pixels:

    /// List a link's pixels.
    ///
    /// At most one pixel a platform. No response holds an access token. `ETag` covers all pixels of the link, and so does
    /// the `If-Match` of a change. `provider_id` names a link of the connected account, or else of the most recently
    /// connected account that has one.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    fn list(path provider_id: &str) -> json types::PixelList {
        PixelsList = GET "/api/admin/smart-links/{provider_id}/pixels" as "pixels_list";
    }

    /// Set a pixel.
    ///
    /// A link has at most one pixel per platform. The token is write-only; without a token or with a blank one, the stored
    /// token stays. A pixel receives conversions, so the key also needs the right `stats.sources` and the scope `read`.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    fn set(path provider_id: &str, json body: &types::PixelPut) -> json types::Pixel {
        PixelsSet = PUT "/api/admin/smart-links/{provider_id}/pixels" as "pixels_set", Conditional;
    }

    /// Delete a pixel.
    ///
    /// Forwarding to the platform and queued deliveries stop at once. Earlier deliveries stay listed.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: The ad platform of the pixel
    fn delete(path provider_id: &str, path platform: types::Platform) -> nothing () {
        PixelsDelete = DELETE "/api/admin/smart-links/{provider_id}/pixels/{platform}"
            as "pixels_delete", Conditional;
    }

    /// Test a pixel.
    ///
    /// Sends one marked event that belongs to no person, also by a paused pixel, and returns the platform's response. The
    /// list of the pixel's deliveries shows the test with the mark `test`, as `delivered` or, after a rejection, as
    /// `parked`. A test is never retried.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: The ad platform of the pixel
    fn test(
        path provider_id: &str,
        path platform: types::Platform,
        json body: &types::PixelTest,
    ) -> json types::PixelTested {
        PixelsTest = POST "/api/admin/smart-links/{provider_id}/pixels/{platform}/test"
            as "pixels_test", Keyed;
    }
}
