//! The hub, with a real PostgreSQL and real repositories.
#![cfg(unix)]

mod answers;
mod common;
mod filling;
mod gate;
mod many;
mod runs;
