//! Public user agents with known answers: the tests of the crate measure the rules by them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use flate2::{Compression, GzBuilder};
use saphyr::{LoadableYamlNode as _, Yaml};
use serde_json::Value;

/// Files of uap-core with cases: the kind of the answer, and the path.
const CASES: [(&str, &str); 7] = [
    ("device", "tests/test_device.yaml"),
    ("system", "tests/test_os.yaml"),
    ("system", "test_resources/additional_os_tests.yaml"),
    ("browser", "tests/test_ua.yaml"),
    ("browser", "test_resources/firefox_user_agent_strings.yaml"),
    ("browser", "test_resources/opera_mini_user_agent_strings.yaml"),
    ("browser", "test_resources/podcasting_user_agent_strings.yaml"),
];

/// Answers of devices that a word of ours says; the others only tell a device from a program.
const DEVICES: [&str; 11] = [
    "AppleTV",
    "Generic Feature Phone",
    "Generic Smartphone",
    "Generic Tablet",
    "Kindle",
    "Mac",
    "Other",
    "Spider",
    "iPad",
    "iPhone",
    "iPod",
];

/// Cases: a kind, an answer, a user agent.
pub(super) struct Corpora(BTreeSet<(String, String, String)>);

impl Corpora {
    pub(super) fn collect(crawlers: &[Value], people: &[Value], uap: &Path) -> anyhow::Result<Self> {
        let mut cases = BTreeSet::new();
        for crawler in crawlers {
            let answer = if is_preview(crawler) { "preview" } else { "program" };
            let instances = crawler.get("instances").and_then(Value::as_array).into_iter().flatten();
            for agent in instances.filter_map(Value::as_str) {
                cases.insert(("crawler".to_owned(), answer.to_owned(), agent.to_owned()));
            }
        }
        for person in people {
            let text = |key: &str| person.get(key).and_then(Value::as_str);
            let agent = text("userAgent").context("userAgent")?;
            let answer = text("deviceCategory").unwrap_or("-");
            cases.insert(("person".to_owned(), answer.to_owned(), agent.to_owned()));
        }
        for (kind, path) in CASES {
            let text = fs::read_to_string(uap.join(path)).with_context(|| format!("reading {path}"))?;
            for (family, agent) in cases_of(&text)? {
                let family = if kind == "device" && !DEVICES.contains(&family.as_str()) {
                    "-".to_owned()
                } else {
                    family
                };
                cases.insert((kind.to_owned(), family, agent));
            }
        }
        // A case is a line.
        cases.retain(|(_, _, agent)| !agent.contains(['\n', '\t', '\r']));
        Ok(Self(cases))
    }

    /// Returns user agents of people, by which rare literals are chosen.
    pub(super) fn samples(&self) -> Vec<String> {
        let real = self.0.iter().filter(|(kind, ..)| kind == "person");
        let devices = self.0.iter().filter(|(kind, ..)| kind == "device").step_by(8);
        real.chain(devices).map(|(_, _, agent)| agent.to_ascii_lowercase()).collect()
    }

    /// Returns the compressed cases, and their number.
    pub(super) fn write(&self, sources: &[&str]) -> anyhow::Result<(Vec<u8>, usize)> {
        // A fixed time gives the same file for the same packages.
        let mut file = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
        for source in sources {
            writeln!(file, "# {source}")?;
        }
        for (kind, answer, agent) in &self.0 {
            writeln!(file, "{kind}\t{answer}\t{agent}")?;
        }
        Ok((file.finish()?, self.0.len()))
    }
}

/// Whether an entry of the list of crawlers fetches previews of shared addresses.
pub(super) fn is_preview(crawler: &Value) -> bool {
    let tags = crawler.get("tags").and_then(Value::as_array).into_iter().flatten();
    tags.filter_map(Value::as_str).any(|tag| tag == "social-preview")
}

fn cases_of(text: &str) -> anyhow::Result<Vec<(String, String)>> {
    let documents = Yaml::load_from_str(text)?;
    let cases = documents.first().and_then(|document| document.as_mapping_get("test_cases"));
    let cases = cases.and_then(Yaml::as_sequence).context("there are no test cases")?;
    let text = |case: &Yaml<'_>, key: &str| {
        case.as_mapping_get(key).and_then(|value| value.as_str().map(str::to_owned))
    };
    Ok(cases
        .iter()
        .filter_map(|case| {
            Some((
                text(case, "family").unwrap_or_else(|| "Other".to_owned()),
                text(case, "user_agent_string")?,
            ))
        })
        .collect())
}
