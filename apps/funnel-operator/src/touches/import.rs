//! Import of touches that were counted elsewhere, one JSON object per line.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use kernel::{Entropy, Hostname, OwnerId, UnixTime};
use landing_draft::ports::DomainStore;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tokio::fs::File;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use touches::{Touch, TouchId, TouchRecord, VisitorDigest};

use super::Touches;
use crate::console::Console;

/// Number of touches per transaction.
const BATCH: usize = 1_000;
/// Maximum length of a line, in bytes.
const LONGEST_LINE: usize = 16 * 1024;

/// Stores the touches of a file or of standard input. Skips touches that an earlier attempt stored.
pub(super) async fn run(
    touches: &Touches,
    console: &dyn Console,
    owner: i64,
    file: Option<&Path>,
    as_json: bool,
) -> anyhow::Result<()> {
    let input: Box<dyn AsyncBufRead + Unpin + Send> = match file {
        Some(path) => Box::new(BufReader::new(
            File::open(path).await.with_context(|| format!("{} can't be read", path.display()))?,
        )),
        None => console.input(),
    };
    let mut lines = Lines { owner: OwnerId::new(owner), input, number: 0, repeats: HashMap::new() };
    let mut known: HashSet<Hostname> = HashSet::new();
    let mut read = 0_u64;
    loop {
        let batch = lines.batch().await?;
        if batch.is_empty() {
            break;
        }
        for touch in &batch {
            if !known.contains(&touch.domain) {
                registered(&*touches.domains, lines.owner, &touch.domain).await?;
                known.insert(touch.domain.clone());
            }
        }
        touches
            .store
            .put(&batch)
            .await
            .context("not everything is stored; repeat it, nothing is stored twice")?;
        read += u64::try_from(batch.len()).unwrap_or(u64::MAX);
    }
    console.print(&if as_json {
        json!({ "read": read }).to_string()
    } else {
        format!("{read} touches are stored; those that were stored before are not counted again")
    });
    Ok(())
}

async fn registered(domains: &dyn DomainStore, owner: OwnerId, domain: &Hostname) -> anyhow::Result<()> {
    let found = domains.find(owner, domain).await?;
    ensure!(found.is_some(), "owner {owner} has no domain {domain}; nothing from this batch on is stored");
    Ok(())
}

/// The lines of a file, parsed as touches.
struct Lines {
    owner: OwnerId,
    input: Box<dyn AsyncBufRead + Unpin + Send>,
    number: u64,
    /// Number of occurrences of each line by digest, since two visits may have the same text.
    repeats: HashMap<[u8; 16], u32>,
}

impl Lines {
    /// Reads the next touches; empty at the end.
    async fn batch(&mut self) -> anyhow::Result<Vec<Touch>> {
        let mut batch = Vec::new();
        let mut line = Vec::new();
        while batch.len() < BATCH {
            line.clear();
            let limit = u64::try_from(LONGEST_LINE + 1).unwrap_or(u64::MAX);
            let read = (&mut self.input).take(limit).read_until(b'\n', &mut line).await?;
            if read == 0 {
                break;
            }
            self.number += 1;
            if line.trim_ascii().is_empty() {
                continue;
            }
            if line.len() > LONGEST_LINE {
                bail!("line {}: longer than {LONGEST_LINE} bytes", self.number);
            }
            batch.push(self.touch(line.trim_ascii()).with_context(|| format!("line {}", self.number))?);
        }
        Ok(batch)
    }

    fn touch(&mut self, line: &[u8]) -> anyhow::Result<Touch> {
        let mut json = serde_json::Deserializer::from_slice(line);
        // The error names the field and the cause.
        let record: TouchRecord = serde_path_to_error::deserialize(&mut json)?;
        json.end()?;
        let digest = digest(&[&self.owner.get().to_be_bytes(), line]);
        let repeat = self.repeats.entry(digest).and_modify(|count| *count += 1).or_default();
        let name = self::digest(&[&digest, &repeat.to_be_bytes()]);
        let id = TouchId::generate(UnixTime::from_seconds(record.at), &Known(name));
        // A touch without a visitor is never a repeat.
        let visitor = match &record.visitor {
            Some(visitor) => self::digest(&[b"visitor", &self.owner.get().to_be_bytes(), visitor.as_bytes()]),
            None => name,
        };
        Ok(record.touch(self.owner, id, VisitorDigest(visitor))?)
    }
}

fn digest(parts: &[&[u8]]) -> [u8; 16] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    let mut digest = [0; 16];
    digest.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
    digest
}

/// Entropy that yields the same id for the same line, so that a repeated import stores nothing
/// twice.
struct Known([u8; 16]);

impl Entropy for Known {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.iter_mut().zip(self.0.iter().cycle()).for_each(|(to, from)| *to = *from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &'static str) -> Lines {
        let input = Box::new(text.as_bytes());
        Lines { owner: OwnerId::new(1), input, number: 0, repeats: HashMap::new() }
    }

    #[tokio::test]
    async fn a_repeated_import_gives_the_same_names() {
        let text = "{\"at\":1795176000,\"domain\":\"a.example\",\"act\":\"visit\"}\n\n\
            {\"at\":1795176000,\"domain\":\"a.example\",\"act\":\"visit\"}\n\
            {\"at\":1795176000,\"domain\":\"a.example\",\"act\":\"click\",\"visitor\":\"ann\"}";
        let first = lines(text).batch().await.unwrap();
        let again = lines(text).batch().await.unwrap();
        assert_eq!(first.len(), 3);
        assert_eq!(first, again);
        assert!(first[0].id != first[1].id && first[0].visitor != first[1].visitor);
    }

    #[tokio::test]
    async fn a_bad_line_is_named() {
        let good = r#"{"at":1795176000,"domain":"a.example","act":"visit"}"#;
        for (bad, words) in [
            (r#"{"at":1}"#, "line 2: missing field"),
            (r#"{"at":1795176000,"domain":"a.example","act":"visit","country":"x"}"#, "line 2: country: "),
            (r#"{"at":"now","domain":"a.example","act":"visit"}"#, "line 2: at: "),
            (r#"{"at":1795176000,"domain":"a.example","act":"visit"} {}"#, "line 2: trailing"),
        ] {
            let text = format!("{good}\n{bad}\n");
            let error = lines(text.leak()).batch().await.unwrap_err();
            assert!(format!("{error:#}").starts_with(words), "{error:#}");
        }
    }
}
