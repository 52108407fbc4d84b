//! Draws a preset of the catalog as SVG, with the address of a printed code.
use kernel::Hostname;
use qr_catalog::{DrawOptions, Scannability, Slug, draw, preset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = Slug::parse("flyer")?.url(&Hostname::parse("links.example.com")?);
    let preset = preset("fluid-rose").ok_or("the catalog has no such preset")?;
    eprintln!("{url}: contrast {}", Scannability::of(&preset.design).contrast_min);
    println!("{}", draw(&preset.design, &url, &DrawOptions::default())?.svg);
    Ok(())
}
