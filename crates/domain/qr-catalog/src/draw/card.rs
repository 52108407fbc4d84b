use crate::scannability::Scannability;

/// Card around a code. Lengths are in modules, the radius in hundredths of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Card {
    pub(super) side: i32,
    /// Distance from the card's edge to the code.
    pub(super) margin: i32,
    pub(super) radius: i32,
}

impl Card {
    /// Computes the smallest card of whole modules around a code of `size` modules. The card's round corners do not
    /// touch the quiet zone. `radius` is a share of the card's side; with 0.5 the card is a circle around the zone.
    #[expect(clippy::cast_possible_truncation, reason = "a card has at most some hundred modules")]
    pub(super) fn around(size: i32, radius: f64) -> Self {
        let quiet = i32::try_from(Scannability::QUIET_ZONE).unwrap_or_default();
        let zone = f64::from(size + 2 * quiet);
        // A corner of the zone is on the arc when it is 1 - 1/√2 of the radius away from both edges.
        let needed = zone / (1.0 - (2.0 - std::f64::consts::SQRT_2) * radius);
        let margin = (((needed - f64::from(size)) / 2.0 - 1e-9).ceil() as i32).max(quiet);
        let side = size + 2 * margin;
        Self { side, margin, radius: (f64::from(side) * radius * 100.0).floor() as i32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_corner_never_cuts_into_the_quiet_zone() {
        assert_eq!(Card::around(37, 0.0), Card { side: 45, margin: 4, radius: 0 });
        for size in [25, 37, 57, 81] {
            for step in 0..=50 {
                let card = Card::around(size, f64::from(step) / 100.0);
                let (radius, inset) = (f64::from(card.radius) / 100.0, f64::from(card.margin - 4));
                let beyond = (radius - inset).max(0.0) * std::f64::consts::SQRT_2;
                assert!(beyond <= radius + 1e-9, "{size} {step} {card:?}");
                assert_eq!(card.side, size + 2 * card.margin);
            }
        }
        assert_eq!(Card::around(37, 0.5).radius, Card::around(37, 0.5).side * 50);
    }
}
