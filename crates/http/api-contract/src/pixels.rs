//! Conversion pixels of tracked links.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A token on its way in. It is never printed, and no answer holds one.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, format = Password)]
pub struct WriteOnly(pub String);

impl fmt::Debug for WriteOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// A conversion pixel to be made or changed.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"platform": "meta", "pixel_id": "1234567890", "active": true}))]
pub struct PixelPut {
    /// `meta` or `tiktok`.
    pub platform: String,
    /// 1-64 letters, digits, underscores and hyphens.
    pub pixel_id: String,
    /// The platform's access token: needed for a new pixel; blank, null or left out it keeps the stored one.
    #[serde(default)]
    #[schema(write_only)]
    pub access_token: Option<WriteOnly>,
    /// A JSON object as text: conversion types to event names, merged over the defaults; an empty name switches a type off.
    #[serde(default)]
    #[schema(max_length = 4096)]
    pub event_map_json: Option<String>,
    /// False pauses the forwarding and keeps everything else.
    #[serde(default)]
    pub active: Option<bool>,
}

/// A pixel.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PixelOut {
    /// `meta` or `tiktok`.
    pub platform: String,
    /// The id there.
    pub pixel_id: String,
    /// The event map as it was sent; empty for none.
    pub event_map_json: String,
    /// Whether events are forwarded.
    pub active: bool,
    /// Whether a token is stored.
    pub has_token: bool,
    /// Unix seconds.
    pub updated_at: i64,
    /// What the platform last refused; null while all is well.
    pub last_error: Option<String>,
}

/// The pixels of a link, at most one a platform.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PixelList {
    /// The pixels.
    pub items: Vec<PixelOut>,
}
