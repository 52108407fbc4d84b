//! Ids of the things on a landing.

use std::fmt;
use std::sync::Arc;

use kernel::{Clock, Entropy, SortableId};

macro_rules! prefixed_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(SortableId);

        impl $name {
            /// The id with this unique part.
            pub const fn new(id: SortableId) -> Self {
                Self(id)
            }

            /// Reads the text form; `None` when it is not one.
            pub fn parse(text: &str) -> Option<Self> {
                text.strip_prefix($prefix).and_then(SortableId::parse).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($prefix)?;
                fmt::Display::fmt(&self.0, f)
            }
        }

        kernel::text_value!($name, concat!($prefix, " and 26 characters"));

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

prefixed_id! {
    /// A geo-segment's id: `seg_` and 26 characters in order of making.
    SegmentId, "seg_"
}

prefixed_id! {
    /// A button's id: `btn_` and 26 characters in order of making.
    ButtonId, "btn_"
}

kernel::stored_id! {
    /// The stored number of a preset.
    PresetId
}

/// Where new ids come from.
#[derive(Clone)]
pub struct Ids {
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

impl Ids {
    /// Ids stamped by `clock` and made unique by `entropy`.
    pub fn new(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>) -> Self {
        Self { clock, entropy }
    }

    /// A segment id that was never given out before.
    pub fn segment(&self) -> SegmentId {
        SegmentId(self.next())
    }

    /// A button id that was never given out before.
    pub fn button(&self) -> ButtonId {
        ButtonId(self.next())
    }

    /// What makes any other id unique.
    pub fn unique(&self) -> SortableId {
        self.next()
    }

    fn next(&self) -> SortableId {
        SortableId::generate(self.clock.now(), self.entropy.as_ref())
    }
}
