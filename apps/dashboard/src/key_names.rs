//! Keys by the names that people gave them: the public part of a key shows nobody who it was.

use std::collections::HashMap;

use funnel_sdk::Client;

use crate::context::Context;

/// The names of the keys in use, by their public parts.
#[derive(Default)]
pub(crate) struct KeyNames(HashMap<String, String>);

impl KeyNames {
    /// Those that the key of this session may see. A screen needs none of them, so a failure leaves the public parts.
    pub(crate) async fn read(cx: &Context) -> Self {
        if cx.may("keys", "view") { Self::of(&cx.api).await } else { Self::default() }
    }

    /// Those that the holder of a key may see.
    pub(crate) async fn of(api: &Client) -> Self {
        let listed = api.api_keys().list().limit(100).send().await;
        let keys = listed.map(|keys| keys.into_inner().items).unwrap_or_default();
        Self(keys.into_iter().map(|key| (key.prefix, key.name)).collect())
    }

    /// The name of a key, or its public part where the name is not known.
    pub(crate) fn name<'a>(&'a self, prefix: &'a str) -> &'a str {
        self.0.get(prefix).map_or(prefix, String::as_str)
    }
}
