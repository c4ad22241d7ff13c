//! Pages that people see in a browser, made of the answers of use cases. The local server gives them
//! one by one, `git memory site` writes them all into a folder; both have the same pages under the
//! same names, so that their links are the same.
//!
//! Every page can be read without JavaScript. A page has no sentence or number of its own, and each
//! text of an answer goes through its source, which takes out secrets and what hides.

mod about;
mod anchors;
mod aside;
mod assets;
mod banner;
mod bearings;
mod buttons;
mod edit;
mod file;
mod filters;
mod form;
mod frame;
mod graph;
mod history;
mod home;
mod host;
mod index;
mod links;
mod list;
mod map;
mod markdown;
mod paged;
mod pages;
mod parts;
mod record;
mod related;
mod review;
mod rows;
mod run_graph;
mod runs;
mod scrolled;
mod search;
mod site;
mod source;
mod timeline;
mod tree;
mod trouble;
mod write;

pub(crate) use assets::ASSETS;
pub(crate) use bearings::{Bearings, KeptReview, Reviewed};
pub(crate) use form::Form;
pub(crate) use links::REVIEW;
pub(crate) use pages::page;
pub use site::site;
pub(crate) use source::{Place, Source};
pub(crate) use trouble::{STYLE, refused, trouble};
pub(crate) use write::{Sent, send};
