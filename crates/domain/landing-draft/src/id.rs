//! Ids of segments, buttons and presets.

use std::fmt;
use std::sync::Arc;

use kernel::{Clock, Entropy, SortableId};

macro_rules! prefixed_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(SortableId);

        impl $name {
            /// Creates the id from its unique part.
            pub const fn new(id: SortableId) -> Self {
                Self(id)
            }

            /// Parses the text form; `None` if the text is not an id.
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
    /// Id of a geo-segment: `seg_` and 26 characters that sort by creation time.
    SegmentId, "seg_"
}

prefixed_id! {
    /// Id of a button: `btn_` and 26 characters that sort by creation time.
    ButtonId, "btn_"
}

kernel::stored_id! {
    /// Number of a stored preset.
    PresetId
}

/// Generator of new ids.
#[derive(Clone)]
pub struct Ids {
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

impl Ids {
    /// Creates a generator of ids with the time of `clock` and random bits of `entropy`.
    pub fn new(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>) -> Self {
        Self { clock, entropy }
    }

    /// Generates a unique segment id.
    pub fn segment(&self) -> SegmentId {
        SegmentId(self.next())
    }

    /// Generates a unique button id.
    pub fn button(&self) -> ButtonId {
        ButtonId(self.next())
    }

    /// Generates the unique part of any other id.
    pub fn unique(&self) -> SortableId {
        self.next()
    }

    fn next(&self) -> SortableId {
        SortableId::generate(self.clock.now(), self.entropy.as_ref())
    }
}
