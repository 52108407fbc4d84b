// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::WebhookDeliveries;
use crate::operations::operations;
use crate::types;

operations! {
    WebhookDeliveries:

    /// List a webhook's deliveries.
    ///
    /// Deliveries of the last 30 days, with messages and attempts. `payload` and `last_answer` are left out for events that
    /// the calling key may not read; a message above 16 KiB is null.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn list(path id: &str) -> json types::WebhookDeliveryList {
        WebhookDeliveriesList = GET "/api/admin/webhooks/{id}/deliveries"
            as "webhook_deliveries_list", Paged(items: types::WebhookDelivery);
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Send a delivery again.
    ///
    /// Retries a delivery in any state, with the same `webhook-id` and a fresh schedule. For a disabled webhook, the
    /// delivery waits until it is enabled.
    ///
    /// - `id`: The number of the resource, as its list shows it
    /// - `delivery_id`: The number of a delivery of the webhook
    fn redeliver(path id: &str, path delivery_id: i64) -> json types::WebhookDelivery {
        WebhookDeliveriesRedeliver = POST "/api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver"
            as "webhook_deliveries_redeliver", Keyed;
    }

    /// Send failed deliveries again.
    ///
    /// Retries the webhook's deliveries since a moment that failed for good or wait for their next attempt. Each is sent at
    /// once, and restarts the whole schedule. Tests are left out.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn redrive(path id: &str, json body: &types::WebhookRedrive) -> json types::WebhookRedriven {
        WebhookDeliveriesRedrive = POST "/api/admin/webhooks/{id}/redrive"
            as "webhook_deliveries_redrive", Keyed;
    }
}
