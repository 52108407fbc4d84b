// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Segments;
use crate::operations::operations;
use crate::types;

operations! {
    Segments:

    /// List segments.
    ///
    /// The segments of the draft with their conditions, in the order in which they are tried.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn list(path domain: &str) -> json types::SegmentList {
        SegmentsList = GET "/api/admin/segments/{domain}" as "segments_list";
    }

    /// Create a segment.
    ///
    /// The first segment of a domain becomes its catch-all default.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn create(path domain: &str, json body: &types::SegmentCreate) -> json types::SegmentOut {
        SegmentsCreate = POST "/api/admin/segments/{domain}" as "segments_create", Conditional, Keyed;
    }

    /// Delete a segment.
    ///
    /// Takes the segment and its buttons out of the draft. The default segment cannot be deleted.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `segment_id`: The id of a segment of the draft
    fn delete(path domain: &str, path segment_id: &str) -> nothing () {
        SegmentsDelete = DELETE "/api/admin/segments/{domain}/{segment_id}" as "segments_delete", Conditional;
        /// Delete the buttons that are still in the segment too.
        "force" force: bool;
    }

    /// Change a segment.
    ///
    /// Changes the fields that the body names. To move the default, make another segment the default.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `segment_id`: The id of a segment of the draft
    fn update(
        path domain: &str,
        path segment_id: &str,
        json body: &types::SegmentUpdate,
    ) -> json types::SegmentOut {
        SegmentsUpdate = PATCH "/api/admin/segments/{domain}/{segment_id}" as "segments_update", Conditional;
    }
}
