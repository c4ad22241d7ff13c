//! One structured answer for a tool: `get-context`. [`pages`] reads the descriptions of folders and
//! skills, [`folders`] knows their scopes and topics, [`answering`] puts the answer together, with
//! records from [`entries`].

mod answering;
mod entries;
mod folders;
mod pages;
mod request;
mod retrieve;
mod topics;
pub mod workspace;

pub use request::RetrievalRequest;
pub use retrieve::{retrieve, workspace_named};
pub use workspace::WorkspaceQuestion;
