//! A private PostgreSQL server: found or installed, started, shared between processes, stopped.
