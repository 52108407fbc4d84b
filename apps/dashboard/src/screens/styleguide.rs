//! Every component once, for people who change the style.

use actix_web::HttpResponse;
use maud::html;

use crate::context::Look;
use crate::view::{self, Input, Kind, input};

pub(crate) async fn screen(look: Look) -> HttpResponse {
    let text = look.text;
    let options = [("light".to_owned(), text.t("theme-light")), ("dark".to_owned(), text.t("theme-dark"))];
    let segments =
        [("#one".to_owned(), text.t("theme-light"), true), ("#two".to_owned(), text.t("theme-dark"), false)];
    let body = html! {
        section.card { div.stack {
            h2 { (text.t("guide-buttons")) }
            div.actions {
                @for (class, key) in [("primary", "guide-primary"), ("", "guide-plain"), ("quiet", "guide-quiet"), ("danger", "guide-danger")] {
                    button class={ "button " (class) } type="button" { (text.t(key)) }
                }
                button.button type="button" disabled { (text.t("guide-disabled")) }
            }
        } }
        section.card { div.stack {
            h2 { (text.t("guide-states")) }
            div.row {
                (view::pill(Kind::Plain, &text.t("guide-plain"))) (view::pill(Kind::Good, &text.t("infra-active"))) (view::pill(Kind::Warn, &text.t("infra-pending")))
                (view::pill(Kind::Bad, &text.t("infra-failed"))) (view::pill(Kind::Accent, &text.t("campaign-running")))
            }
            (view::note(Kind::Plain, text.t("guide-note")))
            (view::note(Kind::Good, text.t("guide-note")))
            (view::note(Kind::Warn, text.t("guide-note")))
            (view::note(Kind::Bad, text.t("guide-note")))
        } }
        section.card { div.stack {
            h2 { (text.t("guide-fields")) }
            div.fields {
                (input(&Input { name: "guide-one", label: &text.t("name"), hint: &text.t("hostname-hint"), ..Input::default() }))
                (view::select("", "guide-two", &text.t("theme-label"), &options, "dark"))
            }
            (view::check("guide-three", "1", text.t("button-hidden"), true))
            (view::segmented(&text.t("theme-label"), &segments))
            (view::copy(text, "links.example.com"))
        } }
        section.card { div.stack {
            h2 { (text.t("guide-stats")) }
            dl.stats {
                div.stat { dt { (text.t("metric-visits")) } dd { span translate="no" { (text.number(12_345)) } div { (view::delta(text, 12_345, 10_000)) } } }
                div.stat { dt { (text.t("metric-revenue")) } dd { span translate="no" { (text.money(123_456)) } div { (view::delta(text, 9, 10)) } } }
            }
            (view::split_bar(&text.t("simulate"), 0.7))
            (view::bar(40, 100))
        } }
        section.card { (view::empty("qr", &text.t("codes-empty-title"), &text.t("codes-empty-words"), html! { a.button.primary href="#" { (text.t("guide-primary")) } })) }
    };
    view::answer(&view::bare(&look, &text.t("guide-title"), &body))
}
