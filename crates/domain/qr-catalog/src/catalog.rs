//! Catalog of presets: 10 families of shapes x 10 palettes.

use std::fmt;
use std::sync::LazyLock;

use kernel::Rgb;

use crate::design::{Design, EyeDot, EyeFrame, Gradient, GradientKind, Module, Stop};

/// Preset of the catalog. The design of an id never changes, because printed codes use it.
#[derive(Debug, Clone, PartialEq)]
pub struct Preset {
    /// Id in the form `<family>-<palette>`.
    pub id: String,
    /// Display name, such as `Fluid, rose`.
    pub name: String,
    /// Id of the family of shapes.
    pub family: &'static str,
    /// Id of the palette.
    pub palette: &'static str,
    /// Shapes and colours of the preset.
    pub design: Design,
}

/// Returns all 100 presets by family, with the palettes in the same order in each family.
pub fn catalog() -> &'static [Preset] {
    &CATALOG
}

/// Finds the preset with this id.
///
/// ```
/// use qr_catalog::{catalog, preset};
///
/// assert_eq!(catalog().len(), 100);
/// assert_eq!(preset("fluid-rose").unwrap().name, "Fluid, rose");
/// assert!(preset("fluid-beige").is_none());
/// ```
pub fn preset(id: &str) -> Option<&'static Preset> {
    CATALOG.iter().find(|preset| preset.id == id)
}

impl Design {
    /// Default design, the same as preset `classic-ink`: square modules in ink on white.
    pub fn stock() -> Self {
        design(&CLASSIC, &INK)
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

static CATALOG: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let pairs = FAMILIES.iter().flat_map(|family| PALETTES.iter().map(move |palette| (family, palette)));
    pairs
        .map(|(family, palette)| Preset {
            id: format!("{}-{}", family.word, palette.word),
            name: format!("{}, {}", family.name, palette.word),
            family: family.word,
            palette: palette.word,
            design: design(family, palette),
        })
        .collect()
});

fn design(family: &Family, palette: &Palette) -> Design {
    let [first, last] = palette.foreground;
    let stops = match palette.run {
        GradientKind::Solid => vec![Stop { position: 0.0, colour: first }],
        GradientKind::Linear | GradientKind::Radial => {
            vec![Stop { position: 0.0, colour: first }, Stop { position: 1.0, colour: last }]
        }
    };
    Design {
        module: family.module,
        eye_frame: family.eyes.0,
        eye_dot: family.eyes.1,
        fg_grad: Gradient { kind: palette.run, stops },
        bg: palette.background,
        card_radius: family.card_radius,
        logo: None,
        frame: None,
    }
}

struct Family {
    word: &'static str,
    name: &'static str,
    module: Module,
    eyes: (EyeFrame, EyeDot),
    card_radius: f64,
}

const fn family(
    word: &'static str,
    name: &'static str,
    module: Module,
    eyes: (EyeFrame, EyeDot),
    card_radius: f64,
) -> Family {
    Family { word, name, module, eyes, card_radius }
}

const CLASSIC: Family = family("classic", "Classic", Module::Square, (EyeFrame::Square, EyeDot::Square), 0.0);

const FAMILIES: [Family; 10] = [
    CLASSIC,
    family("soft", "Soft", Module::Rounded, (EyeFrame::Rounded, EyeDot::Rounded), 0.06),
    family("fluid", "Fluid", Module::Fluid, (EyeFrame::Rounded, EyeDot::Dot), 0.1),
    family("dots", "Dots", Module::Dots, (EyeFrame::Rounded, EyeDot::Dot), 0.1),
    family("mosaic", "Mosaic", Module::Mosaic, (EyeFrame::Square, EyeDot::Square), 0.0),
    family("leaf", "Leaf", Module::Leaf, (EyeFrame::Rounded, EyeDot::Leaf), 0.06),
    family("bars-v", "Vertical bars", Module::BarsV, (EyeFrame::Rounded, EyeDot::Rounded), 0.06),
    family("bars-h", "Horizontal bars", Module::BarsH, (EyeFrame::Rounded, EyeDot::Rounded), 0.06),
    family("gem", "Gem", Module::Diamond, (EyeFrame::Square, EyeDot::Square), 0.0),
    family("studio", "Studio", Module::Rounded, (EyeFrame::Circle, EyeDot::Dot), 0.12),
];

struct Palette {
    word: &'static str,
    run: GradientKind,
    foreground: [Rgb; 2],
    background: Rgb,
}

const fn palette(word: &'static str, run: GradientKind, [first, last, background]: [u32; 3]) -> Palette {
    Palette { word, run, foreground: [rgb(first), rgb(last)], background: rgb(background) }
}

const fn rgb(value: u32) -> Rgb {
    let [_, red, green, blue] = value.to_be_bytes();
    Rgb::new(red, green, blue)
}

const INK: Palette = palette("ink", GradientKind::Solid, [0x11_11_11, 0x11_11_11, 0xff_ff_ff]);

const PALETTES: [Palette; 10] = [
    INK,
    palette("midnight", GradientKind::Linear, [0x0b_1f_4b, 0x1d_3f_8f, 0xff_ff_ff]),
    palette("royal", GradientKind::Radial, [0x3b_0a_6b, 0x6a_1b_9a, 0xff_ff_ff]),
    palette("crimson", GradientKind::Linear, [0x7f_0d_1f, 0xa3_12_2f, 0xff_f7_f7]),
    palette("ember", GradientKind::Radial, [0x7a_19_00, 0x9a_34_00, 0xff_fa_f3]),
    palette("forest", GradientKind::Linear, [0x0b_3d_1e, 0x14_60_2f, 0xf6_ff_f8]),
    palette("lagoon", GradientKind::Radial, [0x00_3b_46, 0x00_5a_66, 0xf2_fe_ff]),
    palette("cocoa", GradientKind::Linear, [0x3b_1f_0f, 0x6b_3e_23, 0xfd_f8_f2]),
    palette("rose", GradientKind::Radial, [0x6d_0d_42, 0x97_1a_5e, 0xff_f5_fa]),
    palette("graphite", GradientKind::Linear, [0x1f_29_33, 0x3e_4c_59, 0xf5_f7_fa]),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::scannability::{Scannability, Warning};

    #[test]
    fn a_hundred_presets_in_a_stable_order_and_no_two_alike() {
        let ids: Vec<_> = catalog().iter().map(|preset| preset.id.as_str()).collect();
        assert_eq!(ids.len(), 100);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 100);
        assert_eq!(&ids[..3], ["classic-ink", "classic-midnight", "classic-royal"]);
        assert_eq!(ids[60], "bars-v-ink");
        assert_eq!(ids[99], "studio-graphite");
        for (index, one) in catalog().iter().enumerate() {
            assert!(catalog()[..index].iter().all(|other| other.design != one.design), "{one}");
            assert_eq!(preset(&one.id), Some(one));
        }
        assert_eq!(preset("classic-neon"), None);
    }

    #[test]
    fn every_preset_is_a_valid_design_with_a_contrast_of_seven() {
        for preset in catalog() {
            assert_eq!(Design::parse(&preset.design.to_json()), Ok(preset.design.clone()), "{preset}");
            assert!(preset.design.contrast_min() >= 7.0, "{preset}");
            let warnings = Scannability::of(&preset.design).warnings;
            let expected =
                if preset.family == "studio" { vec![Warning::EyeFrameNotReadByAll] } else { vec![] };
            assert_eq!(warnings, expected, "{preset}");
        }
    }

    #[test]
    fn the_stock_design_is_the_first_preset() {
        assert_eq!(preset("classic-ink").map(|preset| &preset.design), Some(&Design::stock()));
    }
}
