//! The listener of the dashboard.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::Data;
use actix_web::{App as ActixApp, HttpServer};
use anyhow::Context as _;

use crate::{App, Settings, routes, security};

/// A listener that accepts connections as soon as its server is polled.
pub struct Bound {
    pub address: SocketAddr,
    pub server: Server,
}

/// Binds the dashboard to an address.
pub fn bind(settings: Settings, address: SocketAddr) -> anyhow::Result<Bound> {
    let listener = TcpListener::bind(address).with_context(|| format!("can't listen on {address}"))?;
    listen(settings, listener)
}

/// Niceness of the dashboard's thread, so that the API and the edge in the same process take
/// precedence. On a busy CPU a tenth remains for the dashboard, which is enough for screens of a
/// millisecond. Bursts of sign-ins take longer.
const NICENESS: i32 = 10;

/// Lowers the priority of the calling thread on Linux, which is the server's only worker.
fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

/// Serves the dashboard on a listening socket.
pub fn listen(settings: Settings, listener: TcpListener) -> anyhow::Result<Bound> {
    let address = listener.local_addr()?;
    let app = Data::new(App::new(settings)?);
    let build = move || {
        give_way();
        ActixApp::new()
            .app_data(app.clone())
            .app_data(actix_web::web::PayloadConfig::new(1 << 20))
            .configure(routes::configure)
            .wrap(from_fn(security::guard))
            .wrap(Compress::default())
    };
    let server = HttpServer::new(build)
        .workers(1)
        // Otherwise each part of a compressed screen would wait for the browser's acknowledgement of the
        // previous part.
        .tcp_nodelay(true)
        .disable_signals()
        .client_request_timeout(Duration::from_secs(5))
        .keep_alive(Duration::from_secs(75))
        .listen(listener)
        .map_err(|error: io::Error| anyhow::anyhow!(error))?
        .run();
    Ok(Bound { address, server })
}

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;
    use reqwest::header::{CONTENT_SECURITY_POLICY, COOKIE, ORIGIN};
    use secrecy::SecretString;

    use super::*;
    use crate::security::POLICY;
    use crate::session::{Sealer, Session, Workspace, session_key};

    const KEY: [u8; 32] = [7; 32];

    /// Starts a dashboard whose API does not respond.
    fn start() -> String {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let settings =
            Settings { api: format!("http://{closed}"), session_key: Some(KEY), trusted_proxies: Vec::new() };
        let bound = bind(settings, "127.0.0.1:0".parse().unwrap()).unwrap();
        tokio::spawn(bound.server);
        format!("http://{}", bound.address)
    }

    fn cookie(key: [u8; 32]) -> String {
        let presented = SecretString::from("al_live_a_b".to_owned());
        let session = Session::new(Workspace::new("w", presented, "ses_1".to_owned()));
        Sealer::new(key).cookie(&session, false).unwrap().stripped().to_string()
    }

    fn client() -> reqwest::Client {
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap()
    }

    #[tokio::test]
    async fn an_api_that_is_down_is_reported_in_words() {
        let base = start();
        let answer =
            client().get(format!("{base}/domains")).header(COOKIE, cookie(KEY)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::BAD_GATEWAY);
        let text = answer.text().await.unwrap();
        assert!(
            text.contains("The service is not responding") && text.contains("href=\"/domains\""),
            "{text}"
        );
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn the_thread_of_the_dashboard_gives_way_and_that_of_its_caller_does_not() {
        let own = rustix::process::getpriority_process(None).unwrap();
        let base = start();
        client().get(format!("{base}/sign-in")).send().await.unwrap();
        let gives_way = |task: std::fs::DirEntry| {
            let thread = task.file_name().to_str()?.parse().ok().and_then(rustix::process::Pid::from_raw);
            Some(rustix::process::getpriority_process(thread).ok()? == NICENESS)
        };
        let mut threads = std::fs::read_dir("/proc/self/task").unwrap();
        assert!(threads.any(|task| gives_way(task.unwrap()) == Some(true)));
        assert_eq!(rustix::process::getpriority_process(None).unwrap(), own);
    }

    #[tokio::test]
    async fn a_cookie_of_another_key_is_no_session() {
        let base = start();
        let forged = cookie(session_key(b"another"));
        let answer = client().get(format!("{base}/team?x=1")).header(COOKIE, forged).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        assert_eq!(answer.headers()["location"], "/sign-in?reason=first&next=%2Fteam%3Fx%3D1");
    }

    #[tokio::test]
    async fn a_write_of_another_site_is_refused_with_the_same_headers() {
        let base = start();
        let write = client().post(format!("{base}/domains")).header(COOKIE, cookie(KEY));
        let answer = write.header(ORIGIN, "https://evil.example").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::FORBIDDEN);
        assert_eq!(answer.headers()[CONTENT_SECURITY_POLICY], POLICY);
    }

    #[tokio::test]
    async fn each_answer_has_the_policy_and_is_kept_by_nobody() {
        let base = start();
        for path in
            ["/", "/sign-in", "/styleguide", "/nowhere", "/domains/x/preview", "/link/x", "/assets/x/app.js"]
        {
            let answer = client().get(format!("{base}{path}")).send().await.unwrap();
            let headers = answer.headers();
            assert_eq!(headers[CONTENT_SECURITY_POLICY], POLICY, "{path}");
            assert_eq!(headers["cache-control"], "no-store", "{path}");
            assert_eq!(headers["x-frame-options"], "DENY", "{path}");
            assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        }
    }

    #[tokio::test]
    async fn what_an_address_says_is_shown_as_text() {
        let base = start();
        let path = "/sign-in?next=%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
        let text = client().get(format!("{base}{path}")).send().await.unwrap().text().await.unwrap();
        assert!(!text.contains("<script>alert") && text.contains("&lt;script&gt;alert(1)"), "{text}");
    }
}
