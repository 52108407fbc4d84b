//! Converts PDF and PostScript pages back to SVG with an independent interpreter of the few
//! required commands.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;

use flate2::read::ZlibDecoder;

/// A page of a PDF.
pub(crate) struct Page {
    /// SVG of the page without pictures; gradients are shown in their first color.
    pub(crate) svg: String,
    /// Page boxes by name: left, bottom, right and top in points.
    pub(crate) boxes: BTreeMap<String, [f64; 4]>,
    /// Number of codes on the page.
    pub(crate) codes: usize,
    /// Number of pictures in the codes; each form is counted once.
    pub(crate) pictures: usize,
}

/// The current path and the painted SVG.
#[derive(Default)]
struct Painter {
    out: String,
    path: String,
    color: [f64; 3],
}

impl Painter {
    /// Executes a path command; returns false for other commands.
    fn paint(&mut self, command: &str, numbers: &[f64]) -> bool {
        match (command, numbers) {
            ("m", [.., x, y]) => write!(self.path, "M{x} {y}").unwrap(),
            ("l", [.., x, y]) => write!(self.path, "L{x} {y}").unwrap(),
            ("c", [.., a, b, c, d, e, f]) => write!(self.path, "C{a} {b} {c} {d} {e} {f}").unwrap(),
            ("h", _) => self.path.push('Z'),
            ("re" | "rectfill", [.., x, y, width, height]) => {
                write!(self.path, "M{x} {y}h{width}v{height}h-{width}z").unwrap();
                if command == "rectfill" {
                    self.fill();
                }
            }
            ("f", _) => self.fill(),
            ("rg", [.., red, green, blue]) => self.color = [*red, *green, *blue],
            _ => return false,
        }
        true
    }

    fn fill(&mut self) {
        let [red, green, blue] = self.color.map(|channel| (channel * 255.0).round());
        let path = std::mem::take(&mut self.path);
        write!(self.out, r#"<path fill="rgb({red},{green},{blue})" d="{path}"/>"#).unwrap();
    }

    fn group(&mut self, matrix: &[f64]) {
        let matrix: Vec<_> = matrix.iter().map(f64::to_string).collect();
        write!(self.out, r#"<g transform="matrix({})">"#, matrix.join(" ")).unwrap();
    }
}

fn svg(width: f64, height: f64, inside: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><g transform="matrix(1 0 0 -1 0 {height})">{inside}</g></svg>"#
    )
}

/// Converts a PostScript file to SVG.
pub(crate) fn eps_as_svg(eps: &str) -> String {
    let bounds = eps.lines().find_map(|line| line.strip_prefix("%%HiResBoundingBox: 0 0 ")).unwrap();
    let (width, height) = bounds.split_once(' ').unwrap();
    let mut painter = Painter::default();
    let mut numbers: Vec<f64> = Vec::new();
    // The color of a gradient follows its path.
    let mut clipped: Option<String> = None;
    for line in eps.lines().filter(|line| !line.starts_with(['%', '/', '['])) {
        if let Some(rest) = line.strip_prefix("gsave [") {
            let matrix: Vec<f64> =
                rest.split(']').next().unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
            painter.group(&matrix);
        } else if line == "clip newpath" {
            clipped = Some(std::mem::take(&mut painter.path));
        } else if let Some(color) = line.strip_prefix("<< /FunctionType 2 /Domain [0 1] /C0 [") {
            if let Some(path) = clipped.take() {
                let color: Vec<f64> = color
                    .split(']')
                    .next()
                    .unwrap()
                    .split(' ')
                    .map(|number| number.parse().unwrap())
                    .collect();
                painter.color = [color[0], color[1], color[2]];
                painter.path = path;
                painter.fill();
            }
        } else {
            for token in line.split(' ') {
                match token.parse() {
                    Ok(number) => numbers.push(number),
                    Err(_) => {
                        painter.paint(token, &numbers);
                        numbers.clear();
                    }
                }
            }
        }
    }
    painter.out.push_str("</g>");
    svg(width.parse().unwrap(), height.parse().unwrap(), &painter.out)
}

/// Reads the objects of a document by number: the dictionary and the unpacked stream.
fn objects(pdf: &[u8]) -> BTreeMap<usize, (String, Vec<u8>)> {
    let find = |from: usize, what: &[u8]| {
        pdf[from..].windows(what.len()).position(|window| window == what).map(|at| from + at)
    };
    let mut objects = BTreeMap::new();
    let mut at = 0;
    while let Some(begin) = find(at, b" 0 obj") {
        let digits = pdf[..begin].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&pdf[begin - digits..begin]).unwrap().parse().unwrap();
        let begin = begin + b" 0 obj".len();
        let end = find(begin, b"endobj").unwrap();
        let stream = find(begin, b"stream\n").filter(|stream| *stream < end);
        let head = String::from_utf8_lossy(&pdf[begin..stream.unwrap_or(end)]).into_owned();
        let (mut content, mut next) = (Vec::new(), end);
        if let Some(stream) = stream {
            let length: usize =
                head.split("/Length ").nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
            let data = &pdf[stream + b"stream\n".len()..][..length];
            ZlibDecoder::new(data).read_to_end(&mut content).unwrap();
            next = stream + length;
        }
        objects.insert(number, (head, content));
        at = next;
    }
    objects
}

/// Returns the object number that a name refers to.
fn reference(head: &str, name: &str) -> Option<usize> {
    head.split(name).nth(1)?.split_whitespace().next()?.parse().ok()
}

/// Reads the pages of a document.
pub(crate) fn pdf_pages(pdf: &[u8]) -> Vec<Page> {
    assert!(pdf.starts_with(b"%PDF-1."));
    let objects = objects(pdf);
    let pages = objects.values().filter(|(head, _)| head.contains("/Type /Page\n"));
    pages.map(|(head, _)| page(head, &objects)).collect()
}

fn page(head: &str, objects: &BTreeMap<usize, (String, Vec<u8>)>) -> Page {
    let mut boxes = BTreeMap::new();
    for kind in ["MediaBox", "BleedBox", "TrimBox", "ArtBox"] {
        if let Some(rest) = head.split(&format!("/{kind} [")).nth(1) {
            let sides: Vec<f64> = rest
                .split(']')
                .next()
                .unwrap()
                .split_whitespace()
                .map(|side| side.parse().unwrap())
                .collect();
            boxes.insert(kind.to_owned(), [sides[0], sides[1], sides[2], sides[3]]);
        }
    }
    let (_, content) = &objects[&reference(head, "/Contents ").unwrap()];
    let (mut painter, mut codes, mut pictures) = (Painter::default(), 0, 0);
    let forms = |name: &str| reference(head, &format!("{name} ")).map(|number| &objects[&number]);
    let mut numbers: Vec<f64> = Vec::new();
    for token in std::str::from_utf8(content).unwrap().split_whitespace() {
        match token.parse() {
            Ok(number) => numbers.push(number),
            Err(_) if token == "cm" => painter.group(&numbers),
            Err(_) if token.starts_with("/C") => {
                let (head, content) = forms(token).unwrap();
                pictures += usize::from(show_form(&mut painter, head, content, objects));
                codes += 1;
                painter.out.push_str("</g>");
            }
            Err(_) => {
                painter.paint(token, &numbers);
            }
        }
        if token.parse::<f64>().is_err() {
            numbers.clear();
        }
    }
    let [_, _, width, height] = boxes["MediaBox"];
    // Crop marks are lines, which are not shown.
    Page { svg: svg(width, height, &painter.out), boxes, codes, pictures }
}

/// Paints a form; returns true if it shows a picture.
fn show_form(
    painter: &mut Painter,
    head: &str,
    content: &[u8],
    objects: &BTreeMap<usize, (String, Vec<u8>)>,
) -> bool {
    let mut numbers: Vec<f64> = Vec::new();
    let mut name = String::new();
    let mut has_picture = false;
    for token in std::str::from_utf8(content).unwrap().split_whitespace() {
        if let Ok(number) = token.parse() {
            numbers.push(number);
            continue;
        }
        match token {
            "sh" => {
                let (shading, _) = &objects[&reference(head, &format!("{name} ")).unwrap()];
                painter.color = first_color(shading, objects);
                painter.fill();
            }
            "Do" => {
                let (picture, pixels) = &objects[&reference(head, "/L ").unwrap()];
                let side = |name: &str| reference(picture, name).unwrap();
                assert_eq!(pixels.len(), side("/Width ") * side("/Height ") * 3);
                has_picture = true;
            }
            token if token.starts_with('/') => token.clone_into(&mut name),
            token => {
                painter.paint(token, &numbers);
            }
        }
        numbers.clear();
    }
    has_picture
}

fn first_color(shading: &str, objects: &BTreeMap<usize, (String, Vec<u8>)>) -> [f64; 3] {
    let (stitched, _) = &objects[&reference(shading, "/Function ").unwrap()];
    let (first, _) = &objects[&reference(stitched, "/Functions [").unwrap()];
    let color = first.split("/C0 [").nth(1).unwrap().split(']').next().unwrap();
    let channels: Vec<f64> = color.split_whitespace().map(|channel| channel.parse().unwrap()).collect();
    [channels[0], channels[1], channels[2]]
}
