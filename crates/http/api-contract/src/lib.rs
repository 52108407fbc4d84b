#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod appearance;
pub mod audit;
pub mod broadcasts;
pub mod conversions;
pub mod deliveries;
pub mod destinations;
mod error;
mod error_code;
mod file;
pub mod keys;
pub mod landing;
pub mod links;
pub mod members;
pub mod notification;
pub mod paging;
mod patch;
pub mod pixels;
pub mod qr;
pub mod sessions;
mod shown_once;
pub mod stats;
pub mod transfer;
pub mod usage;
pub mod validation;
pub mod vault;
pub mod webhook_events;
pub mod webhooks;

pub use error::{
    CodedDetail, CodedError, CodedOrDetailError, CodedOrValidationErrors, DetailError, ValidationErrors,
    ValidationItem, ValidationStep,
};
pub use error_code::ErrorCode;
pub use file::FileContent;
pub use patch::Patch;
pub use shown_once::ShownOnce;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries
            .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .collect()
    }

    /// The document has one schema for each name, so two types must not share a name.
    #[test]
    fn no_two_bodies_have_one_name() {
        let mut named: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
            for line in fs::read_to_string(&file).unwrap().lines() {
                let body = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "));
                let name: String =
                    body.unwrap_or_default().chars().take_while(|c| c.is_alphanumeric()).collect();
                // Queries are no schemas of the document.
                if !name.is_empty() && !name.ends_with("Query") {
                    named.entry(name).or_default().push(file.clone());
                }
            }
        }
        named.retain(|_, files| files.len() > 1);
        assert!(named.is_empty(), "{named:?}");
    }
}
