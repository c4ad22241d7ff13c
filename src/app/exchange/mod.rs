//! Memory on its way out to other programs and in from them.

pub mod adr;
pub mod export;
pub mod import;
pub mod json;
