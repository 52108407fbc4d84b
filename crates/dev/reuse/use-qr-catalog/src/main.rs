use kernel::Hostname;
use qr_catalog::{DrawOptions, Slug, draw, preset};

fn main() {
    let url = Slug::parse("flyer").unwrap().url(&Hostname::parse("links.example.com").unwrap());
    let drawing = draw(&preset("fluid-rose").unwrap().design, &url, &DrawOptions::default()).unwrap();
    assert!(drawing.svg.starts_with("<svg "));
}
