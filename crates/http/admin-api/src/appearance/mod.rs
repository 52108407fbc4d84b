//! The look of a draft: canvas colour, settings, design and background pictures.

pub mod sections;
pub mod wire;

use crate::appearance::wire::{
    BackgroundOut, CanvasColor, CanvasColorOut, CardOut, DesignIn, DesignKind, DesignOut, DomainQuery,
    LandingUi, LandingUiOut, LookFields, SourceOut, SourceQuery, SourceVariant, SourcesOut,
};
use actix_web::{delete, get, post, put, web};
use auth_scopes::permissions::{Read, Write, appearance};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Query, Upload};
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, CodedOrValidationErrors, ErrorCode, FileContent};
use kernel::{ErrorKind, Location, Rgb, ValidationErrors};
use landing_draft::appearance::{CustomHtml, Design, SourceVariant as Variant};
use landing_draft::domain::Revision;
use landing_draft::editing::EditDraft;
use landing_draft::file::{FileName, Slot, StoredPicture};
use landing_draft::landing::Landing;
use landing_draft::settings::SettingsPatch;
use landing_draft::uploads::Uploads;
use serde_json::Value;

use crate::convert::field;

pub(crate) const NOT_A_COLOUR: &str = "color must be #rrggbb";

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(show).service(canvas_color_set).service(ui_set).service(design_set);
    config.service(source_upload).service(source_show).service(source_delete).service(canvas_color_delete);
}

/// Show the look of a draft
///
/// Theme, canvas, background pictures, and the design that draws the page. Sections and fields that were never set are
/// left out.
#[utoipa::path(
    tag = "appearance",
    params(DomainQuery),
    extensions(("x-permission" = json!(Authorized::<Read, appearance::View>::permission()))),
    responses(
        (status = 200, description = "The whole look", body = BackgroundOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/bg")]
async fn show(
    who: Authorized<Read, appearance::View>,
    query: Query<DomainQuery>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let domain = DomainName::named(&query.domain)?;
    let draft = edit.read(who.owner(), &domain).await?;
    let look = &draft.landing.appearance;
    let file = |variant| look.sources.get(variant).map(|file| file.as_str().to_owned());
    let share = draft.landing.reach.picture.as_ref().map(|file| file.as_str().to_owned());
    let out = BackgroundOut {
        domain: domain.to_string(),
        canvas_color: look.canvas_color.map(|colour| colour.to_string()),
        ui: draft.landing.settings(),
        design: design_out(&look.design),
        sources: SourcesOut { mobile: file(Variant::Mobile), desktop: file(Variant::Desktop), share },
        card: card(&draft.landing),
    };
    Ok(ApiResponse::ok(&out)?.at_revision(draft.revision.0))
}

/// Set the canvas colour
///
/// The solid backdrop behind the phone card on desktop.
#[utoipa::path(
    tag = "appearance",
    params(DomainQuery),
    extensions(("x-permission" = json!(Authorized::<Write, appearance::Edit>::permission()))),
    responses(
        (status = 200, description = "The colour", body = CanvasColorOut),
        (status = 400, description = "`canvas_color_invalid`", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/bg/canvas-color")]
async fn canvas_color_set(
    who: Authorized<Write, appearance::Edit>,
    query: Query<DomainQuery>,
    if_match: IfMatch,
    body: Json<CanvasColor>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let invalid = || ApiError::coded(ErrorCode::CanvasColorInvalid, NOT_A_COLOUR);
    let colour = Rgb::parse(&body.color).ok_or_else(invalid)?;
    let domain = DomainName::named(&query.domain)?;
    let set = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        Ok(landing.appearance.canvas_color.replace(colour) != Some(colour))
    });
    let set = set.await?;
    let canvas_color = colour.to_string();
    let out = CanvasColorOut { domain: domain.to_string(), canvas_color, changed: set.value };
    Ok(ApiResponse::ok(&out)?.at_revision(set.revision.0))
}

/// Set the look of the page
///
/// A section replaces the stored one as a whole; null resets it; sections that are left out stay. A null field counts
/// as left out. `share` sets the link preview, `in_app` what visitors inside Instagram, TikTok and Facebook see, `utm`
/// the campaign parameters that are added at a click. All faults are in one message, each with its path. `relabeled`
/// counts the button labels whose picture changed.
#[utoipa::path(
    tag = "appearance",
    params(DomainQuery),
    request_body = LandingUi,
    extensions(("x-permission" = json!(Authorized::<Write, appearance::Edit>::permission()))),
    responses(
        (status = 200, description = "The settings", body = LandingUiOut),
        (status = 400, description = "`landing_ui_invalid`; the message begins with the path", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/bg/ui")]
async fn ui_set(
    who: Authorized<Write, appearance::Edit>,
    query: Query<DomainQuery>,
    if_match: IfMatch,
    body: Json<LookFields>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let invalid = |errors: ValidationErrors| ApiError::coded(ErrorCode::LandingUiInvalid, errors.to_string());
    let patch =
        body.convert(move |body| SettingsPatch::parse(&Value::Object(body.0)).map_err(invalid)).await?;
    let domain = DomainName::named(&query.domain)?;
    let set = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        let before = landing.settings();
        landing.set(patch.clone());
        let after = landing.settings();
        let changed = after != before;
        Ok((after, changed))
    });
    let set = set.await?;
    let ((ui, changed), relabeled) = (set.value, set.relabeled);
    let out = LandingUiOut { domain: domain.to_string(), ui, changed, relabeled };
    Ok(ApiResponse::ok(&out)?.at_revision(set.revision.0))
}

/// Set the design of the page
///
/// `builtin` draws the page from segments and buttons. `html` serves the HTML of the body instead, sandboxed in an
/// origin of its own: without buttons, age gate, banner and `ui`.
#[utoipa::path(
    tag = "appearance",
    params(DomainQuery),
    extensions(("x-permission" = json!(Authorized::<Write, appearance::Edit>::permission()))),
    responses(
        (status = 200, description = "The design", body = DesignOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/bg/design")]
async fn design_set(
    who: Authorized<Write, appearance::Edit>,
    query: Query<DomainQuery>,
    if_match: IfMatch,
    body: Json<DesignIn>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let design = body.convert(|body| asked_design(&body)).await?.into_inner();
    let domain = DomainName::named(&query.domain)?;
    let out = design_out(&design);
    let set = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        landing.appearance.design = design.clone();
        Ok(())
    });
    Ok(ApiResponse::ok(&out)?.at_revision(set.await?.revision.0))
}

/// Upload a background picture
///
/// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side; the content
/// decides the type. The service turns it upright, converts it to sRGB, scales it to at most 2,560 pixels a side and
/// removes metadata. Animations are rejected. `share` is the picture of the link preview, which the section `share` of
/// the look selects; it is stored at most 1,200 pixels wide and at most 600 kB large.
#[utoipa::path(
    tag = "appearance",
    params(SourceQuery),
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    extensions(("x-permission" = json!(Authorized::<Write, appearance::Edit>::permission()))),
    responses(
        (status = 200, description = "The picture was uploaded", body = SourceOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 422, description = "`invalid_file`: not a supported picture; or all errors of the query and path", body = CodedOrValidationErrors),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/bg/source")]
async fn source_upload(
    who: Authorized<Write, appearance::Edit>,
    query: Query<SourceQuery>,
    if_match: IfMatch,
    upload: Upload,
    edit: web::Data<EditDraft>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let (domain, which) = (DomainName::named(&query.domain)?, query.variant);
    edit.read(who.owner(), &domain).await?;
    let (bytes, _place) = upload.into_parts();
    let slot = if which == SourceVariant::Share { Slot::Preview } else { Slot::Background };
    let picture = uploads.picture(who.owner(), bytes, slot).await?;
    let set = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        set_picture(landing, which, picture.clone());
        Ok(())
    });
    let out = SourceOut { domain: domain.to_string(), variant: which, exists: true };
    Ok(ApiResponse::ok(&out)?.at_revision(set.await?.revision.0))
}

/// Show whether a background was uploaded
///
/// One variant at a time: `mobile`, `desktop`, or `share` for the picture of the link preview.
#[utoipa::path(
    tag = "appearance",
    params(SourceQuery),
    extensions(("x-permission" = json!(Authorized::<Read, appearance::View>::permission()))),
    responses(
        (status = 200, description = "Whether the picture was uploaded", body = SourceOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/bg/source")]
async fn source_show(
    who: Authorized<Read, appearance::View>,
    query: Query<SourceQuery>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let domain = DomainName::named(&query.domain)?;
    let draft = edit.read(who.owner(), &domain).await?;
    let exists = picture(&draft.landing, query.variant).is_some();
    let out = SourceOut { domain: domain.to_string(), variant: query.variant, exists };
    Ok(ApiResponse::ok(&out)?.at_revision(draft.revision.0))
}

/// Remove a background picture
///
/// Removes the picture of one variant from the draft. The live page keeps it until the draft is published.
#[utoipa::path(
    tag = "appearance",
    params(SourceQuery),
    extensions(("x-permission" = json!(Authorized::<Write, appearance::Edit>::permission()))),
    responses(
        (status = 204, description = "Removed, or there was none"),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/bg/source")]
async fn source_delete(
    who: Authorized<Write, appearance::Edit>,
    query: Query<SourceQuery>,
    if_match: IfMatch,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let (domain, which) = (DomainName::named(&query.domain)?, query.variant);
    let removed = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        match which {
            SourceVariant::Mobile => landing.appearance.sources.remove(Variant::Mobile),
            SourceVariant::Desktop => landing.appearance.sources.remove(Variant::Desktop),
            SourceVariant::Share => landing.reach.remove_picture(),
        }
        Ok(())
    });
    Ok(ApiResponse::no_content().at_revision(removed.await?.revision.0))
}

/// Remove the canvas colour
///
/// Resets the backdrop behind the phone card on desktop to the stock look.
#[utoipa::path(
    tag = "appearance",
    params(DomainQuery),
    extensions(("x-permission" = json!(Authorized::<Write, appearance::Edit>::permission()))),
    responses(
        (status = 204, description = "Removed, or there was none"),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/bg/canvas-color")]
async fn canvas_color_delete(
    who: Authorized<Write, appearance::Edit>,
    query: Query<DomainQuery>,
    if_match: IfMatch,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let domain = DomainName::named(&query.domain)?;
    let removed = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        landing.appearance.canvas_color = None;
        Ok(())
    });
    Ok(ApiResponse::no_content().at_revision(removed.await?.revision.0))
}

/// Returns the drawn card, if the preview shows one.
fn card(landing: &Landing) -> Option<CardOut> {
    landing.card_look()?;
    let drawn = landing.reach.card.as_ref();
    Some(CardOut {
        file: drawn.map(|card| card.file.as_str().to_owned()),
        missing: drawn.and_then(|card| card.missing.clone()).unwrap_or_default(),
    })
}

fn picture(landing: &Landing, variant: SourceVariant) -> Option<&FileName> {
    match variant {
        SourceVariant::Mobile => landing.appearance.sources.mobile.as_ref(),
        SourceVariant::Desktop => landing.appearance.sources.desktop.as_ref(),
        SourceVariant::Share => landing.reach.picture.as_ref(),
    }
}

fn set_picture(landing: &mut Landing, variant: SourceVariant, picture: StoredPicture) {
    match variant {
        SourceVariant::Mobile => landing.appearance.sources.set(Variant::Mobile, picture.file),
        SourceVariant::Desktop => landing.appearance.sources.set(Variant::Desktop, picture.file),
        SourceVariant::Share => landing.reach.set_picture(picture),
    }
}

pub(crate) fn asked_design(body: &DesignIn) -> Result<Design, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let here = Location::root().at("html");
    let design = match (body.kind, &body.html) {
        (DesignKind::Builtin, None) => Some(Design::Builtin),
        (DesignKind::Builtin, Some(_)) => {
            errors.push(here, ErrorKind::ExtraForbidden, "belongs to custom_html");
            None
        }
        (DesignKind::CustomHtml, None) => {
            errors.push(here, ErrorKind::Missing, "custom_html needs a document");
            None
        }
        (DesignKind::CustomHtml, Some(html)) => {
            field(&mut errors, "html", CustomHtml::parse(html)).map(Design::CustomHtml)
        }
    };
    design.ok_or(errors)
}

fn design_out(design: &Design) -> DesignOut {
    let html_bytes = match design {
        Design::Builtin => 0,
        Design::CustomHtml(html) => html.as_str().len(),
    };
    DesignOut { kind: design.kind().to_owned(), html_bytes }
}
