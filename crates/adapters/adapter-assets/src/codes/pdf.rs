//! Writes codes on pages as PDF. Colors are RGB. Files contain no creation date, so the same codes
//! give the same bytes.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::FunctionShadingType;
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref};
use qr_catalog::print::{PageBox, PrintBoxes};
use std::io::Write as _;

use super::artwork::{Artwork, Gradient, Paint, Placed, Run, Shape, Step};

/// Points of PDF and PostScript per millimeter.
pub(super) const POINTS_PER_MM: f64 = 72.0 / 25.4;
/// Width of a crop mark in points.
pub(super) const MARK_POINTS: f32 = 0.25;

/// A page with its size in millimeters and the placed codes.
pub(super) struct Page {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) codes: Vec<(usize, PrintBoxes)>,
    /// True if the page belongs to its only code, whose boxes become those of the page.
    pub(super) is_one: bool,
}

/// Writes a document of these pages.
pub(super) fn document(artworks: &[Artwork], pages: &[Page]) -> Vec<u8> {
    let mut writer = Writer { pdf: Pdf::new(), last: 0 };
    let (catalog, tree) = (writer.next(), writer.next());
    writer.pdf.catalog(catalog).pages(tree);
    let forms: Vec<_> = artworks.iter().map(|artwork| writer.form(artwork)).collect();
    let ids: Vec<_> = pages.iter().map(|page| writer.page(tree, page, artworks, &forms)).collect();
    let count = i32::try_from(ids.len()).unwrap_or(i32::MAX);
    writer.pdf.pages(tree).kids(ids).count(count);
    writer.pdf.finish()
}

struct Writer {
    pdf: Pdf,
    last: i32,
}

impl Writer {
    fn next(&mut self) -> Ref {
        self.last += 1;
        Ref::new(self.last)
    }

    fn page(&mut self, tree: Ref, page: &Page, artworks: &[Artwork], forms: &[Ref]) -> Ref {
        let (id, contents) = (self.next(), self.next());
        let content = compressed(&placed(page, artworks));
        self.pdf.stream(contents, &content).filter(Filter::FlateDecode);
        let mut written = self.pdf.page(id);
        let whole = PageBox { x: 0.0, y: 0.0, width: page.width, height: page.height };
        written.parent(tree).contents(contents).media_box(rect(whole, page.height));
        if let Some((_, boxes)) = page.codes.first().filter(|_| page.is_one) {
            written.bleed_box(rect(boxes.bleed(), page.height));
            written.trim_box(rect(boxes.trim(), page.height));
            written.art_box(rect(boxes.safe, page.height));
        }
        let mut resources = written.resources();
        let mut objects = resources.x_objects();
        for (index, form) in forms.iter().enumerate() {
            if page.codes.iter().any(|(on_page, _)| *on_page == index) {
                objects.pair(Name(name('C', index).as_bytes()), *form);
            }
        }
        id
    }

    /// Writes a code as a form that pages can show repeatedly; in modules, with y pointing down.
    fn form(&mut self, artwork: &Artwork) -> Ref {
        let id = self.next();
        let mut content = Content::new();
        let mut shadings = Vec::new();
        for shape in &artwork.shapes {
            outline(&mut content, shape);
            match &shape.paint {
                Paint::Solid(_) => {
                    content.fill_nonzero();
                }
                Paint::Gradient(gradient) => {
                    let shading = name('S', shadings.len());
                    content.clip_nonzero().end_path().shading(Name(shading.as_bytes())).restore_state();
                    shadings.push(self.shading(gradient));
                }
            }
        }
        let logo = artwork.logo.as_ref().map(|logo| {
            let [x, y, width, height] = logo.area.map(short);
            content.save_state().transform([width, 0.0, 0.0, -height, x, y + height]);
            content.x_object(Name(b"L")).restore_state();
            self.image(logo)
        });
        let content = compressed(&content.finish());
        let mut form = self.pdf.form_xobject(id, &content);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(0.0, 0.0, artwork.width, artwork.height));
        let mut resources = form.resources();
        let mut named = resources.shadings();
        for (index, shading) in shadings.iter().enumerate() {
            named.pair(Name(name('S', index).as_bytes()), *shading);
        }
        named.finish();
        if let Some(logo) = logo {
            resources.x_objects().pair(Name(b"L"), logo);
        }
        id
    }

    fn image(&mut self, Placed { pixels, .. }: &Placed) -> Ref {
        let id = self.next();
        let content = compressed(pixels.as_raw());
        let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
        let mut image = self.pdf.image_xobject(id, &content);
        image.filter(Filter::FlateDecode);
        image
            .width(side(pixels.width()))
            .height(side(pixels.height()))
            .bits_per_component(8)
            .interpolate(true);
        image.color_space().device_rgb();
        id
    }

    fn shading(&mut self, gradient: &Gradient) -> Ref {
        let id = self.next();
        let function = self.function(&gradient.stops);
        let mut shading = self.pdf.function_shading(id);
        shading.color_space().device_rgb();
        match gradient.run {
            Run::Linear(ends) => shading.shading_type(FunctionShadingType::Axial).coords(ends),
            Run::Radial([x, y, radius]) => {
                shading.shading_type(FunctionShadingType::Radial).coords([x, y, 0.0, x, y, radius])
            }
        };
        shading.extend([true, true]).function(function);
        id
    }

    /// Writes the linear function between the color stops.
    fn function(&mut self, stops: &[(f32, [f32; 3])]) -> Ref {
        let mut parts = Vec::new();
        for ((_, from), (_, to)) in stops.iter().zip(stops.iter().skip(1)) {
            let id = self.next();
            self.pdf.exponential_function(id).domain([0.0, 1.0]).c0(*from).c1(*to).n(1.0);
            parts.push(id);
        }
        let id = self.next();
        let inner = stops.iter().skip(1).take(parts.len().saturating_sub(1)).map(|(at, _)| *at);
        let encode = std::iter::repeat_n([0.0, 1.0], parts.len()).flatten();
        let mut stitched = self.pdf.stitching_function(id);
        stitched.domain([0.0, 1.0]).bounds(inner).encode(encode).functions(parts);
        stitched.finish();
        id
    }
}

/// Draws the content of a page: the bleed, the code, and the crop marks, for each code in turn.
fn placed(page: &Page, artworks: &[Artwork]) -> Vec<u8> {
    let mut content = Content::new();
    for (index, boxes) in &page.codes {
        let Some(artwork) = artworks.get(*index) else { continue };
        let [red, green, blue] = artwork.edge;
        let [x, y, width, height] = corners(boxes.bleed(), page.height);
        content.set_fill_rgb(red, green, blue).rect(x, y, width, height).fill_nonzero();
        let scale = short(boxes.safe.width * POINTS_PER_MM) / artwork.width;
        let [x, y, _, height] = corners(boxes.safe, page.height);
        content.save_state().transform([scale, 0.0, 0.0, -scale, x, y + height]);
        content.x_object(Name(name('C', *index).as_bytes())).restore_state();
        content.set_stroke_gray(0.0).set_line_width(MARK_POINTS);
        for [from, to] in boxes.marks() {
            let point = |(x, y): (f64, f64)| (points(x), points(page.height - y));
            let ((x1, y1), (x2, y2)) = (point(from), point(to));
            content.move_to(x1, y1).line_to(x2, y2);
        }
        content.stroke();
    }
    content.finish().into_vec()
}

/// Writes the path of a shape after its color or graphics state.
fn outline(content: &mut Content, shape: &Shape) {
    match shape.paint {
        Paint::Solid([red, green, blue]) => content.set_fill_rgb(red, green, blue),
        // The path becomes the clip of the gradient.
        Paint::Gradient(_) => content.save_state(),
    };
    for step in &shape.steps {
        match *step {
            Step::Move([x, y]) => content.move_to(x, y),
            Step::Line([x, y]) => content.line_to(x, y),
            Step::Curve([x1, y1, x2, y2, x, y]) => content.cubic_to(x1, y1, x2, y2, x, y),
            Step::Close => content.close_path(),
        };
    }
}

fn name(kind: char, index: usize) -> String {
    format!("{kind}{index}")
}

/// Converts millimeters to points.
pub(super) fn points(mm: f64) -> f32 {
    short(mm * POINTS_PER_MM)
}

/// Rounds to ten thousandths to keep numbers short.
#[expect(clippy::cast_possible_truncation, reason = "lengths of a page")]
pub(super) fn short(value: f64) -> f32 {
    ((value * 10_000.0).round() / 10_000.0) as f32
}

/// Returns the lower left corner, width and height in points, for a page of this height in
/// millimeters.
pub(super) fn corners(page_box: PageBox, page_height: f64) -> [f32; 4] {
    let PageBox { x, y, width, height } = page_box;
    [x, page_height - y - height, width, height].map(points)
}

fn rect(page_box: PageBox, page_height: f64) -> Rect {
    let [x, y, width, height] = corners(page_box, page_height);
    Rect::new(x, y, x + width, y + height)
}

pub(super) fn compressed(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(content.len() / 3), Compression::default());
    // Writing to a vector can't fail. If it did, the stream would be incomplete and readers would
    // report it.
    let _ = encoder.write_all(content);
    encoder.finish().unwrap_or_default()
}
