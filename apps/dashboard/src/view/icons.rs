//! Line icons on a grid of 24, drawn for this dashboard.

use maud::{Markup, html};

/// Renders an icon, hidden from screen readers because text accompanies it.
pub(crate) fn icon(name: &str) -> Markup {
    let path = match name {
        "overview" => "M4 19V11M10 19V5M16 19v-6M21 19H3",
        "domains" => {
            "M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9S9.500 5.600 12 3z"
        }
        "broadcasts" => "M4 10v4h3l7 4V6l-7 4H4zM18 9a4.500 4.500 0 010 6",
        "vault" => "M4 5h16v14H4zM4 15l4.500-4.500L13 15l3-3 4 4M15.500 9.200v.1",
        "requests" => "M4 5h16v11H9l-5 4V5zM8 9h8M8 12h5",
        "links" => {
            "M10 14a4 4 0 005.700 0l3-3a4 4 0 00-5.700-5.700l-1 1M14 10a4 4 0 00-5.700 0l-3 3a4 4 0 005.700 5.700l1-1"
        }
        "library" => "M5 4h4v16H5zM9 4h4v16H9zM14.500 5.200l3.800-1 4 15-3.800 1z",
        "copy" => "M9 9h11v11H9zM5 15H4V4h11v1",
        "team" => {
            "M9 11a3.500 3.500 0 100-7 3.500 3.500 0 000 7zM2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 4.500a3.500 3.500 0 010 6M18 14.500c2 .8 3.200 2.600 3.500 5.500"
        }
        "webhooks" => "M4 12h9M9 7l5 5-5 5M16 4h4v16h-4",
        "transfer" => "M8 20V6M4 10l4-4 4 4M16 4v14M12 14l4 4 4-4",
        "audit" => "M6 3h9l4 4v14H6zM9 9h3M9 13h7M9 17h7",
        "more" => "M5 12h.01M12 12h.01M19 12h.01",
        "search" => "M10.500 17a6.500 6.500 0 100-13 6.500 6.500 0 000 13zM15.500 15.500L20 20",
        "plus" => "M12 5v14M5 12h14",
        "up" => "M12 19V5M6 11l6-6 6 6",
        "down" => "M12 5v14M6 13l6 6 6-6",
        "grip" => "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
        "open" => "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
        "check" => "M5 12.500l4.500 4.500L19 7.500",
        "warn" => "M12 4l9 16H3L12 4zM12 10v4M12 17v.01",
        "info" => "M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5M12 8v.01",
        "download" => "M12 4v11M7 11l5 5 5-5M5 20h14",
        "close" => "M6 6l12 12M18 6L6 18",
        "key" => "M15 9a4 4 0 11-8 0 4 4 0 018 0zM14 12l6 6M17.500 15.500l-2 2",
        "qr" => "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2z",
        "pulse" => "M3 12h4l3-7 4 14 3-7h4",
        _ => "M12 12h.01",
    };
    html! {
        svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.9"
            stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false" {
            path d=(path);
        }
    }
}
