//! Colours of PNG pictures without an ICC profile, described by small chunks.

use moxcms::{
    Chromaticity, CicpColorPrimaries, CicpProfile, ColorPrimaries, ColorProfile, MatrixCoefficients,
    ToneReprCurve, TransferCharacteristics, XyY,
};

use super::structure::array;

/// Chunks that describe colours.
#[derive(Default)]
struct Chunks<'a> {
    cicp: Option<&'a [u8]>,
    is_srgb: bool,
    gamma: Option<&'a [u8]>,
    primaries: Option<&'a [u8]>,
}

impl<'a> Chunks<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        let (mut chunks, mut at) = (Self::default(), 8_usize);
        while let (Some(length), Some(name)) = (array(bytes, at), array::<4>(bytes, at + 4)) {
            let length = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
            let end = (at + 8).saturating_add(length);
            let Some(content) = bytes.get(at + 8..end) else { break };
            match &name {
                b"cICP" => chunks.cicp = Some(content),
                b"sRGB" => chunks.is_srgb = true,
                b"gAMA" => chunks.gamma = Some(content),
                b"cHRM" => chunks.primaries = Some(content),
                // Colours are described before the pixels.
                b"IDAT" => break,
                _ => {}
            }
            at = end.saturating_add(4);
        }
        chunks
    }
}

/// Returns the profile that browsers apply to a PNG with the ICC profile `icc`: coding-independent code points come
/// first, then `icc`, then sRGB, then the gamma with its primaries, if any.
pub(super) fn profile(bytes: &[u8], icc: Option<ColorProfile>) -> Option<ColorProfile> {
    let chunks = Chunks::of(bytes);
    if let Some(profile) = chunks.cicp.and_then(by_code_points) {
        return Some(profile);
    }
    if icc.is_some() || chunks.is_srgb {
        return icc;
    }
    by_gamma(chunks.gamma?, chunks.primaries)
}

/// Returns the profile of code points for RGB; `None` for brighter colours than those of a usual screen.
fn by_code_points(content: &[u8]) -> Option<ColorProfile> {
    let &[primaries, transfer, 0, 1] = content else { return None };
    let transfer_characteristics = TransferCharacteristics::try_from(transfer).ok()?;
    if matches!(transfer_characteristics, TransferCharacteristics::Smpte2084 | TransferCharacteristics::Hlg) {
        return None;
    }
    let profile = CicpProfile {
        color_primaries: CicpColorPrimaries::try_from(primaries).ok()?,
        transfer_characteristics,
        matrix_coefficients: MatrixCoefficients::Identity,
        full_range: true,
    };
    let profile = ColorProfile::new_from_cicp(profile);
    profile.red_trc.is_some().then_some(profile)
}

/// Returns the profile of a gamma and of primaries, by default those of sRGB. Numbers are hundred-thousandths.
fn by_gamma(gamma: &[u8], primaries: Option<&[u8]>) -> Option<ColorProfile> {
    let gamma =
        Some(u32::from_be_bytes(array(gamma, 0)?)).filter(|gamma| (1_000..=1_000_000).contains(gamma))?;
    let mut profile = ColorProfile::new_srgb();
    profile.cicp = None;
    if let Some(primaries) = primaries {
        let at = |place: usize| Some(Chromaticity::new(part(primaries, place)?, part(primaries, place + 4)?));
        let (white, red, green, blue) = (at(0)?, at(8)?, at(16)?, at(24)?);
        let white = XyY { x: f64::from(white.x), y: f64::from(white.y), yb: 1.0 };
        profile.update_rgb_colorimetry(white, ColorPrimaries { red, green, blue });
    }
    #[expect(clippy::cast_precision_loss, reason = "at most a million")]
    let curve = ToneReprCurve::Parametric(vec![100_000.0 / gamma as f32]);
    profile.red_trc = Some(curve.clone());
    profile.green_trc = Some(curve.clone());
    profile.blue_trc = Some(curve);
    Some(profile)
}

/// Reads a positive coordinate, because a profile divides by it.
fn part(content: &[u8], at: usize) -> Option<f32> {
    let value = u32::from_be_bytes(array(content, at)?);
    #[expect(clippy::cast_precision_loss, reason = "at most a hundred thousand")]
    (1..=100_000).contains(&value).then(|| value as f32 / 100_000.0)
}
