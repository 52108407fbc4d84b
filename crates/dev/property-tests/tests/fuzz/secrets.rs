//! Tokens from callers, and sealed values as stored in the database.

use auth_scopes::{NewToken, PresentedToken};
use kernel::fixed::SeededEntropy;
use property_tests::Outcome::{Refused, Taken};
use property_tests::{fuzz, mangled, mangled_text};
use proptest::prelude::*;
use sealed_secrets::Sealed;

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

#[test]
fn sealed_values() {
    let valid = [&[1_u8][..], &7_u64.to_be_bytes(), &[2; 24], &[3; 48]].concat();
    let check = |bytes: Vec<u8>| {
        let Ok(sealed) = Sealed::parse(&bytes) else { return Ok(Refused) };
        prop_assert_eq!(sealed.as_bytes(), &bytes[..]);
        let _ = sealed.key();
        Ok(Taken)
    };
    fuzz("sealed", 1, mangled(vec![valid]), check).unwrap();
}
