//! The list of conversions.

use actix_web::web::Query;
use funnel_sdk::Request;
use funnel_sdk::api::ConversionsList;
use funnel_sdk::raw::{Call, Method};
use funnel_sdk::types::Conversion;
use maud::{Markup, html};
use serde::Deserialize;

use super::Answer;
use super::transfer::domain_names;
use crate::context::Context;
use crate::screens::stats::table_file;
use crate::screens::transfer::import::domain_choice;
use crate::text::Text;
use crate::view::{self, Section, enc};
use crate::words::word;

const PATH: &str = "/conversions";

/// Types in the filter; the empty one stands for all.
const KINDS: [&str; 5] = ["", "new_subscriber", "new_transaction", "message_received", "fan_sent_3_messages"];

#[derive(Deserialize, Default)]
pub(crate) struct Shown {
    #[serde(default)]
    domain: String,
    #[serde(default, rename = "type")]
    kind: String,
    cursor: Option<String>,
}

impl Shown {
    /// Returns the query of the same list with another type.
    fn query(&self, kind: &str) -> String {
        format!("?domain={}&type={}", enc(&self.domain), enc(kind))
    }

    fn asked(&self, cx: &Context) -> Request<ConversionsList> {
        let mut request = cx.api.conversions().list();
        if !self.domain.is_empty() {
            request = request.domain(&self.domain);
        }
        if let Some(kind) = word(&self.kind).filter(|_| !self.kind.is_empty()) {
            request = request.r#type(kind);
        }
        if let Some(cursor) = &self.cursor {
            request = request.cursor(cursor);
        }
        request
    }
}

pub(crate) async fn screen(cx: Context, shown: Query<Shown>) -> Answer {
    let text = cx.text;
    let (list, domains) = tokio::join!(shown.asked(&cx).limit(50).send(), domain_names(&cx));
    let (list, domains) = (list?.into_inner(), domains?);
    let here = format!("{PATH}{}", shown.query(&shown.kind));
    let options = KINDS.map(|kind| {
        let word = text.word("conversions-kind", if kind.is_empty() { "all" } else { kind });
        (format!("{PATH}{}", shown.query(kind)), word, shown.kind == kind)
    });
    let (section, back, words) = match shown.domain.as_str() {
        "" => (Section::Overview, "/".to_owned(), "nav-overview"),
        domain => (Section::Domains, format!("/domains/{}/statistics", enc(domain)), "tab-statistics"),
    };
    let actions = html! {
        a.button.quiet href=(back) { (text.t(words)) }
        a.button href={ (PATH) ".csv" (shown.query(&shown.kind)) } hx-boost="false" download { (view::icon("download")) (view::raw("CSV")) }
    };
    let body = html! {
        section.card.card-flush {
            div.card-head {
                div.body { h2 { (text.t("conversions-title")) } p.small.muted { (text.t("conversions-words")) } }
                @if !domains.is_empty() {
                    form.row method="get" action=(PATH) {
                        (view::hidden(&[("type", &shown.kind)]))
                        (domain_choice("", &text.t("domain"), text.t("conversions-everywhere"), &domains, &shown.domain))
                        button.button type="submit" { (text.t("simulate-show")) }
                    }
                }
            }
            div.pad { (view::segmented(&text.t("conversions-kinds"), &options)) }
            @if list.items.is_empty() && !shown.kind.is_empty() { (view::none_found(text, true, &format!("{PATH}{}", shown.query("")))) }
            @else if list.items.is_empty() { (view::empty("pulse", &text.t("conversions-empty-title"), &text.t("conversions-empty-words"), html! {})) }
            @else { (table(text, &list.items)) }
        }
        (view::pager(text, &here, list.next_cursor.as_deref()))
    };
    Ok(view::page(&cx, section, &text.t("conversions"), actions, body))
}

fn table(text: Text, found: &[Conversion]) -> Markup {
    html! {
        table.fold {
            thead { tr { th scope="col" { (text.t("when")) } th scope="col" { (text.t("conversion-type")) } th scope="col" { (text.t("domain")) } th scope="col" { (text.t("conversion-source")) } th scope="col" { (text.t("conversion-fan")) } th.num scope="col" { (text.t("conversion-net")) } } }
            tbody { @for one in found { tr {
                th scope="row" { (text.moment_of(&one.occurred_at)) }
                td data-label=(text.t("conversion-type")) { span { (text.word("conversion", &one.r#type)) @if let Some(kind) = &one.transaction_kind { " · " (text.word("transaction", kind)) } } }
                td data-label=(text.t("domain")) { span.clip translate="no" { (one.domain.as_deref().unwrap_or("–")) } }
                td.short data-label=(text.t("conversion-source")) { (source(text, one)) }
                td data-label=(text.t("conversion-fan")) { code translate="no" { (one.fan_id) } }
                td.num data-label=(text.t("conversion-net")) { @match one.net_cents { Some(cents) => { (view::raw(text.in_currency(one.currency.as_deref().unwrap_or_default()).money(cents))) } None => { "–" } } }
            } } }
        }
    }
}

fn source(text: Text, one: &Conversion) -> Markup {
    match one.link_id {
        _ if !one.source.is_empty() => html! { span.clip translate="no" { (one.source) } },
        Some(link) => html! { span { (text.t("link")) " " (view::raw(link)) } },
        None => html! { "–" },
    }
}

/// Streams the conversions as the API's table.
pub(crate) async fn csv(cx: Context, shown: Query<Shown>) -> Answer {
    let mut call = Call::new(Method::GET, "/api/admin/conversions", &[])?;
    for (name, value) in [("domain", &shown.domain), ("type", &shown.kind)] {
        if !value.is_empty() {
            call = call.query(name, value);
        }
    }
    table_file(&cx, "conversions", call).await
}
