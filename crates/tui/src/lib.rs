//! Memory on a terminal, to look through: the list on the left, the record on the right,
//! a search at the top.
//!
//! `browse` is where it begins and reads keys; `model` is what is seen, and what a key makes of it;
//! `draw` puts that on the screen; `asker` asks the repository on a thread of its own, with the
//! requests of servers, so that typing never waits; `edit` opens git's editor; `screen` gives the
//! terminal back as it was.

#![warn(clippy::disallowed_methods)]

mod asker;
mod browse;
mod draw;
mod edit;
mod item;
mod model;
mod screen;

pub use browse::browse;
