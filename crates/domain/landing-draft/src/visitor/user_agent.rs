//! Parser of `User-Agent` headers: a short table of substrings, precise enough to choose a page.
//!
//! Parsers that recognize thousands of devices cost megabytes and milliseconds, and become outdated without their
//! data files. Conditions distinguish only six systems, six browsers and seven apps. Their substrings have not
//! changed in years, and any other header counts as unknown.

use serde::{Deserialize, Serialize};

use super::{Browser, Device, InApp, Os};

/// Parsed facts of a `User-Agent` header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Agent {
    /// Device type.
    pub device: Option<Device>,
    /// Operating system.
    pub os: Option<Os>,
    /// Web browser.
    pub browser: Option<Browser>,
    /// App around the browser.
    pub in_app: Option<InApp>,
}

/// Substrings in the order of checking; the first match decides. Specific substrings come before those that other
/// browsers imitate.
const IN_APP: &[(&str, InApp)] = &[
    ("Instagram", InApp::Instagram),
    ("musical_ly", InApp::Tiktok),
    ("BytedanceWebview", InApp::Tiktok),
    ("TikTok", InApp::Tiktok),
    ("FBAN", InApp::Facebook),
    ("FBAV", InApp::Facebook),
    ("FB_IAB", InApp::Facebook),
    ("Snapchat", InApp::Snapchat),
    ("Twitter", InApp::X),
    ("Telegram", InApp::Telegram),
    ("Reddit/", InApp::Reddit),
];

const BROWSERS: &[(&str, Browser)] = &[
    ("Edg/", Browser::Edge),
    ("EdgA/", Browser::Edge),
    ("EdgiOS/", Browser::Edge),
    ("OPR/", Browser::Opera),
    ("OPT/", Browser::Opera),
    ("SamsungBrowser/", Browser::Samsung),
    ("Firefox/", Browser::Firefox),
    ("FxiOS/", Browser::Firefox),
    ("CriOS/", Browser::Chrome),
    ("Chrome/", Browser::Chrome),
    ("Chromium/", Browser::Chrome),
    ("Safari/", Browser::Safari),
];

const SYSTEMS: &[(&str, Os)] = &[
    ("iPhone", Os::Ios),
    ("iPad", Os::Ios),
    ("iPod", Os::Ios),
    ("Android", Os::Android),
    ("Windows NT", Os::Windows),
    ("CrOS", Os::Chromeos),
    ("Macintosh", Os::Macos),
    ("Linux", Os::Linux),
];

/// Parses a header, without storing any of it.
pub fn parse(header: &str) -> Agent {
    let first = |mark: &str| header.contains(mark);
    let os = SYSTEMS.iter().find(|(mark, _)| first(mark)).map(|&(_, os)| os);
    let browser = BROWSERS.iter().find(|(mark, _)| first(mark)).map(|&(_, browser)| browser);
    let in_app = IN_APP.iter().find(|(mark, _)| first(mark)).map(|&(_, app)| app);
    Agent {
        device: os.map(|os| device(os, header)),
        os,
        browser,
        // Only a browser's header can prove that there is no app.
        in_app: in_app.or(os.map(|_| InApp::None)),
    }
}

fn device(os: Os, header: &str) -> Device {
    match os {
        Os::Ios if header.contains("iPad") => Device::Tablet,
        Os::Ios => Device::Mobile,
        // Android phones contain "Mobile", tablets don't (Chrome's guidance since 2011).
        Os::Android if header.contains("Mobile") => Device::Mobile,
        Os::Android => Device::Tablet,
        Os::Windows | Os::Macos | Os::Linux | Os::Chromeos => Device::Desktop,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_headers() {
        type Row = (&'static str, Option<Device>, Option<Os>, Option<Browser>, Option<InApp>);
        let table: &[Row] = &[
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
                Some(Device::Mobile),
                Some(Os::Ios),
                Some(Browser::Safari),
                Some(InApp::None),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 380.0.0.28.109 (iPhone16,2; iOS 18_5; de_DE; de; scale=3.00)",
                Some(Device::Mobile),
                Some(Os::Ios),
                None,
                Some(InApp::Instagram),
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 musical_ly_2023505030 BytedanceWebview/d8a21c6",
                Some(Device::Mobile),
                Some(Os::Android),
                Some(Browser::Chrome),
                Some(InApp::Tiktok),
            ),
            (
                "Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
                Some(Device::Tablet),
                Some(Os::Android),
                Some(Browser::Chrome),
                Some(InApp::None),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
                Some(Device::Desktop),
                Some(Os::Windows),
                Some(Browser::Edge),
                Some(InApp::None),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0",
                Some(Device::Desktop),
                Some(Os::Macos),
                Some(Browser::Firefox),
                Some(InApp::None),
            ),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
                Some(Device::Desktop),
                Some(Os::Chromeos),
                Some(Browser::Chrome),
                Some(InApp::None),
            ),
            ("curl/8.5.0", None, None, None, None),
            ("", None, None, None, None),
        ];
        for &(header, device, os, browser, in_app) in table {
            assert_eq!(parse(header), Agent { device, os, browser, in_app }, "{header}");
        }
    }
}
