//! The landing-funnel administration service: HTTP API, public edge and workers in one program.
