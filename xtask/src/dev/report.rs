use std::fmt::Write as _;

use super::demo::{DOMAIN, SLUG};
use super::programs::Addresses;

/// Summary for the developer once everything runs.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub(crate) addresses: &'a Addresses,
    pub(crate) engine: &'a str,
    pub(crate) database: &'a str,
    pub(crate) key: Option<&'a str>,
    pub(crate) segment: Option<String>,
    pub(crate) sign_in: Option<String>,
}

impl Report<'_> {
    pub(crate) fn text(&self) -> String {
        let Addresses { api, edge, management, dashboard } = self.addresses;
        let mut text = format!("\nThe service runs. Ctrl-C stops it.\n\n  API         http://{api}\n");
        let _ = writeln!(
            text,
            "  edge        http://{edge}\n  management  http://{management}\n  dashboard   http://{dashboard}"
        );
        let _ = writeln!(text, "  engine      {} (simulated)\n  database    {}", self.engine, self.database);
        let Some(key) = self.key else { return text };
        if let Some(link) = &self.sign_in {
            let _ = writeln!(text, "  sign in     {link} (once, within a minute)");
        }
        let edge_port = edge.rsplit(':').next().unwrap_or(edge);
        let page = format!("http://{DOMAIN}:{edge_port}");
        let _ = writeln!(
            text,
            "  demo page   {page}/\n  smart link  {page}/r/{SLUG}\n  demo key    {key}\n\nTry\n"
        );
        for line in curl_lines(api, key, self.segment.as_deref()) {
            let _ = writeln!(text, "  {line}");
        }
        text
    }
}

/// Returns curl commands that list the domains, add a button to the segment, and publish it.
fn curl_lines(api: &str, key: &str, segment: Option<&str>) -> Vec<String> {
    let call = |path: &str, body: &str| {
        let data = if body.is_empty() {
            String::new()
        } else {
            format!("-X POST -H 'Content-Type: application/json' -d '{body}' ")
        };
        format!("curl -sS -H 'Authorization: Bearer {key}' {data}'http://{api}/api/admin/{path}'")
    };
    let mut lines = vec![call("domains", "")];
    if let Some(segment) = segment {
        let button = r#"{"label":"New","url":"https://example.com/new"}"#;
        lines.push(call(&format!("buttons/{DOMAIN}/{segment}"), button));
        lines.push(call(&format!("domains/{DOMAIN}/publish"), "{}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_can_be_pasted_into_a_shell() {
        let expected = [
            "curl -sS -H 'Authorization: Bearer K' 'http://127.0.0.1:8080/api/admin/domains'",
            "curl -sS -H 'Authorization: Bearer K' -X POST -H 'Content-Type: application/json' \
             -d '{\"label\":\"New\",\"url\":\"https://example.com/new\"}' \
             'http://127.0.0.1:8080/api/admin/buttons/demo.localhost/seg_1'",
            "curl -sS -H 'Authorization: Bearer K' -X POST -H 'Content-Type: application/json' -d '{}' \
             'http://127.0.0.1:8080/api/admin/domains/demo.localhost/publish'",
        ];
        assert_eq!(curl_lines("127.0.0.1:8080", "K", Some("seg_1")), expected);
    }

    #[test]
    fn without_a_demo_there_is_no_key_to_show() {
        let address = |port: u16| format!("127.0.0.1:{port}");
        let addresses =
            Addresses { api: address(1), edge: address(2), management: address(3), dashboard: address(4) };
        let report = |key| {
            let (engine, database) = ("http://x", "postgres://x");
            Report { addresses: &addresses, engine, database, key, segment: None, sign_in: None }.text()
        };
        assert!(!report(None).contains("curl"));
        assert!(report(Some("K")).contains("demo page   http://demo.localhost:2/"));
    }
}
