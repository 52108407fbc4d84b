// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Webhooks;
use crate::operations::operations;
use crate::types;

operations! {
    Webhooks:

    /// List webhooks.
    ///
    /// At most 20 webhooks an owner. No response shows a secret again.
    fn list() -> json types::WebhookList {
        WebhooksList = GET "/api/admin/webhooks" as "webhooks_list";
    }

    /// Create a webhook.
    ///
    /// The response holds the signing secret, once. Messages follow Standard Webhooks: verify `webhook-signature` before
    /// you use one. `url` must be https. An event type needs the right to read its data (`beyond_own_rights`); `*` alone
    /// means every type that the key may read, now and later. A webhook belongs to the calling key, or the key that
    /// replaces it by rotation; its rights are checked at each delivery.
    fn create(json body: &types::WebhookCreate) -> json types::WebhookWithSecret {
        WebhooksCreate = POST "/api/admin/webhooks" as "webhooks_create", Keyed;
    }

    /// Delete a webhook.
    ///
    /// Deletes the webhook with its secret and deliveries. A message in flight may still arrive.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn delete(path id: &str) -> nothing () {
        WebhooksDelete = DELETE "/api/admin/webhooks/{id}" as "webhooks_delete", Conditional;
    }

    /// Show a webhook.
    ///
    /// The webhook, with the reason if the service disabled it.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: &str) -> json types::Webhook {
        WebhooksShow = GET "/api/admin/webhooks/{id}" as "webhooks_show";
    }

    /// Change a webhook.
    ///
    /// Changes only the fields of the body. `active: true` also re-enables a webhook that the service disabled, continues
    /// pending deliveries, and assigns the webhook to the calling key if its own key is no longer valid. Another `url`
    /// resets the failures. The calling key must have the rights to read everything the webhook receives
    /// (`beyond_own_rights`).
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn update(path id: &str, json body: &types::WebhookUpdate) -> json types::Webhook {
        WebhooksUpdate = PATCH "/api/admin/webhooks/{id}" as "webhooks_update", Conditional;
    }

    /// Rotate a webhook's secret.
    ///
    /// The response holds the new secret, once; a repeat under the same `Idempotency-Key` does not. During the overlap,
    /// every message is signed with both secrets.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn rotate(path id: &str, json body: &types::WebhookRotate) -> json types::WebhookWithSecret {
        WebhooksRotate = POST "/api/admin/webhooks/{id}/rotate" as "webhooks_rotate", Conditional, Keyed;
    }

    /// Test a webhook.
    ///
    /// Sends a message of the type `webhook.test`, also to a disabled webhook, and returns the response. The list of
    /// deliveries shows the test with its attempt, as `delivered` or `failed`. A test is never retried, and has no other
    /// effect.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn test(path id: &str) -> json types::WebhookTested {
        WebhooksTest = POST "/api/admin/webhooks/{id}/test" as "webhooks_test", Keyed;
    }
}
