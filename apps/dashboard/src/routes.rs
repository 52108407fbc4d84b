//! Routes from paths to screens.

use actix_web::HttpResponse;
use actix_web::web::{self, ServiceConfig, get, post};

use crate::context::Look;
use crate::failure::Failure;
use crate::screens::broadcasts::wizard;
use crate::screens::editor::{button_writes, copying, experiment_writes, look_writes, preview, publish, why};
use crate::screens::funnel_links::tracked_links;
use crate::screens::qr::{code, files};
use crate::screens::{
    audit, broadcasts, conversions, destinations, domains, editor, funnel_links, library, members, overview,
    qr, sessions, smart_links, stats, styleguide, transfer, uploads, vault, webhooks,
};
use crate::{assets, signin};

/// Registers all screens.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .route("/assets/{digest}/{name}", get().to(assets::serve))
        .route("/f/{name}", get().to(assets::public_file))
        .route("/f/face/{name}", get().to(assets::public_font))
        .route("/healthz", get().to(HttpResponse::NoContent))
        .route("/sign-in", get().to(signin::page))
        .route("/sign-in", post().to(signin::sign_in))
        .route("/sign-in/links", post().to(signin::make_link))
        .route("/link/{token}", get().to(signin::link_page))
        .route("/link/{token}", post().to(signin::use_link))
        .route("/sign-out", post().to(signin::sign_out))
        .route("/workspaces", post().to(signin::switch))
        .route("/look", post().to(signin::choose))
        .route("/styleguide", get().to(styleguide::screen))
        .route("/", get().to(overview::screen))
        .route("/overview/attention", get().to(overview::attention))
        .route("/domains", get().to(domains::list))
        .route("/domains", post().to(domains::create))
        .service(web::scope("/domains/{domain}").configure(domain))
        .configure(owner)
        .default_service(web::to(async |_: Look| Err::<HttpResponse, _>(Failure::NotFound)));
}

/// Registers the screens of one domain, below its path.
fn domain(config: &mut ServiceConfig) {
    config
        .route("", get().to(editor::home))
        .route("/setup", get().to(domains::setup))
        .route("/provision", post().to(domains::provision))
        .route("/delete", post().to(domains::delete))
        .route("/page", get().to(editor::screen))
        .route("/preview", get().to(preview::screen))
        .route("/segments", post().to(editor::create_segment))
        .route("/segments/{segment}", post().to(editor::update_segment))
        .route("/segments/{segment}/delete", post().to(editor::delete_segment))
        .route("/segments/{segment}/experiment", post().to(experiment_writes::save))
        .route("/segments/{segment}/experiment/end", post().to(experiment_writes::end))
        .route("/segments/{segment}/buttons", post().to(button_writes::create))
        .route("/segments/{segment}/buttons/order", post().to(button_writes::reorder))
        .route("/segments/{segment}/buttons/{button}", post().to(button_writes::update))
        .route("/segments/{segment}/buttons/{button}/delete", post().to(button_writes::delete))
        .route("/look/background/{variant}", post().to(uploads::background))
        .route("/look/background/{variant}/delete", post().to(uploads::remove_background))
        .route("/look/canvas/delete", post().to(look_writes::reset_canvas))
        .route("/look/{part}", post().to(look_writes::save))
        .route("/publish", get().to(publish::screen))
        .route("/publish", post().to(publish::publish))
        .route("/rollback", get().to(publish::ask_rollback))
        .route("/rollback", post().to(publish::rollback))
        .route("/why", get().to(why::screen))
        .route("/smart-links", get().to(smart_links::list))
        .route("/smart-links", post().to(smart_links::create))
        .route("/smart-links/{id}", get().to(smart_links::screen))
        .route("/smart-links/{id}", post().to(smart_links::update))
        .route("/smart-links/{id}/active", post().to(smart_links::activate))
        .route("/smart-links/{id}/delete", post().to(smart_links::delete))
        .route("/funnel-links", get().to(funnel_links::screen))
        .route("/funnel-links", post().to(funnel_links::apply))
        .route("/funnel-links/plan", post().to(funnel_links::plan))
        .route("/funnel-links/{link}", post().to(funnel_links::toggle))
        .route("/links/{link}/spenders", get().to(stats::link_spenders))
        .route("/codes", get().to(qr::list))
        .route("/codes", post().to(qr::create))
        .route("/codes/preset/{preset}.svg", get().to(qr::preset))
        .route("/codes/check", post().to(qr::check))
        .route("/codes/sheet.pdf", get().to(files::sheet))
        .route("/codes/{id}", get().to(code::screen))
        .route("/codes/{id}", post().to(code::update))
        .route("/codes/{id}/check", post().to(code::check))
        .route("/codes/{id}/image.png", get().to(files::png))
        .route("/codes/{id}/image.svg", get().to(files::svg))
        .route("/codes/{id}/image.pdf", get().to(files::pdf))
        .route("/codes/{id}/image.eps", get().to(files::eps))
        .route("/statistics", get().to(stats::screen))
        .route("/statistics/days.csv", get().to(stats::days_csv))
        .route("/statistics/spenders.csv", get().to(stats::spenders_csv))
        .route("/statistics/fans/{fan}", get().to(stats::explain));
}

/// Registers the screens that belong to no single domain.
fn owner(config: &mut ServiceConfig) {
    config
        .route("/links", get().to(tracked_links::list))
        .route("/links/health", get().to(destinations::list))
        .route("/links/health", post().to(destinations::switch))
        .route("/links/health/check", post().to(destinations::check))
        .route("/links/{link}/pixels", get().to(tracked_links::pixels))
        .route("/links/{link}/pixels/{platform}", post().to(tracked_links::save))
        .route("/links/{link}/pixels/{platform}/test", post().to(tracked_links::test))
        .route("/links/{link}/pixels/{platform}/delete", post().to(tracked_links::delete))
        .route("/links/{link}/pixels/{platform}/deliveries", get().to(tracked_links::deliveries))
        .route("/links/{link}/pixels/{platform}/redrive", post().to(tracked_links::redrive))
        .route("/broadcasts", get().to(broadcasts::list))
        .route("/broadcasts/new", get().to(wizard::screen))
        .route("/broadcasts/new", post().to(wizard::create))
        .route("/broadcasts/new/count", post().to(wizard::count_only))
        .route("/broadcasts/{id}", get().to(broadcasts::screen))
        .route("/broadcasts/{id}/{verb}", post().to(broadcasts::act_on))
        .route("/vault", get().to(vault::list))
        .route("/vault/{id}", get().to(vault::item))
        .route("/requests", get().to(vault::requests))
        .route("/requests/{id}", post().to(vault::respond))
        .route("/library", get().to(library::list))
        .route("/library", post().to(library::create))
        .route("/library/capture", post().to(library::capture))
        .route("/library/{id}", post().to(library::update))
        .route("/library/{id}/delete", post().to(library::delete))
        .route("/library/{id}/assign", post().to(library::assign))
        .route("/copy", get().to(copying::screen))
        .route("/copy", post().to(copying::copy))
        .route("/webhooks", get().to(webhooks::list))
        .route("/webhooks", post().to(webhooks::writes::create))
        .route("/webhooks/{id}", get().to(webhooks::screen))
        .route("/webhooks/{id}", post().to(webhooks::writes::update))
        .route("/webhooks/{id}/active", post().to(webhooks::writes::activate))
        .route("/webhooks/{id}/delete", post().to(webhooks::writes::delete))
        .route("/webhooks/{id}/rotate", post().to(webhooks::writes::rotate))
        .route("/webhooks/{id}/test", post().to(webhooks::writes::test))
        .route("/webhooks/{id}/redrive", post().to(webhooks::writes::redrive))
        .route("/webhooks/{id}/deliveries/{delivery}/redeliver", post().to(webhooks::writes::redeliver))
        .route("/transfer", get().to(transfer::screen))
        .route("/transfer/export.json", get().to(transfer::document))
        .route("/transfer/export.zip", get().to(transfer::archive))
        .route("/transfer/links.csv", get().to(transfer::table))
        .route("/transfer/import", post().to(transfer::writes::run))
        .route("/audit", get().to(audit::screen))
        .route("/conversions", get().to(conversions::screen))
        .route("/conversions.csv", get().to(conversions::csv))
        .route("/sessions", get().to(sessions::screen))
        .route("/sessions/end", post().to(sessions::end_all))
        .route("/sessions/{id}/end", post().to(sessions::end))
        .route("/team", get().to(members::screen))
        .route("/team/keys", post().to(members::mint))
        .route("/team/keys/{key}/rotate", post().to(members::rotate))
        .route("/team/keys/{key}/revoke", post().to(members::revoke))
        .route("/team/members", post().to(members::create_member))
        .route("/team/members/{id}", post().to(members::update_member))
        .route("/team/members/{id}/delete", post().to(members::delete_member));
}
