//! Prints labels in all fonts as one SVG for visual checks; the source of `docs/img/labels.png`.
//!
//! `cargo run -p adapter-assets --example labels_sheet > labels.svg`

use adapter_assets::{Label, render_label};
use kernel::Rgb;
use landing_draft::appearance::Font;

const WORDS: [&str; 4] = ["Join my VIP club", "Łódź, fiancée & ĞÜŞ", "Смотреть ещё", "שלום (abc) 12"];
const COLUMNS: [u32; 5] = [16, 200, 400, 610, 790];
const ROW: u32 = 46;
const WIDTH: u32 = 960;

fn main() {
    let height = ROW * 12 + 16;
    println!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\">");
    println!("<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#12141c\"/>");
    for (row, font) in (0..).zip(Font::ALL) {
        let middle = 8 + row * ROW + ROW / 2;
        let words = [font.name()].into_iter().chain(WORDS);
        for (index, (text, x)) in words.zip(COLUMNS).enumerate() {
            let color = if index == 0 { Rgb::new(140, 150, 170) } else { Rgb::new(255, 255, 255) };
            place(&render_label(text, font, if index == 0 { 16 } else { 20 }, color), x, middle);
        }
    }
    println!("</svg>");
}

/// Prints a drawing centered in the row, or a thin line if the label is live text.
fn place(label: &Label, x: u32, middle: u32) {
    match label {
        Label::Outlined { svg, height, .. } => {
            let y = middle.saturating_sub(height / 2);
            println!("{}", svg.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1));
        }
        Label::LiveText(_) => println!(
            "<path d=\"M{x} {middle}h24\" stroke=\"#555b6b\" stroke-width=\"2\" stroke-linecap=\"round\"/>"
        ),
    }
}
