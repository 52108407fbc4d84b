//! Data of the crate `visitor-agent`: rules by which user agents are read, and the corpora of its tests.
//! Both are generated from public packages.

mod corpora;
mod literals;
mod rules;
mod sources;

use std::fs;

use anyhow::Context as _;
use serde_json::Value;

use self::corpora::Corpora;
use self::rules::{Additions, Rules};
use self::sources::{crate_of, npm};
use crate::process::say;
use crate::workspace::root;

const FOLDER: &str = "crates/domain/visitor-agent";

/// Downloads the packages, and writes the rules and the corpora.
pub(crate) fn run() -> anyhow::Result<()> {
    let folder = root().join(FOLDER);
    let additions = Additions::read(&folder.join("data/additions.tsv"))?;
    let (crawlers, isbot, people) = (npm("crawler-user-agents")?, npm("isbot")?, npm("user-agents")?);
    // The package of npm has no test cases; this crate has them beside the same rules.
    let uap = crate_of("ua-parser")?;

    let listed: Vec<Value> = serde_json::from_slice(
        &fs::read(crawlers.folder.join("crawler-user-agents.json")).context("the list of crawlers")?,
    )?;
    let used: Vec<Value> = serde_json::from_slice(
        &fs::read(people.folder.join("dist/user-agents.json")).context("the list of browsers")?,
    )?;
    let parsers = fs::read_to_string(uap.folder.join("uap-core/regexes.yaml"))?;
    let script = fs::read_to_string(isbot.folder.join("index.mjs")).context("the patterns of isbot")?;

    let corpora = Corpora::collect(&listed, &used, &uap.folder.join("uap-core"))?;
    let mut rules = Rules::new(additions, corpora.samples());
    rules.add_ours()?;
    rules.add_crawlers(&crawlers.about, &listed)?;
    rules.add_isbot(&isbot.about, &script)?;
    rules.add_uap(&format!("uap-core in {}", uap.about), &parsers)?;
    let (text, count) = rules.finish()?;

    fs::write(folder.join("data/rules.tsv"), text)?;
    let sources = [&crawlers.about, &people.about, &format!("uap-core in {}", uap.about)];
    let (bytes, cases) = corpora.write(&sources.map(String::as_str))?;
    fs::write(folder.join("tests/corpora.tsv.gz"), bytes)?;
    say(&format!("{count} rules and {cases} cases are written to {FOLDER}"));
    Ok(())
}
