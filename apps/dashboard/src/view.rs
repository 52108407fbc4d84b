//! The frame of all pages, and their components.

mod icons;
mod parts;
mod shell;

use actix_web::HttpResponse;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;
use maud::Markup;

use crate::context::{Context, FLASH, FLASH_PURPOSE, Flash, Undo};

pub(crate) use icons::icon;
pub(crate) use parts::*;
pub(crate) use shell::{DomainTab, Section, bare, page, page_about, page_of, solo, tabs_of};

/// Responds with a page.
pub(crate) fn answer(markup: &Markup) -> HttpResponse {
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(markup.0.clone())
}

/// Redirects after a write, so that a reload repeats nothing.
pub(crate) fn see(path: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, path)).finish()
}

/// Redirects after a write, and shows a message once.
pub(crate) fn see_saying(cx: &Context, path: &str, words: String) -> HttpResponse {
    see_flash(cx, path, &Flash { words, undo: None })
}

/// Redirects after a write, and shows a message with an undo button.
pub(crate) fn see_undoable(cx: &Context, path: &str, words: String, undo: Undo) -> HttpResponse {
    see_flash(cx, path, &Flash { words, undo: Some(undo) })
}

fn see_flash(cx: &Context, path: &str, flash: &Flash) -> HttpResponse {
    let mut response = see(path);
    if let Some(value) = cx.app.sealer.seal_value(FLASH_PURPOSE, flash) {
        let cookie = Cookie::build(FLASH, value).path("/").http_only(true).same_site(SameSite::Strict);
        let minute = actix_web::cookie::time::Duration::seconds(60);
        let cookie = cookie.secure(cx.look.https).max_age(minute).finish();
        // A cookie of ASCII letters always fits into a header.
        let _ = response.add_cookie(&cookie);
    }
    response
}
