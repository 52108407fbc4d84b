//! Tokens from callers.

use auth_scopes::{NewToken, PresentedToken};
use dev_kit::hostile::Outcome::{Refused, Taken};
use dev_kit::hostile::{fuzz, mangled_text};
use kernel::fixed::SeededEntropy;
use proptest::prelude::*;

#[test]
fn tokens() {
    let minted: Vec<_> =
        (0..8).map(|seed| NewToken::generate(&SeededEntropy::new(seed)).expose().to_owned()).collect();
    let known = minted.clone();
    let texts: Vec<&str> = minted.iter().map(String::as_str).collect();
    let check = move |text: String| {
        let Some(token) = PresentedToken::parse(&text) else { return Ok(Refused) };
        // A 32-bit checksum accepts one changed token in four billion, but none of these.
        prop_assert!(known.contains(&text), "{text:?}");
        let printed = format!("{token:?}");
        prop_assert!(!printed.contains(text.get(19..).unwrap_or_default()), "{}", printed);
        Ok(Taken)
    };
    fuzz("token", 1, mangled_text(&texts), check).unwrap();
}
