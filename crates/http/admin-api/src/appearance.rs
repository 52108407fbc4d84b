//! The look of a draft: canvas colour, settings, design and background pictures.

use actix_web::{get, post, put, web};
use api_contract::appearance::{
    BackgroundOut, CanvasColor, CanvasColorOut, DesignIn, DesignKind, DesignOut, DomainQuery, FreeObject,
    LandingUi, LandingUiOut, SourceOut, SourceQuery, SourceVariant, SourcesOut,
};
use api_contract::{CodedError, CodedOrValidationErrors, ErrorCode};
use auth_scopes::permissions::{Read, Write, appearance};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Query, Upload};
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use kernel::{ErrorKind, Location, Rgb, ValidationErrors};
use landing_draft::appearance::{CustomHtml, Design, SourceVariant as Variant, UiPatch};
use landing_draft::domain::Revision;
use landing_draft::editing::EditDraft;
use landing_draft::uploads::Uploads;
use serde_json::Value;

use crate::convert::field;
use crate::convert::named_domain;

/// The operations of this file.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(show).service(set_canvas_color).service(set_ui).service(set_design);
    config.service(upload_source).service(source_exists);
}

/// Show the look of a draft
#[utoipa::path(tag = "appearance", params(DomainQuery), responses(
    (status = 200, description = "The whole look", body = BackgroundOut),
    (status = 404, description = "`domain_not_found`", body = CodedError),
))]
#[get("/bg")]
async fn show(
    who: Authorized<Read, appearance::View>,
    query: Query<DomainQuery>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let domain = named_domain(&query.domain)?;
    let draft = edit.read(who.owner(), &domain).await?;
    let look = &draft.landing.appearance;
    let file = |variant| look.sources.get(variant).map(|file| file.as_str().to_owned());
    let out = BackgroundOut {
        domain: domain.to_string(),
        canvas_color: look.canvas_color.map(|colour| colour.to_string()),
        ui: look.ui.to_json(),
        design: design_out(&look.design),
        sources: SourcesOut { mobile: file(Variant::Mobile), desktop: file(Variant::Desktop) },
    };
    Ok(ApiResponse::ok(&out)?.at_revision(draft.revision.0))
}

/// Set the canvas colour
///
/// The solid backdrop behind the phone card on desktop.
#[utoipa::path(tag = "appearance", params(DomainQuery), responses(
    (status = 200, description = "The colour", body = CanvasColorOut),
    (status = 400, description = "`canvas_color_invalid`", body = CodedError),
    (status = 404, description = "`domain_not_found`", body = CodedError),
    (status = 412, description = "`precondition_failed`", body = CodedError),
))]
#[post("/bg/canvas-color")]
async fn set_canvas_color(
    who: Authorized<Write, appearance::Edit>,
    query: Query<DomainQuery>,
    if_match: IfMatch,
    body: Json<CanvasColor>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let invalid = || ApiError::coded(ErrorCode::CanvasColorInvalid, "color must be #rrggbb");
    let colour = Rgb::parse(&body.color).ok_or_else(invalid)?;
    let domain = named_domain(&query.domain)?;
    let set = edit.run(who.owner(), &domain, if_match.expected().map(Revision), move |landing| {
        Ok(landing.appearance.canvas_color.replace(colour) != Some(colour))
    });
    let set = set.await?;
    let canvas_color = colour.to_string();
    let out = CanvasColorOut { domain: domain.to_string(), canvas_color, changed: set.value };
    Ok(ApiResponse::ok(&out)?.at_revision(set.revision.0))
}

/// Set the look of buttons, profile and gate
///
/// Each section replaces the stored one as a whole; null resets it; sections that are left out stay.
#[utoipa::path(tag = "appearance", params(DomainQuery), request_body = LandingUi, responses(
    (status = 200, description = "The settings", body = LandingUiOut),
    (status = 400, description = "`landing_ui_invalid`; the message begins with the path", body = CodedError),
    (status = 404, description = "`domain_not_found`", body = CodedError),
    (status = 412, description = "`precondition_failed`", body = CodedError),
))]
#[post("/bg/ui")]
async fn set_ui(
    who: Authorized<Write, appearance::Edit>,
    query: Query<DomainQuery>,
    if_match: IfMatch,
    body: Json<FreeObject>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let sections = Value::Object(body.into_inner().0);
    let patch = UiPatch::parse(&sections)
        .map_err(|errors| ApiError::coded(ErrorCode::LandingUiInvalid, errors.to_string()))?;
    let domain = named_domain(&query.domain)?;
    let set = edit.run(who.owner(), &domain, if_match.expected().map(Revision), move |landing| {
        let before = landing.appearance.ui.clone();
        landing.appearance.ui.apply(patch.clone());
        let after = &landing.appearance.ui;
        Ok((after.to_json(), *after != before))
    });
    let set = set.await?;
    let ((ui, changed), relabeled) = (set.value, set.relabeled);
    let out = LandingUiOut { domain: domain.to_string(), ui, changed, relabeled };
    Ok(ApiResponse::ok(&out)?.at_revision(set.revision.0))
}

/// Choose who draws the page
#[utoipa::path(tag = "appearance", params(DomainQuery), responses(
    (status = 200, description = "The design", body = DesignOut),
    (status = 404, description = "`domain_not_found`", body = CodedError),
    (status = 412, description = "`precondition_failed`", body = CodedError),
))]
#[put("/bg/design")]
async fn set_design(
    who: Authorized<Write, appearance::Edit>,
    query: Query<DomainQuery>,
    if_match: IfMatch,
    body: Json<DesignIn>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let (design, domain) = (asked_design(&body)?, named_domain(&query.domain)?);
    let out = design_out(&design);
    let set = edit.run(who.owner(), &domain, if_match.expected().map(Revision), move |landing| {
        landing.appearance.design = design.clone();
        Ok(())
    });
    Ok(ApiResponse::ok(&out)?.at_revision(set.await?.revision.0))
}

/// Upload a background picture
///
/// The raw bytes of a png, jpeg or webp of at most 10 MiB; the type is decided by the content.
#[utoipa::path(tag = "appearance", params(SourceQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 200, description = "It is there", body = SourceOut),
    (status = 404, description = "`domain_not_found`", body = CodedError),
    (status = 422, description = "`invalid_file`: not a picture that is taken; or every error of the query or path", body = CodedOrValidationErrors),
))]
#[put("/bg/source")]
async fn upload_source(
    who: Authorized<Write, appearance::Edit>,
    query: Query<SourceQuery>,
    if_match: IfMatch,
    upload: Upload,
    edit: web::Data<EditDraft>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let (domain, which) = (named_domain(&query.domain)?, query.variant);
    edit.read(who.owner(), &domain).await?;
    let file = uploads.picture(who.owner(), upload.into_inner()).await?;
    let set = edit.run(who.owner(), &domain, if_match.expected().map(Revision), move |landing| {
        landing.appearance.sources.set(variant(which), file.clone());
        Ok(())
    });
    let out = SourceOut { domain: domain.to_string(), variant: which, exists: true };
    Ok(ApiResponse::ok(&out)?.at_revision(set.await?.revision.0))
}

/// Tell whether a background picture was uploaded
#[utoipa::path(tag = "appearance", params(SourceQuery), responses(
    (status = 200, description = "Whether it is there", body = SourceOut),
    (status = 404, description = "`domain_not_found`", body = CodedError),
))]
#[get("/bg/source")]
async fn source_exists(
    who: Authorized<Read, appearance::View>,
    query: Query<SourceQuery>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let domain = named_domain(&query.domain)?;
    let draft = edit.read(who.owner(), &domain).await?;
    let exists = draft.landing.appearance.sources.get(variant(query.variant)).is_some();
    let out = SourceOut { domain: domain.to_string(), variant: query.variant, exists };
    Ok(ApiResponse::ok(&out)?.at_revision(draft.revision.0))
}

fn variant(variant: SourceVariant) -> Variant {
    match variant {
        SourceVariant::Mobile => Variant::Mobile,
        SourceVariant::Desktop => Variant::Desktop,
    }
}

fn asked_design(body: &DesignIn) -> Result<Design, ApiError> {
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
    design.ok_or_else(|| errors.into())
}

fn design_out(design: &Design) -> DesignOut {
    let html_bytes = match design {
        Design::Builtin => 0,
        Design::CustomHtml(html) => html.as_str().len(),
    };
    DesignOut { kind: design.kind().to_owned(), html_bytes }
}
