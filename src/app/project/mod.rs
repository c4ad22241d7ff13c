//! What the repository is made of, and what of it a tool may touch.

pub mod index;
