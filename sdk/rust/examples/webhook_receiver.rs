//! Receives webhooks on a port: `WEBHOOK_SECRET=whsec_... cargo run --example webhook_receiver 8000`.

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use funnel_sdk::webhook::Webhook;

async fn take(request: HttpRequest, body: web::Bytes, webhook: web::Data<Webhook>) -> HttpResponse {
    let header = |name: &str| request.headers().get(name)?.to_str().ok();
    match webhook.receive(&body, header) {
        Ok(event) => println!("{} {event:?}", header("webhook-id").unwrap_or_default()),
        Err(error) => return HttpResponse::BadRequest().body(error.to_string()),
    }
    HttpResponse::NoContent().finish()
}

pub(crate) async fn receive(webhook: Webhook, port: u16) -> std::io::Result<()> {
    let app = move || App::new().app_data(web::Data::new(webhook.clone())).default_service(web::to(take));
    HttpServer::new(app).workers(1).bind(("127.0.0.1", port))?.run().await
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let webhook = Webhook::new(&std::env::var("WEBHOOK_SECRET")?)?;
    let port = std::env::args().nth(1).ok_or("which port?")?;
    Ok(receive(webhook, port.parse()?).await?)
}
