//! The wire: request and response bodies, error bodies and error codes of the HTTP API.
