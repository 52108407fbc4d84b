//! styled
