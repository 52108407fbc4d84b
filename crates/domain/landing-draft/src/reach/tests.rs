use super::*;
use crate::landing::Landing;
use crate::settings::SettingsPatch;

fn read(text: &str) -> Result<Landing, String> {
    let node: Value = serde_json::from_str(text).unwrap();
    let mut landing = Landing::empty();
    landing.set(SettingsPatch::parse(&node).map_err(|errors| errors.to_string())?);
    Ok(landing)
}

#[test]
fn sections_are_read_and_faults_reported_with_their_path() {
    for (text, expected) in [
        (r#"{"share":{"title":1}}"#, "share.title: must be a string"),
        (r#"{"share":{"picture":"mine.png"}}"#, "share.picture: must be one of: card, upload"),
        (r#"{"share":{"image":"x"}}"#, "share.image: unknown field"),
        (r#"{"share":{"title":"a\nb"}}"#, "share.title: must not contain control characters"),
        (r#"{"in_app":{"mode":"on"}}"#, "in_app.mode: must be one of: off, hint, auto"),
        (r#"{"in_app":"auto"}"#, "in_app: must be an object"),
        (
            r#"{"utm":{"source":"{who}"}}"#,
            "utm.source: may contain only the placeholders {button_id}, {segment} and {domain}",
        ),
        (r#"{"utm":{"term":"x"}}"#, "utm.term: unknown field"),
        (r#"{"footer":{}}"#, "footer: unknown field"),
    ] {
        assert_eq!(read(text).unwrap_err(), expected, "{text}");
    }
    for (key, max) in [("title", 70), ("description", 200)] {
        let body = |length| format!(r#"{{"share":{{"{key}":"{}"}}}}"#, "é".repeat(length));
        assert!(read(&body(max)).is_ok() && read(&body(max + 1)).is_err(), "{key}");
    }
}

#[test]
fn sections_are_stored_only_where_they_are_set() {
    assert_eq!(Reach::default().to_json(), serde_json::json!({}));
    let mut landing = read(
        r#"{"share":{"title":"Hi","picture":"upload"},"in_app":{"mode":"auto"},"utm":{"source":"{domain}"},"gate":null}"#,
    )
    .unwrap();
    let size = Some(PictureSize { width: 1200, height: 800 });
    landing.reach.set_picture(StoredPicture { file: FileName::parse("a.png").unwrap(), size });
    let look = read(r#"{"share":{"title":"Hi"}}"#).unwrap().card_look().unwrap();
    let missing = Some(vec!["\u{13080}".to_owned()]);
    landing.reach.card = Some(ShareCard { file: FileName::parse("b.png").unwrap(), look, missing });
    let mut stored = landing.reach.to_json();
    assert_eq!(Reach::restore(&stored), Ok(landing.reach.clone()));
    stored["later"] = 1.into();
    assert_eq!(
        Reach::restore(&stored),
        Ok(landing.reach.clone()),
        "what a later version adds is passed over"
    );
    stored["picture_size"]["width"] = 0.into();
    assert_eq!(Reach::restore(&stored).unwrap().picture_size, None);
    stored["card"]["ground"] = "red".into();
    assert_eq!(Reach::restore(&stored).unwrap().card, None, "a card is drawn anew");
    let text = serde_json::to_string(&landing).unwrap();
    assert_eq!(serde_json::from_str::<Landing>(&text).unwrap(), landing);
    assert!(!serde_json::to_string(&Landing::empty()).unwrap().contains("reach"));
}

#[test]
fn the_picture_of_a_preview_is_the_uploaded_one_or_the_card() {
    let file = |name: &str| FileName::parse(name);
    let look = read(r#"{"share":{"title":"Hi"}}"#).unwrap().card_look();
    for (share, uploaded, drawn, expected, wants_card) in [
        ("null", true, true, None, false),
        (r#"{"title":"Hi"}"#, true, true, Some("card.png"), true),
        (r#"{"title":"Hi"}"#, true, false, None, true),
        (r#"{"title":"Hi","picture":"upload"}"#, true, true, Some("own.png"), false),
        (r#"{"title":"Hi","picture":"upload"}"#, false, true, Some("card.png"), true),
        (r#"{"description":"Hi"}"#, false, false, None, false),
        (r#"{"title":"  "}"#, false, false, None, false),
    ] {
        let mut landing = read(&format!(r#"{{"share":{share}}}"#)).unwrap();
        landing.reach.picture = file("own.png").filter(|_| uploaded);
        landing.reach.picture_size = Some(PictureSize { width: 900, height: 600 }).filter(|_| uploaded);
        let card = || Some(ShareCard { file: file("card.png")?, look: look.clone()?, missing: None });
        landing.reach.card = card().filter(|_| drawn);
        assert_eq!(
            landing.reach.share_picture().map(FileName::as_str),
            expected,
            "{share} {uploaded} {drawn}"
        );
        let width = expected.map(|name| if name == "own.png" { 900 } else { 1200 });
        assert_eq!(landing.reach.share_picture_size().map(|size| size.width), width, "{share}");
        assert_eq!(landing.card_look().is_some(), wants_card, "{share} {uploaded}");
    }
}
