//! Our words for the families of `uap-core`. A family without a word here is none of ours.

use crate::{Browser, Os};

/// Returns our word for a family of browsers.
pub(crate) fn browser(family: &[u8]) -> Option<Browser> {
    match family {
        b"Chrome"
        | b"Chrome Mobile"
        | b"Chrome Mobile iOS"
        | b"Chrome Mobile WebView"
        | b"Chromium"
        | b"Chrome Desktop" => Some(Browser::Chrome),
        b"Safari" | b"Mobile Safari" | b"Mobile Safari UI/WKWebView" => Some(Browser::Safari),
        b"Edge" | b"Edge Mobile" | b"Edge iOS" => Some(Browser::Edge),
        b"Samsung Internet" => Some(Browser::Samsung),
        _ if is(family, b"Firefox") => Some(Browser::Firefox),
        _ if is(family, b"Opera") => Some(Browser::Opera),
        _ => None,
    }
}

/// Returns our word for a family of operating systems.
pub(crate) fn os(family: &[u8]) -> Option<Os> {
    match family {
        b"iOS" | b"iPadOS" => Some(Os::Ios),
        b"Android" => Some(Os::Android),
        b"Windows" => Some(Os::Windows),
        b"Mac OS X" | b"Mac OS" => Some(Os::Macos),
        b"Chrome OS" => Some(Os::Chromeos),
        b"Linux" | b"Ubuntu" | b"Kubuntu" | b"Debian" | b"Fedora" | b"CentOS" | b"Red Hat" | b"Gentoo"
        | b"Mandriva" | b"Linux Mint" | b"Mint" | b"SUSE" | b"openSUSE" | b"Slackware" | b"Puppy"
        | b"PCLinuxOS" | b"Arch Linux" | b"Mageia" => Some(Os::Linux),
        _ => None,
    }
}

/// Whether a family is `name`, alone or with a word after it, such as `Opera Mini` or `Firefox (Shiretoko)`.
fn is(family: &[u8], name: &[u8]) -> bool {
    family.strip_prefix(name).is_some_and(|rest| rest.first().is_none_or(|byte| *byte == b' '))
}
