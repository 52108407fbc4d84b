// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::PixelDeliveries;
use crate::operations::operations;
use crate::types;

operations! {
    PixelDeliveries:

    /// List a pixel's deliveries.
    ///
    /// Includes deliveries of a deleted pixel. Data that identifies a fan is shown, like it is sent, as hashes only; they
    /// are deleted once the platform no longer accepts the event, after 7 days (Meta) or 28 (TikTok). Click ids and user
    /// agents are not shown.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: The ad platform of the pixel
    fn list(path provider_id: &str, path platform: types::Platform) -> json types::DeliveryList {
        PixelDeliveriesList = GET "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries"
            as "pixel_deliveries_list", Paged(items: types::PixelDelivery);
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Send parked deliveries again.
    ///
    /// Restarts the pixel's parked deliveries with the whole schedule. Leaves out tests, and events that are too old for
    /// the platform.
    ///
    /// - `provider_id`: The id of a funnel link at the engine
    /// - `platform`: The ad platform of the pixel
    fn redrive(path provider_id: &str, path platform: types::Platform) -> json types::Redriven {
        PixelDeliveriesRedrive = POST "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive"
            as "pixel_deliveries_redrive", Keyed;
    }
}
