// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Buttons;
use crate::operations::operations;
use crate::types;

operations! {
    Buttons:

    /// List buttons.
    ///
    /// The buttons of one segment of the draft, in display order.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    fn list(path domain: &str, path tier: &str) -> json types::ButtonList {
        ButtonsList = GET "/api/admin/buttons/{domain}/{tier}" as "buttons_list";
    }

    /// Create a button.
    ///
    /// Adds a button to a segment of the draft, last unless `position` is given. A landing page has at most 500 buttons
    /// (`too_many`). A position past the end is `less_than_equal`. Visitors see the button once the draft is published.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    fn create(path domain: &str, path tier: &str, json body: &types::ButtonCreate) -> json types::Button {
        ButtonsCreate = POST "/api/admin/buttons/{domain}/{tier}" as "buttons_create", Conditional, Keyed;
    }

    /// Reorder a segment's buttons.
    ///
    /// Takes the ids of all buttons of the segment in the new order. A list that lacks a button or names another one is
    /// rejected.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    fn reorder(path domain: &str, path tier: &str, json body: &types::ButtonOrder) -> json types::ButtonList {
        ButtonsReorder = PUT "/api/admin/buttons/{domain}/{tier}/order" as "buttons_reorder", Conditional;
    }

    /// Delete a button.
    ///
    /// Removes the button from the draft. Visitors see it until the draft is published.
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
    /// Changes the fields of the body. `tier` moves the button to another segment, last unless `position` is given. Without
    /// `If-Match`, two changes at once are both applied. Visitors see the change once the draft is published.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `tier`: The id of a segment of the draft
    /// - `button_id`: The id of a button of the segment
    fn update(
        path domain: &str,
        path tier: &str,
        path button_id: &str,
        json body: &types::ButtonUpdate,
    ) -> json types::Button {
        ButtonsUpdate = PATCH "/api/admin/buttons/{domain}/{tier}/{button_id}"
            as "buttons_update", Conditional;
    }
}
