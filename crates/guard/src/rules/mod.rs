//! The rules of the secret guard, as data: a new kind of secret is a new row in the file of its
//! theme, nothing else.
//!
//! Shapes come from the providers' public documentation. [`rule`](super::rule) describes the fields
//! of a row.

mod ai;
mod business;
mod cloud;
mod code;
mod commands;
mod general;
mod keyed_a_to_l;
mod keyed_m_to_z;
mod messaging;
mod table;

pub use table::all;
