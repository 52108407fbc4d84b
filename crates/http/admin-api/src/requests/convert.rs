use crate::requests::wire::RequestOut;
use content_vault::request::ContentRequest;

/// Converts a content request.
pub fn request_out(request: &ContentRequest) -> RequestOut {
    let asked = &request.request;
    RequestOut {
        id: request.id.get(),
        status: request.status.as_str().to_owned(),
        fan_id: asked.fan_id.clone(),
        fan_username: asked.fan_username.clone(),
        text: asked.text.clone(),
        offered_cents: asked.offered_cents,
        media_ids: request.media_ids.clone(),
        reason: request.reason.clone(),
        created_at: asked.created_at.seconds(),
        updated_at: request.updated_at.seconds(),
    }
}
