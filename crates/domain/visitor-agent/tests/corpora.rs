//! Measures the rules by public corpora. The confusion matrix is a snapshot, and the goals are gates.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use flate2::read::GzDecoder;
use visitor_agent::{Browser, Device, Os, Sender, read};

/// Kind of the answer, the answer, the user agent.
type Case = (String, String, String);

fn cases() -> Vec<Case> {
    let text = std::io::read_to_string(GzDecoder::new(&include_bytes!("corpora.tsv.gz")[..]));
    let case = |line: &str| {
        let mut columns = line.splitn(3, '\t').map(str::to_owned);
        Some((columns.next()?, columns.next()?, columns.next()?))
    };
    text.unwrap_or_default().lines().filter(|line| !line.starts_with('#')).filter_map(case).collect()
}

fn sender(agent: &str) -> &'static str {
    match read(agent.as_bytes()).sender {
        Sender::Person => "person",
        Sender::Program => "program",
        Sender::Preview => "preview",
    }
}

/// Returns how many of `part` are in `whole`, in thousandths.
fn thousandths(part: usize, whole: usize) -> f64 {
    1000.0 * part as f64 / whole as f64
}

#[test]
fn people_programs_and_previews_are_told_apart() {
    let mut found: BTreeMap<(&str, &str), BTreeMap<&str, usize>> = BTreeMap::new();
    let cases = cases();
    for (kind, answer, agent) in &cases {
        let row = match (kind.as_str(), answer.as_str()) {
            ("crawler", "preview") => ("crawler-user-agents", "preview"),
            ("crawler", _) => ("crawler-user-agents", "program"),
            ("person", _) => ("user-agents", "person"),
            ("device", "Spider") => ("uap-core, devices", "program"),
            ("device", _) => ("uap-core, devices", "person"),
            _ => continue,
        };
        *found.entry(row).or_default().entry(sender(agent)).or_default() += 1;
    }
    let mut matrix =
        "| corpus | listed as | person | program | preview |\n|---|---|---|---|---|\n".to_owned();
    for ((corpus, listed), counts) in &found {
        let [person, program, preview] =
            ["person", "program", "preview"].map(|word| counts.get(word).unwrap_or(&0));
        writeln!(matrix, "| {corpus} | {listed} | {person} | {program} | {preview} |").unwrap();
    }
    println!("{matrix}");
    insta::assert_snapshot!("matrix", matrix);

    let of = |corpus: &str, listed: &str, word: &str| -> usize {
        found
            .iter()
            .filter(|(row, _)| **row == (corpus, listed))
            .filter_map(|(_, counts)| counts.get(word))
            .sum()
    };
    let all = |corpus: &str, listed: &str| -> usize {
        found
            .iter()
            .filter(|(row, _)| **row == (corpus, listed))
            .flat_map(|(_, counts)| counts.values())
            .sum()
    };
    let crawlers = all("crawler-user-agents", "program") + all("crawler-user-agents", "preview");
    let missed =
        of("crawler-user-agents", "program", "person") + of("crawler-user-agents", "preview", "person");
    assert!(
        crawlers > 2_000 && thousandths(missed, crawlers) <= 10.0,
        "{missed} crawlers are taken for people"
    );
    let previews = all("crawler-user-agents", "preview");
    let shown = of("crawler-user-agents", "preview", "preview");
    assert!(previews > 100 && thousandths(shown, previews) >= 980.0, "{shown} of {previews} get a preview");
    assert_eq!(of("crawler-user-agents", "preview", "program"), 0, "previews are redirected");
    for corpus in ["user-agents", "uap-core, devices"] {
        let people = all(corpus, "person");
        let refused = people - of(corpus, "person", "person");
        assert!(
            people > 900 && thousandths(refused, people) <= 1.0,
            "{corpus}: {refused} of {people} are called programs"
        );
    }
}

#[test]
fn browsers_of_isbot_are_people() {
    let agents = || include_str!("isbot_browsers.txt").lines().filter(|line| !line.starts_with('#'));
    let wrong: Vec<&str> = agents().filter(|agent| sender(agent) != "person").collect();
    assert!(agents().count() > 500 && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn browsers_and_systems_are_those_of_uap_core() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for (kind, family, agent) in cases() {
        let read = read(agent.as_bytes());
        let (expected, found) = match kind.as_str() {
            "browser" => (browser(&family).map(Browser::as_str), read.browser.map(Browser::as_str)),
            "system" => (os(&family).map(Os::as_str), read.os.map(Os::as_str)),
            "device" => (device(&family).map(Device::as_str), read.device.map(Device::as_str)),
            _ => continue,
        };
        if expected.is_some() {
            checked += 1;
            if expected != found {
                wrong.push(format!("{family}, {found:?}: {agent}"));
            }
        }
    }
    println!("{checked} answers, {} wrong\n{}", wrong.len(), wrong.join("\n"));
    // Two cases of Puffin claim to be an iPad and an iPhone only by two letters; they are read by them.
    assert!(checked > 800 && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn devices_are_those_that_the_browsers_of_people_measured() {
    let people: Vec<Case> = cases().into_iter().filter(|(kind, ..)| kind == "person").collect();
    let wrong: Vec<&Case> = people
        .iter()
        .filter(|(_, device, agent)| {
            read(agent.as_bytes()).device.map(Device::as_str) != Some(device.as_str())
        })
        .collect();
    assert!(people.len() > 900 && thousandths(wrong.len(), people.len()) <= 5.0, "{wrong:#?}");
}

/// Returns our word for a family, written independently of the crate.
fn browser(family: &str) -> Option<Browser> {
    let starts = |name: &str| family == name || family.starts_with(&format!("{name} "));
    match family {
        "Chromium" | "Chrome" | "Chrome Mobile" | "Chrome Mobile iOS" | "Chrome Mobile WebView" => {
            Some(Browser::Chrome)
        }
        "Safari" | "Mobile Safari" | "Mobile Safari UI/WKWebView" => Some(Browser::Safari),
        "Edge" | "Edge Mobile" => Some(Browser::Edge),
        "Samsung Internet" => Some(Browser::Samsung),
        _ if starts("Firefox") => Some(Browser::Firefox),
        _ if starts("Opera") => Some(Browser::Opera),
        _ => None,
    }
}

fn os(family: &str) -> Option<Os> {
    match family {
        "iOS" => Some(Os::Ios),
        "Android" => Some(Os::Android),
        "Windows" => Some(Os::Windows),
        "Mac OS X" | "Mac OS" => Some(Os::Macos),
        "Chrome OS" => Some(Os::Chromeos),
        "Linux" | "Ubuntu" | "Debian" | "Fedora" | "CentOS" | "Red Hat" | "Gentoo" | "Mandriva"
        | "Linux Mint" | "PCLinuxOS" | "Puppy" | "Slackware" => Some(Os::Linux),
        _ => None,
    }
}

fn device(family: &str) -> Option<Device> {
    match family {
        "iPad" | "Generic Tablet" | "Kindle" => Some(Device::Tablet),
        "iPhone" | "iPod" | "Generic Smartphone" | "Generic Feature Phone" => Some(Device::Mobile),
        "Mac" => Some(Device::Desktop),
        _ => None,
    }
}
