//! Draws all presets on one sheet for visual checks: one row per family, one column per palette.
//!
//! `cargo run --release -p adapter-assets --example contact_sheet > docs/img/qr-presets.png`

use std::error::Error;
use std::io::Write as _;

use adapter_assets::rasterise;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use qr_catalog::catalog::catalog;
use qr_catalog::draw::{DrawOptions, draw};

/// A short address gives few, large modules.
const URL: &str = "https://a.example/qr";
const COLUMNS: usize = 10;
const CELL: usize = 200;
const CARD: u32 = 176;
const SIDE: u32 = 2000;
/// A width that keeps the file small.
const PIXELS: u32 = 1100;

fn main() -> Result<(), Box<dyn Error>> {
    let mut sheet = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"><rect width="{SIDE}" height="{SIDE}" fill="#d9dde3"/>"##
    );
    for (index, preset) in catalog().iter().enumerate() {
        let (x, y) = (index % COLUMNS * CELL + 12, index / COLUMNS * CELL + 12);
        let card = draw(&preset.design, URL, &DrawOptions { size: Some(CARD) })?.svg;
        sheet.push_str(&card.replacen("<svg ", &format!(r#"<svg x="{x}" y="{y}" "#), 1));
    }
    sheet.push_str("</svg>");
    let picture = image::load_from_memory(&rasterise(&sheet, PIXELS)?)?.into_rgb8();
    let mut file = Vec::new();
    picture.write_with_encoder(PngEncoder::new_with_quality(
        &mut file,
        CompressionType::Best,
        FilterType::Adaptive,
    ))?;
    std::io::stdout().write_all(&file)?;
    Ok(())
}
