//! Browser families for the list of sessions.

/// Marks in a user agent with their browser. The first match counts, because most browsers also
/// claim to be others.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Marks in a user agent with their operating system.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// Returns browser and system of a user agent, such as `Firefox on Linux`, without versions.
/// Returns `None` for an unknown browser.
pub(crate) fn family(user_agent: &str) -> Option<String> {
    let find = |table: &[(&str, &'static str)]| {
        table.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    let browser = find(&BROWSERS)?;
    Some(match find(&SYSTEMS) {
        Some(system) => format!("{browser} on {system}"),
        None => browser.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_told_apart_by_their_families() {
        let webkit =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
        for (user_agent, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0".to_owned(), Some("Firefox on Linux")),
            (format!("{webkit} Version/19.0 Mobile/15E148 Safari/604.1"), Some("Safari on iPhone")),
            (format!("{webkit} CriOS/140.0 Mobile/15E148 Safari/604.1"), Some("Chrome on iPhone")),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 \
                 Edg/140.0"
                    .to_owned(),
                Some("Edge on Windows"),
            ),
            ("Chrome/1".to_owned(), Some("Chrome")),
            ("curl/8.9".to_owned(), None),
            (String::new(), None),
        ] {
            assert_eq!(family(&user_agent).as_deref(), expected, "{user_agent}");
        }
    }
}
