//! Below.
