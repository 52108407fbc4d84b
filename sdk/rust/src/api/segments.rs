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
    /// The first segment of a domain becomes its catch-all default. The default serves all remaining visitors, whatever its
    /// own countries, conditions and schedule. A landing page has at most 100 segments (`too_many`).
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn create(path domain: &str, json body: &types::SegmentCreate) -> json types::Segment {
        SegmentsCreate = POST "/api/admin/segments/{domain}" as "segments_create", Conditional, Keyed;
    }

    /// Delete a segment.
    ///
    /// Removes the segment and its buttons from the draft. The default segment can't be deleted.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `segment_id`: The id of a segment of the draft
    fn delete(path domain: &str, path segment_id: &str) -> nothing () {
        SegmentsDelete = DELETE "/api/admin/segments/{domain}/{segment_id}" as "segments_delete", Conditional;
        /// Whether to delete the buttons of the segment too.
        "force" force: bool;
    }

    /// Change a segment.
    ///
    /// Changes the fields of the body. To move the default, make another segment the default. A change of an arm's weight
    /// moves only the visitors whose share changes; another experiment `key` assigns every visitor anew.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `segment_id`: The id of a segment of the draft
    fn update(
        path domain: &str,
        path segment_id: &str,
        json body: &types::SegmentUpdate,
    ) -> json types::Segment {
        SegmentsUpdate = PATCH "/api/admin/segments/{domain}/{segment_id}" as "segments_update", Conditional;
    }
}
