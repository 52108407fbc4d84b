// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Webhooks;
use crate::operations::operations;
use crate::types;

operations! {
    Webhooks:

    /// List webhooks.
    ///
    /// At most 20. No answer ever holds a secret again.
    fn list() -> json types::WebhookList {
        WebhooksList = GET "/api/admin/webhooks" as "webhooks_list";
    }

    /// Create a webhook.
    ///
    /// The answer holds the secret that messages are signed with, this once. Messages are signed after Standard Webhooks: verify
    /// `webhook-signature` before you act on one. An event type needs the right to read what it reports, and `*` means all that the key may
    /// read; the rights that the key and its member have then are judged at each delivery.
    fn create(json body: &types::WebhookCreate) -> json types::WebhookWithSecret {
        WebhooksCreate = POST "/api/admin/webhooks" as "webhooks_create", Keyed;
    }

    /// Delete a webhook.
    ///
    /// With its secret and its deliveries. Nothing is sent any more, but for a message that is on its way.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn delete(path id: &str) -> nothing () {
        WebhooksDelete = DELETE "/api/admin/webhooks/{id}" as "webhooks_delete", Conditional;
    }

    /// Show a webhook.
    ///
    /// With the reason, where the service switched it off.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: &str) -> json types::WebhookOut {
        WebhooksShow = GET "/api/admin/webhooks/{id}" as "webhooks_show";
    }

    /// Change a webhook.
    ///
    /// Only what is supplied changes. `active: true` also takes back that the service switched it off; what is still pending goes on. It also
    /// makes a webhook the calling key's whose own key is not accepted any more.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn update(path id: &str, json body: &types::WebhookUpdate) -> json types::WebhookOut {
        WebhooksUpdate = PATCH "/api/admin/webhooks/{id}" as "webhooks_update", Conditional;
    }

    /// Rotate a webhook's secret.
    ///
    /// The answer holds the new secret, this once. During the overlap every message has a signature with each of the two.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn rotate(path id: &str, json body: &types::WebhookRotate) -> json types::WebhookWithSecret {
        WebhooksRotate = POST "/api/admin/webhooks/{id}/rotate" as "webhooks_rotate", Conditional, Keyed;
    }

    /// Test a webhook.
    ///
    /// Sends a message of the type `webhook.test`, also to a webhook that is switched off, and answers what came back. A message that the
    /// webhook took is in the list of its deliveries; nothing else follows from a test.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn test(path id: &str) -> json types::WebhookTested {
        WebhooksTest = POST "/api/admin/webhooks/{id}/test" as "webhooks_test", Keyed;
    }
}
