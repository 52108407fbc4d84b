//! The figures that the model reckons with: one data file, each with its source and date or named as an assumption.

use anyhow::Context as _;
use serde::Deserialize;

const DATA: &str = include_str!("figures.toml");

/// What of a figure is reckoned with. Its unit, and its source and date or that it is assumed, are beside it for who reads the file.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Figure {
    pub(super) value: f64,
    /// Of a figure a second: the cores that were busy with it.
    pub(super) cores: Option<f64>,
}

impl Figure {
    /// The seconds of a core that one of what the figure counts takes.
    pub(super) fn core_seconds(&self) -> f64 {
        self.cores.unwrap_or(1.0) / self.value
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Figures {
    pub(super) redirects: Figure,
    pub(super) pages: Figure,
    pub(super) touches_stored: Figure,
    pub(super) events: Figure,
    pub(super) api_reads: Figure,
    pub(super) touch_row: Figure,
    pub(super) touch_index: Figure,
    pub(super) event_row: Figure,
    pub(super) conversion_row: Figure,
    pub(super) conversion_index: Figure,
    pub(super) delivery_row: Figure,
    pub(super) message_row: Figure,
    pub(super) connections_of_a_process: Figure,
    pub(super) message_events: Figure,
    pub(super) distribution: Distribution,
    pub(super) swelling: Figure,
    pub(super) busy: Figure,
    pub(super) full: Figure,
    pub(super) busiest_minute: Figure,
    pub(super) hot_days: Figure,
    pub(super) buffers: Figure,
    pub(super) read_share: Figure,
    pub(super) connections: Figure,
    pub(super) retention_days: Figure,
    pub(super) today: Today,
    pub(super) machines: Vec<Machine>,
}

/// How many times the work of one server the work through a coordinator is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Distribution {
    pub(super) touches: Figure,
    pub(super) events: Figure,
    pub(super) messages: Figure,
    pub(super) reads: Figure,
    /// What of it the coordinator does, in percent; the nodes share the rest.
    pub(super) coordinator: Figure,
}

/// A day of all owners.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Today {
    pub(super) owners: Figure,
    pub(super) touches: Figure,
    pub(super) events: Figure,
    pub(super) conversions: Figure,
    pub(super) messages: Figure,
    pub(super) api_reads: Figure,
}

/// A machine that can be had; GiB of memory and disk.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Machine {
    pub(super) cores: f64,
    pub(super) memory: f64,
    pub(super) disk: f64,
}

impl Figures {
    pub(super) fn read() -> anyhow::Result<Self> {
        toml::from_str(DATA).context("xtask/src/scale_model/figures.toml")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::workspace;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Measured,
        Assumption,
    }

    /// All that the file has of a figure.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Written {
        value: f64,
        #[serde(rename = "cores")]
        _cores: Option<f64>,
        unit: String,
        kind: Kind,
        source: Option<String>,
        date: Option<String>,
    }

    /// Every figure by its name.
    fn all() -> BTreeMap<String, Written> {
        let table: toml::Table = DATA.parse().unwrap();
        let mut found = BTreeMap::new();
        for (name, value) in table {
            match value {
                toml::Value::Table(inner) if inner.contains_key("value") => {
                    found.insert(name, inner.try_into().unwrap());
                }
                toml::Value::Table(inner) => {
                    for (key, value) in inner {
                        found.insert(format!("{name}.{key}"), value.try_into().unwrap());
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// A number as the pages write it: `70,760`.
    fn written(value: f64) -> String {
        let digits = value.to_string();
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text
    }

    #[test]
    fn every_measured_figure_is_on_the_page_that_it_names() {
        let figures = all();
        assert!(figures.len() > 25, "{}", figures.len());
        for (name, figure) in figures {
            assert!(figure.value > 0.0 && !figure.unit.is_empty(), "{name}");
            if figure.kind == Kind::Assumption {
                assert!(
                    figure.source.is_none() && figure.date.is_none(),
                    "{name} is assumed, so nobody measured it"
                );
                continue;
            }
            let (source, date) = (figure.source.unwrap(), figure.date.unwrap());
            let page = std::fs::read_to_string(workspace::root().join(&source)).unwrap();
            assert!(
                page.contains(&written(figure.value)),
                "{name}: {} is not in {source}",
                written(figure.value)
            );
            assert!(date.len() == 10 && date.starts_with("2026-"), "{name}: {date}");
        }
    }
}
