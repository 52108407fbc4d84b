//! Template databases, builders and fixtures for tests.
