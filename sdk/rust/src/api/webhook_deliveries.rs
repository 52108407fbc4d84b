// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::WebhookDeliveries;
use crate::operations::operations;
use crate::types;

operations! {
    WebhookDeliveries:

    /// List a webhook's deliveries.
    ///
    /// Lists the deliveries of the last 30 days, with their messages and attempts. Messages and answers are left out for events that the calling key
    /// may not read.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn list(path id: &str) -> json types::WebhookDeliveryList {
        WebhookDeliveriesList = GET "/api/admin/webhooks/{id}/deliveries"
            as "webhook_deliveries_list", Paged(items: types::WebhookDelivery);
        /// How many at most.
        "limit" limit: i64;
        /// Where the part before ended.
        "cursor" cursor: &str;
    }

    /// Send a delivery again.
    ///
    /// Whatever became of it, as if for the first time, with the same `webhook-id`. To a webhook that is switched off it goes when
    /// that is switched on.
    ///
    /// - `id`: The number of the resource, as its list shows it
    /// - `delivery_id`: The number of a delivery of the webhook
    fn redeliver(path id: &str, path delivery_id: &str) -> json types::WebhookDelivery {
        WebhookDeliveriesRedeliver = POST "/api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver"
            as "webhook_deliveries_redeliver", Keyed;
    }

    /// Send failed deliveries again.
    ///
    /// Takes all of the webhook that failed for good or wait for their next try, and were made since a moment. Each is tried now, with
    /// the whole schedule before it.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn redrive(path id: &str, json body: &types::WebhookRedrive) -> json types::WebhookRedriven {
        WebhookDeliveriesRedrive = POST "/api/admin/webhooks/{id}/redrive"
            as "webhook_deliveries_redrive", Keyed;
    }
}
