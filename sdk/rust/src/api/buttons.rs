// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Buttons;
use crate::operations::operations;
use crate::types;

operations! {
    Buttons:

    /// List buttons.
    ///
    /// The buttons of one segment of the draft, in the order in which they are shown.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    fn list(path domain: &str, path tier: &str) -> json types::ButtonList {
        ButtonsList = GET "/api/admin/buttons/{domain}/{tier}" as "buttons_list";
    }

    /// Create a button.
    ///
    /// Adds a button to a segment of the draft, at the end unless `position` says otherwise. Visitors see it once the draft is
    /// published.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    fn create(path domain: &str, path tier: &str, json body: &types::ButtonCreate) -> json types::ButtonOut {
        ButtonsCreate = POST "/api/admin/buttons/{domain}/{tier}" as "buttons_create", Conditional, Keyed;
    }

    /// Reorder a segment's buttons.
    ///
    /// Takes the ids of all buttons of the segment in their new order; a list that lacks one or names another is refused.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    fn reorder(path domain: &str, path tier: &str, json body: &types::ButtonOrder) -> json types::ButtonList {
        ButtonsReorder = PUT "/api/admin/buttons/{domain}/{tier}/order" as "buttons_reorder", Conditional;
    }

    /// Delete a button.
    ///
    /// Takes the button out of the draft. Visitors see it until the draft is published.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    /// - `button_id`: The id of a button of the segment
    fn delete(path domain: &str, path tier: &str, path button_id: &str) -> nothing () {
        ButtonsDelete = DELETE "/api/admin/buttons/{domain}/{tier}/{button_id}"
            as "buttons_delete", Conditional;
    }

    /// Change a button.
    ///
    /// Changes the fields that the body names. Visitors see the change once the draft is published.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    /// - `button_id`: The id of a button of the segment
    fn update(
        path domain: &str,
        path tier: &str,
        path button_id: &str,
        json body: &types::ButtonUpdate,
    ) -> json types::ButtonOut {
        ButtonsUpdate = PATCH "/api/admin/buttons/{domain}/{tier}/{button_id}"
            as "buttons_update", Conditional;
    }
}
