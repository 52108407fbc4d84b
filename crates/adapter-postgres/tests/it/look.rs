//! The look and the banner of a landing with every setting set.

use adapter_postgres::json::to_node;
use kernel::Rgb;
use landing_draft::appearance::{Appearance, Face};
use landing_draft::banner::Banner;
use landing_draft::button::LabelFile;
use landing_draft::file::FileName;
use serde_json::{Value, json};

pub(crate) fn appearance(html: Option<&str>) -> Appearance {
    let kind = if html.is_some() { "custom_html" } else { "builtin" };
    let look = json!({
        "canvas_color": "#0a1b2c",
        "ui": {
            "buttons": {
                "shape": "pill", "fill": "glass", "color": "#ffffff", "animation": "glow", "anim_speed": "fast",
                "font": "Playfair Display", "align": "left",
            },
            "profile": {
                "name_font": "Bebas Neue", "name_size": 47.5, "status_text": "»online« 🎁",
                "bio": "two\nlines", "bio_font": "Lato", "bio_size": 10,
            },
            "gate": { "enabled": true, "mode": "birthdate", "blur": false },
        },
        "design": { "kind": kind, "html": html },
        "sources": { "mobile": "a1.webp", "desktop": "b2.jpg" },
    });
    Appearance::restore(&to_node(&look)).unwrap()
}

pub(crate) fn banner() -> Banner {
    let texts = |title: &str| json!({ "title": title, "body": "…", "link_text": "→" });
    let mut variant = texts("B");
    variant["key"] = Value::from("b_2");
    variant["weight"] = Value::from(10_000);
    let banner = json!({
        "enabled": true,
        "preset_id": 7,
        "style": {
            "theme": "liquid", "position": "bottom", "avatar_shape": "rounded", "accent": "#ff0044",
            "text_color": "#000000", "opacity": 0.35, "radius": 12, "dim": 0.8, "font": "Inter", "text_size": 1.25,
        },
        "title": "Zoë 🎁", "body": "\"quoted\"", "link_text": "go", "target_url": "http://münchen.example/",
        "link_mode": "manual", "delay_ms": 600_000, "avatar_filename": "c3.png", "sound_filename": "d4.mp3",
        "translations": { "de": texts("Hallo"), "pt-BR": { "title": "Olá" } },
        "variants": [variant],
        "activity_source": "recent_subscribers",
    });
    Banner::restore(&to_node(&banner)).unwrap()
}

pub(crate) fn label_file() -> LabelFile {
    LabelFile {
        file: FileName::parse("e5-f6.svg").unwrap(),
        text: "Zoë's 🎁".to_owned(),
        face: Face::OpenSans,
        colour: Rgb::parse("#1d1a22").unwrap(),
    }
}
