use std::collections::BTreeSet;
use std::fmt::Write as _;

use kernel::Rgb;
use landing_draft::appearance::{AnimSpeed, Font, ProfileUi};
use landing_draft::labels::{STOCK_BUTTON, foreground};
use landing_draft::ports::LivePage;
use landing_draft::selection::Selection;

/// Style of every page, embedded so that a page needs only one request.
pub(super) const BASE: &str = include_str!("page.css");

/// Builds the style of a page: the base and the owner's settings. Only parsed values are written,
/// so nothing can break out of a rule or the element.
pub(super) fn of(page: &LivePage, selection: Option<&Selection<'_>>) -> String {
    let mut css = BASE.to_owned();
    let look = &page.landing.appearance;
    let buttons = look.ui.buttons.unwrap_or_default();
    let colour = buttons.color.unwrap_or(STOCK_BUTTON);
    let foreground = foreground(&buttons);
    let seconds = match buttons.anim_speed.unwrap_or(AnimSpeed::Normal) {
        AnimSpeed::Slow => "4s",
        AnimSpeed::Normal => "2.4s",
        AnimSpeed::Fast => "1.2s",
    };
    let end = away_from(colour, foreground);
    // Writing to a string never fails.
    let _ =
        write!(css, ":root{{--button:{colour};--button-end:{end};--button-ink:{foreground};--pace:{seconds}");
    if let Some(canvas) = look.canvas_color {
        let _ = write!(css, ";--ground:{canvas};--ground-2:{canvas}");
    }
    css.push('}');
    for font in live_fonts(page, selection) {
        let (name, file) = (font.name(), font.slug());
        let _ = write!(
            css,
            "@font-face{{font-family:\"{name}\";src:url(/f/face/{file}.woff2) format(\"woff2\");font-display:swap}}"
        );
    }
    let _ = write!(css, ".live{{font-family:\"{}\",system-ui,sans-serif}}", look.ui.label_font().name());
    backgrounds(page, &mut css);
    if let Some(profile) = &look.ui.profile {
        profile_rules(profile, &mut css);
    }
    banner_rules(page, &mut css);
    css
}

fn backgrounds(page: &LivePage, css: &mut String) {
    let sources = &page.landing.appearance.sources;
    if let Some(file) = &sources.mobile {
        let _ = write!(
            css,
            ".card{{background:linear-gradient(rgb(255 253 250/.66),rgb(255 253 250/.66)),url(/f/{}) center/cover}}",
            file.as_str()
        );
    }
    if let Some(file) = &sources.desktop {
        let _ = write!(
            css,
            "@media (min-width:40rem){{body{{background-image:url(/f/{});background-size:cover;background-position:center}}}}",
            file.as_str()
        );
    }
}

fn profile_rules(profile: &ProfileUi, css: &mut String) {
    let rule = |css: &mut String, selector: &str, font: Option<Font>, size: Option<f64>| {
        let _ = write!(css, "{selector}{{");
        if let Some(font) = font {
            let _ = write!(css, "font-family:\"{}\",system-ui,sans-serif;", font.name());
        }
        if let Some(size) = size {
            let _ = write!(css, "font-size:{size}px;");
        }
        css.push('}');
    };
    rule(css, "h1", profile.name_font, profile.name_size);
    rule(css, ".bio", profile.bio_font, profile.bio_size);
}

fn banner_rules(page: &LivePage, css: &mut String) {
    let banner = &page.landing.banner;
    if !banner.enabled {
        return;
    }
    let style = &banner.style;
    let _ = write!(css, ":root{{--delay:{}ms;--dim:{}", banner.content.delay_ms, style.dim.unwrap_or(0.0));
    let _ = write!(css, ";--banner-opacity:{}", style.opacity.unwrap_or(1.0));
    let _ = write!(css, ";--banner-radius:{}px", style.radius.unwrap_or(18.0));
    let _ = write!(css, ";--banner-size:{}", style.text_size.unwrap_or(1.0));
    // Set on the banner itself after the themes, which set the same colours.
    css.push_str("}.banner{");
    for (name, colour) in [("accent", style.accent), ("banner-ink", style.text_color)] {
        if let Some(colour) = colour {
            let _ = write!(css, "--{name}:{colour};");
        }
    }
    if let Some(font) = style.font {
        let _ = write!(css, "font-family:\"{}\",system-ui,sans-serif", font.name());
    }
    css.push('}');
}

/// Returns the fonts of the page's live texts; label pictures need none.
fn live_fonts(page: &LivePage, selection: Option<&Selection<'_>>) -> BTreeSet<Font> {
    let look = &page.landing.appearance;
    let mut fonts = BTreeSet::new();
    if let Some(profile) = &look.ui.profile {
        fonts.extend(profile.name_font);
        fonts.extend(profile.bio_font.filter(|_| profile.bio.is_some()));
    }
    let has_live_label = selection
        .is_some_and(|s| s.buttons.iter().any(|shown| crate::label::label_picture(s, shown).is_none()));
    fonts.extend(has_live_label.then(|| look.ui.label_font()));
    fonts.extend(page.landing.banner.style.font.filter(|_| page.landing.banner.enabled));
    fonts
}

/// Returns a shade further from the foreground, so that a gradient never loses contrast.
fn away_from(colour: Rgb, foreground: Rgb) -> Rgb {
    let target = if foreground.luminance() > colour.luminance() { 0_u16 } else { 255 };
    let [red, green, blue] = colour.channels().map(|channel| {
        let mixed = (u16::from(channel) * 3 + target * 2) / 5;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    });
    Rgb::new(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gradient_never_costs_contrast() {
        for colour in ["#7a3ff2", "#ffff00", "#000000", "#ffffff", "#777777"] {
            let colour = Rgb::parse(colour).unwrap();
            let foreground = landing_draft::appearance::label_colour(colour);
            assert!(
                away_from(colour, foreground).contrast(foreground) >= colour.contrast(foreground) - 1e-9,
                "{colour}"
            );
        }
    }

    #[test]
    fn the_base_leaves_room_below_sixty_kilobytes() {
        assert!(BASE.len() < 12 * 1024, "{} bytes", BASE.len());
        assert!(!BASE.contains("</"), "the style can't end its own element");
    }
}
