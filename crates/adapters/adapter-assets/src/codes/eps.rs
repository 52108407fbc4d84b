//! One code as Encapsulated PostScript level 3, which supports gradients.
//!
//! Trim and bleed boxes are pdfmarks, which converters to PDF use and other programs ignore.

use std::fmt::Write as _;

use qr_catalog::print::{PageBox, PrintBoxes};

use super::artwork::{Artwork, Gradient, Paint, Placed, Run, Shape, Step};
use super::pdf::{MARK_POINTS, POINTS_PER_MM, compressed, corners, points, short};

/// Short names for the most frequent operators.
const NAMES: &str = "\
/m {moveto} bind def\n/l {lineto} bind def\n/c {curveto} bind def\n/h {closepath} bind def\n\
/f {fill} bind def\n/rg {setrgbcolor} bind def\n";

/// Hexadecimal digits per line of a picture; PostScript allows lines of up to 255 characters.
const LINE: usize = 120;

/// Returns a document with one code on one page.
pub(super) fn document(artwork: &Artwork, boxes: &PrintBoxes) -> Vec<u8> {
    let media = boxes.media();
    let (width, height) = (points(media.width), points(media.height));
    // Writing to a string never fails, here and below.
    let mut out = String::with_capacity(64 * 1024);
    let _ = write!(
        out,
        "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 {} {}\n%%HiResBoundingBox: 0 0 {width} {height}\n\
         %%LanguageLevel: 3\n%%Pages: 1\n%%EndComments\n\
         /pdfmark where {{pop}} {{userdict /pdfmark /cleartomark load put}} ifelse\n",
        width.ceil(),
        height.ceil(),
    );
    for (name, page_box) in [("BleedBox", boxes.bleed()), ("TrimBox", boxes.trim()), ("ArtBox", boxes.safe)] {
        let [x, y, width, height] = corners(page_box, media.height);
        let _ = writeln!(out, "[ /{name} [{x} {y} {} {}] /PAGE pdfmark", x + width, y + height);
    }
    let _ = write!(out, "gsave 20 dict begin\n{NAMES}");
    background(&mut out, artwork.edge, boxes.bleed(), media.height);
    let scale = short(boxes.safe.width * POINTS_PER_MM) / artwork.width;
    let [x, y, _, high] = corners(boxes.safe, media.height);
    let _ = writeln!(out, "gsave [{scale} 0 0 -{scale} {x} {}] concat", y + high);
    for shape in &artwork.shapes {
        draw(&mut out, shape);
    }
    if let Some(logo) = &artwork.logo {
        picture(&mut out, logo);
    }
    out.push_str("grestore\n");
    let _ = write!(out, "0 setgray {MARK_POINTS} setlinewidth\nnewpath\n");
    for [(x1, y1), (x2, y2)] in boxes.marks() {
        let [y1, y2] = [y1, y2].map(|y| points(media.height - y));
        let _ = writeln!(out, "{} {y1} m {} {y2} l", points(x1), points(x2));
    }
    out.push_str("stroke\nend grestore\n%%EOF\n");
    out.into_bytes()
}

fn background(out: &mut String, [red, green, blue]: [f32; 3], page_box: PageBox, page_height: f64) {
    let [x, y, width, height] = corners(page_box, page_height);
    let _ = writeln!(out, "{red} {green} {blue} rg {x} {y} {width} {height} rectfill");
}

fn draw(out: &mut String, shape: &Shape) {
    match shape.paint {
        Paint::Solid([red, green, blue]) => {
            let _ = writeln!(out, "{red} {green} {blue} rg newpath");
        }
        Paint::Gradient(_) => out.push_str("gsave newpath\n"),
    }
    for step in &shape.steps {
        let _ = match *step {
            Step::Move([x, y]) => writeln!(out, "{x} {y} m"),
            Step::Line([x, y]) => writeln!(out, "{x} {y} l"),
            Step::Curve([x1, y1, x2, y2, x, y]) => writeln!(out, "{x1} {y1} {x2} {y2} {x} {y} c"),
            Step::Close => writeln!(out, "h"),
        };
    }
    match &shape.paint {
        Paint::Solid(_) => out.push_str("f\n"),
        Paint::Gradient(gradient) => {
            out.push_str("clip newpath\n");
            shading(out, gradient);
            out.push_str("grestore\n");
        }
    }
}

fn shading(out: &mut String, Gradient { run, stops }: &Gradient) {
    let _ = match run {
        Run::Linear([x1, y1, x2, y2]) => write!(out, "<< /ShadingType 2 /Coords [{x1} {y1} {x2} {y2}]"),
        Run::Radial([x, y, radius]) => write!(out, "<< /ShadingType 3 /Coords [{x} {y} 0 {x} {y} {radius}]"),
    };
    out.push_str(" /ColorSpace /DeviceRGB /Extend [true true]\n/Function << /FunctionType 3 /Domain [0 1] /Functions [\n");
    let color = |[red, green, blue]: [f32; 3]| format!("[{red} {green} {blue}]");
    for ((_, from), (_, to)) in stops.iter().zip(stops.iter().skip(1)) {
        let (from, to) = (color(*from), color(*to));
        let _ = writeln!(out, "<< /FunctionType 2 /Domain [0 1] /C0 {from} /C1 {to} /N 1 >>");
    }
    let parts = stops.len().saturating_sub(1);
    out.push_str("] /Bounds [");
    for (at, _) in stops.iter().skip(1).take(parts.saturating_sub(1)) {
        let _ = write!(out, "{at} ");
    }
    let _ = writeln!(out, "] /Encode [{}] >> >> shfill", "0 1 ".repeat(parts).trim_end());
}

/// Writes a picture: a PostScript procedure that reads the data, followed by the data.
fn picture(out: &mut String, Placed { pixels, area }: &Placed) {
    let [x, y, width, height] = area.map(short);
    let (wide, high) = pixels.dimensions();
    let _ = write!(
        out,
        "gsave {x} {y} translate {width} {height} scale /DeviceRGB setcolorspace\n\
         {{ /data currentfile /ASCIIHexDecode filter def\n\
         << /ImageType 1 /Width {wide} /Height {high} /BitsPerComponent 8 /Decode [0 1 0 1 0 1] /Interpolate true\n\
         /ImageMatrix [{wide} 0 0 {high} 0 0] /DataSource data /FlateDecode filter >> image data flushfile }} exec\n"
    );
    for (index, byte) in compressed(pixels.as_raw()).iter().enumerate() {
        if index > 0 && index % (LINE / 2) == 0 {
            out.push('\n');
        }
        let _ = write!(out, "{byte:02x}");
    }
    out.push_str(">\ngrestore\n");
}
