use crate::qr::wire::{
    QrCreate, QrOut, QrPaper, QrPresetOut, QrPreview, QrScannability, QrSheetQuery, QrStats, QrUpdate,
};
use http_kit::error::ApiError;
use kernel::{ErrorKind, Location, ValidationErrors};
use qr_catalog::catalog::Preset;
use qr_catalog::code::{Channel, CodeId, CodePatch, LinkSlug, Notes, Slug, Title};
use qr_catalog::codes::{CodeEdit, CodeError, CodeRequest, Look, MOST_ON_SHEET};
use qr_catalog::design::Design;
use qr_catalog::ports::CountedCode;
use qr_catalog::print::{Paper, PrintWidth};
use qr_catalog::scannability::Scannability;
use serde_json::Value;

use crate::convert::field;
use crate::stats::convert::by_code;

/// Parses a new code at this slug; returns all errors.
pub fn code_request(slug: Slug, body: &QrCreate) -> Result<CodeRequest, ApiError> {
    let mut errors = ValidationErrors::none();
    let title = body.title.as_deref().and_then(|text| field(&mut errors, "title", Title::parse(text)));
    let channel =
        body.channel.as_deref().and_then(|text| field(&mut errors, "channel", Channel::parse(text)));
    let look = look(&mut errors, body.design.as_ref(), body.preset.as_deref());
    errors.into_result()?;
    let target = body.smart_link.as_deref().map(smart_link).transpose()?.into();
    let notes = Notes { title: title.unwrap_or_default(), channel: channel.unwrap_or_default() };
    Ok(CodeRequest { slug, notes, target, look })
}

/// Parses the change of a code; returns all errors.
pub fn code_edit(slug: Option<Slug>, body: &QrUpdate) -> Result<CodeEdit, ApiError> {
    let mut errors = ValidationErrors::none();
    let patch = CodePatch {
        slug,
        title: body.title.as_deref().and_then(|text| field(&mut errors, "title", Title::parse(text))),
        channel: body.channel.as_deref().and_then(|text| field(&mut errors, "channel", Channel::parse(text))),
        active: body.active,
        ..CodePatch::default()
    };
    let look = look(&mut errors, body.design.as_ref(), body.preset.as_deref());
    errors.into_result()?;
    let target = match body.smart_link.as_deref() {
        None => None,
        Some(slug) => Some(slug.map(smart_link).transpose()?.into()),
    };
    Ok(CodeEdit { patch: CodePatch { target, ..patch }, look })
}

/// Parses the slug of a smart link. An invalid slug is "not found".
fn smart_link(slug: &str) -> Result<LinkSlug, CodeError> {
    LinkSlug::parse(slug).map_err(|_| CodeError::LinkNotFound)
}

/// Parses the look of a preview; returns all errors.
pub fn preview_look(body: &QrPreview) -> Result<Look, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let look = look(&mut errors, body.design.as_ref(), body.preset.as_deref());
    errors.into_result().map(|()| look)
}

/// Parses a look. A null design counts as none.
fn look(errors: &mut ValidationErrors, design: Option<&Value>, preset: Option<&str>) -> Look {
    let design = design.filter(|design| !design.is_null());
    let design = design.map(Design::parse);
    Look {
        design: design.and_then(|design| field(errors, "design", design)),
        preset: preset.map(str::to_owned),
    }
}

/// Converts a code with its statistics.
pub fn code_out(CountedCode { code, stats }: &CountedCode) -> QrOut {
    QrOut {
        id: code.id.get(),
        domain: code.domain.to_string(),
        slug: code.slug.as_str().to_owned(),
        path: code.path(),
        title: code.notes.title.as_str().to_owned(),
        channel: code.notes.channel.as_str().to_owned(),
        smart_link: code.target.smart_link().map(ToString::to_string),
        source: code.source.to_string(),
        design: code.design.to_json(),
        active: code.active,
        created_at: code.created_at.seconds(),
        updated_at: code.updated_at.seconds(),
        stats: QrStats {
            scans: stats.scans,
            visits: stats.visits,
            clicks: stats.clicks,
            subs: stats.subs,
            revenue_cents: stats.revenue_cents,
            other_currencies: by_code(&stats.other_currencies),
        },
        scannability: None,
    }
}

/// Converts a new or changed code, with its scannability.
pub fn judged_code_out(counted: &CountedCode) -> QrOut {
    let judged = Scannability::of(&counted.code.design);
    let scannability = QrScannability {
        contrast_min: judged.contrast_min,
        ecl: judged.ecl.to_string(),
        quiet_zone: judged.quiet_zone,
        warnings: judged.warnings.iter().map(|warning| warning.as_str().to_owned()).collect(),
    };
    QrOut { scannability: Some(scannability), ..code_out(counted) }
}

/// Converts a preset.
pub fn preset_out(preset: &Preset) -> QrPresetOut {
    QrPresetOut {
        id: preset.id.clone(),
        name: preset.name.clone(),
        family: preset.family.to_owned(),
        palette: preset.palette.to_owned(),
        design: preset.design.to_json(),
    }
}

/// Options of a sheet.
pub struct SheetRequest {
    /// Ids of the codes; `None` for the first codes of the domain.
    pub ids: Option<Vec<CodeId>>,
    /// Number of copies of each code.
    pub copies: usize,
    pub width: PrintWidth,
    pub paper: Paper,
}

/// Parses the options of a sheet; returns all errors.
pub fn sheet_request(query: &QrSheetQuery) -> Result<SheetRequest, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let paper = match query.paper.unwrap_or_default() {
        QrPaper::A4 => Paper::A4,
        QrPaper::Letter => Paper::Letter,
    };
    let ids = errors.take(&Location::root(), query.ids.as_deref().map(code_ids).transpose());
    let copies = usize::try_from(query.copies).unwrap_or(usize::MAX);
    let width = errors.take(&Location::root(), print_width(query.size_mm));
    ids.zip(width).map(|(ids, width)| SheetRequest { ids, copies, width, paper }).ok_or(errors)
}

/// Parses a width in millimetres. The schema has the same bounds.
pub fn print_width(mm: u32) -> Result<PrintWidth, ValidationErrors> {
    let (least, most) = PrintWidth::BOUNDS;
    let message = format!("must be from {least} to {most} mm");
    PrintWidth::parse(mm).ok_or_else(|| wrong("size_mm", ErrorKind::Value, message))
}

/// Parses numbers separated by commas.
pub(crate) fn code_ids(text: &str) -> Result<Vec<CodeId>, ValidationErrors> {
    let read = |id: &str| id.trim().parse().map(CodeId::new);
    let ids = text.split(',').map(read).collect::<Result<Vec<_>, _>>();
    let ids = ids.map_err(|_| wrong("ids", ErrorKind::Pattern, "must be numbers separated by commas"))?;
    if u32::try_from(ids.len()).is_ok_and(|count| count <= MOST_ON_SHEET) {
        return Ok(ids);
    }
    Err(wrong("ids", ErrorKind::TooLong, format!("must have at most {MOST_ON_SHEET} codes")))
}

fn wrong(field: &str, kind: ErrorKind, message: impl Into<String>) -> ValidationErrors {
    ValidationErrors::one(Location::root().at(field), kind, message)
}
