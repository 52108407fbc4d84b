//! Names of API keys, because the public part of a key identifies nobody to a reader.

use std::collections::HashMap;

use funnel_sdk::Client;

use crate::context::Context;

/// Names of the keys in use by public part.
#[derive(Default)]
pub(crate) struct KeyNames(HashMap<String, String>);

impl KeyNames {
    /// Reads the names that the session's key may see. Screens work without names, so a failure
    /// leaves the public parts.
    pub(crate) async fn read(cx: &Context) -> Self {
        if cx.may("keys", "view") { Self::of(&cx.api).await } else { Self::default() }
    }

    /// Reads the names that the holder of a key may see.
    pub(crate) async fn of(api: &Client) -> Self {
        let listed = api.api_keys().list().limit(100).send().await;
        let keys = listed.map(|keys| keys.into_inner().items).unwrap_or_default();
        Self(keys.into_iter().map(|key| (key.prefix, key.name)).collect())
    }

    /// Returns the name of a key, or its public part if the name is unknown.
    pub(crate) fn name<'a>(&'a self, prefix: &'a str) -> &'a str {
        self.0.get(prefix).map_or(prefix, String::as_str)
    }
}
