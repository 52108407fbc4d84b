//! Tests that stored values survive a round trip, and that serde enforces the rules of values.

use kernel::fixed::through;
use serde_json::json;

use crate::{CountedCode, PictureForm, PrintWidth, Scannability, Sheet};

#[test]
fn values_are_stored_and_read_again() {
    for form in [json!("svg"), json!({ "png": 512 }), json!({ "pdf": 40 })] {
        assert_eq!(through::<PictureForm>(form.clone()), Some(form));
    }
    let judged =
        json!({ "contrast_min": 4.5, "ecl": "Q", "quiet_zone": 4, "warnings": ["contrast_below_7"] });
    assert_eq!(through::<Scannability>(judged.clone()), Some(judged));
    let place = json!({ "safe": { "x": 1.0, "y": 1.0, "width": 40.0, "height": 40.0 } });
    let sheet = json!({ "paper": "a4", "pages": [[[0, place]]] });
    assert_eq!(through::<Sheet>(sheet.clone()), Some(sheet));
    let stats = json!({ "scans": 1, "visits": 1, "clicks": 0, "subs": 0, "revenue_cents": 0 });
    let counted = CountedCode {
        code: crate::code::tests::code(1, "flyer"),
        stats: serde_json::from_value(stats).unwrap(),
    };
    let stored = serde_json::to_value(&counted).unwrap();
    assert_eq!(serde_json::from_value::<CountedCode>(stored).unwrap(), counted);
}

#[test]
fn rules_hold_for_what_is_read() {
    for (mm, reads) in [(19, false), (20, true), (500, true), (501, false), (70_000, false)] {
        assert_eq!(through::<PrintWidth>(json!(mm)), reads.then_some(json!(mm)));
    }
    assert_eq!(through::<PictureForm>(json!({ "pdf": 1 })), None);
    let judged = json!({ "contrast_min": 4.5, "ecl": "L", "quiet_zone": 4, "warnings": [] });
    assert_eq!(through::<Scannability>(judged), None);
}
