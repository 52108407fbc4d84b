use std::fmt::Write as _;

use super::pen::{ONE, decimal};
use crate::design::{Gradient, GradientKind};

/// Writes the gradient definition of the foreground, and returns the value of its `fill`. A gradient spans the whole
/// code.
pub(super) fn define(svg: &mut String, gradient: &Gradient, margin: i32, size: i32) -> String {
    let mut stops = String::new();
    for stop in gradient.stops() {
        let offset = (stop.position * 10_000.0).round() / 10_000.0;
        let _ = write!(stops, r#"<stop offset="{offset}" stop-color="{}"/>"#, stop.colour);
    }
    let (tag, place) = match gradient.kind() {
        GradientKind::Solid => {
            return gradient.stops().first().map(|stop| stop.colour.to_string()).unwrap_or_default();
        }
        GradientKind::Linear => {
            let (from, to) = (margin, margin + size);
            ("linearGradient", format!(r#"x1="{from}" y1="{from}" x2="{to}" y2="{to}""#))
        }
        GradientKind::Radial => {
            let middle = decimal((2 * margin + size) * ONE / 2);
            // Half of a diagonal: 0.7071 of the side.
            let radius = decimal(size * 7071 / 100);
            ("radialGradient", format!(r#"cx="{middle}" cy="{middle}" r="{radius}""#))
        }
    };
    // One page may contain several drawings, so only equal gradients may share an id.
    let name = name([tag, &place, &stops]);
    let _ = write!(
        svg,
        r#"<defs><{tag} id="{name}" gradientUnits="userSpaceOnUse" {place}>{stops}</{tag}></defs>"#
    );
    format!("url(#{name})")
}

/// Hashes the parts to an id (FNV-1a).
fn name<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let bytes = parts.into_iter().flat_map(str::bytes);
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("q{:08x}", hash >> 32)
}
