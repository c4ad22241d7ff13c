//! Floor 1: what memory is. Everything here is pure: text and values in, text and values out.
//!
//! No file, process, environment variable, clock or repository is touched from this floor;
//! `tests/architecture` holds it to that. Time and randomness come in as arguments.

