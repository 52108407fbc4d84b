//! Detection of bots by their user agent: crawlers, link-preview fetchers, monitors.

use std::sync::OnceLock;

use aho_corasick::AhoCorasick;

/// Substrings of the user agents of bots, in lower case. General words come first, then bot names without a general
/// word.
///
/// A complete list of names would be outdated with every new crawler. Nearly all names contain a general word, and a
/// bot that hides on purpose would not be on any list.
const PATTERNS: &[&str] = &[
    "bot/",
    "bot;",
    "bot)",
    "bot ",
    "-bot",
    "_bot",
    "robot",
    "bot.",
    "crawl",
    "spider",
    "slurp",
    "scrap",
    "preview",
    "fetch",
    "monitor",
    "uptime",
    "headless",
    "phantomjs",
    "puppeteer",
    "playwright",
    "selenium",
    "lighthouse",
    "pagespeed",
    "pingdom",
    "statuscake",
    "facebookexternalhit",
    "facebookcatalog",
    "meta-external",
    "meta-webindexer",
    "facebot",
    "whatsapp/",
    "telegrambot",
    "twitterbot",
    "slackbot",
    "slack-imgproxy",
    "discordbot",
    "linkedinbot",
    "pinterestbot",
    "skypeuripreview",
    "vkshare",
    "viber/",
    "snapchat-proxy",
    "redditbot",
    "embedly",
    "iframely",
    "quora link",
    "bitlybot",
    "tumblr/",
    "flipboardproxy",
    "outbrain",
    "google-inspectiontool",
    "googleother",
    "google-read-aloud",
    "apis-google",
    "mediapartners-google",
    "adsbot",
    "feedfetcher",
    "bingpreview",
    "yandex.com/bots",
    "baiduspider",
    "bytespider",
    "applebot",
    "gptbot",
    "chatgpt-user",
    "oai-searchbot",
    "claudebot",
    "claude-web",
    "anthropic-ai",
    "perplexity",
    "ccbot",
    "amazonbot",
    "petalbot",
    "semrush",
    "ahrefs",
    "mj12",
    "dotbot",
    "dataforseo",
    "archive.org_bot",
    "ia_archiver",
    "validator",
    "wappalyzer",
    "curl/",
    "wget/",
    "python-requests",
    "python-urllib",
    "python/",
    "aiohttp",
    "httpx/",
    "scrapy",
    "go-http-client",
    "java/",
    "okhttp/",
    "apache-httpclient",
    "libwww-perl",
    "ruby",
    "php/",
    "guzzle",
    "node-fetch",
    "axios/",
    "undici",
    "got (",
    "postman",
    "insomnia",
    "http_request",
    "winhttp",
    "zgrab",
    "masscan",
    "nmap",
    "nikto",
    "sqlmap",
    "censys",
    "expanse",
    "internet-measurement",
    "netcraft",
];

/// Whether this `User-Agent` belongs to a bot. An empty one counts as a bot, because every browser identifies itself.
///
/// The word `bot` counts only at the end of a name, so phones of the brand `Cubot` are not bots.
///
/// ```
/// use touches::is_bot;
///
/// assert!(is_bot("facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"));
/// assert!(!is_bot("Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36"));
/// ```
pub fn is_bot(user_agent: &str) -> bool {
    static FINDER: OnceLock<Option<AhoCorasick>> = OnceLock::new();
    if user_agent.trim().is_empty() {
        return true;
    }
    let finder =
        FINDER.get_or_init(|| AhoCorasick::builder().ascii_case_insensitive(true).build(PATTERNS).ok());
    let matched = finder.as_ref().is_some_and(|finder| finder.is_match(user_agent));
    let ending = user_agent.as_bytes().last_chunk::<3>();
    let named = ending.is_some_and(|ending| ending.eq_ignore_ascii_case(b"bot"));
    (matched || named) && !is_phone_of_a_bot_like_name(user_agent)
}

/// Substrings of the user agents that fetch previews of shared links, in lower case. The list excludes crawlers of
/// search engines, monitors, and browsers that prefetch pages for a person.
const PREVIEWS: &[&str] = &[
    "facebookexternalhit",
    "facebot",
    "twitterbot",
    "whatsapp/",
    "telegrambot",
    "slackbot",
    "slack-imgproxy",
    "discordbot",
    "linkedinbot",
    "pinterestbot",
    "skypeuripreview",
    "vkshare",
    "viber/",
    "snapchat-proxy",
    "redditbot",
    "embedly",
    "iframely",
    "tumblr/",
    "flipboardproxy",
    "bingpreview",
];

/// Whether this `User-Agent` belongs to a bot that fetches previews of shared links.
///
/// ```
/// use touches::bots::is_preview;
///
/// assert!(is_preview("WhatsApp/2.23.20.0 A"));
/// assert!(!is_preview("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"));
/// ```
pub fn is_preview(user_agent: &str) -> bool {
    static FINDER: OnceLock<Option<AhoCorasick>> = OnceLock::new();
    let finder =
        FINDER.get_or_init(|| AhoCorasick::builder().ascii_case_insensitive(true).build(PREVIEWS).ok());
    finder.as_ref().is_some_and(|finder| finder.is_match(user_agent)) && is_bot(user_agent)
}

/// Recognizes phones such as `Mozilla/5.0 (Linux; Android 13; CUBOT P80) ...`, whose name only looks like a bot.
fn is_phone_of_a_bot_like_name(user_agent: &str) -> bool {
    let lower = user_agent.to_ascii_lowercase();
    lower.contains("cubot") && !lower.replace("cubot", "").contains("bot")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_programs_that_preview_are_shown_a_preview() {
        for (agent, expected) in [
            ("facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", true),
            ("TelegramBot (like TwitterBot)", true),
            ("Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", true),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", false),
            ("curl/8.4.0", false),
            ("", false),
            ("Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 300.0.0.0", false),
        ] {
            assert_eq!(is_preview(agent), expected, "{agent}");
        }
        assert!(PREVIEWS.iter().all(|mark| is_bot(mark)), "what previews is a program");
    }

    #[test]
    fn programs_are_distinguished_from_people() {
        for (agent, expected) in [
            ("", true),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true),
            ("facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", true),
            (
                "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
                true,
            ),
            ("WhatsApp/2.23.20.0 A", true),
            ("TelegramBot (like TwitterBot)", true),
            ("Twitterbot/1.0", true),
            ("Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", true),
            ("Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", true),
            ("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", true),
            (
                "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)",
                true,
            ),
            ("Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36", true),
            ("curl/8.4.0", true),
            ("python-requests/2.31", true),
            ("SomethingBot", true),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
                false,
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0.0.0",
                false,
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
                false,
            ),
            (
                "Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36",
                false,
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview",
                false,
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0", false),
        ] {
            assert_eq!(is_bot(agent), expected, "{agent}");
        }
    }
}
