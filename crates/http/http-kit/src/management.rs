//! The management listener for operators and load balancers. It has an address of its own and
//! requires no key.

use std::time::Duration;

use actix_web::{HttpResponse, get, web};
use async_trait::async_trait;
use kernel::UnixTime;
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Deserialize;
use serde_json::json;

/// Timeout of the database, after which it counts as unavailable.
const READY_WAIT: Duration = Duration::from_secs(3);

/// State of the process for the management listener.
#[async_trait]
pub trait Vitals: Send + Sync {
    /// Returns whether the process is stopping, and only serves until load balancers notice.
    fn is_stopping(&self) -> bool;
    /// Returns why the process can't work now, or `None` if it can.
    async fn trouble(&self) -> Option<NotReady>;
    /// Returns the time up to which the data served without the database is complete, or `None` if
    /// the process can't serve without the database.
    fn serves_as_of(&self) -> Option<UnixTime>;
    /// Returns whether a landing page is served at `hostname`, so that a certificate may be
    /// ordered.
    async fn serves(&self, hostname: &str) -> bool;
    /// Publishes the memory usage of this process as metrics.
    fn measure(&self);
}

/// Reason why a process can't work, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotReady {
    /// The database is unavailable.
    Database(String),
    /// Any other reason.
    Other(String),
}

#[derive(Deserialize)]
struct Ask {
    #[serde(default)]
    domain: String,
}

/// Registers all operations of the management listener.
pub fn routes(config: &mut web::ServiceConfig) {
    config.service(healthz).service(readyz).service(metrics_page).service(tls_ask);
}

#[get("/healthz")]
async fn healthz(vitals: web::Data<dyn Vitals>) -> HttpResponse {
    if vitals.is_stopping() {
        return HttpResponse::ServiceUnavailable().json(json!({ "status": "stopping" }));
    }
    HttpResponse::Ok().json(json!({ "status": "ok" }))
}

#[get("/readyz")]
async fn readyz(vitals: web::Data<dyn Vitals>) -> HttpResponse {
    if vitals.is_stopping() {
        return unready("the process is stopping");
    }
    let trouble = tokio::time::timeout(READY_WAIT, vitals.trouble()).await;
    let silent = || NotReady::Database("the database does not answer".to_owned());
    match (trouble.unwrap_or_else(|_| Some(silent())), vitals.serves_as_of()) {
        (None, _) => HttpResponse::Ok().json(json!({ "status": "ready" })),
        (Some(NotReady::Database(reason)), Some(as_of)) => HttpResponse::Ok().json(json!({
            "status": "ready",
            "serving": "snapshots",
            "as_of": as_of.millis().div_euclid(1000),
            "reason": reason,
        })),
        (Some(NotReady::Database(reason) | NotReady::Other(reason)), _) => unready(&reason),
    }
}

fn unready(reason: &str) -> HttpResponse {
    HttpResponse::ServiceUnavailable().json(json!({ "status": "unready", "reason": reason }))
}

#[get("/metrics")]
async fn metrics_page(vitals: web::Data<dyn Vitals>, metrics: web::Data<PrometheusHandle>) -> HttpResponse {
    vitals.measure();
    metrics.run_upkeep();
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(metrics.render())
}

#[get("/edge/tls-ask")]
async fn tls_ask(vitals: web::Data<dyn Vitals>, ask: web::Query<Ask>) -> HttpResponse {
    if vitals.serves(&ask.domain).await {
        HttpResponse::Ok().finish()
    } else {
        HttpResponse::NotFound().finish()
    }
}
