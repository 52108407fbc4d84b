use actix_web::body::MessageBody as _;
use kernel::{ErrorKind, Location};
use offload::{Gate, Limits};
use qr_catalog::ports::RenderError;
use strum::IntoEnumIterator as _;

use super::*;

fn body(error: &ApiError, request_id: Option<&str>) -> serde_json::Value {
    let bytes = error.answer(request_id).into_body().try_into_bytes().unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

#[test]
fn every_code_is_answered_with_its_status_and_shape() {
    for code in ErrorCode::iter() {
        let error = ApiError::coded(code, "why");
        let answer = error.answer(Some("r-1"));
        assert_eq!(answer.status().as_u16(), code.status(), "{code:?}");
        assert_eq!(answer.headers().contains_key("retry-after"), answer.status() == 503, "{code:?}");
        let body = body(&error, Some("r-1"));
        assert_eq!(body["detail"], serde_json::json!({ "code": code.as_str(), "message": "why" }));
        assert_eq!(body.get("request_id").is_some(), code.status() >= 500, "{code:?}");
    }
}

#[test]
fn a_cause_never_reaches_the_answer() {
    let error = ApiError::internal("password=hunter2");
    let expected = serde_json::json!({ "detail": "Internal Server Error", "request_id": "r-1" });
    assert_eq!(body(&error, Some("r-1")), expected);
    let error = ApiError::from(StoreError::Unavailable("password=hunter2".into()));
    assert_eq!(error.answer(None).status(), 503);
    assert!(!body(&error, None).to_string().contains("hunter2"));
}

#[tokio::test]
async fn a_full_queue_is_too_many_requests_wherever_it_was_found() {
    let gate = Gate::new("doors", Limits { room: 1, room_each: 1, waiting: 0, waiting_each: 0 });
    let _place = gate.enter(1).await.unwrap();
    let full = gate.enter(1).await.unwrap_err();
    let found: [ApiError; 3] =
        [full.into(), StoreError::Unavailable(full.into()).into(), RenderError(full.into()).into()];
    for error in found {
        let answer = error.answer(None);
        assert_eq!(answer.status(), 429);
        assert_eq!(answer.headers().get("retry-after").unwrap(), "2");
        let message = "too many doors at once; retry later";
        let expected = serde_json::json!({ "detail": { "code": "rate_limited", "message": message } });
        assert_eq!(body(&error, None), expected);
    }
}

#[test]
fn errors_become_the_validation_list() {
    let errors =
        ValidationErrors::one(Location::root().at("items").at(2).at("url"), ErrorKind::TooLong, "too long");
    let expected = serde_json::json!({
        "detail": [{ "loc": ["body", "items", 2, "url"], "msg": "too long", "type": "too_long" }]
    });
    assert_eq!(body(&errors.into(), None), expected);
}

#[test]
fn the_three_ways_of_being_unknown() {
    for (failure, text) in [
        (AuthFailure::Missing, "Not authenticated"),
        (AuthFailure::NotBearer, "auth required"),
        (AuthFailure::Rejected, "Invalid or missing API key"),
    ] {
        let plain = ApiError::Unauthenticated { failure, coded: false };
        assert_eq!(body(&plain, None), serde_json::json!({ "detail": text }));
        assert_eq!(plain.answer(None).headers().get("www-authenticate").unwrap(), "Bearer");
        let coded = ApiError::Unauthenticated { failure, coded: true };
        let expected = serde_json::json!({ "detail": { "code": "unauthorized", "message": text } });
        assert_eq!(body(&coded, None), expected);
    }
}
