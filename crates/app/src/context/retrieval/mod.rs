//! One structured answer for a tool: `get-context`. [`pages`] reads what folders and skills say of
//! themselves, [`folders`] knows what each is about, [`answering`] puts the answer together, with
//! records from [`entries`].

mod answering;
mod entries;
mod folders;
mod pages;
mod request;
mod retrieve;
mod topics;

pub use request::RetrievalRequest;
pub use retrieve::retrieve;
