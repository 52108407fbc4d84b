//! Stamping: sets the URLs of buttons that ask for a funnel link.

use serde::{Deserialize, Serialize};

use crate::id::ButtonId;
use crate::landing::Landing;
use crate::segment::Segment;
use crate::target::FunnelSlot;

/// Result of stamping the buttons of a landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StampCount {
    /// Number of buttons whose URL was changed, added or removed.
    pub changed: u32,
    /// Number of buttons with a stamped URL.
    pub total: u32,
}

impl Landing {
    /// Stamps every button that asks for a funnel link with the result of `address` for its segment; `None` removes the
    /// stamp. Destinations typed by the owner stay unchanged.
    pub fn stamp_buttons(
        &mut self,
        mut address: impl FnMut(&Segment, &ButtonId, FunnelSlot) -> Option<String>,
    ) -> StampCount {
        let mut count = StampCount::default();
        for segment in &mut self.segments {
            let asked = segment.buttons.iter().map(|button| {
                let slot = button.url().funnel_slot()?;
                address(segment, &button.id, slot)
            });
            let stamped: Vec<_> = asked.collect();
            for (button, stamped) in segment.buttons.iter_mut().zip(stamped) {
                count.changed += u32::from(button.stamped_url != stamped);
                count.total += u32::from(stamped.is_some());
                button.stamped_url = stamped;
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use crate::testing::landing;

    fn addresses(landing: &Landing) -> Vec<Option<&str>> {
        landing.segments[0].buttons.iter().map(|button| button.stamped_url()).collect()
    }

    #[test]
    fn only_buttons_that_ask_get_an_address_and_may_lose_it() {
        let (mut landing, _) = landing(&[("All", 3)]);
        for (button, url) in
            landing.segments[0].buttons.iter_mut().zip(["funnel:paid", "funnel:ftl", "https://own.example/"])
        {
            button.url = Target::parse(url).unwrap();
        }
        let mut asked = Vec::new();
        let count = landing.stamp_buttons(|_, _, slot| {
            asked.push(slot);
            (slot == FunnelSlot::Paid).then(|| "https://platform.example/paid".to_owned())
        });
        assert_eq!(asked, [FunnelSlot::Paid, FunnelSlot::Ftl]);
        assert_eq!(count, StampCount { changed: 1, total: 1 });
        assert_eq!(addresses(&landing), [Some("https://platform.example/paid"), None, None]);
        assert_eq!(landing.segments[0].buttons[0].url().as_typed(), "funnel:paid", "the intent stays");
        assert_eq!(landing.stamp_buttons(|_, _, _| None), StampCount { changed: 1, total: 0 });
        assert_eq!(addresses(&landing), [None, None, None]);
        assert_eq!(landing.stamp_buttons(|_, _, _| None), StampCount::default());
    }
}
