//! Converts a drawing to shapes for PDF and EPS: paths of lines and curves, each filled with a
//! color or gradient.

use image::RgbImage;
use kernel::Rgb;
use qr_catalog::draw::Drawing;
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{self, Group, Node, Tree};

use super::compose::{self, Failure, contain};
use crate::raster::shapes_alone;

/// Shapes of a drawing, in modules from the top left corner.
pub(super) struct Artwork {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
    pub(super) logo: Option<Placed>,
    /// Color of the edge.
    pub(super) edge: [f32; 3],
}

/// An opaque picture and its place: x, y, width and height.
pub(super) struct Placed {
    pub(super) pixels: RgbImage,
    pub(super) area: [f64; 4],
}

/// A filled path.
pub(super) struct Shape {
    pub(super) steps: Vec<Step>,
    pub(super) paint: Paint,
}

#[derive(Clone, Copy)]
pub(super) enum Step {
    Move([f32; 2]),
    Line([f32; 2]),
    Curve([f32; 6]),
    Close,
}

/// A fill. Color channels range from 0 to 1.
pub(super) enum Paint {
    Solid([f32; 3]),
    Gradient(Gradient),
}

pub(super) struct Gradient {
    pub(super) run: Run,
    /// At least two stops with ascending positions from 0 to 1.
    pub(super) stops: Vec<(f32, [f32; 3])>,
}

/// Geometry of a gradient.
pub(super) enum Run {
    /// From one point to another.
    Linear([f32; 4]),
    /// From a point to a circle of this radius around it.
    Radial([f32; 3]),
}

impl Artwork {
    /// Converts a drawing with its text and logo to shapes.
    pub(super) fn of(drawing: &Drawing, logo: Option<&[u8]>) -> Result<Self, Failure> {
        let tree = Tree::from_str(&compose::with_text(drawing)?, &shapes_alone())?;
        let mut shapes = Vec::new();
        collect(tree.root(), &mut shapes);
        let place = |place: &qr_catalog::draw::DrawnLogo, content: &[u8]| {
            let pixels = compose::logo(content)?;
            let area = contain(place.area, pixels.dimensions());
            Ok::<_, Failure>(Placed { pixels: opaque(&pixels, place.background), area })
        };
        let logo = drawing.logo.as_ref().zip(logo).map(|(at, content)| place(at, content)).transpose()?;
        let (width, height) = (tree.size().width(), tree.size().height());
        Ok(Self { width, height, shapes, logo, edge: channels(drawing.edge.channels()) })
    }
}

fn collect(group: &Group, shapes: &mut Vec<Shape>) {
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, shapes),
            Node::Path(path) => shapes.extend(shape(path)),
            Node::Image(_) | Node::Text(_) => {}
        }
    }
}

fn shape(path: &usvg::Path) -> Option<Shape> {
    let (fill, transform) = (path.fill()?, path.abs_transform());
    let data = path.data().clone().transform(transform)?;
    let (mut steps, mut last) = (Vec::with_capacity(data.len()), Point::default());
    for segment in data.segments() {
        let (step, end) = match segment {
            PathSegment::MoveTo(to) => (Step::Move(pair(to)), to),
            PathSegment::LineTo(to) => (Step::Line(pair(to)), to),
            PathSegment::QuadTo(one, to) => {
                // A cubic curve replaces the quadratic one; both control points are two thirds of the way
                // to its control point.
                let toward = |from: Point| [from.x + (one.x - from.x) / 1.5, from.y + (one.y - from.y) / 1.5];
                let ([ax, ay], [bx, by]) = (toward(last), toward(to));
                (Step::Curve([ax, ay, bx, by, to.x, to.y].map(rounded)), to)
            }
            PathSegment::CubicTo(one, two, to) => {
                (Step::Curve([one.x, one.y, two.x, two.y, to.x, to.y].map(rounded)), to)
            }
            PathSegment::Close => (Step::Close, last),
        };
        steps.push(step);
        last = end;
    }
    Some(Shape { steps, paint: paint(fill.paint(), transform)? })
}

fn pair(point: Point) -> [f32; 2] {
    [point.x, point.y].map(rounded)
}

/// Rounds to thousandths of a module to keep numbers short.
fn rounded(value: f32) -> f32 {
    (value * 1_000.0).round() / 1_000.0
}

/// Converts a fill; `None` for patterns, which codes never use.
fn paint(paint: &usvg::Paint, transform: Transform) -> Option<Paint> {
    let (run, stops) = match paint {
        usvg::Paint::Color(color) => {
            return Some(Paint::Solid(channels([color.red, color.green, color.blue])));
        }
        usvg::Paint::LinearGradient(gradient) => {
            let within = transform.pre_concat(gradient.transform());
            let mut ends =
                [Point::from_xy(gradient.x1(), gradient.y1()), Point::from_xy(gradient.x2(), gradient.y2())];
            within.map_points(&mut ends);
            let [from, to] = ends.map(pair);
            (Run::Linear([from[0], from[1], to[0], to[1]]), gradient.stops())
        }
        usvg::Paint::RadialGradient(gradient) => {
            let within = transform.pre_concat(gradient.transform());
            let mut middle = [Point::from_xy(gradient.cx(), gradient.cy())];
            within.map_points(&mut middle);
            let [[x, y]] = middle.map(pair);
            // Drawings are always scaled equally in both directions.
            (Run::Radial([x, y, gradient.r().get() * within.get_scale().0]), gradient.stops())
        }
        usvg::Paint::Pattern(_) => return None,
    };
    let color = |stop: &usvg::Stop| channels([stop.color().red, stop.color().green, stop.color().blue]);
    let mut stops: Vec<_> = stops.iter().map(|stop| (stop.offset().get(), color(stop))).collect();
    let (first, last) = (*stops.first()?, *stops.last()?);
    if first.0 > 0.0 {
        stops.insert(0, (0.0, first.1));
    }
    if last.0 < 1.0 {
        stops.push((1.0, last.1));
    }
    Some(Paint::Gradient(Gradient { run, stops }))
}

fn channels(color: [u8; 3]) -> [f32; 3] {
    color.map(|channel| (f32::from(channel) / 255.0 * 10_000.0).round() / 10_000.0)
}

/// Blends a picture with this background.
fn opaque(picture: &image::RgbaImage, background: Rgb) -> RgbImage {
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0;
        let [under_red, under_green, under_blue] = background.channels();
        let mix = |over: u8, under: u8| {
            let alpha = u16::from(alpha);
            let mixed = (u16::from(over) * alpha + u16::from(under) * (255 - alpha) + 127) / 255;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        image::Rgb([mix(red, under_red), mix(green, under_green), mix(blue, under_blue)])
    })
}
