// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::PixelDeliveries;
use crate::operations::operations;
use crate::types;

operations! {
    PixelDeliveries:

    /// List a pixel's deliveries.
    ///
    /// Also those of a pixel that was deleted. Of what identifies a fan only hashes are shown, as only hashes are sent.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: `meta` or `tiktok`
    fn list(path provider_id: &str, path platform: &str) -> json types::DeliveryList {
        PixelDeliveriesList = GET "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries"
            as "pixel_deliveries_list", Paged(items: types::DeliveryOut);
        /// How many at most.
        "limit" limit: i64;
        /// Where the part before ended.
        "cursor" cursor: &str;
    }

    /// Send parked deliveries again.
    ///
    /// All of the pixel that the platform still takes, as if they were new.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: `meta` or `tiktok`
    fn redrive(path provider_id: &str, path platform: &str) -> json types::Redriven {
        PixelDeliveriesRedrive = POST "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive"
            as "pixel_deliveries_redrive", Keyed;
    }
}
