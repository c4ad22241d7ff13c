//! Pages that people see in a browser, made of the wire's answers. The local server gives them one
//! by one, `git memory site` writes them all into a folder; both have the same pages under the same
//! names, so that their links are the same.
//!
//! Every page can be read without JavaScript. A page gets nothing but the documents that programs
//! get, and no sentence or number of its own.

mod anchors;
mod assets;
mod edit;
mod filters;
mod frame;
mod graph;
mod history;
mod home;
mod index;
mod links;
mod list;
mod map;
mod markdown;
mod pages;
mod parts;
mod record;
mod review;
mod runs;
mod scrolled;
mod search;
mod site;
mod source;
mod timeline;
mod write;

pub(crate) use assets::ASSETS;
pub(crate) use frame::trouble;
pub(crate) use pages::page;
pub use site::site;
pub(crate) use source::{Place, Source};
