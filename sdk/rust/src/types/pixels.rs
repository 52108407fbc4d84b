//! Types of pixels.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::secret::Secret;
use crate::types::AnswerOut;
use serde::{Deserialize, Serialize};

/// The pixels of a link, at most one a platform.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PixelList {
    /// The pixels.
    pub items: Vec<PixelOut>,
}

/// A pixel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PixelOut {
    /// Whether events are forwarded.
    pub active: bool,
    /// The event map as it was sent; empty for none.
    pub event_map_json: String,
    /// Whether a token is stored.
    pub has_token: bool,
    /// What the platform last refused; null while all is well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    /// The id there.
    pub pixel_id: String,
    /// `meta` or `tiktok`.
    pub platform: String,
    /// Unix seconds.
    pub updated_at: i64,
}

/// A conversion pixel to be made or changed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PixelPut {
    /// The platform's access token: needed for a new pixel; blank, null or left out it keeps the stored one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access_token: Option<WriteOnly>,
    /// False pauses the forwarding and keeps everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    /// A JSON object as text: conversion types to event names, merged over the defaults; an empty name switches a type off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_map_json: Option<String>,
    /// 1-64 letters, digits, underscores and hyphens.
    pub pixel_id: String,
    /// `meta` or `tiktok`.
    pub platform: String,
}

/// A test of a pixel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PixelTest {
    /// The code from the platform's test page; one is made up if it is left out.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub test_event_code: Patch<String>,
}

/// What came of a test.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PixelTested {
    /// What the platform said.
    pub answer: AnswerOut,
    /// The event's id.
    pub event_id: String,
    /// The event's name.
    pub event_name: String,
    /// The code that marked the event.
    pub test_event_code: String,
}

/// A token on its way in. It is never printed, and no answer holds one.
pub type WriteOnly = Secret;
