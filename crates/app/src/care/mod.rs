//! Keeping memory and its installation in order.

pub(crate) mod brought;
pub mod check;
mod check_citations;
mod check_derived;
pub mod check_merges;
pub mod check_okf;
mod check_parents;
pub mod check_push;
pub mod check_range;
pub(crate) mod check_secrets;
mod check_settings;
pub mod check_sides;
mod check_successors;
mod check_summary;
mod check_trailers;
pub mod complete;
pub mod config;
pub mod doctor;
mod found_decisions;
pub mod init;
pub mod manual;
pub mod offers;
pub mod refresh;
pub mod roots;
pub mod status;

pub use found_decisions::usual as usual_decisions;
