//! Preview of the draft for the editor's phone.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Path, Query};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use futures_util::future::join_all;

use crate::App;
use crate::assets::{self, PublicFile};
use crate::context::Context;
use crate::screens::Answer;
use crate::screens::editor::visitor::Visitor;

/// Markup before the name of a picture.
const PICTURE: &str = " src=\"/f/";
/// Number of embedded pictures: those on a phone's first screen, and some more.
const PICTURES: usize = 40;
/// Largest embedded picture, in bytes.
const PICTURE_BYTES: usize = 32 << 10;

/// Responds with the draft's page. The page has no origin and runs no scripts.
pub(crate) async fn screen(cx: Context, domain: Path<String>, visitor: Query<Visitor>) -> Answer {
    let mut request = cx.api.drafts().preview(&domain);
    if !visitor.country.is_empty() {
        request = request.country(&visitor.country);
    }
    if let Some(device) = visitor.device() {
        request = request.device(device);
    }
    if !visitor.lang.is_empty() {
        request = request.lang(&visitor.lang);
    }
    if let Some(moment) = visitor.moment() {
        request = request.at(moment);
    }
    let page = request.send().await?;
    let theirs = page.headers().get("content-security-policy").and_then(|value| value.to_str().ok());
    let policy = format!("{}; sandbox", theirs.unwrap_or("default-src 'none'; frame-ancestors 'self'"));
    let page = page.into_inner();
    let pictures = pictures(&cx.app, &page).await;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::X_FRAME_OPTIONS, "SAMEORIGIN"))
        .body(with_pictures(&page, &pictures)))
}

/// Returns the first pictures of a page as `data:` addresses, by name.
///
/// Browsers do not cache requests of a frame without an origin, so each edit would reload all
/// pictures.
async fn pictures(app: &App, page: &str) -> HashMap<String, String> {
    let found = names(page).into_iter().map(async |name| {
        // A picture that is too large or unreadable keeps its address, and the browser loads it.
        let PublicFile { kind, bytes } = assets::read_public_file(app, name, PICTURE_BYTES).await.ok()?;
        let picture = || format!("data:{kind};base64,{}", BASE64_STANDARD.encode(&bytes));
        kind.starts_with("image/").then(|| (name.to_owned(), picture()))
    });
    join_all(found).await.into_iter().flatten().collect()
}

/// Returns the names of the first pictures in the markup, without duplicates.
fn names(page: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for rest in page.split(PICTURE).skip(1) {
        if let Some((name, _)) = rest.split_once('"')
            && !names.contains(&name)
        {
            names.push(name);
        }
        if names.len() == PICTURES {
            break;
        }
    }
    names
}

/// Embeds the pictures into the page. Style sheets stay unchanged, because the page's policy has
/// their hash.
fn with_pictures(page: &str, pictures: &HashMap<String, String>) -> String {
    let mut parts = page.split(PICTURE);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('"').and_then(|(name, rest)| Some((pictures.get(name)?, rest))) {
            Some((picture, rest)) => {
                whole.extend([" src=\"", picture, "\"", rest]);
            }
            None => whole.extend([PICTURE, part]),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use actix_web::web::get;
    use actix_web::{App as ActixApp, HttpServer};

    use super::*;
    use crate::Settings;

    #[test]
    fn pictures_are_put_into_the_page_where_they_are_known() {
        let known = HashMap::from([("0a.png".to_owned(), "data:image/png;base64,AA==".to_owned())]);
        let table = [
            ("", ""),
            ("<p>no picture</p>", "<p>no picture</p>"),
            (r#"<img src="/f/0a.png" alt="a">"#, r#"<img src="data:image/png;base64,AA==" alt="a">"#),
            (
                r#"<img src="/f/0a.png"><img src="/f/0b.png">"#,
                r#"<img src="data:image/png;base64,AA=="><img src="/f/0b.png">"#,
            ),
            (
                r#"<img src="/f/0a.png"><img src="/f/0a.png">"#,
                r#"<img src="data:image/png;base64,AA=="><img src="data:image/png;base64,AA==">"#,
            ),
            // A style sheet, a text, and a truncated attribute.
            ("<style>url(/f/0a.png)</style>", "<style>url(/f/0a.png)</style>"),
            ("<p> src=&quot;/f/0a.png&quot;</p>", "<p> src=&quot;/f/0a.png&quot;</p>"),
            (r#"<img src="/f/0a.png"#, r#"<img src="/f/0a.png"#),
        ];
        for (page, expected) in table {
            assert_eq!(with_pictures(page, &known), expected);
        }
    }

    /// Starts an API with files of these lengths and kinds.
    fn api() -> String {
        let app = || {
            ActixApp::new().route(
                "/f/{name}",
                get().to(async |name: Path<String>| match name.as_str() {
                    "small.png" => HttpResponse::Ok().content_type("image/png").body("png"),
                    "large.png" => HttpResponse::Ok().content_type("image/png").body(vec![0; (32 << 10) + 1]),
                    "page.html" => HttpResponse::Ok().content_type("text/html").body("<p>"),
                    _ => HttpResponse::NotFound().finish(),
                }),
            )
        };
        let server = HttpServer::new(app).workers(1).disable_signals().bind("127.0.0.1:0").unwrap();
        let address = server.addrs()[0];
        actix_web::rt::spawn(server.run());
        format!("http://{address}")
    }

    #[actix_web::test]
    async fn small_pictures_come_with_the_page_and_what_is_none_does_not() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let app = App::new(Settings { api: api(), session_key: None, trusted_proxies: Vec::new() }).unwrap();
        let page: String = ["small.png", "large.png", "page.html", "gone.png", "../api/admin/domains"]
            .map(|name| format!(r#"<img src="/f/{name}">"#))
            .concat();
        let expected = HashMap::from([("small.png".to_owned(), "data:image/png;base64,cG5n".to_owned())]);
        assert_eq!(pictures(&app, &page).await, expected);
    }

    #[test]
    fn only_the_first_pictures_are_looked_for_and_each_once() {
        let page: String = (0..200).map(|n| format!(r#"<img src="/f/{}.png">"#, n / 2)).collect();
        let names = names(&page);
        assert_eq!(names.len(), PICTURES);
        assert_eq!(names[..2], ["0.png", "1.png"]);
    }
}
