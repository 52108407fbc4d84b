use crate::rules::{Candidates, List, Rules};
use crate::{Browser, Device, InApp, Os, families, models};

/// Maximum number of bytes that are read. No browser and no app sends more.
const LONGEST: usize = 1_024;

/// Usual browsers, by which [`warm_up`] chooses the rules that it compiles.
const USUAL: [&str; 8] = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone15,3]",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; Android 14; SM-A546B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36 Instagram 361.0 Android",
];

/// Sender of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sender {
    /// Person with a browser or an app.
    #[default]
    Person,
    /// Program, such as a crawler, a monitor or a library.
    Program,
    /// Program that fetches the preview of a shared address.
    Preview,
}

/// Facts that a `User-Agent` header tells. `None` means unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Agent {
    /// Person or program.
    pub sender: Sender,
    /// Device type; none for televisions, consoles and watches.
    pub device: Option<Device>,
    /// Operating system.
    pub os: Option<Os>,
    /// Web browser.
    pub browser: Option<Browser>,
    /// App around the browser; [`InApp::None`] means certainly no app.
    pub in_app: Option<InApp>,
}

impl Agent {
    /// Whether the sender is a program.
    pub fn is_program(&self) -> bool {
        self.sender != Sender::Person
    }
}

/// Builds the automaton and compiles the rules of usual browsers, so that the first requests need not wait for them.
pub fn warm_up() {
    for header in USUAL {
        read(header.as_bytes());
    }
}

/// Compiles all rules: about 0.15 s of processor time, and 12 MB. Until then [`read`] compiles a rule when a header first
/// needs it. A server calls this function on a thread of its own.
pub fn compile_rules() {
    Rules::get().compile();
}

/// Reads the bytes of a `User-Agent` header. An empty header is a program's, because every browser has a name.
///
/// ```
/// use visitor_agent::{Browser, Device, InApp, Sender, read};
///
/// let agent = read(b"Mozilla/5.0 (Linux; Android 13; CUBOT P80; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Viber/24.9.1.0");
/// assert_eq!((agent.sender, agent.in_app), (Sender::Person, Some(InApp::Viber)));
/// assert_eq!((agent.device, agent.browser), (Some(Device::Mobile), Some(Browser::Chrome)));
/// assert_eq!(read(b"facebookexternalhit/1.1").sender, Sender::Preview);
/// assert_eq!(read(b"").sender, Sender::Program);
/// ```
pub fn read(header: &[u8]) -> Agent {
    let header = header.get(..LONGEST).unwrap_or(header);
    if header.trim_ascii().is_empty() {
        return Agent { sender: Sender::Program, ..Agent::default() };
    }
    let rules = Rules::get();
    let candidates = rules.candidates(header);
    let header = Header { rules, candidates: &candidates, text: header };
    let (os, browser) = (header.os(), header.browser());
    let device = header.device(os);
    Agent { sender: header.sender(os), device, os, browser, in_app: header.in_app(os, browser) }
}

struct Header<'a> {
    rules: &'a Rules,
    candidates: &'a Candidates,
    text: &'a [u8],
}

impl Header<'_> {
    fn first(&self, list: List) -> Option<&[u8]> {
        self.rules.first(list, self.candidates, self.text)
    }

    fn sender(&self, os: Option<Os>) -> Sender {
        let hidden = models::without(self.text);
        let others = hidden.as_deref().map(|text| (self.rules.candidates(text), text));
        let (candidates, text) =
            others.as_ref().map_or((self.candidates, self.text), |(candidates, text)| (candidates, *text));
        let is_named = |list, weak| {
            let rules = self.rules.possible(list, candidates);
            rules.filter(|rule| rule.is_weak == weak).any(|rule| rule.is_match(text))
        };
        let is_preview = is_named(List::Preview, false);
        let is_certain = is_preview || is_named(List::Program, false);
        // Weak rules are slow, and no browser needs them.
        if !is_certain && self.is_personal(os) {
            return Sender::Person;
        }
        if is_preview || is_named(List::Preview, true) {
            Sender::Preview
        } else if is_certain || is_named(List::Program, true) {
            Sender::Program
        } else {
            Sender::Person
        }
    }

    /// Whether the header names a browser, the app of a person, or a device.
    fn is_personal(&self, os: Option<Os>) -> bool {
        let in_app = || os.is_some() && self.first(List::App).is_some();
        self.names_a_browser() || in_app() || self.family_of_device().is_some()
    }

    /// Whether the header has the form of a browser: `Mozilla/5.0 (...)` and an engine.
    fn names_a_browser(&self) -> bool {
        let engines: [&[u8]; 8] =
            [b"AppleWebKit", b"Gecko/", b"MSIE ", b"Trident/", b"Presto/", b"KHTML", b"NetFront", b"Goanna/"];
        let starts = |start: &[u8]| self.text.starts_with(start);
        starts(b"Opera/") || (starts(b"Mozilla/") && engines.iter().any(|engine| self.contains(engine)))
    }

    fn family_of_device(&self) -> Option<&[u8]> {
        self.first(List::Device).filter(|family| !matches!(*family, b"Spider" | b"Other"))
    }

    fn contains(&self, wanted: &[u8]) -> bool {
        self.text.windows(wanted.len()).any(|window| window == wanted)
    }

    fn os(&self) -> Option<Os> {
        families::os(self.first(List::System)?)
    }

    fn browser(&self) -> Option<Browser> {
        let family = self.first(List::Browser).and_then(families::browser);
        family.or_else(|| {
            let token = self.first(List::Token)?;
            let browser = Browser::parse(std::str::from_utf8(token).ok()?)?;
            // The browsers of old Android claim to be Safari.
            (browser != Browser::Safari || self.contains(b"Mac OS X")).then_some(browser)
        })
    }

    fn device(&self, os: Option<Os>) -> Option<Device> {
        match (self.first(List::Type), os) {
            (Some(b"other"), _) => None,
            (Some(word), _) => Device::parse(std::str::from_utf8(word).ok()?),
            // Android phones contain "Mobile", tablets don't (Chrome's guidance since 2011). Requests of apps have neither.
            (None, Some(Os::Android)) if self.names_a_browser() => Some(Device::Tablet),
            (None, Some(Os::Android | Os::Ios)) => Some(Device::Mobile),
            (None, Some(_)) => Some(Device::Desktop),
            // Old phones name their model alone.
            (None, None) if self.names_a_browser() => None,
            (None, None) => {
                let is_tablet = |family: &[u8]| family == b"Generic Tablet";
                let device = |family| if is_tablet(family) { Device::Tablet } else { Device::Mobile };
                self.family_of_device().map(device)
            }
        }
    }

    fn in_app(&self, os: Option<Os>, browser: Option<Browser>) -> Option<InApp> {
        let named = self.first(List::App).and_then(|word| InApp::parse(std::str::from_utf8(word).ok()?));
        named.or_else(|| {
            let apple = matches!(os, Some(Os::Ios | Os::Macos)) && self.contains(b"AppleWebKit");
            if apple && !self.contains(b"Safari/") {
                return Some(InApp::Unknown);
            }
            (os.is_some() || browser.is_some()).then_some(InApp::None)
        })
    }
}
