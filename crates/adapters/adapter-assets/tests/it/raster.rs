//! Tests of the PNG renderer.

use adapter_assets::{RasterError, rasterise};
use qr_catalog::catalog::preset;
use qr_catalog::draw::{DrawOptions, draw};

#[test]
fn sizes_are_bounded_and_exact() {
    let svg = draw(&preset("soft-rose").unwrap().design, "https://a.example/qr", &DrawOptions::default());
    let svg = svg.unwrap().svg;
    for size in [0, 127, 2049, u32::MAX] {
        assert!(matches!(rasterise(&svg, size), Err(RasterError::Size)), "{size}");
    }
    for size in [128, 511, 2048] {
        let png = rasterise(&svg, size).unwrap();
        let picture = image::load_from_memory_with_format(&png, image::ImageFormat::Png).unwrap();
        assert_eq!((picture.width(), picture.height()), (size, size));
        assert_eq!(picture.to_rgba8().get_pixel(0, 0).0[3], 0, "outside of a round corner there is nothing");
        assert_eq!(png, rasterise(&svg, size).unwrap());
    }
}

#[test]
fn a_damaged_drawing_is_refused() {
    for svg in ["", "<svg", "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>", "\0"] {
        assert!(matches!(rasterise(svg, 128), Err(RasterError::Drawing(_))), "{svg:?}");
    }
}

#[test]
fn no_file_is_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/inter.svg");
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><image href="{path}" width="8" height="8"/></svg>"#
    );
    let picture = image::load_from_memory(&rasterise(&svg, 128).unwrap()).unwrap().into_rgba8();
    assert!(picture.pixels().all(|pixel| pixel.0[3] == 0));
}
